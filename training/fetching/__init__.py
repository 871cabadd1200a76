"""Base models: fetched from the hub when asked for, with tokenizers by the files present."""
