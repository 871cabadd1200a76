"""Texts that a spreadsheet would take for formulas: an apostrophe before them, and off again.

A delimited file has no types, so a text that begins like a formula is computed, whoever wrote
it. Which texts got an apostrophe stands in a column of its own: that is how one that was written
here is told from one that belongs to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from newsdesk.documents.tables.records import BadRecord, Record

COLUMN = "apostrophe_added"
"""Names the columns of the row whose text got one, divided by blanks."""
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")


def begins_like_formula(text: str) -> bool:
    """Whether a spreadsheet might compute a text instead of showing it."""
    return _FORMULA.match(text) is not None


def marked(values: Mapping[str, Any]) -> dict[str, Any]:
    """A row with an apostrophe before each text that needs one, and COLUMN filled in."""
    found = [
        name
        for name, value in values.items()
        if isinstance(value, str) and begins_like_formula(value)
    ]
    return {**values, **{name: f"'{values[name]}" for name in found}, COLUMN: " ".join(found)}


def unmarked(
    columns: Sequence[str], records: Iterator[Record | BadRecord]
) -> tuple[tuple[str, ...], Iterator[Record | BadRecord]]:
    """Columns and rows of a file as they were before `marked`; another file stays as it is."""
    if COLUMN not in columns:
        return tuple(columns), records
    place = list(columns).index(COLUMN)
    kept = tuple(column for column in columns if column != COLUMN)
    return kept, (_unmarked(record, kept, place) for record in records)


def _unmarked(record: Record | BadRecord, kept: Sequence[str], place: int) -> Record | BadRecord:
    if isinstance(record, BadRecord):
        return record
    cells = list(record.cells)
    for name in cells.pop(place).split():
        at = kept.index(name) if name in kept else None
        if at is not None and cells[at].startswith("'") and begins_like_formula(cells[at][1:]):
            cells[at] = cells[at][1:]
    return Record(record.row, cells, record.extra)
