"""Why files could not be read, as headings over those that share the cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

CAUSES = {
    "not_found": "Not there any more",
    "no_permission": "May not be read by you",
    "unreadable": "The disk did not hand it over",
    "unsupported": "A type that is not read",
    "empty": "No text in it",
    "damaged": "Damaged or cut short",
    "encrypted": "Protected with a password",
    "too_large": "Too large",
    "picture_alone": "A picture without an article",
    "no_article": "No article found in it",
    "no_text_layer": "Scanned pages without text",
    "columns": "Columns not recognised",
    "binary": "Not a text file in spite of its name",
    "unknown_encoding": "Encoding not known",
    "missing_library": "A part of Newsdesk is missing",
    "is_folder": "A folder that could not be entered",
    "crashed": "Ended the reading process",
}


def cause(kind: str) -> str:
    """The heading over what failed with one kind of problem."""
    return CAUSES.get(kind) or kind.replace("_", " ").capitalize()


def grouped(items: Iterable[T], kind: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    """The items by heading, the largest group first; each group keeps its order."""
    found: dict[str, list[T]] = {}
    for item in items:
        found.setdefault(cause(kind(item)), []).append(item)
    return sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
