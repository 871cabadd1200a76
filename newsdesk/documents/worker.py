"""The reading child process: documents in, articles and failures into the store."""

from __future__ import annotations

import dataclasses
import time
from base64 import b64decode
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, NewsdeskError, Problem
from newsdesk.core.pictures import read_cover
from newsdesk.core.worker import Call, Worker
from newsdesk.documents.clipboard import article_from_html, article_from_text
from newsdesk.documents.cover_file import cover_from_file
from newsdesk.documents.failure import crashed
from newsdesk.documents.reader import Failure, Reading, read
from newsdesk.documents.renditions import draw, draw_large
from newsdesk.documents.several import Dividing, article_of, look_for_several
from newsdesk.documents.source import file_error
from newsdesk.documents.tables import ColumnMapping, is_table, mapping_sentence, preview
from newsdesk.documents.walk import walk
from newsdesk.store import Store
from newsdesk.store.reading import ReadingPlace

BATCH = 200
"""Readings written to the store together, at most."""
LOOKED_THROUGH = 3
"""So few files are looked through for several articles in one."""
KEPT_REMOVED = timedelta(days=2)
WRITE_AFTER = 0.2
"""Seconds after which what was read is written, so that the inbox fills while reading goes on."""


@dataclass(slots=True)
class _Batch:
    """Readings not yet in the store."""

    articles: list[Article] = field(default_factory=list)
    failures: list[tuple[str, int | None, Problem]] = field(default_factory=list)
    tables: list[tuple[str, str]] = field(default_factory=list)
    replaced: list[int] = field(default_factory=list)
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
        self.store = Store.open()

    def read(self, call: Call) -> None:
        """Read files and folders.

        Tells `walking` with found, then after each write `read` with files and rows (how far it
        is: whole files, and readings of the next one), files_total, articles and failures (ids),
        tables (path and sentence), and replaced (ids).
        replaces: by path, ids of what was read of it before, which goes with the new reading.
        After a crash the window asks again, carefully: to go on from files and rows, and at last
        to pass over the file that ends the process. What was written but not told is told then.
        """
        columns = call.request.get("columns")
        mapping = ColumnMapping(**columns) if columns else None
        files = self._found(call)
        first, rows = int(call.request.get("files", 0)), int(call.request.get("rows", 0))
        careful, replaces = bool(call.request.get("careful")), dict(call.request["replaces"])
        batch = _Batch()
        if kept := self._untold(call, (first, rows)):
            first, rows = kept.files, kept.rows
        elif call.request.get("passed_over") and first < len(files):
            batch.take(crashed(files[first]))
            batch.replaced += _before(replaces, files[first])
            first, rows = first + 1, 0
            self._write(call, batch, ReadingPlace(first, 0, len(files)))
            batch = _Batch()
        for done, path in enumerate(files[first:], start=first):
            call.check()
            batch.tables += self._tables(path, mapping)
            known = rows if done == first else 0
            row = 0
            for row, reading in enumerate(read(path, mapping), start=1):
                if row <= known:
                    continue
                batch.take(reading)
                if batch.due:
                    call.check()
                    self._write(call, batch, ReadingPlace(done, row, len(files)))
                    batch = _Batch()
            if row:
                batch.replaced += _before(replaces, path)
            if careful:
                self._write(call, batch, ReadingPlace(done + 1, 0, len(files)))
                batch = _Batch()
        self._write(call, batch, ReadingPlace(len(files), 0, len(files)))

    def text(self, call: Call) -> None:
        """Read pasted text as one article."""
        self._keep_one(call, article_from_text(call.request["text"]))

    def html(self, call: Call) -> None:
        """Read pasted HTML as one article, with the picture that came beside it."""
        picture = call.request.get("picture")
        data = b64decode(picture) if picture else None
        self._keep_one(call, article_from_html(call.request["html"], data))

    def enlarge(self, call: Call) -> None:
        """Draw a cover as large as the screen can want it; tells `enlarged`.

        path: of the picture. digest, name, media_type, width, height, size: of the cover as it
        came, size in bytes.
        """
        cover = self.store.articles.cover(call.request["digest"])
        if cover is None:
            raise DocumentError(
                "cover_lost",
                "The file of this cover is gone or damaged.",
                "Give the article its cover again.",
            )
        call.tell(
            "enlarged",
            path=str(draw_large(cover)),
            digest=cover.digest,
            name=cover.name,
            media_type=cover.media_type,
            width=cover.width,
            height=cover.height,
            size=len(cover.data),
        )

    def cover(self, call: Call) -> None:
        """Set or replace the cover of an article, from a picture file or from pasted bytes.

        Tells `cover_set` with article, before and after (digests).
        """
        article_id = int(call.request["article"])
        if data := call.request.get("data"):
            cover = read_cover(b64decode(data), "pasted picture")
        else:
            cover = cover_from_file(Path(call.request["path"]))
        draw(cover)
        article = self.store.articles.get(article_id)
        before = article.cover_digest if article else None
        self.store.articles.set_cover(article_id, cover)
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
            self.store.articles.rewrite(int(call.request["article"]), article_of(reading))
            call.tell("rewritten", article=call.request["article"])
            return
        raise DocumentError(
            "not_there_any_more",
            f"{path.name} does not hold this article as one of its own any more.",
            "Drop the file again to read it as it is now.",
        )

    def tidy(self, call: Call) -> None:
        """Delete for good what was removed so long ago that no window can still undo it."""
        long_ago = datetime.now(UTC) - KEPT_REMOVED
        self.store.articles.purge_removed(before=long_ago)
        self.store.reading.forget(before=long_ago)
        for drawn in paths.renditions().glob("*/*.jpg"):
            call.check()
            if self.store.articles.cover_path(drawn.stem) is None:
                drawn.unlink(missing_ok=True)

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
            table = preview(path, rows=5)
            plain = all(part == column for part, column in asdict(table.mapping).items() if column)
            return [] if plain else [(str(path), mapping_sentence(table))]
        except (NewsdeskError, OSError):
            return []  # reading it will say why

    def _keep_one(self, call: Call, reading: Reading) -> None:
        if self._untold(call, (0, 0)):
            return
        batch = _Batch()
        batch.take(reading)
        self._write(call, batch, ReadingPlace(1, 0, 1))

    def _untold(self, call: Call, known: tuple[int, int]) -> ReadingPlace | None:
        """After a crash: tell what was written just before it, where nobody heard of it.

        known: files and rows as the window heard them last.
        """
        kept = self.store.reading.place(call.request["reading"])
        if kept is None or (kept.files, kept.rows) <= known:
            return None
        call.tell("read", several=(), **asdict(kept))
        return kept

    def _write(self, call: Call, batch: _Batch, place: ReadingPlace) -> None:
        for article in batch.articles:
            if article.cover is not None:
                draw(article.cover)
        tables, replaced = tuple(batch.tables), tuple(batch.replaced)
        place = dataclasses.replace(place, tables=tables, replaced=replaced)
        if batch.articles or batch.failures or replaced:
            name = call.request["reading"]
            place = self.store.reading.keep(name, place, batch.articles, batch.failures)
        few = place.files_total <= LOOKED_THROUGH
        several = [
            (article_id, article)
            for article_id, article in zip(place.articles, batch.articles, strict=True)
            if few and article.row is None
        ]
        found = look_for_several(several, call.request.get("text"))
        call.tell("read", several=found, **asdict(place))


def _before(replaces: dict[str, list[int]], path: Path) -> list[int]:
    """Ids that the reading of a file stands for, those of the folders that hold it too; once."""
    if not replaces:
        return []
    return [each for named in (path, *path.parents) for each in replaces.pop(str(named), ())]


def _as_paths(names: Iterable[Any]) -> Iterator[Path]:
    for name in names:
        yield Path(str(name))


def serve() -> None:
    """Answer the window until it ends."""
    documents = Documents()
    dividing = Dividing(documents.store)
    Worker(
        {
            "read": documents.read,
            "text": documents.text,
            "html": documents.html,
            "cover": documents.cover,
            "preview": documents.preview,
            "again": documents.again,
            "division": dividing.division,
            "divide": dividing.divide,
            "enlarge": documents.enlarge,
            "tidy": documents.tidy,
        }
    ).serve()
