"""Excel workbooks (xlsx): the first sheet with rows, the values of its formulas."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from newsdesk.documents.kinds import open_archive
from newsdesk.documents.source import damaged, empty
from newsdesk.documents.tables.records import Record, Table, fitted, unique_names


def open_workbook(path: Path, encoding: str | None = None) -> Table:
    """Open a workbook; `encoding` says nothing here, the format settles it.

    Raises DocumentError: `empty`, `damaged`, `too_large`. OSError is let through.
    """
    open_archive(path.read_bytes(), path.name).close()
    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # parts of the workbook that only Excel shows
            book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # openpyxl lets anything through that its parts raise
        raise damaged(path.name, "parts of the workbook are missing or broken") from error
    for sheet in book.worksheets:
        rows = _rows(sheet)
        header = next(rows, None)
        if header is None:
            continue
        names = _trimmed(header[1])
        columns, renamed = unique_names(names)
        return Table(columns, _records(book, rows, header[0], len(columns)), renamed)
    book.close()
    raise empty(path.name)


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """Rows with anything in them, and their places in the sheet."""
    sheet.reset_dimensions()  # many programs write them wrongly
    for place, row in enumerate(_quietly(sheet.iter_rows(values_only=True)), 1):
        cells = [_cell(value) for value in row]
        if any(cells):
            yield place, cells


def _quietly(rows: Iterator[Any]) -> Iterator[Any]:
    """The same rows, without openpyxl's warnings on cells that are no proper dates."""
    while True:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            row = next(rows, None)
        if row is None:
            return
        yield row


def _records(
    book: Any, rows: Iterator[tuple[int, list[str]]], header: int, width: int
) -> Iterator[Record]:
    try:
        for place, cells in rows:
            yield fitted(place - header, cells, width)
    finally:
        book.close()


def _trimmed(names: list[str]) -> list[str]:
    while names and not names[-1]:
        names = names[:-1]
    return names


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()
    return str(value)
