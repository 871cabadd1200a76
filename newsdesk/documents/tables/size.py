"""How many rows a table has, without reading all of it."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice
from pathlib import Path

from newsdesk.documents.kinds import HEAD, kind_of
from newsdesk.documents.tables.delimited import choose_encoding, open_delimited
from newsdesk.documents.tables.records import Record

LOOKED_AT = 500
_CHUNK = 1 << 20


def about_rows(path: Path) -> int:
    """An estimate from a table's size and its first rows; exact where it has few.

    0 for what is no table, or where only reading the whole would tell. Never raises for the file.
    """
    try:
        with path.open("rb") as file:
            kind = kind_of(path, file.read(HEAD))
        if kind == "delimited":
            return _delimited(path)
        if kind == "jsonl":
            return _lines(path)
        if kind == "parquet":
            from pyarrow.parquet import read_metadata

            return int(read_metadata(path).num_rows)
    except Exception:  # its reader says what is wrong with it
        return 0
    return 0


def _delimited(path: Path) -> int:
    encoding = choose_encoding(path, None).encoding
    records = open_delimited(path).records
    head = [record for record in islice(records, LOOKED_AT) if isinstance(record, Record)]
    if isinstance(records, Generator):
        records.close()
    if len(head) < LOOKED_AT:
        return len(head)
    # A cell has a delimiter beside it, and one that holds more than a word its quotation marks.
    taken = sum(
        len(cell.encode(encoding, "replace")) + 1 + 2 * (" " in cell)
        for record in head
        for cell in record.cells
    )
    return max(len(head), round(path.stat().st_size / max(1, taken) * len(head)))


def _lines(path: Path) -> int:
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(_CHUNK)
    lines = head.count(b"\n") + (not head.endswith(b"\n"))
    return lines if len(head) == size else max(1, round(size / len(head) * lines))
