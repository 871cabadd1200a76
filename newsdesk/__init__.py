"""Newsdesk: which section does an article belong to, how sure is the model, and why."""

__version__ = "0.1.0"
