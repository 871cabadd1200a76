"""An answer is that of the article, whatever is read beside it, and what is explained is that."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from newsdesk.core.article import Article
from newsdesk.core.paths import bundled_models
from newsdesk.core.prediction import Prediction
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.explain import explain

SENTENCES = (
    "The council voted on the new budget late on Monday.",
    "Shares of the bank rose by four per cent after the report.",
    "The striker scored twice in the second half.",
    "A new phone with a larger screen goes on sale in May.",
    "Nurses asked the ministry for better pay.",
    "The film opens in cinemas next week!",
    "Nobody knows (not even the mayor) what it will cost: £3,000,000?",
)


@pytest.fixture(scope="module")
def starter() -> Classifier:
    """The model that ships: its graph is int8."""
    return Classifier.from_folder(bundled_models() / "starter-en")


def text(sentences: int, seed: int) -> str:
    chosen = random.Random(seed)
    return " ".join(chosen.choice(SENTENCES) for _ in range(sentences))


def chances(prediction: Prediction) -> dict[str, float]:
    return {score.code: score.p for score in prediction.scores}


def test_an_article_gets_the_same_answer_alone_and_among_others(starter: Classifier) -> None:
    articles = [Article("", text(1 + n % 4, n)) for n in range(24)]
    articles += [Article("A headline", text(60, n)) for n in range(3)]
    for article, among in zip(articles, starter.classify(articles), strict=True):
        (alone,) = starter.classify([article])
        assert chances(among) == pytest.approx(chances(alone), abs=1e-6)


@pytest.mark.parametrize("sentences", [*range(14, 34, 2), 330, 350, 370, 400, 700])
def test_the_percentage_that_is_explained_is_that_of_the_bars(
    starter: Classifier, sentences: int
) -> None:
    # Around the model's length, and around the length from which the middle is left out.
    article = Article("A headline of five words", text(sentences, sentences))
    (read,) = starter.classify([article])
    for known in (read, None):
        step = next(explain(starter, article, read=known))
        assert step.section == read.section
        assert step.p == pytest.approx(read.confidence, abs=1e-4)


def test_the_section_on_top_of_the_bars_is_explained_even_where_it_is_close(
    starter: Classifier,
) -> None:
    article = Article("", text(9, 1))
    (read,) = starter.classify([article])
    first, second, *others = read.scores
    # As a card, which has other roundings, might have answered.
    turned = replace(read, scores=(replace(second, p=first.p), replace(first, p=second.p), *others))
    step = next(explain(starter, article, read=turned))
    assert (step.section, step.p) == (second.code, first.p)
