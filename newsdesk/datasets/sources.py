"""Where the rows of a set come from: a table with a column of labels, or a folder of folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents.failure import Failure
from newsdesk.documents.kinds import HEAD, kind_of
from newsdesk.documents.reader import read
from newsdesk.documents.source import file_error
from newsdesk.documents.tables import (
    ColumnMapping,
    Labels,
    is_table,
    preview,
    read_labelled_table,
)
from newsdesk.documents.walk import walk

_LINES = frozenset(("delimited", "jsonl"))
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Found:
    """A row of the source. row: from 1; for a folder its file's place."""

    row: int
    article: Article
    labels: Labels


@dataclass(frozen=True, slots=True)
class Unread:
    """A row or file without an article, and why."""

    row: int | None
    kind: str
    message: str


def read_source(
    path: Path, mapping: ColumnMapping | None, encoding: str | None
) -> Iterator[Found | Unread]:
    """Every row of a table, or every file in the sub-folders of a folder.

    Raises DocumentError where nothing of it can be read.
    """
    try:
        if path.is_dir():
            yield from _folder(path, encoding)
        else:
            yield from _table(path, mapping, encoding)
    except OSError as error:
        raise file_error(path, error) from error


def row_estimate(path: Path, check: Callable[[], None]) -> int:
    """About how many rows there are; 0 where only reading would tell."""
    try:
        if path.is_dir():
            return 0
        with path.open("rb") as file:
            if kind_of(path, file.read(HEAD)) not in _LINES:
                return 0
            file.seek(0)
            lines = 0
            while chunk := file.read(_CHUNK):
                check()
                lines += chunk.count(b"\n")
            return lines
    except (DocumentError, OSError):
        return 0  # reading it will say why


def section_folders(folder: Path) -> list[Path]:
    """The sub-folders of a folder, which are its sections.

    Raises DocumentError (`no_sections`) where there is none.
    """
    try:
        inside = sorted(folder.iterdir())
        found = [
            entry for entry in inside
            if entry.is_dir() and not entry.name.startswith((".", "_"))
        ]  # fmt: skip
    except OSError as error:
        raise file_error(folder, error) from error
    if not found:
        raise DocumentError(
            "no_sections",
            f"The folder {folder.name} has no folders in it, so nothing says the sections.",
            _instead(inside),
        )
    return found


def _instead(inside: list[Path]) -> str:
    """What to do with a folder without folders; often it is the table in it that was meant."""
    tables = [entry.name for entry in inside if is_table(entry)]
    if not tables:
        return "Put the articles of each section into a folder of its name."
    return (
        f"Import {' or '.join(tables[:3])} in it, or put the articles of each section into a "
        "folder of its name."
    )


def check_split_column(path: Path, mapping: ColumnMapping | None, encoding: str | None) -> None:
    """Raise DocumentError (`no_split`) where nothing in the source says the splits."""
    if mapping is None and not path.is_dir():
        try:
            mapping = preview(path, encoding).mapping
        except OSError as error:
            raise file_error(path, error) from error
    if mapping is None or mapping.split is None:
        raise DocumentError(
            "no_split",
            f"{path.name} has no column that says which rows are learned from and tested on.",
            "Name that column, or let the set be divided by shares.",
        )


def _table(
    path: Path, mapping: ColumnMapping | None, encoding: str | None
) -> Iterator[Found | Unread]:
    for place, reading in enumerate(read_labelled_table(path, mapping, encoding), start=1):
        if isinstance(reading, Failure):
            yield _unread(reading, reading.row)
        else:
            article, labels = reading
            yield Found(article.row or place, article, labels)


def _folder(folder: Path, encoding: str | None) -> Iterator[Found | Unread]:
    files = ((section, file) for section in section_folders(folder) for file in walk([section]))
    for place, (section, file) in enumerate(files, start=1):
        for reading in read(file, None, encoding):
            if isinstance(reading, Failure):
                yield _unread(reading, place, f"{section.name}: ")
            else:
                yield Found(place, reading, Labels(section=section.name))


def _unread(failure: Failure, row: int | None, where: str = "") -> Unread:
    kind = "no_text" if failure.problem.kind == "empty" else "unreadable"
    return Unread(row, kind, f"{where}{failure.problem.message}")
