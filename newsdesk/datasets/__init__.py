"""Data sets: labelled articles in and out of the store, divided for learning and testing."""
