"""Rows on their way into a set, on the disk rather than in memory, and in nobody's way."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import msgspec

from newsdesk.core import paths
from newsdesk.core.article import Cover
from newsdesk.core.dataset import LabelledArticle, Split
from newsdesk.store import failures


class Raw(msgspec.Struct, frozen=True, array_like=True):
    """A row as it came, tidied. given: its split as it came. cover: a digest."""

    title: str
    body: str
    section: str = ""
    label: str = ""
    language: str = ""
    date: str = ""
    given: str = ""
    source_row: int | None = None
    cover: str | None = None
    article_id: int | None = None

    def placed(self, number: int, group: int, split: Split, fold: int) -> LabelledArticle:
        """It as a row of a data set. number: its own there; group: of its near-duplicates."""
        return LabelledArticle(
            number=number,
            title=self.title,
            body=self.body,
            section=self.section,
            label=self.label,
            language=self.language,
            date=self.date,
            source_row=self.source_row,
            cover=self.cover,
            group=group,
            split=split,
            fold=fold,
            article_id=self.article_id,
        )


class Spool:
    """A nameless file of rows and covers, gone with the process however that ends."""

    def __init__(self) -> None:
        folder = paths.home()
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by __exit__
        self._covers: dict[str, tuple[int, int, Cover]] = {}
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(Raw)
        self._end = 0
        self._starts, self._sizes = array("q"), array("q")
        self._at_end = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, row: Raw) -> None:
        """Keep the next row; StoreError where the disk is full."""
        data = self._encoder.encode(row)
        self._starts.append(self._end)
        self._sizes.append(len(data))
        self._write(data)

    def add_cover(self, cover: Cover) -> None:
        """Keep a cover once."""
        if cover.digest not in self._covers:
            start = self._end
            self._write(cover.data)
            bare = Cover(b"", cover.name, cover.media_type, cover.width, cover.height)
            self._covers[cover.digest] = (start, len(cover.data), bare)

    def row(self, place: int) -> Raw:
        """The row at a place from 0."""
        return self._decoder.decode(self._read(self._starts[place], self._sizes[place]))

    def rows(self) -> Iterator[Raw]:
        """All rows in order."""
        for place in range(len(self)):
            yield self.row(place)

    def has_cover(self, digest: str) -> bool:
        """Whether a cover was kept here; others are in the store already."""
        return digest in self._covers

    def cover(self, digest: str) -> Cover:
        """A cover that was kept."""
        start, size, bare = self._covers[digest]
        data = self._read(start, size)
        return Cover(data, bare.name, bare.media_type, bare.width, bare.height)

    def _write(self, data: bytes) -> None:
        try:
            if not self._at_end:
                self._file.seek(self._end)
                self._at_end = True
            self._file.write(data)
        except OSError as error:
            raise failures.from_os(error, str(paths.home())) from error
        self._end += len(data)

    def _read(self, start: int, size: int) -> bytes:
        try:
            self._at_end = False
            if self._file.tell() != start:
                self._file.seek(start)
            return self._file.read(size)
        except OSError as error:  # what was written last may only now go to the disk
            raise failures.from_os(error, str(paths.home())) from error
