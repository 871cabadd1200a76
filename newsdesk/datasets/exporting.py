"""A data set as a file that others read, and that reads back as the same set."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec

from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.division import FOLD
from newsdesk.core.errors import DocumentError
from newsdesk.datasets.dividing import find
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store, failures

Format = Literal["csv", "tsv", "jsonl", "xlsx", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "tsv", "jsonl", "xlsx", "parquet")
COLUMNS = (
    "title", "body", "section", "section_name", "label", "language", "date", "split", "fold",
    "cover", "row",
)  # fmt: skip
_LONGEST_CELL = 32_767
_ENDINGS = {
    "image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
    "image/tiff": ".tif", "image/bmp": ".bmp", "image/avif": ".avif", "image/heic": ".heic",
}  # fmt: skip
Values = dict[str, Any]
Write = Callable[[Values], None]


def export_dataset(
    store: Store,
    name: str,
    path: Path,
    format: str = "",
    steps: Steps | None = None,
    *,
    replace: bool = False,
) -> Path:
    """Write a set to a file, its covers to a folder beside; returns the file's path.

    format: one of FORMATS; "" for what the file's ending says. In the column split a set in folds
    says "fold 2". The file has its name only once it is whole. replace: one that is there goes.
    Raises StoreError (`no_dataset`, `disk_full`, `unwritable`), DocumentError (`unknown_format`,
    `target_exists`, `no_folder`,
    `too_long` where a text is longer than a cell of a workbook may be, `missing_library`).
    """
    steps = steps or Steps()
    dataset = find(store, name)
    path = path.expanduser().absolute()
    kind = format or path.suffix.lower().removeprefix(".")
    if kind not in _WRITERS:
        raise DocumentError(
            "unknown_format",
            f"Newsdesk does not write {kind or 'files without an ending'}.",
            f"Choose one of {', '.join(FORMATS)}.",
        )
    _check_place(path, replace)
    covers = _Covers(store, path)
    names = {section.code: section.name() for section in dataset.sections}
    try:
        with _part(path) as part:
            with _WRITERS[kind](part) as write:
                for row in store.datasets.rows(dataset.id):
                    steps.at("writing", row.number, dataset.rows)
                    write(_values(row, names, covers.keep(row.cover)))
            part.replace(path)
    except OSError as error:
        covers.undo()
        raise failures.from_os(error, str(path)) from error
    except BaseException:
        covers.undo()
        raise
    return path


def _check_place(path: Path, replace: bool) -> None:
    if path.exists() and not replace:
        raise DocumentError(
            "target_exists", f"{path} is already there.", "Choose another name, or use --replace."
        )
    if not path.parent.is_dir():
        raise DocumentError(
            "no_folder", f"There is no folder {path.parent}.", "Make it, or choose another one."
        )


class _Covers:
    """The folder of covers beside an exported file; covers are named by their digest."""

    def __init__(self, store: Store, path: Path) -> None:
        self._store = store
        self._folder = path.with_name(f"{path.stem}_covers")
        self._written: dict[str, str] = {}
        self._new: list[Path] = []

    def keep(self, digest: str | None) -> str:
        """Write a cover; its path as the table names it, "" where there is none."""
        if digest is None:
            return ""
        if digest not in self._written:
            self._written[digest] = self._write(digest)
        return self._written[digest]

    def undo(self) -> None:
        """Delete what was written."""
        for path in self._new:
            path.unlink(missing_ok=True)
        if self._new and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def _write(self, digest: str) -> str:
        cover = self._store.articles.cover(digest)
        if cover is None:
            return ""
        self._folder.mkdir(exist_ok=True)
        target = self._folder / f"{digest}{_ENDINGS.get(cover.media_type, '')}"
        if not target.exists():
            self._new.append(target)
            target.write_bytes(cover.data)
        return f"{self._folder.name}/{target.name}"


def _values(row: LabelledArticle, names: Mapping[str, str], cover: str) -> Values:
    return {
        "title": row.title,
        "body": row.body,
        "section": row.section,
        "section_name": names.get(row.section, row.section),
        "label": row.label,
        "language": row.language,
        "date": row.date,
        "split": row.split or (f"{FOLD}{row.fold}" if row.fold else ""),
        "fold": row.fold or None,
        "cover": cover,
        "row": row.source_row,
    }


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
def _delimited(part: Path, delimiter: str, encoding: str) -> Iterator[Write]:
    with part.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter=delimiter)
        writer.writeheader()
        yield writer.writerow


def _csv(part: Path) -> Any:
    return _delimited(part, ",", "utf-8-sig")  # with its mark, or Excel takes it for Latin


def _tsv(part: Path) -> Any:
    return _delimited(part, "\t", "utf-8")


@contextmanager
def _jsonl(part: Path) -> Iterator[Write]:
    encoder = msgspec.json.Encoder()
    with part.open("wb") as file:

        def write(values: Values) -> None:
            file.write(encoder.encode(values) + b"\n")

        yield write


@contextmanager
def _xlsx(part: Path) -> Iterator[Write]:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("articles")
    sheet.append(list(COLUMNS))

    def write(values: Values) -> None:
        cells = []
        for value in values.values():
            if isinstance(value, str) and len(value) > _LONGEST_CELL:
                raise DocumentError(
                    "too_long",
                    f"The text of “{values['title'][:60]}” is longer than a cell of a workbook "
                    "may be.",
                    "Export the set as .csv, .jsonl or .parquet.",
                )
            cell = WriteOnlyCell(sheet, value)
            if isinstance(value, str):
                cell.data_type = "s"  # a text that begins with = is no formula
            cells.append(cell)
        sheet.append(cells)

    try:
        yield write
    except BaseException:
        sheet.close()  # left open it complains when it is collected
        raise
    book.save(part)


@contextmanager
def _parquet(part: Path) -> Iterator[Write]:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise DocumentError(
            "missing_library",
            "The part that writes Parquet files is not installed.",
            "Install it with: pip install 'newsdesk[parquet]'. Or export the set as .csv.",
        ) from error
    whole = ("fold", "row")
    schema = pyarrow.schema(
        [(name, pyarrow.int64() if name in whole else pyarrow.string()) for name in COLUMNS]
    )
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


_WRITERS: dict[str, Callable[[Path], Any]] = {
    "csv": _csv, "tsv": _tsv, "jsonl": _jsonl, "xlsx": _xlsx, "parquet": _parquet,
}  # fmt: skip
