"""The header of a table saved by Orange: three lines, or one whose names carry marks.

Three lines are names, types and flags; one line writes both before the name ("cD#section").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_TYPES = frozenset(
    ("continuous", "discrete", "string", "time", "c", "d", "s", "t", "basket", "numeric")
)
_FLAGS = frozenset(("class", "meta", "ignore", "weight", "c", "m", "i", "w"))
_CLASS = frozenset(("class", "c"))
_MARKED = re.compile(r"([mcixw]*)([CDSTN]?)#(.*)", re.DOTALL)


def header(rows: Sequence[Sequence[str]]) -> tuple[int, list[str], int | None] | None:
    """Lines of the header, names, and the place of the class column where there is one.

    None where the table is none of Orange's.
    """
    names = list(rows[0])
    marked = [_MARKED.fullmatch(name.strip()) for name in names]
    if any(marked):
        place = next((at for at, mark in enumerate(marked) if mark and "c" in mark[1]), None)
        plain = [mark[3] if mark else name for mark, name in zip(marked, names, strict=True)]
        return 1, plain, place
    if len(rows) < 3 or not _is_types(rows[1]) or not _is_flags(rows[2]):
        return None
    flags = [_words(cell) for cell in rows[2]]
    return 3, names, next((at for at, words in enumerate(flags) if _CLASS & set(words)), None)


def _is_types(cells: Sequence[str]) -> bool:
    """A list of values stands for a discrete column, so not every cell need be a known word."""
    return any(cell.strip().lower() in _TYPES for cell in cells)


def _is_flags(cells: Sequence[str]) -> bool:
    return all(word in _FLAGS or "=" in word for cell in cells for word in _words(cell))


def _words(cell: str) -> list[str]:
    return cell.strip().lower().split()
