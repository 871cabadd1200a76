"""The reading child process: documents in, articles and failures into the store."""

from __future__ import annotations

import logging
import time
from base64 import b64decode
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from newsdesk.core import paths
from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import DocumentError, NewsdeskError, Problem
from newsdesk.core.pictures import read_cover
from newsdesk.core.worker import Call, Worker
from newsdesk.documents.clipboard import article_from_html, article_from_text
from newsdesk.documents.cover_file import cover_from_file, rendition
from newsdesk.documents.reader import Failure, Reading, read
from newsdesk.documents.source import file_error
from newsdesk.documents.tables import ColumnMapping, is_table, mapping_sentence, preview
from newsdesk.documents.walk import walk
from newsdesk.store import Store

log = logging.getLogger(__name__)

BATCH = 200
"""Readings written to the store together, at most."""
WRITE_AFTER = 0.2
"""Seconds after which what was read is written, so that the inbox fills while reading goes on."""


@dataclass(slots=True)
class _Batch:
    """Readings not yet in the store."""

    articles: list[Article] = field(default_factory=list)
    failures: list[tuple[str, int | None, Problem]] = field(default_factory=list)
    tables: list[tuple[str, str]] = field(default_factory=list)
    since: float = field(default_factory=time.monotonic)

    def take(self, reading: Reading) -> None:
        if isinstance(reading, Failure):
            self.failures.append((reading.source, reading.row, reading.problem))
        else:
            self.articles.append(reading)

    @property
    def due(self) -> bool:
        size = len(self.articles) + len(self.failures)
        return size >= BATCH or (size > 0 and time.monotonic() - self.since > WRITE_AFTER)


class Documents:
    """Reads what the window was given, and keeps it."""

    def __init__(self) -> None:
        self._store = Store.open()

    def read(self, call: Call) -> None:
        """Read files and folders.

        Tells `walking` with found, then after each write `read` with files, files_total, articles
        and failures (ids), and tables (path and sentence). After a crash the window asks again:
        to skip the files that are in the store, to be careful (a write after each file), and at
        last to pass over the file that ends the process.
        """
        columns = call.request.get("columns")
        mapping = ColumnMapping(**columns) if columns else None
        files = self._found(call)
        first = int(call.request.get("skip") or 0)
        careful = bool(call.request.get("careful"))
        batch = _Batch()
        if call.request.get("passed_over") and first < len(files):
            batch.take(_killer(files[first]))
            first += 1
        for done, path in enumerate(files[first:], start=first):
            call.check()
            batch.tables += self._tables(path, mapping)
            for reading in read(path, mapping):
                batch.take(reading)
                if batch.due:
                    call.check()
                    self._write(call, batch, done, len(files))
                    batch = _Batch()
            if careful:
                self._write(call, batch, done + 1, len(files))
                batch = _Batch()
        self._write(call, batch, len(files), len(files))

    def text(self, call: Call) -> None:
        """Read pasted text as one article."""
        self._keep_one(call, article_from_text(call.request["text"]))

    def html(self, call: Call) -> None:
        """Read pasted HTML as one article."""
        self._keep_one(call, article_from_html(call.request["html"]))

    def cover(self, call: Call) -> None:
        """Set or replace the cover of an article, from a picture file or from pasted bytes.

        Tells `cover_set` with article, before and after (digests).
        """
        article_id = int(call.request["article"])
        if data := call.request.get("data"):
            cover = read_cover(b64decode(data), "pasted picture")
        else:
            cover = cover_from_file(Path(call.request["path"]))
        _draw(cover)
        article = self._store.articles.get(article_id)
        before = article.cover_digest if article else None
        self._store.articles.set_cover(article_id, cover)
        call.tell("cover_set", article=article_id, before=before, after=cover.digest)

    def preview(self, call: Call) -> None:
        """Tell `preview`: the first rows of a table, its columns and the guessed mapping."""
        path = Path(call.request["path"])
        try:
            call.tell("preview", path=str(path), table=preview(path))
        except OSError as error:
            raise file_error(path, error) from error

    def again(self, call: Call) -> None:
        """Read an article's file again in another encoding; tells `rewritten` with article."""
        path, row = Path(call.request["path"]), call.request["row"]
        for reading in read(path, encoding=call.request["encoding"]):
            call.check()
            if reading.row != row:
                continue
            if isinstance(reading, Failure):
                raise DocumentError(*astuple(reading.problem))
            self._store.articles.rewrite(int(call.request["article"]), reading)
            call.tell("rewritten", article=call.request["article"])
            return

    def tidy(self, call: Call) -> None:
        """Delete for good what was removed in earlier sessions, when it could still be undone."""
        self._store.articles.purge_removed()

    def _found(self, call: Call) -> list[Path]:
        """All files that were meant, folders walked; tells how many on the way."""
        found: list[Path] = []
        told = time.monotonic()
        for path in walk(_as_paths(call.request["paths"])):
            found.append(path)
            if time.monotonic() - told > WRITE_AFTER:
                call.check()
                call.tell("walking", found=len(found))
                told = time.monotonic()
        return found

    def _tables(self, path: Path, mapping: ColumnMapping | None) -> list[tuple[str, str]]:
        if not is_table(path) or mapping is not None:
            return []
        try:
            return [(str(path), mapping_sentence(preview(path, rows=5)))]
        except (NewsdeskError, OSError):
            return []  # reading it will say why

    def _keep_one(self, call: Call, reading: Reading) -> None:
        batch = _Batch()
        batch.take(reading)
        self._write(call, batch, 1, 1)

    def _write(self, call: Call, batch: _Batch, files: int, files_total: int) -> None:
        for article in batch.articles:
            if article.cover is not None:
                _draw(article.cover)
        articles = self._store.articles.add(batch.articles) if batch.articles else []
        failures = self._store.articles.add_failures(batch.failures) if batch.failures else []
        call.tell(
            "read",
            files=files,
            files_total=files_total,
            articles=articles,
            failures=failures,
            tables=batch.tables,
        )


def _draw(cover: Cover) -> None:
    """Make the picture that the screen shows, once for each cover."""
    target = paths.rendition(cover.digest)
    if target.exists():
        return
    try:
        data = rendition(cover)
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_suffix(".part")
        temporary.write_bytes(data)
        temporary.replace(target)
    except (DocumentError, OSError) as error:
        log.warning("no rendition of %s: %s", cover.name, error)


def _killer(path: Path) -> Failure:
    problem = Problem(
        "crashed",
        f"Reading {path.name} ended the reading process twice.",
        "Open it in the program that made it, save it again, and drop the new file.",
    )
    return Failure(source=str(path), problem=problem)


def _as_paths(names: Iterable[Any]) -> Iterator[Path]:
    for name in names:
        yield Path(str(name))


def serve() -> None:
    """Answer the window until it ends."""
    documents = Documents()
    Worker(
        {
            "read": documents.read,
            "text": documents.text,
            "html": documents.html,
            "cover": documents.cover,
            "preview": documents.preview,
            "again": documents.again,
            "tidy": documents.tidy,
        }
    ).serve()
