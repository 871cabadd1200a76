"""Dropout and attention that are quick on a processor, and learn the same."""
