"""What the reading worker tells of texts and covers, besides how far it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Several:
    """An article that looks like several: its text has a line between them.

    text: what was pasted; empty where `path` is a file to be read again.
    """

    article_id: int
    title: str
    separator: str
    articles: int
    path: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class LargeCover:
    """A cover as it came, and the picture in which it is seen large.

    width, height: pixels as the eye sees the cover. size: bytes.
    """

    digest: str
    path: str
    name: str
    media_type: str
    width: int
    height: int
    size: int


@dataclass(frozen=True, slots=True)
class Division:
    """How a text would be divided.

    found: separators with the number of articles that each gives, the likeliest first.
    separator: the one that gives `parts`: title and characters of the body, the first of `total`.
    """

    found: tuple[tuple[str, int], ...]
    separator: str
    parts: tuple[tuple[str, int], ...]
    total: int
