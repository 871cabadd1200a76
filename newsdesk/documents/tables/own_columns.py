"""The columns of tables that this program writes: texts in them are kept letter by letter.

What others write is tidied as it is read: line ends are theirs, and so are blanks at the edges.
An article of ours was read or written before, and must come back as it was.
"""

from __future__ import annotations

from collections.abc import Iterable

INBOX: dict[str, type] = {
    "title": str, "body": str, "section": str, "section_name": str, "confidence": float,
    "state": str, "second_section": str, "second_section_name": str, "decided_by": str,
    "decided_at": str, "reason": str, "model": str, "language": str, "source": str, "row": int,
    "added": str, "cover": str,
}  # fmt: skip
"""Of articles from the inbox."""
DATASET: dict[str, type] = {
    "title": str, "body": str, "section": str, "section_name": str, "label": str, "language": str,
    "date": str, "split": str, "fold": int, "cover": str, "row": int,
}  # fmt: skip
"""Of data sets."""


def are_own(columns: Iterable[str]) -> bool:
    """Whether a table has all columns of one of ours; it may have been given more."""
    there = set(columns)
    return there.issuperset(INBOX) or there.issuperset(DATASET)
