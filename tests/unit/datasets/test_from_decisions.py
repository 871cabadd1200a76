"""Decisions of the desk as data sets: what was tested on once is tested on for ever."""

from __future__ import annotations

import msgspec
import pytest
from datasets_made import text

from newsdesk.core.article import Article
from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import StoreError
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.section import Section
from newsdesk.datasets.dividing import divide_again
from newsdesk.datasets.from_decisions import count_decisions, from_decisions
from newsdesk.store import Store

THIRDS = SplitPlan(dev=0.2, test=0.3)


def decide(store: Store, first: int, last: int) -> list[int]:
    ids = store.articles.add([Article(f"Title {at}", text(at)) for at in range(first, last)])
    for at, article in enumerate(ids):
        store.decisions.record(article, ("sport", "world")[at % 2], "Ana")
    return ids


def remember(store: Store, name: str, created: str) -> None:
    manifest = Manifest(
        name=name, title="The desk", created=created,
        sections=(Section("sport", {"en": "Sport"}), Section("world")),
    )  # fmt: skip
    store.models.remember(name, "f", "The desk", msgspec.json.encode(manifest).decode())


def in_test(store: Store, name: str) -> set[int | None]:
    found = store.datasets.get(name)
    assert found is not None
    return {row.article_id for row in store.datasets.rows(found.id) if row.split == "test"}


def test_every_article_with_a_standing_decision_is_in_the_set(store: Store) -> None:
    ids = decide(store, 0, 6)
    store.decisions.record(ids[0], None, "Ana")
    store.decisions.record(ids[1], "sport", "Ben")
    store.articles.remove([ids[2]])
    remember(store, "desk", "2024-01-01")
    made = from_decisions(store, "desk")
    rows = list(store.datasets.rows(made.id))
    assert [row.article_id for row in rows] == [*ids[3:], ids[1]]
    assert rows[-1].section == "sport"
    assert made.sections[0].name() == "Sport"


def test_nothing_decided_is_said(store: Store) -> None:
    with pytest.raises(StoreError, match="Nothing was decided"):
        from_decisions(store, "desk")


def test_what_was_tested_on_is_tested_on_again_whatever_comes_between(store: Store) -> None:
    decide(store, 0, 30)
    from_decisions(store, "first", plan=THIRDS)
    before = in_test(store, "first")
    assert len(before) >= 6
    decide(store, 30, 60)
    first = store.datasets.get("first")
    assert first is not None
    store.datasets.remove(first.id)
    from_decisions(store, "second", plan=SplitPlan(dev=0.2, test=0.3, seed=99))
    assert before <= in_test(store, "second")
    divide_again(store, "second", SplitPlan(seed=5))
    assert before <= in_test(store, "second")


def test_a_near_duplicate_of_a_tested_article_is_tested_on(store: Store) -> None:
    decide(store, 0, 20)
    made = from_decisions(store, "first", plan=THIRDS)
    row = next(row for row in store.datasets.rows(made.id) if row.split == "test")
    (twin,) = store.articles.add([Article(row.title, row.body + " and a word more")])
    store.decisions.record(twin, row.section, "Ana")
    store.articles.remove([row.article_id or 0])
    from_decisions(store, "second", plan=THIRDS)
    assert twin in in_test(store, "second")


def test_since_a_model_are_later_decisions_and_those_against_it(store: Store) -> None:
    ids = decide(store, 0, 4)
    sure = (SectionScore("world", "World", 0.9), SectionScore("sport", "Sport", 0.1))
    answer = Prediction("new", sure, 5, 5)
    store.predictions.add([(ids[0], answer), (ids[1], answer)])
    remember(store, "old", "2000-01-01")
    remember(store, "new", "2999-01-01")
    assert count_decisions(store, "since", "old") == 4
    made = from_decisions(store, "against", "since", "new")
    assert [row.article_id for row in store.datasets.rows(made.id)] == [ids[0]]
    with pytest.raises(StoreError, match="not known when"):
        from_decisions(store, "x", "since", "nobody")


def test_folds_are_refused_since_they_would_test_on_everything(store: Store) -> None:
    decide(store, 0, 6)
    with pytest.raises(StoreError, match="for ever"):
        from_decisions(store, "desk", plan=SplitPlan(way="folds"))
