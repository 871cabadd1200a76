"""A long text as far as a model may read it: its beginning and its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from newsdesk.core.article import Article
from newsdesk.core.prediction import Prediction

LONG = 50_000
"""Characters: of a longer body only the two ends are looked at while a person types."""
_END = 20_000
_SLACK = 1_000
"""Characters between what was read and where an end was cut, to be sure that nothing is missing."""
_SEAM = "\n\n"


def classified_ends(article: Article, classify: Callable[[Article], Prediction]) -> Prediction:
    """The answer to a long article from its two ends, the same as from all of it, only sooner.

    Its `tokens_total` is 0: the middle was not counted. `unknown_share` is that of the ends.
    A model that would read more than the ends gets the whole text.
    """
    body = article.body
    if len(body) <= LONG:
        return classify(article)
    head, tail = body[:_END], body[-_END:]
    answer = classify(replace(article, body=head + _SEAM + tail))
    behind = len(head) + len(_SEAM)
    if answer.head_end > _END - _SLACK or answer.tail_start < behind + _SLACK:
        return classify(article)
    moved = len(body) - _END - behind
    return replace(answer, tokens_total=0, tail_start=answer.tail_start + moved)
