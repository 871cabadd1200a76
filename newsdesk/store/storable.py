"""Text as every database takes it."""

from __future__ import annotations


def storable(text: str) -> str:
    """Text without what no database takes: half characters and zero bytes."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
