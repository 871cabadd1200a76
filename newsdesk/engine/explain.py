"""Why a model answers as it does: parts of the text are left out, and the answer asked again.

Occlusion (Zeiler and Fergus 2014, for texts Li, Monroe and Jurafsky 2016): what a part does for a
section is the fall of the section's probability when the model reads the article without it.
Sentences come first, then the words of those that matter most, so that there is an early answer
that is refined. A word is left out wherever it stands: news says what it is about more than once,
and one “rugby” less changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from newsdesk.core.article import Article
from newsdesk.core.explanation import Explanation, Influence
from newsdesk.core.prediction import Prediction
from newsdesk.engine.loading import Reads
from newsdesk.engine.occlusion import (
    Part,
    Shortened,
    WordPlaces,
    grouped,
    read_spans,
    shortened,
    without_overlaps,
)
from newsdesk.engine.pieces import Span, sentences, trimmed

MOST_PIECES = 24
"""Parts that are left out in the first round: one a sentence, or several sentences in one."""
GROUPS_SPLIT = 4
SENTENCES_FOR, SENTENCES_AGAINST = 3, 1
"""Sentences whose words are tried: those that speak most for the section, and most against it."""
MOST_WORDS = 96
TITLE_WORDS = 24
TELL_EVERY = 4
"""Answers between two partial explanations."""


def explain(
    reads: Reads,
    article: Article,
    section: str | None = None,
    read: Prediction | None = None,
    article_id: int = 0,
    check: Callable[[], None] = lambda: None,
) -> Iterator[Explanation]:
    """Explanations of one answer, each knowing more than the one before; the last is complete.

    section: whose probability is explained; None for the likeliest one.
    read: the model's answer to the whole article, where it is known already: that is the one that
        is explained, though it may have been worked out on a card and a little otherwise.
    check: called between batches; what it raises ends the work.
    """
    short = Shortened(article.body, len(article.body), 0)
    if read is not None:
        short = shortened(article.body, read)
    whole = reads.classify([replace(article, body=short.body)])[0]
    if read is None and (again := shortened(article.body, whole)).moved:
        short = again
        whole = reads.classify([replace(article, body=short.body)])[0]
    answer = read or whole
    section = section or answer.section
    work = _Explaining(reads, replace(article, body=short.body), whole, section, check)
    for influences, done, total in work.run():
        yield Explanation(
            article_id=article_id,
            model=reads.name,
            section=section,
            p=_probability(answer, section),
            influences=tuple(_in_place(influence, short) for influence in influences),
            done=done,
            total=total,
        )


Step = tuple[list[Influence], int, int]


class _Explaining:
    """One explanation while it is worked out; offsets are those of the text that it was given."""

    def __init__(
        self,
        reads: Reads,
        article: Article,
        whole: Prediction,
        section: str,
        check: Callable[[], None],
    ) -> None:
        self._reads = reads
        self._article = article
        self._whole = whole
        self._check = check
        self._section = section
        self._p = _probability(whole, section)
        self._weights: dict[Part, float] = {}
        self._total = 0

    def run(self) -> Iterator[Step]:
        """(influences so far, done, total), three rounds: pieces, their sentences, words."""
        body = self._article.body
        spans = read_spans(body, sentences(body), self._whole)
        groups = grouped(spans, MOST_PIECES)
        pieces = [Part("sentence", body=(group,)) for group in groups]
        title = self._article.title
        if any(trimmed(title, 0, len(title))):
            pieces.insert(0, Part("sentence", title=((0, len(title)),)))
        # How many words there will be is not known yet; one more keeps it from looking complete.
        self._total = len(pieces) + 1
        yield from self._try(pieces)
        if len(groups) < len(spans):
            yield from self._try(self._split(spans))
        tried = self._words(WordPlaces(self._article, spans))
        self._total = len(self._weights) + len(tried)
        if tried:
            yield from self._try(tried)
        else:
            yield self._step()

    def _split(self, spans: Sequence[Span]) -> list[Part]:
        """The sentences of the groups that matter most, either way; the groups give way to them."""
        found: list[Part] = []
        for group in [part for part in self._strongest() if part.body][:GROUPS_SPLIT]:
            inside = [span for span in spans if group.start <= span[0] and span[1] <= group.end]
            if len(inside) > 1:
                found.extend(Part("sentence", body=(span,)) for span in inside)
                del self._weights[group]
        self._total = len(self._weights) + len(found) + 1
        return found

    def _words(self, places: WordPlaces) -> list[Part]:
        """Words of the title and of the sentences that matter most, each once."""
        found = places.of_title()[:TITLE_WORDS]
        body = [part for part in self._strongest() if part.body]
        speaking_for = [part for part in body if self._weights[part] > 0][:SENTENCES_FOR]
        against = [part for part in body if self._weights[part] < 0][:SENTENCES_AGAINST]
        for sentence in speaking_for + against:
            found.extend(places.of_sentence(sentence.start, sentence.end))
        return list(dict.fromkeys(found))[:MOST_WORDS]

    def _try(self, parts: list[Part]) -> Iterator[Step]:
        articles = [part.without(self._article) for part in parts]
        for count, (index, prediction) in enumerate(
            self._reads.stream(articles, self._check), start=1
        ):
            self._weights[parts[index]] = self._p - _probability(prediction, self._section)
            if count % TELL_EVERY == 0 or count == len(parts):
                yield self._step()

    def _step(self) -> Step:
        found = chain.from_iterable(
            part.influences(self._weights[part]) for part in self._strongest()
        )
        return without_overlaps(list(found)), len(self._weights), self._total

    def _strongest(self) -> list[Part]:
        def order(part: Part) -> tuple[float, bool, tuple[Span, ...], tuple[Span, ...]]:
            return -abs(self._weights[part]), part.level == "word", part.title, part.body

        return sorted(self._weights, key=order)


def _probability(prediction: Prediction, section: str) -> float:
    return next((score.p for score in prediction.scores if score.code == section), 0.0)


def _in_place(influence: Influence, short: Shortened) -> Influence:
    if influence.part == "title":
        return influence
    return replace(influence, start=short.place(influence.start), end=short.place(influence.end))
