"""The inbox lists, counts, orders and finds; a page is always a slice of the whole."""

from __future__ import annotations

import itertools
import typing

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store
from newsdesk.store.records import InboxCounts, InboxOrder, InboxQuery, StateFilter

STATES = typing.get_args(StateFilter)
ORDERS = typing.get_args(InboxOrder)


def said(p: float, code: str = "sport", model: str = "desk") -> Prediction:
    scores = (SectionScore(code, code.title(), p), SectionScore("arts", "Culture", 1 - p))
    return Prediction(model, scores, 10, 10)


@pytest.fixture
def mixed(store: Store) -> Store:
    """1, 2 waiting; 3, 4, 5 answered; 6 decided as answered; 7 decided unanswered; 8 failed."""
    store.articles.add([Article(f"title {i}", f"body {i}") for i in range(1, 8)])
    store.articles.add_failures([("scan.pdf", None, Problem("scan", "No text.", "Type it."))])
    store.predictions.add([(3, said(0.7)), (4, said(0.5)), (5, said(0.9)), (6, said(0.6))])
    store.decisions.record(6, "arts", "anna", model="desk")
    store.decisions.record(7, "business", "anna")
    return store


def test_each_filter_lists_its_articles(mixed: Store) -> None:
    listed = {s: mixed.articles.ids(InboxQuery("desk", s, order="oldest")) for s in STATES}
    assert listed == {
        "all": [1, 2, 3, 4, 5, 6, 7, 8],
        "waiting": [1, 2],
        "to_decide": [3, 4, 5],
        "decided": [6, 7],
        "failed": [8],
    }
    assert mixed.articles.counts("desk") == InboxCounts(8, 2, 3, 2, 1)


def test_seen_with_another_model_the_same_articles_wait(mixed: Store) -> None:
    assert mixed.articles.counts("new") == InboxCounts(8, 5, 0, 2, 1)
    assert mixed.articles.without_prediction("new", 3) == [1, 2, 3]
    assert mixed.articles.without_prediction("desk", 10) == [1, 2]


def test_least_certain_comes_first_and_what_the_model_has_not_answered_last(mixed: Store) -> None:
    order = mixed.articles.ids(InboxQuery("desk", order="least_certain"))
    assert order == [4, 6, 3, 5, 1, 2, 7, 8]
    assert mixed.articles.ids(InboxQuery("desk", "to_decide", order="least_certain")) == [4, 3, 5]


def test_newest_first_is_the_default(mixed: Store) -> None:
    assert mixed.articles.ids(InboxQuery("desk", "to_decide")) == [5, 4, 3]


@pytest.mark.parametrize(("state", "order"), [*itertools.product(STATES, ORDERS)])
@pytest.mark.parametrize("search", ["", "title", "bo"])
def test_pages_positions_and_counts_agree_with_the_whole_list(
    mixed: Store, state: StateFilter, order: InboxOrder, search: str
) -> None:
    query = InboxQuery("desk", state, search, order)
    whole = mixed.articles.ids(query)
    assert mixed.articles.count(query) == len(whole)
    for size in (1, 3):
        pages = [mixed.articles.page(query, i, size) for i in range(0, len(whole) + size, size)]
        assert [row.id for page in pages for row in page] == whole
    positions = [mixed.articles.position(query, i) for i in range(1, 10)]
    assert positions == [whole.index(i) if i in whole else None for i in range(1, 10)]


def test_a_row_shows_what_was_decided_under_the_models_own_name(mixed: Store) -> None:
    rows = {row.id: row for row in mixed.articles.page(InboxQuery("desk"), 0, 20)}
    shown = {i: (r.state, r.section, r.section_name, r.confidence) for i, r in rows.items()}
    assert shown[1] == ("waiting", None, None, None)
    assert shown[5] == ("to_decide", "sport", "Sport", 0.9)
    assert shown[6] == ("decided", "arts", "Culture", 0.6)
    assert shown[7] == ("decided", "business", "business", None)
    assert shown[8] == ("failed", None, None, None)


def test_a_newer_prediction_of_the_same_model_replaces_the_older(mixed: Store) -> None:
    mixed.predictions.add([(3, said(0.2, "arts")), (3, said(0.4, model="new"))])
    answer = mixed.predictions.get(3, "desk")
    assert answer == said(0.2, "arts")
    assert mixed.predictions.get(3, "new") == said(0.4, model="new")
    mixed.predictions.remove(3)
    assert mixed.predictions.get(3, "desk") is None


def test_a_prediction_for_an_article_purged_meanwhile_is_dropped(store: Store) -> None:
    kept, gone = store.articles.add([Article("a", "b"), Article("c", "d")])
    store.articles.remove([gone])
    store.articles.purge_removed()
    store.predictions.add([(gone, said(0.5)), (kept, said(0.6))])
    assert store.predictions.get(kept, "desk") == said(0.6)
    assert store.predictions.get(gone, "desk") is None
