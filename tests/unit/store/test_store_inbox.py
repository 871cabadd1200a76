"""The inbox counts and shows articles as decided, filed, answered, unread or failed."""

from __future__ import annotations

import typing
from dataclasses import replace

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store
from newsdesk.store.records import FilingRules, InboxCounts, InboxQuery, StateFilter

STATES = typing.get_args(StateFilter)
PROBLEM = Problem("scan", "No text.", "Type it.")


def said(p: float, code: str = "sport", model: str = "desk", abstains: str = "") -> Prediction:
    scores = (SectionScore(code, code.title(), p), SectionScore("arts", "Culture", 1 - p))
    return Prediction(model, scores, 10, 10, abstains=abstains)


@pytest.fixture
def mixed(store: Store) -> Store:
    """1, 2 waiting; 3, 4, 5 answered; 6 decided as answered; 7 decided unanswered; 8 failed;
    9 filed; 10 cannot be read."""
    store.articles.add([Article(f"title {i}", f"body {i}") for i in range(1, 8)])
    store.articles.add_failures([("scan.pdf", 4, PROBLEM)])
    store.articles.add([Article(f"title {i}", f"body {i}") for i in (9, 10)])
    store.filing.set(FilingRules("desk", True, {"world": 0.9}))
    store.predictions.add([(3, said(0.7)), (4, said(0.5)), (5, said(0.9)), (6, said(0.6))])
    store.predictions.add([(9, said(0.95, "world")), (10, said(0.2, abstains="language"))])
    store.decisions.record(6, "arts", "anna", model="desk", also="world")
    store.decisions.record(7, "business", "anna")
    return store


def test_each_filter_lists_its_articles_and_counts_as_many(mixed: Store) -> None:
    listed = {
        s: mixed.articles.listing(InboxQuery("desk", s, order="oldest")).tolist() for s in STATES
    }
    assert listed == {
        "all": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        "to_decide": [3, 4, 5],
        "filed": [9],
        "decided": [6, 7],
        "unread": [1, 2, 10],
        "waiting": [1, 2],
        "failed": [8],
    }
    counts = mixed.articles.counts("desk")
    assert counts == InboxCounts(**{state: len(ids) for state, ids in listed.items()})


def test_seen_with_another_model_the_same_articles_wait(mixed: Store) -> None:
    assert mixed.articles.counts("new") == InboxCounts(10, 0, 0, 2, 7, 7, 1)
    assert mixed.articles.without_prediction("new", 3) == [1, 2, 3]
    assert mixed.articles.without_prediction("desk", 10) == [1, 2]


def test_least_certain_comes_first_and_what_the_model_has_not_answered_last(mixed: Store) -> None:
    every = InboxQuery("desk", order="least_certain")
    assert mixed.articles.listing(every).tolist() == [4, 6, 3, 5, 9, 1, 2, 7, 8, 10]
    open_ones = replace(every, state="to_decide")
    assert mixed.articles.listing(open_ones).tolist() == [4, 3, 5]


def test_newest_first_is_the_default(mixed: Store) -> None:
    assert mixed.articles.listing(InboxQuery("desk", "to_decide")).tolist() == [5, 4, 3]


def test_rows_come_in_the_order_asked_without_those_that_were_removed(mixed: Store) -> None:
    mixed.articles.remove([3])
    rows = mixed.articles.rows([9, 3, 1, 99, 4], InboxQuery("desk"))
    assert [row.id for row in rows] == [9, 1, 4]


def test_a_row_shows_its_state_and_what_was_decided_under_the_models_own_name(
    mixed: Store,
) -> None:
    rows = {row.id: row for row in mixed.articles.rows(range(1, 11), InboxQuery("desk"))}
    shown = {i: (r.state, r.section, r.section_name, r.confidence) for i, r in rows.items()}
    assert shown[1] == ("unread", None, None, None)
    assert shown[5] == ("to_decide", "sport", "Sport", 0.9)
    assert shown[6] == ("decided", "arts", "Culture", 0.6)
    assert shown[7] == ("decided", "business", "business", None)
    assert shown[8] == ("failed", None, None, None)
    assert shown[9] == ("filed", "world", "World", 0.95)
    assert shown[10] == ("unread", None, None, None)
    assert [i for i, row in rows.items() if row.abstains] == [10]
    assert [(i, row.also) for i, row in rows.items() if row.also] == [(6, "world")]
    assert (rows[8].problem, rows[8].row) == (PROBLEM, 4)


def test_a_row_shows_what_the_second_model_says(mixed: Store) -> None:
    mixed.predictions.add([(3, said(0.8, "world", "other"))])
    mixed.predictions.add([(4, said(0.8, "world", "other", "language"))])
    query = InboxQuery("desk", beside="other")
    beside = [(r.beside_section, r.beside_name) for r in mixed.articles.rows([3, 4, 5], query)]
    assert beside == [("world", "World"), (None, None), (None, None)]


def test_files_that_could_not_be_read_are_listed_with_their_problems(mixed: Store) -> None:
    (failed,) = mixed.articles.failed()
    assert (failed.id, failed.source, failed.row, failed.problem) == (8, "scan.pdf", 4, PROBLEM)
    mixed.articles.remove([8])
    assert mixed.articles.failed() == []


def test_a_newer_prediction_of_the_same_model_replaces_the_older(mixed: Store) -> None:
    mixed.predictions.add([(3, said(0.2, "arts")), (3, said(0.4, model="new"))])
    answer = mixed.predictions.get(3, "desk")
    assert answer == said(0.2, "arts")
    assert mixed.predictions.of(3) == [answer, said(0.4, model="new")]
    mixed.predictions.remove(3)
    assert mixed.predictions.of(3) == []


def test_a_prediction_for_an_article_purged_meanwhile_is_dropped(store: Store) -> None:
    kept, gone = store.articles.add([Article("a", "b"), Article("c", "d")])
    store.articles.remove([gone])
    store.articles.purge_removed()
    store.predictions.add([(gone, said(0.5)), (kept, said(0.6))])
    assert store.predictions.get(kept, "desk") == said(0.6)
    assert store.predictions.get(gone, "desk") is None
