"""The screen training."""
