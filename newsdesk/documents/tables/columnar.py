"""Parquet files, read a thousand rows at a time; PyArrow comes with an extra."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

from newsdesk.core.errors import DocumentError
from newsdesk.documents.source import damaged, empty
from newsdesk.documents.tables.objects import cell_text
from newsdesk.documents.tables.records import Record, Table, unique_names

_ROWS = 1000


def open_parquet(path: Path, encoding: str | None = None) -> Table:
    """Open a Parquet file; `encoding` says nothing here, the format settles it.

    Raises DocumentError: `missing_library`, `damaged`, `empty`. OSError is let through.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise DocumentError(
            "missing_library",
            f"{path.name} is a Parquet file, and the part that reads those is not installed.",
            "Install it with: pip install 'newsdesk[parquet]'. Or save the table as .csv.",
        ) from error
    try:
        file = ParquetFile(path)
    except (ArrowException, ValueError) as error:
        raise damaged(path.name, "it is not a whole Parquet file") from error
    if not file.metadata.num_rows:
        file.close()
        raise empty(path.name)
    columns, renamed = unique_names(file.schema_arrow.names)
    return Table(columns, _records(file, path.name), renamed)


def _records(file: Any, name: str) -> Iterator[Record]:
    from pyarrow import ArrowException

    number = 0
    try:
        with file:
            for batch in file.iter_batches(batch_size=_ROWS):
                columns = [column.to_pylist() for column in batch.columns]
                for values in zip(*columns, strict=True):
                    number += 1
                    yield Record(number, [_text(value) for value in values])
    except (ArrowException, OSError) as error:
        raise damaged(name, f"it cannot be read after row {number}") from error


def _text(value: Any) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return cell_text(value)
