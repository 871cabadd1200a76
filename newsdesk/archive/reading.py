"""Reads ahead of the engine, on a thread of its own, and knows the place of every batch."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from newsdesk.archive.crashes import Crashes
from newsdesk.archive.files import FileList
from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, Problem
from newsdesk.documents.failure import crashed
from newsdesk.documents.reader import Failure, Reading, read
from newsdesk.documents.renditions import draw
from newsdesk.documents.tables import ColumnMapping

BATCH = 256
"""Readings in a batch: as many as the engine sorts by length together."""
AHEAD = 2
"""Batches that wait for the engine, at most."""
OLDEST = 1.0
"""Seconds after which a batch is handed on though it is not full."""
MOST_BYTES = 64_000_000
"""Of covers in one batch: pictures are large, and several batches are held at once."""
_GONE = ("not_found", "unreadable", "no_permission")


@dataclass(slots=True)
class Batch:
    """Readings that are kept together. files, rows: the place behind the last of them."""

    files: int
    rows: int
    articles: list[Article] = field(default_factory=list)
    failures: list[tuple[str, int | None, Problem]] = field(default_factory=list)
    bytes: int = 0
    since: float = field(default_factory=time.monotonic)

    def take(self, reading: Reading) -> None:
        """Add one reading."""
        if isinstance(reading, Failure):
            self.failures.append((reading.source, reading.row, reading.problem))
            return
        self.articles.append(reading)
        if reading.cover is not None:
            self.bytes += len(reading.cover.data)

    @property
    def full(self) -> bool:
        """Whether it should be handed on."""
        size = len(self.articles) + len(self.failures)
        late = size > 0 and time.monotonic() - self.since > OLDEST
        return size >= BATCH or self.bytes >= MOST_BYTES or late


class ReadAhead:
    """The batches of a run from a place on; what goes wrong in reading is raised to its user."""

    def __init__(
        self,
        files: FileList,
        given: Sequence[str],
        mapping: ColumnMapping | None,
        place: tuple[int, int],
        crashes: Crashes,
    ) -> None:
        """given: files and folders as the person named them. place: files, and rows of the next.

        crashes: hears which file is read, and knows the one that is passed over.
        """
        self._files = files
        self._given = [Path(name) for name in given]
        self._mapping = mapping
        self._place = place
        self._crashes = crashes
        self._passed_over: int | None = None
        self._ready: queue.Queue[Batch | BaseException | None] = queue.Queue(AHEAD)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read_all, name="reading", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()

    def batches(self) -> Iterator[Batch | None]:
        """The batches in order; None where there is none yet, so that the caller may look about."""
        while True:
            try:
                found = self._ready.get(timeout=0.25)
            except queue.Empty:
                yield None
                continue
            if found is None:
                return
            if isinstance(found, BaseException):
                raise found
            yield found

    def _read_all(self) -> None:
        with contextlib.suppress(_Stopped):
            try:
                for batch in self._batches():
                    self._put(batch)
                self._put(None)
            except _Stopped:
                raise
            except BaseException as error:  # raised again by `batches`, on the other thread
                self._put(error)
            finally:
                self._crashes.close()

    def _batches(self) -> Iterator[Batch]:
        first, known = self._place
        self._passed_over = self._crashes.look()
        batch = Batch(first, known)
        for done, path in enumerate(self._files.from_place(first), start=first):
            for row, reading in self._readings(done, path, known if done == first else 0):
                self._check(path, reading)
                if isinstance(reading, Article) and reading.cover is not None:
                    draw(reading.cover)
                batch.take(reading)
                batch.rows = row
                if batch.full:
                    yield batch
                    batch = Batch(done, row)
            batch.files, batch.rows = done + 1, 0
        yield batch

    def _readings(self, place: int, path: Path, known: int) -> Iterator[tuple[int, Reading]]:
        """The readings of one file behind those that are known, with their numbers from 1."""
        self._crashes.at(place)
        if place == self._passed_over:
            yield known + 1, crashed(path)
            return
        for row, reading in enumerate(read(path, self._mapping), start=1):
            if row > known:
                yield row, reading

    def _check(self, path: Path, reading: Reading) -> None:
        """A file that is not there is one sentence; its whole folder gone ends the reading."""
        if self._stop.is_set():
            raise _Stopped
        if not isinstance(reading, Failure) or reading.problem.kind not in _GONE:
            return
        for given in self._given:
            if path != given and path.is_relative_to(given) and not given.exists():
                raise DocumentError(
                    "folder_gone",
                    f"The folder {given} is not there any more.",
                    "Connect its disk again or put it back, then resume; what was done is kept.",
                )

    def _put(self, item: Batch | BaseException | None) -> None:
        while not self._stop.is_set():
            try:
                self._ready.put(item, timeout=0.25)
                return
            except queue.Full:
                continue
        raise _Stopped


class _Stopped(Exception):  # noqa: N818
    """Nobody wants the rest."""
