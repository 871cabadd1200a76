"""Rows to articles, by a mapping of columns; and a first look at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, Notice, Problem
from newsdesk.documents import covers, prose
from newsdesk.documents.columns import ColumnMapping, TablePreview
from newsdesk.documents.failure import Failure, Reading
from newsdesk.documents.kinds import HEAD, Kind, kind_of, unsupported
from newsdesk.documents.tables.delimited import open_delimited
from newsdesk.documents.tables.mapping import check_mapping, guess_mapping, renamed_sentence
from newsdesk.documents.tables.objects import open_json, open_jsonl
from newsdesk.documents.tables.records import SAMPLE_ROWS, BadRecord, Record, Table
from newsdesk.documents.tables.workbook import open_workbook

_OPENERS: dict[Kind, Callable[[Path, str | None], Table]] = {
    "delimited": open_delimited,
    "json": open_json,
    "jsonl": open_jsonl,
    "workbook": open_workbook,
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
    with path.open("rb") as file:
        kind = kind_of(path, file.read(HEAD))
    if kind not in _OPENERS:
        raise unsupported(path, "not a table")
    table, head = _opened(path, kind, encoding, max(rows, SAMPLE_ROWS))
    cells = [tuple(record.cells) for record in head if isinstance(record, Record)]
    return TablePreview(
        name=path.name,
        columns=table.columns,
        rows=tuple(cells[:rows]),
        mapping=guess_mapping(table.columns, cells),
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
    table, head = _opened(path, kind, encoding, SAMPLE_ROWS)
    cells = [record.cells for record in head if isinstance(record, Record)]
    mapping = mapping or guess_mapping(table.columns, cells)
    bad = [record for record in head if isinstance(record, BadRecord)]
    if cells or not bad:
        check_mapping(mapping, table.columns, path.name)
    maker = _ArticleMaker(path, table, mapping)
    for record in chain(head, table.records):
        if isinstance(record, BadRecord):
            yield Failure(str(path), record.problem, record.row)
        else:
            yield maker.read(record)


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
        place = {column: at for at, column in enumerate(table.columns)}
        self._title = place.get(mapping.title or "")
        self._body = place.get(mapping.body or "")
        self._cover = place.get(mapping.cover or "")
        self._language = place.get(mapping.language or "")
        encoding = table.choice.notice(path.name) if table.choice else None
        self._encoding: tuple[Notice, ...] = (encoding,) if encoding else ()
        self._first: tuple[Notice, ...] = ()
        if table.renamed:
            self._first = (Notice("columns_renamed", renamed_sentence(table.renamed)),)

    def read(self, record: Record) -> Reading:
        row = record.row if self._numbered else None
        title = prose.one_line(_at(record.cells, self._title))
        body = _body(_at(record.cells, self._body))
        if not title and not body:
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
