"""Explanations, both scripts and the answer while typing, by the real worker process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from models_made import make_model
from pytestqt.qtbot import QtBot

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.core.explanation import Explanation, ScriptCheck
from newsdesk.core.prediction import Prediction
from newsdesk.services.insight import Insight
from newsdesk.store import Store

PATIENCE = 30_000
LONG = " ".join(f"It is the goal of match {n}." for n in range(40))


class Heard:
    """All that an Insight told."""

    def __init__(self, insight: Insight) -> None:
        self.explained: list[Explanation] = []
        self.scripts: list[ScriptCheck] = []
        self.lived: list[tuple[int, Prediction]] = []
        self.failed: list[tuple[str, Problem]] = []
        self.explaining: list[bool] = []
        insight.explained.connect(self.explained.append)
        insight.scripts_checked.connect(self.scripts.append)
        insight.lived.connect(lambda article, answer: self.lived.append((article, answer)))
        insight.failed.connect(lambda kind, problem: self.failed.append((kind, problem)))
        insight.explaining.connect(self.explaining.append)


@pytest.fixture
def store() -> Iterator[Store]:
    make_model(paths.installed_models())
    with Store.open() as store:
        yield store


@pytest.fixture
def insight(store: Store, qtbot: QtBot) -> Iterator[Insight]:
    made = Insight()
    made.use("tiny")
    yield made
    made.end()
    made.close()


@pytest.fixture
def heard(insight: Insight) -> Heard:
    return Heard(insight)


def add(store: Store, *articles: Article) -> list[int]:
    return store.articles.add(articles)


def test_an_explanation_comes_in_steps_and_is_known_when_asked_again(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    (article,) = add(store, Article("A match", LONG))
    insight.explain(article, "tiny", seen="text")
    assert insight.is_explaining
    qtbot.waitUntil(lambda: not insight.is_explaining, timeout=PATIENCE)
    assert len(heard.explained) > 2
    last = heard.explained[-1]
    assert last.complete
    assert (last.article_id, last.model, last.section) == (article, "tiny", "sport")
    assert heard.explaining == [True, False]
    insight.explain(article, "tiny", seen="text")
    assert heard.explained[-1] == last
    assert not insight.is_explaining


def test_another_text_is_explained_anew(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    (article,) = add(store, Article("", "The goal and the match. It is so."))
    insight.explain(article, "tiny", seen="one text")
    qtbot.waitUntil(lambda: not insight.is_explaining, timeout=PATIENCE)
    assert insight.known(article, "tiny", None, "one text") is not None
    assert insight.known(article, "tiny", None, "another text") is None
    insight.use("tiny")
    assert insight.known(article, "tiny", None, "one text") is None


def test_a_cancelled_explanation_says_nothing_more(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    (article,) = add(store, Article("", LONG))
    insight.explain(article, "tiny")
    qtbot.waitUntil(lambda: bool(heard.explained), timeout=PATIENCE)
    insight.cancel_explain()
    told = len(heard.explained)
    assert heard.explaining == [True, False]
    qtbot.waitUntil(lambda: not insight.busy, timeout=PATIENCE)
    assert len(heard.explained) == told


def test_of_two_questions_only_the_newer_is_answered(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    old, new = add(store, Article("", LONG), Article("", "The bank. A profit."))
    insight.explain(old, "tiny")
    insight.explain(new, "tiny")
    qtbot.waitUntil(lambda: not insight.busy, timeout=PATIENCE)
    assert {each.article_id for each in heard.explained} == {new}


def test_while_typing_one_question_is_under_way_and_the_newest_is_asked_next(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    texts = ["the goal", "the goal and", "the goal and bank", "profit, bank, shares, market"]
    for text in texts:
        insight.live(7, "tiny", "", text)
    qtbot.waitUntil(lambda: not insight.busy, timeout=PATIENCE)
    assert [(article, answer.section) for article, answer in heard.lived] == [
        (7, "sport"),
        (7, "business"),
    ]


def test_two_megabytes_are_answered_while_they_are_typed(
    insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    body = "The bank and the market. " * 80_000
    insight.live(0, "tiny", "A match", body)
    qtbot.waitUntil(lambda: bool(heard.lived), timeout=PATIENCE)
    answer = heard.lived[0][1]
    assert answer.tokens_total == 0
    assert answer.tail_start > 1_990_000


def test_typing_goes_before_an_explanation(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    (article,) = add(store, Article("", LONG))
    insight.explain(article, "tiny")
    insight.live(article, "tiny", "", "The bank and the profit")
    assert not insight.is_explaining
    qtbot.waitUntil(lambda: bool(heard.lived), timeout=PATIENCE)
    assert not any(each.complete for each in heard.explained)


def test_both_scripts_of_a_chinese_text_are_compared(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    (article,) = add(store, Article("銀行", "中央銀行總裁表示，證券市場謹慎。 bank bank"))
    insight.check_scripts(article, "tiny")
    qtbot.waitUntil(lambda: bool(heard.scripts), timeout=PATIENCE)
    assert heard.scripts[0].written == "traditional"
    assert heard.scripts[0].agrees


def test_an_article_that_went_and_a_model_that_went_are_said(
    store: Store, insight: Insight, heard: Heard, qtbot: QtBot
) -> None:
    insight.explain(4711, "tiny")
    qtbot.waitUntil(lambda: len(heard.failed) == 1, timeout=PATIENCE)
    (article,) = add(store, Article("", "The goal."))
    insight.explain(article, "gone")
    qtbot.waitUntil(lambda: len(heard.failed) == 2, timeout=PATIENCE)
    kinds = [(kind, problem.kind) for kind, problem in heard.failed]
    assert kinds == [("explain", "no_article"), ("explain", "no_model")]
    assert not insight.is_explaining


def test_nothing_is_started_before_there_is_something_to_ask(insight: Insight, home: Path) -> None:
    insight.use("tiny")
    assert not insight.busy
    assert insight._child._process is None
