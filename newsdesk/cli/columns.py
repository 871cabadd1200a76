"""Columns of text on a terminal, where a Chinese character is as wide as two letters."""

from __future__ import annotations

import unicodedata


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(each) else 1 + (unicodedata.east_asian_width(each) in "WF")
        for each in text
    )


def padded(text: str, columns: int) -> str:
    """The text with blanks after it, up to so many columns."""
    return text + " " * (columns - columns_of(text))
