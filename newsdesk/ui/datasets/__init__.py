"""The screen datasets."""
