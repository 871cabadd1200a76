"""Labelled articles that are no near-duplicates of one another."""

from __future__ import annotations

import random
from typing import Any

WORDS = [f"{first}{last}" for first in "brplmtks" for last in ("ane", "ode", "ush", "ill", "ater")]
Rows = list[dict[str, Any]]


def text(seed: object, words: int = 40) -> str:
    """A text that shares its wording with no other; the same for the same seed."""
    return " ".join(random.Random(str(seed)).choices(WORDS, k=words))


def articles(number: int, sections: tuple[str, ...] = ("sport", "world")) -> Rows:
    """Rows of a table, the sections in turn."""
    return [
        {"title": f"Title {at}", "body": text(at), "label": sections[at % len(sections)]}
        for at in range(number)
    ]
