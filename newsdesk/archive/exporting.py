"""Articles of the inbox as a file that others read, and that reads back as the same articles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from newsdesk.core.errors import ModelError
from newsdesk.documents.tables import own_columns
from newsdesk.documents.tables.cover_folder import CoverFolder
from newsdesk.documents.tables.writing import Exported, format_of, new_table
from newsdesk.engine.installed import find
from newsdesk.store import Store
from newsdesk.store.records import ArticleText, Decision, InboxQuery, InboxRow

PORTION = 500
"""Articles read from the store at a time."""
COLUMNS = own_columns.INBOX

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class InboxExport:
    """What was exported. left_out: files that could not be read, and articles that have gone."""

    file: Exported
    left_out: int = 0

    @property
    def sentence(self) -> str:
        """What was done and what is worth knowing about it, for people."""
        rows = self.file.rows
        said = [f"{rows:,} article{'' if rows == 1 else 's'} exported to {self.file.path.name}."]
        if self.left_out:
            were = "that holds no article was" if self.left_out == 1 else "without an article were"
            said.append(f"{self.left_out:,} {were} left out.")
        if self.file.notice:
            said.append(self.file.notice)
        return " ".join(said)


def export_articles(
    store: Store,
    article_ids: Sequence[int],
    query: InboxQuery,
    path: Path,
    format: str = "",
    tell: Tell = lambda done, total: None,
    check: Callable[[], None] = lambda: None,
    *,
    replace: bool = False,
) -> InboxExport:
    """Write articles to a file in the order of their ids, their covers to a folder beside.

    query: with which model they are seen. format: csv, tsv, jsonl, xlsx or parquet; "" for what
    the file's ending says. The file has its name only once it is whole; replace: an old one goes.
    tell: gets done and total. check: what it raises ends the export, and nothing is left of it.
    Raises StoreError (`disk_full`, `unwritable`), DocumentError (`unknown_format`,
    `target_exists`, `no_folder`, `missing_library`, `too_long` where a text is longer than a cell
    of a workbook may be).
    """
    path = path.expanduser().absolute()
    kind = format_of(path, format)
    covers, names = CoverFolder(store, path), _names(query.model)
    left_out = 0
    try:
        with new_table(path, COLUMNS, kind, replace=replace) as table:
            for done in range(0, len(article_ids), PORTION):
                tell(done, len(article_ids))
                portion = article_ids[done : done + PORTION]
                written = 0
                for values, digest in _portion(store, portion, query, names):
                    check()
                    table.write({**values, "cover": covers.keep(digest)})
                    written += 1
                left_out += len(portion) - written
            tell(len(article_ids), len(article_ids))
    except BaseException:
        covers.undo()
        raise
    return InboxExport(table.exported, left_out)


def _portion(
    store: Store, article_ids: Sequence[int], query: InboxQuery, names: Mapping[str, str]
) -> Iterator[tuple[dict[str, Any], str | None]]:
    wanted = [int(each) for each in article_ids]
    texts = {text.id: text for text in store.articles.texts(wanted)}
    standing = store.decisions.standing_of(wanted)
    for row in store.articles.rows(wanted, query):
        text = texts.get(row.id)
        if row.state != "failed" and text is not None:
            yield _values(row, text, standing.get(row.id), query.model, names), row.cover_digest


def _values(
    row: InboxRow,
    text: ArticleText,
    decision: Decision | None,
    model: str,
    names: Mapping[str, str],
) -> dict[str, Any]:
    section, also = row.section or "", row.also or ""
    return {
        "title": text.title,
        "body": text.body,
        "section": section,
        "section_name": row.section_name or names.get(section, section),
        "confidence": None if row.confidence is None else round(row.confidence, 6),
        "state": row.state,
        "second_section": also,
        "second_section_name": names.get(also, also),
        "decided_by": decision.who if decision else "",
        "decided_at": _moment(decision.at) if decision else "",
        "reason": decision.reason if decision else "",
        "model": model if row.confidence is not None else "",
        "language": text.language or "",
        "source": row.source,
        "row": row.row,
        "added": _moment(row.added),
    }


def _moment(at: datetime) -> str:
    """A moment as programs and people read it, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _names(model: str) -> dict[str, str]:
    """Names of the model's sections by code; none where it has gone."""
    try:
        return {section.code: section.name() for section in find(model).manifest.sections}
    except ModelError:
        return {}
