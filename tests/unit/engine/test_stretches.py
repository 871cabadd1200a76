"""The answer to a long text that is being typed: from its ends, and the same as from all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from newsdesk.core.article import Article
from newsdesk.core.prediction import Prediction
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.stretches import LONG, classified_ends


def counting(classifier: Classifier) -> tuple[list[int], Callable[[Article], Prediction]]:
    """A classifier that notes how much text it was given."""
    lengths: list[int] = []

    def classify(article: Article) -> Prediction:
        lengths.append(len(article.body))
        return classifier.classify([article])[0]

    return lengths, classify


@pytest.mark.parametrize("middle", ["It is so. ", "銀行，", "a\n\nb "])
def test_a_very_long_text_is_answered_from_its_ends_as_from_the_whole(
    classifier: Classifier, middle: str
) -> None:
    body = "The match and the coach. " + middle * (600_000 // len(middle)) + " a bank 😀 profit"
    lengths, classify = counting(classifier)
    ends = classified_ends(Article("goal", body), classify)
    (whole,) = classifier.classify([Article("goal", body)])
    assert max(lengths) < LONG
    assert ends.tokens_total == 0
    assert whole.tokens_total > LONG
    kept = replace(ends, tokens_total=whole.tokens_total, unknown_share=0, notices=(), abstains="")
    assert kept == replace(whole, unknown_share=0, notices=(), abstains="")


def test_a_short_text_is_answered_whole_and_counted(classifier: Classifier) -> None:
    article = Article("goal", "The match. " * 400)
    assert (
        classified_ends(article, lambda a: classifier.classify([a])[0])
        == (classifier.classify([article])[0])
    )


def test_a_text_whose_pieces_are_far_apart_is_answered_from_the_whole(
    classifier: Classifier,
) -> None:
    body = "goal" + " " * 30_000 + "match" + " " * 30_000 + "team"
    lengths, classify = counting(classifier)
    answer = classified_ends(Article("", body), classify)
    assert lengths[-1] == len(body)
    assert answer.tokens_total == 5
