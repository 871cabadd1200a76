"""Records: the rows of any table as lists of cells, under columns that have names of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from newsdesk.core.errors import Problem
from newsdesk.documents.encoding import Choice

SAMPLE_ROWS = 100


@dataclass(frozen=True, slots=True)
class Record:
    """One row: its number from 1, and a cell for each column; more cells are left over."""

    row: int
    cells: Sequence[str]
    extra: int = 0


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A row that cannot be read."""

    row: int
    problem: Problem


@dataclass(frozen=True, slots=True)
class Table:
    """An open table. records: read lazily, once.

    numbered: False for a file that is one article, which has no row number.
    section: the column that the table itself calls its class; "" where it says nothing.
    """

    columns: tuple[str, ...]
    records: Iterator[Record | BadRecord]
    renamed: tuple[tuple[str, str], ...] = ()
    choice: Choice | None = None
    numbered: bool = True
    section: str = ""


def unique_names(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Column names made unique, and the (old, new) pairs of those that had to change.

    A column without a name is called by its place.
    """
    filled = [" ".join(name.split()) or f"column {place}" for place, name in enumerate(names, 1)]
    found: list[str] = []
    renamed: list[tuple[str, str]] = []
    for name in filled:
        new, count = name, 1
        while new in found or (count > 1 and new in filled):
            count += 1
            new = f"{name} {count}"
        if new != name:
            renamed.append((name, new))
        found.append(new)
    return tuple(found), tuple(renamed)


def fitted(row: int, cells: Sequence[str], width: int) -> Record:
    """A record of exactly `width` cells."""
    if len(cells) == width:
        return Record(row, cells)
    if len(cells) < width:
        return Record(row, [*cells, *[""] * (width - len(cells))])
    return Record(row, cells[:width], sum(bool(cell.strip()) for cell in cells[width:]))
