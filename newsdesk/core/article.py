"""Article and cover: what an editor drops, and what a model reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from newsdesk.core.errors import Notice


@dataclass(frozen=True, slots=True)
class Cover:
    """The picture of an article, as the bytes that came; never re-encoded.

    name: where it came from, for the eye (a file name, "attachment photo.jpg").
    media_type: told by the bytes, never by the file's name.
    width, height: pixels as the eye sees the picture, EXIF rotation applied.
    """

    data: bytes
    name: str
    media_type: str
    width: int
    height: int

    @property
    def digest(self) -> str:
        """Hash of the bytes: 32 hexadecimal digits, the cover's name in the store."""
        return blake2b(self.data, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Article:
    """One article, read from a document.

    source: the file as it was named, or "clipboard".
    row: the row of a table, message of a mailbox or line of a JSONL file, from 1; else None.
    body: paragraphs divided by an empty line.
    language: as the document declares it (BCP 47), not a guess.
    notices: what the reader should know: a guessed encoding, a broken cover left out.
    """

    title: str
    body: str
    source: str = ""
    row: int | None = None
    cover: Cover | None = None
    language: str | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def text(self) -> str:
        """Title and body as one text, for search and duplicate checks."""
        return f"{self.title}\n\n{self.body}" if self.title else self.body

    def with_notice(self, kind: str, message: str) -> Article:
        """The same article with one more notice."""
        return replace(self, notices=(*self.notices, Notice(kind, message)))
