"""The ledger says who decided what, from what, and is never rewritten."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery


@pytest.fixture
def article(store: Store) -> int:
    (article_id,) = store.articles.add([Article("a", "b")])
    scores = (SectionScore("sport", "Sport", 0.8), SectionScore("arts", "Arts", 0.2))
    store.predictions.add([(article_id, Prediction("desk", scores, 1, 1))])
    return article_id


def test_a_decision_holds_what_stood_before_and_what_the_model_said(
    store: Store, article: int
) -> None:
    first = store.decisions.record(article, "arts", "anna", "a review", model="desk")
    assert (first.from_section, first.to_section) == ("sport", "arts")
    assert (first.who, first.reason) == ("anna", "a review")
    assert (first.model, first.model_section, first.model_confidence) == ("desk", "sport", 0.8)
    second = store.decisions.record(article, "business", "ben")
    assert (second.from_section, second.model_section) == ("arts", None)
    assert store.decisions.standing(article) == second


def test_undo_keeps_the_history(store: Store, article: int) -> None:
    made = store.decisions.record(article, "arts", "anna", model="desk")
    undone = store.decisions.record(article, None, "anna", model="desk")
    assert (undone.from_section, undone.to_section) == ("arts", None)
    assert store.decisions.standing(article) is None
    assert store.decisions.history(article) == [made, undone]
    assert store.articles.page(InboxQuery("desk"), 0, 1)[0].state == "to_decide"


def test_there_is_nothing_to_take_back_twice(store: Store, article: int) -> None:
    store.decisions.record(article, "arts", "anna")
    store.decisions.record(article, None, "anna")
    with pytest.raises(StoreError) as caught:
        store.decisions.record(article, None, "anna")
    assert caught.value.problem.kind == "no_decision"
    assert len(store.decisions.history(article)) == 2


def test_what_is_gone_or_unreadable_cannot_be_decided(store: Store, article: int) -> None:
    (failed,) = store.articles.add_failures([("x", None, Problem("k", "m", "r"))])
    store.articles.remove([article])
    kinds = {article: "no_article", failed: "failed_article", 99: "no_article"}
    for article_id, kind in kinds.items():
        with pytest.raises(StoreError) as caught:
            store.decisions.record(article_id, "arts", "anna")
        assert caught.value.problem.kind == kind


def test_a_blank_section_is_refused(store: Store, article: int) -> None:
    with pytest.raises(StoreError) as caught:
        store.decisions.record(article, " ", "anna")
    assert caught.value.problem.kind == "blank_section"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE decisions SET to_section = 'business'",
        "DELETE FROM decisions",
        "INSERT OR REPLACE INTO decisions SELECT * FROM decisions",
    ],
)
def test_the_ledger_refuses_to_be_rewritten(
    store: Store, article: int, tmp_path: Path, statement: str
) -> None:
    made = store.decisions.record(article, "arts", "anna")
    database = sqlite3.connect(tmp_path / "home" / "newsdesk.db", isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError, match="decisions are never"):
        database.execute(statement)
    database.close()
    assert store.decisions.history(article) == [made]


def test_a_purge_leaves_the_ledger_alone(store: Store, article: int) -> None:
    made = store.decisions.record(article, "arts", "anna")
    store.articles.remove([article])
    store.articles.purge_removed()
    assert store.decisions.history(article) == [made]


def test_models_are_remembered_by_name(store: Store) -> None:
    store.models.remember("desk", "f1", "Desk", "{}")
    store.models.remember("desk", "f2", "Desk 2", '{"a": 1}')
    store.models.remember("big", "f3", "Big", "{}")
    known = [(m.name, m.fingerprint, m.title, m.manifest) for m in store.models.list()]
    assert known == [("big", "f3", "Big", "{}"), ("desk", "f2", "Desk 2", '{"a": 1}')]
    store.models.forget("big")
    assert [m.name for m in store.models.list()] == ["desk"]
