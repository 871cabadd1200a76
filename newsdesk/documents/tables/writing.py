"""Rows into a table file that others read: whole or not at all, and safe for spreadsheets."""

from __future__ import annotations

import csv
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from newsdesk.core.errors import DocumentError
from newsdesk.documents.tables import apostrophes
from newsdesk.store import failures

Format = Literal["csv", "tsv", "jsonl", "xlsx", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)
LONGEST_CELL = 32_767
"""Characters that a cell of a workbook may have."""
MOST_ROWS = 1_048_575
"""Rows that a sheet may have below its header."""
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

Values = Mapping[str, Any]
Columns = Mapping[str, type]
"""The columns of a table from left to right, each with str, int or float."""
_Write = Callable[[Values], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """A file that was written. marked: texts in it that got an apostrophe. rows: how many."""

    path: Path
    rows: int
    marked: int = 0

    @property
    def notice(self) -> str:
        """What is said of texts that begin like formulas; empty where there are none."""
        if not self.marked:
            return ""
        if self.marked == 1:
            return "1 text that begins like a formula was marked with an apostrophe."
        return f"{self.marked:,} texts that begin like formulas were marked with an apostrophe."


class Rows:
    """Takes the rows of one file; `exported` says at the end what was written."""

    def __init__(self, path: Path, write: _Write, marks: bool) -> None:
        self._path = path
        self._write = write
        self._marks = marks
        self._marked = self._count = 0

    @property
    def exported(self) -> Exported:
        """What was written so far."""
        return Exported(self._path, self._count, self._marked)

    def write(self, values: Values) -> None:
        """Add a row with a value for each column.

        Raises DocumentError `too_long` where a text or the table is too long for a workbook.
        """
        if self._marks:
            values = apostrophes.marked(values)
            self._marked += len(values[apostrophes.COLUMN].split())
        self._write(values)
        self._count += 1


def format_of(path: Path, format: str = "") -> Format:
    """The format asked for, else that of the file's ending.

    Raises DocumentError `unknown_format`.
    """
    kind = format or path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise DocumentError(
            "unknown_format",
            f"Newsdesk does not write {kind or 'files without an ending'}.",
            f"Choose one of {', '.join(FORMATS)}.",
        )
    return kind


@contextmanager
def new_table(
    path: Path, columns: Columns, format: Format, *, replace: bool = False
) -> Iterator[Rows]:
    """Write a table; the file has its name only once it is whole. replace: an old one may go.

    Raises DocumentError (`target_exists`, `no_folder`, `missing_library`), StoreError
    (`disk_full`, `unwritable`). Whatever is raised inside, nothing is left behind.
    """
    _check_place(path, replace)
    try:
        with _part(path) as part:
            with _WRITERS[format](part, columns) as write:
                yield Rows(path, write, marks=format in ("csv", "tsv"))
            part.replace(path)
    except OSError as error:
        raise failures.from_os(error, str(path)) from error


def _check_place(path: Path, replace: bool) -> None:
    if path.exists() and not replace:
        raise DocumentError(
            "target_exists", f"{path} is already there.", "Choose another name, or use --replace."
        )
    if not path.parent.is_dir():
        raise DocumentError(
            "no_folder", f"There is no folder {path.parent}.", "Make it, or choose another one."
        )


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem[:40]}.", suffix=".part")
    os.close(handle)
    part = Path(name)
    part.chmod(0o644)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _delimited(part: Path, columns: Columns, delimiter: str, encoding: str) -> Iterator[_Write]:
    with part.open("w", encoding=encoding, newline="") as file:
        names = [*columns, apostrophes.COLUMN]
        writer = csv.DictWriter(file, names, delimiter=delimiter)
        writer.writeheader()
        yield writer.writerow


def _csv(part: Path, columns: Columns) -> AbstractContextManager[_Write]:
    return _delimited(part, columns, ",", "utf-8-sig")  # with its mark, or Excel takes it for Latin


def _tsv(part: Path, columns: Columns) -> AbstractContextManager[_Write]:
    return _delimited(part, columns, "\t", "utf-8")


@contextmanager
def _jsonl(part: Path, columns: Columns) -> Iterator[_Write]:
    encoder = msgspec.json.Encoder()
    with part.open("wb") as file:

        def write(values: Values) -> None:
            file.write(encoder.encode(values) + b"\n")

        yield write


@contextmanager
def _xlsx(part: Path, columns: Columns) -> Iterator[_Write]:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("articles")
    sheet.append(list(columns))
    rows = 0

    def cell(value: Any, title: str) -> Any:
        if not isinstance(value, str):
            return value
        if len(value) > LONGEST_CELL:
            raise _too_long(f"The text of “{title[:60]}” is longer than a cell of a workbook")
        value = _NOT_IN_XML.sub("", value)
        if not value.startswith("="):
            return value
        made = WriteOnlyCell(sheet, value)
        made.data_type = "s"  # a text that begins with = is no formula
        return made

    def write(values: Values) -> None:
        nonlocal rows
        rows += 1
        if rows > MOST_ROWS:
            raise _too_long(f"The table has more than the {MOST_ROWS:,} rows that a sheet")
        title = str(values.get("title") or "")
        sheet.append([cell(value, title) for value in values.values()])

    try:
        yield write
    except BaseException:
        sheet.close()  # left open it complains when it is collected
        raise
    book.save(part)


def _too_long(what: str) -> DocumentError:
    return DocumentError("too_long", f"{what} may be.", "Export as .csv or .jsonl instead.")


@contextmanager
def _parquet(part: Path, columns: Columns) -> Iterator[_Write]:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise DocumentError(
            "missing_library",
            "The part that writes Parquet files is not installed.",
            "Install it with: pip install 'newsdesk[parquet]'. Or export as .csv.",
        ) from error
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
    waiting: list[Values] = []
    with ParquetWriter(part, schema) as writer:

        def flush() -> None:
            if waiting:
                writer.write_table(pyarrow.Table.from_pylist(waiting, schema))
                waiting.clear()

        def write(values: Values) -> None:
            waiting.append(values)
            if len(waiting) == 2000:
                flush()

        yield write
        flush()


_WRITERS: dict[Format, Callable[[Path, Columns], AbstractContextManager[_Write]]] = {
    "csv": _csv, "tsv": _tsv, "jsonl": _jsonl, "xlsx": _xlsx, "parquet": _parquet,
}  # fmt: skip
