"""The files of an archive run, written down once, so that every place in them stays the same."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from newsdesk.core import paths
from newsdesk.core.errors import StoreError
from newsdesk.documents.tables import is_table
from newsdesk.documents.tables.size import about_rows
from newsdesk.store import failures

_CHUNK = 1 << 20
_TABLES = (
    ".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson", ".xlsx", ".xlsm", ".parquet", ".pq",
)  # fmt: skip


def folder(run_id: int) -> Path:
    """Where the files' list and the log of a run lie."""
    return paths.home() / "archive" / str(run_id)


@dataclass(frozen=True, slots=True)
class FileList:
    """The files that a run reads, in the order of the walk.

    count: how many. tables: by place, the rows that a table is thought to have.
    """

    path: Path
    count: int
    tables: dict[int, int]

    def from_place(self, first: int) -> Iterator[Path]:
        """The files from a place on."""
        for _, path in islice(_entries(self.path), first, None):
            yield path

    def left(self, files: int, rows: int) -> int:
        """How many readings are thought to be left behind a place."""
        later = {place: size for place, size in self.tables.items() if place >= files}
        plain = self.count - files - len(later)
        return plain + sum(later.values()) - min(rows, later.get(files, 0))


def known_files(run_id: int) -> FileList | None:
    """The list of a run whose folders were walked before; None where they were not."""
    path = _list_of(run_id)
    if not path.is_file():
        return None
    tables, count = {}, 0
    for size, _ in _entries(path):
        if size != 1:
            tables[count] = size
        count += 1
    return FileList(path, count, tables)


def keep_files(run_id: int, found: Iterable[Path]) -> FileList:
    """Write down the files of a run; the list has its name only once it is whole.

    Raises StoreError (`disk_full`, `unwritable`).
    """
    path = _list_of(run_id)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            for each in found:
                # A name may hold anything but a zero byte.
                file.write(b"%d %b\0" % (_size(each), os.fsencode(each.absolute())))
        part.replace(path)
    except OSError as error:
        raise failures.from_os(error, str(path)) from error
    known = known_files(run_id)
    if known is None:
        raise StoreError("unwritable", f"{path} was removed while it was written.", "Start again.")
    return known


def forget_files(run_id: int) -> None:
    """Delete the folder of a run."""
    shutil.rmtree(folder(run_id), ignore_errors=True)


def _list_of(run_id: int) -> Path:
    return folder(run_id) / "files.txt"


def _size(path: Path) -> int:
    if path.suffix.lower() in _TABLES and is_table(path):
        return max(1, about_rows(path))
    return 1


def _entries(path: Path) -> Iterator[tuple[int, Path]]:
    rest = b""
    with path.open("rb") as file:
        while data := file.read(_CHUNK):
            *entries, rest = (rest + data).split(b"\0")
            for entry in entries:
                size, _, name = entry.partition(b" ")
                yield int(size), Path(os.fsdecode(name))
