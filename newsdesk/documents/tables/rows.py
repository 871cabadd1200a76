"""Rows to articles, by a mapping of columns; and a first look at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, Notice, Problem
from newsdesk.documents import covers, prose
from newsdesk.documents.columns import ColumnMapping, TablePreview
from newsdesk.documents.failure import Failure, Reading
from newsdesk.documents.kinds import HEAD, Kind, kind_of, unsupported
from newsdesk.documents.tables.columnar import open_parquet
from newsdesk.documents.tables.delimited import open_delimited
from newsdesk.documents.tables.mapping import check_mapping, guess_mapping, renamed_sentence
from newsdesk.documents.tables.objects import open_json, open_jsonl
from newsdesk.documents.tables.own_columns import are_own
from newsdesk.documents.tables.records import SAMPLE_ROWS, BadRecord, Record, Table
from newsdesk.documents.tables.workbook import open_workbook


@dataclass(frozen=True, slots=True)
class Labels:
    """What a row says for a data set, as it came; "" where it says nothing."""

    section: str = ""
    section_name: str = ""
    date: str = ""
    split: str = ""


_OPENERS: dict[Kind, Callable[[Path, str | None], Table]] = {
    "delimited": open_delimited,
    "json": open_json,
    "jsonl": open_jsonl,
    "workbook": open_workbook,
    "parquet": open_parquet,
}


def is_table(path: Path) -> bool:
    """True for a file that is read row by row; False for all others, and for what is not there."""
    try:
        with path.open("rb") as file:
            return kind_of(path, file.read(HEAD)) in _OPENERS
    except (DocumentError, OSError):
        return False


def preview(path: Path, encoding: str | None = None, rows: int = 20) -> TablePreview:
    """The first rows of a table, its columns, and the mapping that would be used.

    Raises DocumentError where the table cannot be read; OSError is let through.
    """
    table, head = _opened(path, _table_kind(path), encoding, max(rows, SAMPLE_ROWS))
    cells = [tuple(record.cells) for record in head if isinstance(record, Record)]
    return TablePreview(
        name=path.name,
        columns=table.columns,
        rows=tuple(cells[:rows]),
        mapping=_guess(table, cells),
        renamed=table.renamed,
        encoding=table.choice.label if table.choice else "",
        certain=table.choice.certain if table.choice else True,
    )


def read_table(
    path: Path, kind: Kind, mapping: ColumnMapping | None = None, encoding: str | None = None
) -> Iterator[Reading]:
    """One article or failure a row, in the file's order, read as they are asked for.

    Raises DocumentError where the table as a whole cannot be read; OSError is let through.
    """
    maker, records = _mapped(path, kind, mapping, encoding)
    for record in records:
        if isinstance(record, BadRecord):
            yield Failure(str(path), record.problem, record.row)
        else:
            yield maker.read(record)


def read_labelled_table(
    path: Path, mapping: ColumnMapping | None = None, encoding: str | None = None
) -> Iterator[tuple[Article, Labels] | Failure]:
    """As `read_table`, with what a data set wants to know of each row besides.

    Raises DocumentError where the file is no table or cannot be read; OSError is let through.
    """
    maker, records = _mapped(path, _table_kind(path), mapping, encoding)
    for record in records:
        if isinstance(record, BadRecord):
            yield Failure(str(path), record.problem, record.row)
            continue
        reading = maker.read(record)
        yield reading if isinstance(reading, Failure) else (reading, maker.labels(record))


def _mapped(
    path: Path, kind: Kind, mapping: ColumnMapping | None, encoding: str | None
) -> tuple[_ArticleMaker, Iterator[Record | BadRecord]]:
    table, head = _opened(path, kind, encoding, SAMPLE_ROWS)
    cells = [record.cells for record in head if isinstance(record, Record)]
    mapping = mapping or _guess(table, cells)
    if cells or not head:
        check_mapping(mapping, table.columns, path.name)
    return _ArticleMaker(path, table, mapping), chain(head, table.records)


def _guess(table: Table, rows: Sequence[Sequence[str]]) -> ColumnMapping:
    """The guess from names and contents; what the table says of itself comes first."""
    if not table.section:
        return guess_mapping(table.columns, rows)
    others = [column for column in table.columns if column != table.section]
    shown = [
        [cell for cell, column in zip(row, table.columns, strict=True) if column != table.section]
        for row in rows
    ]
    return replace(guess_mapping(others, shown), section=table.section)


def _table_kind(path: Path) -> Kind:
    with path.open("rb") as file:
        kind = kind_of(path, file.read(HEAD))
    if kind not in _OPENERS:
        raise unsupported(path, "not a table")
    return kind


def _opened(
    path: Path, kind: Kind, encoding: str | None, rows: int
) -> tuple[Table, list[Record | BadRecord]]:
    table = _OPENERS[kind](path, encoding)
    return table, list(islice(table.records, rows))


class _ArticleMaker:
    """Makes the records of one table into articles."""

    def __init__(self, path: Path, table: Table, mapping: ColumnMapping) -> None:
        self._path = path
        self._source = str(path)
        self._numbered = table.numbered
        self._own = are_own(table.columns)
        place = {column: at for at, column in enumerate(table.columns)}
        self._title = place.get(mapping.title or "")
        self._body = place.get(mapping.body or "")
        self._cover = place.get(mapping.cover or "")
        self._language = place.get(mapping.language or "")
        self._labels = [
            place.get(column or "")
            for column in (mapping.section, mapping.section_name, mapping.date, mapping.split)
        ]
        encoding = table.choice.notice(path.name) if table.choice else None
        self._encoding: tuple[Notice, ...] = (encoding,) if encoding else ()
        self._first: tuple[Notice, ...] = ()
        if table.renamed:
            self._first = (Notice("columns_renamed", renamed_sentence(table.renamed)),)

    def read(self, record: Record) -> Reading:
        row = record.row if self._numbered else None
        title, body = _at(record.cells, self._title), _at(record.cells, self._body)
        if not self._own:
            title, body = prose.one_line(title), _body(body)
        if not title.strip() and not body.strip():
            return Failure(self._source, self._empty(record.row), row)
        notices = self._encoding if self._encoding and self._touched(title + body) else ()
        notices, self._first = notices + self._first, ()
        language = _at(record.cells, self._language).strip() or None
        article = Article(title, body, self._source, row, None, language, notices)
        if record.extra:
            article = article.with_notice(
                "extra_cells",
                f"Row {record.row} of {self._path.name} has {record.extra} more cells than the "
                "table has columns: they were left out.",
            )
        cover = _at(record.cells, self._cover).strip()
        return self._with_cover(article, cover) if cover else article

    def labels(self, record: Record) -> Labels:
        return Labels(*(_at(record.cells, place) for place in self._labels))

    def _touched(self, text: str) -> bool:
        """Whether the doubt about the encoding concerns a row: ASCII reads alike in all."""
        return (
            "\ufffd" in text if self._encoding[0].kind == "encoding_damaged" else not text.isascii()
        )

    def _with_cover(self, article: Article, reference: str) -> Article:
        folder = self._path.parent
        if covers.is_remote(reference):
            return covers.remote(article, reference)
        found = covers.local_file(reference, folder)
        if found:
            return covers.with_picture_file(article, found)
        if covers.leaves_folder(reference, folder):
            return covers.missing(article, reference, "lies outside the table's folder")
        return covers.missing(article, reference)

    def _empty(self, row: int) -> Problem:
        return Problem(
            "empty",
            f"Row {row} of {self._path.name} has neither a title nor a text.",
            "Fill it in or delete it; the others were read.",
        )


def _at(cells: Sequence[str], place: int | None) -> str:
    return "" if place is None else cells[place]


def _body(text: str) -> str:
    """A cell as paragraphs; some exports hold HTML."""
    if "</p>" in text or "<br" in text:
        from newsdesk.documents import markup

        tree = markup.parse(text)
        if tree is not None:
            return "\n\n".join(markup.blocks(tree))
    return prose.tidy(text)
