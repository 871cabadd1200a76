"""An article with a part left out, as a model would read it then."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from newsdesk.core.article import Article
from newsdesk.core.explanation import Influence
from newsdesk.core.prediction import Prediction
from newsdesk.engine.function_words import FUNCTION_WORDS
from newsdesk.engine.pieces import Span, is_unspaced, trimmed, words

_SEAM = "\n\n"
_MARGIN = 6000
"""Characters kept beyond what is read of a long text: they move up when a part is left out."""


@dataclass(frozen=True, slots=True)
class Part:
    """Characters that are left out together: one sentence, or a word wherever it stands."""

    level: Literal["sentence", "word"]
    title: tuple[Span, ...] = ()
    body: tuple[Span, ...] = ()

    @property
    def start(self) -> int:
        """Where it begins in the body."""
        return self.body[0][0]

    @property
    def end(self) -> int:
        """Where its first place in the body ends."""
        return self.body[0][1]

    def without(self, article: Article) -> Article:
        """The article without it."""
        return replace(
            article, title=_cut(article.title, self.title), body=_cut(article.body, self.body)
        )

    def influences(self, weight: float) -> Iterator[Influence]:
        """What it does for the section, once that is known: the same at all of its places."""
        for start, end in self.title:
            yield Influence("title", self.level, start, end, weight)
        for start, end in self.body:
            yield Influence("body", self.level, start, end, weight)


class WordPlaces:
    """Where the words of an article stand, as far as the model reads it."""

    def __init__(self, article: Article, read: Sequence[Span]) -> None:
        self._article = article
        self._read = read
        self._title = _places(article.title, [(0, len(article.title))])
        self._body = _places(article.body, read)

    def of_title(self) -> list[Part]:
        """The words of the title."""
        return self._parts(self._title)

    def of_sentence(self, start: int, end: int) -> list[Part]:
        """The words of one sentence of the body."""
        return self._parts(_places(self._article.body, [(start, end)]))

    def _parts(self, names: dict[str, list[Span]]) -> list[Part]:
        return [
            Part("word", tuple(self._title.get(name, ())), tuple(self._body.get(name, ())))
            for name in names
            if _may_matter(name)
        ]


@dataclass(frozen=True, slots=True)
class Shortened:
    """A body without the middle that no model of this length will ever read.

    kept: characters kept of its front; moved: by how many those behind stood further back.
    """

    body: str
    kept: int
    moved: int

    def place(self, offset: int) -> int:
        """Where a character of the shortened body stands in the whole one."""
        return offset if offset <= self.kept else offset + self.moved


def shortened(body: str, read: Prediction) -> Shortened:
    """A long body as far as it can matter when parts of it are left out."""
    start, end = read.head_end + _MARGIN, read.tail_start - _MARGIN
    if end - start < _MARGIN:
        return Shortened(body, len(body), 0)
    start, end = _at_space(body, start), _at_space(body, end)
    return Shortened(body[:start] + _SEAM + body[end:], start, end - start - len(_SEAM))


def read_spans(body: str, spans: Sequence[Span], read: Prediction) -> list[Span]:
    """Of each span what the model read of it; left out where that has no letter or digit."""
    if read.head_end >= len(body):
        return list(spans)
    parts = ((0, read.head_end), (read.tail_start, len(body)))
    clipped = [(max(start, a), min(end, b)) for start, end in spans for a, b in parts]
    return [found for start, end in clipped for found in trimmed(body, start, end)]


def grouped(spans: Sequence[Span], most: int) -> list[Span]:
    """Neighbours put together, so that there are at most so many, of like length."""
    if len(spans) <= most:
        return list(spans)
    lengths = [0]
    for start, end in spans:
        lengths.append(lengths[-1] + end - start)
    shares = (lengths[-1] * number / most for number in range(1, most))
    cuts = sorted({0, len(spans), *(bisect.bisect_left(lengths, share) for share in shares)})
    return [(spans[first][0], spans[last - 1][1]) for first, last in pairwise(cuts)]


def without_overlaps(influences: Sequence[Influence]) -> list[Influence]:
    """Of words that share characters only the first, that is the strongest one, stays."""
    kept: list[Influence] = []
    taken: dict[str, set[int]] = {"title": set(), "body": set()}
    for each in influences:
        if each.level == "word":
            places = range(each.start, each.end)
            if not taken[each.part].isdisjoint(places):
                continue
            taken[each.part].update(places)
        kept.append(each)
    return kept


def _places(text: str, spans: Sequence[Span]) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for first, last in spans:
        for start, end in words(text, first, last):
            places = found.setdefault(text[start:end].casefold(), [])
            if not places or places[-1][1] <= start:
                places.append((start, end))
    return found


def _may_matter(word: str) -> bool:
    """Whether a word can say anything of a section: not so single letters and function words."""
    return is_unspaced(word[0]) or (len(word) > 1 and word not in FUNCTION_WORDS)


def _cut(text: str, spans: Sequence[Span]) -> str:
    """The text without these stretches and without the doubled space that they leave."""
    kept: list[str] = []
    place = 0
    for start, end in spans:
        kept.append(text[place:start])
        place = end
        if start == 0 or text[start - 1].isspace():
            while place < len(text) and text[place] == " ":
                place += 1
    return "".join([*kept, text[place:]])


def _at_space(text: str, place: int) -> int:
    """The next space from here, or here where none is near."""
    near = text[place : place + 200]
    return next((place + i for i, character in enumerate(near) if character.isspace()), place)
