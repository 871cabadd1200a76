"""An article as it is read: its text with marks, and why a model answers so."""
