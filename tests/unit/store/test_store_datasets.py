"""Data sets: complete or nowhere, every change of a label remembered, fingerprints that move."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from newsdesk.core.article import Article, Cover
from newsdesk.core.dataset import DatasetProblem, LabelledArticle, SplitPlan
from newsdesk.core.errors import StoreError
from newsdesk.core.fingerprint import fingerprint
from newsdesk.core.section import Section
from newsdesk.store import Store

RED = Cover(b"red picture", "red.png", "image/png", 4, 3)
SECTIONS = (Section("sport"), Section("world", {"en": "World"}))


def row(number: int, **changes: object) -> LabelledArticle:
    section = "sport" if number % 2 else "world"
    made = LabelledArticle(
        number, f"Title {number}", f"Body of article {number}. " * number, section,
        section.title(), "en", "2024-05-06", number + 1, group=number, split="train",
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


def add(
    store: Store, rows: list[LabelledArticle], name: str = "news", plan: SplitPlan | None = None
) -> int:
    plan = plan or SplitPlan()
    added = store.datasets.begin(name, "News", "file", "news.csv", SECTIONS, plan)
    store.datasets.add_rows(added, rows, {RED.digest: RED} if any(r.cover for r in rows) else None)
    store.datasets.finish(added, fingerprint(rows), "A note.")
    return added


def mark(store: Store) -> str:
    found = store.datasets.get("news")
    assert found is not None
    return found.fingerprint


def test_a_set_comes_back_as_it_was_added(store: Store) -> None:
    rows = [row(1, cover=RED.digest), row(2, group=1), row(3, section="", split=""), row(4)]
    added = add(store, rows)
    store.datasets.add_problems(added, [DatasetProblem(4, "blank_label", "Row 4 has no label.")])
    found = store.datasets.get("news")
    assert found is not None
    assert (found.name, found.title, found.note, found.sections) == (
        "news", "News", "A note.", SECTIONS,
    )  # fmt: skip
    assert (found.rows, found.labelled, found.duplicates, found.covers, found.problems) == (
        4, 3, 1, 1, 1,
    )  # fmt: skip
    assert found.languages == ("en",)
    assert list(store.datasets.rows(added)) == rows
    assert store.datasets.row(added, 2) == rows[1]
    assert store.datasets.row(added, 9) is None
    assert store.articles.cover(RED.digest) == RED
    counts = [(c.section, c.train, c.total) for c in store.datasets.counts(added)]
    assert counts == [("sport", 1, 1), ("world", 2, 2)]


def test_an_unfinished_set_is_nowhere_and_is_cleared_once_it_is_old(store: Store) -> None:
    begun = store.datasets.begin("news", "", "file", "", SECTIONS, SplitPlan())
    store.datasets.add_rows(begun, [row(1)])
    assert store.datasets.list() == []
    assert store.datasets.get("news") is None
    assert store.datasets.clear_incomplete() == 0
    add(store, [row(1)])
    assert store.datasets.clear_incomplete(timedelta(0)) == 1
    assert list(store.datasets.rows(begun)) == []
    assert [found.name for found in store.datasets.list()] == ["news"]


def test_a_name_is_given_once_unless_the_set_is_replaced(store: Store) -> None:
    first = add(store, [row(1), row(2)])
    with pytest.raises(StoreError) as caught:
        store.datasets.begin("news", "", "file", "", SECTIONS, SplitPlan())
    assert caught.value.problem.kind == "name_taken"
    other = store.datasets.begin("news", "", "file", "", SECTIONS, SplitPlan(), replacing=True)
    store.datasets.add_rows(other, [row(1)])
    store.datasets.finish(other, "f", replacing=True)
    assert [found.id for found in store.datasets.list()] == [other]
    assert list(store.datasets.rows(first)) == []


def test_pages_follow_the_filters(store: Store) -> None:
    added = add(store, [row(1), row(2), row(3, group=2), row(4, section="", split=""), row(5)])
    sets = store.datasets

    def numbers(**which: object) -> list[int]:
        found = [r.number for r in sets.page(added, **which)]  # type: ignore[arg-type]
        counted = {k: v for k, v in which.items() if k not in ("offset", "limit")}
        if "limit" not in which:
            assert sets.count_rows(added, **counted) == len(found)  # type: ignore[arg-type]
        return found

    assert numbers(offset=1, limit=2) == [2, 3]
    assert numbers(section="sport") == [1, 3, 5]
    assert numbers(split="train", section="world") == [2]
    assert numbers(search="ARTICLE 5") == [5]
    assert numbers(search="100%") == []
    assert numbers(only_duplicates=True) == [2, 3]
    assert numbers(unlabelled=True) == [4]


def test_lengths_hold_every_row_once_and_a_very_long_one_does_not_flatten_the_rest(
    store: Store,
) -> None:
    rows = [row(number, title="", body="x" * (number * 5)) for number in range(1, 101)]
    added = add(store, [*rows, row(101, body="y" * 100_000)])
    bins = store.datasets.lengths(added)
    assert sum(number for _, number in bins) == 101
    assert len(bins) > 15
    assert bins[0][0] == 0


def test_a_changed_label_is_written_down_and_moves_the_fingerprint(store: Store) -> None:
    rows = [row(1), row(2)]
    added = add(store, rows)
    before = mark(store)
    change = store.datasets.change_label(added, 1, "world", "Ana", "a match abroad")
    assert (change.from_section, change.to_section, change.who) == ("sport", "world", "Ana")
    assert store.datasets.label_history(added, 1) == [change]
    assert mark(store) == fingerprint(store.datasets.rows(added)) != before
    store.datasets.change_label(added, 1, "sport", "Ana")
    assert mark(store) == before


def test_a_label_that_the_set_does_not_know_is_refused(store: Store) -> None:
    added = add(store, [row(1)])
    for number, section, kind in (
        (1, "cooking", "unknown_section"),
        (1, "sport", "same_section"),
        (7, "sport", "no_row"),
    ):
        with pytest.raises(StoreError) as caught:
            store.datasets.change_label(added, number, section, "Ana")
        assert caught.value.problem.kind == kind


def test_a_row_that_gets_its_first_section_goes_where_its_near_duplicates_are(
    store: Store,
) -> None:
    added = add(
        store,
        [row(1, split="test"), row(2, section="", split="", group=1), row(3, section="", split="")],
    )
    store.datasets.change_label(added, 2, "sport", "Ana")
    store.datasets.change_label(added, 3, "sport", "Ana")
    assert [r.split for r in store.datasets.rows(added)] == ["test", "test", "train"]


def test_a_label_changed_in_a_set_from_the_desk_is_decided_on_the_desk(store: Store) -> None:
    (kept, removed) = store.articles.add([Article("a", "b"), Article("c", "d")])
    store.decisions.record(kept, "sport", "Ana")
    store.articles.remove([removed])
    added = add(store, [row(1, article_id=kept), row(3, article_id=removed)])
    store.datasets.change_label(added, 1, "world", "Ben", "see the text")
    store.datasets.change_label(added, 3, "world", "Ben")
    standing = store.decisions.standing(kept)
    assert standing is not None
    assert (standing.to_section, standing.who, standing.reason) == ("world", "Ben", "see the text")
    assert store.decisions.history(removed) == []


def test_what_the_desk_decided_otherwise_since_outlives_a_label_of_the_set(store: Store) -> None:
    (article,) = store.articles.add([Article("a", "b")])
    added = add(store, [row(1, article_id=article)])
    store.decisions.record(article, "health", "Ana")
    store.datasets.change_label(added, 1, "world", "Ben")
    assert [line.to_section for line in store.decisions.history(article)] == ["health"]
    assert [r.section for r in store.datasets.rows(added)] == ["world"]


def test_merged_sections_are_one_and_each_row_says_so(store: Store) -> None:
    added = add(store, [row(1), row(2), row(3)])
    before = mark(store)
    assert store.datasets.merge_sections(added, ["sport", "world"], "all", "Ana") == 3
    found = store.datasets.get("news")
    assert found is not None
    assert [section.code for section in found.sections] == ["all"]
    assert {r.section for r in store.datasets.rows(added)} == {"all"}
    assert found.fingerprint == fingerprint(store.datasets.rows(added)) != before
    assert [c.from_section for c in store.datasets.label_history(added, 2)] == ["world"]


def test_a_section_with_rows_cannot_be_left_out(store: Store) -> None:
    added = add(store, [row(1), row(2)])
    store.datasets.set_sections(added, (Section("world"), Section("sport"), Section("new")))
    with pytest.raises(StoreError, match="rows in the section world"):
        store.datasets.set_sections(added, (Section("sport"),))


def test_the_ledger_of_labels_cannot_be_changed(store: Store, tmp_path: Path) -> None:
    store.datasets.change_label(add(store, [row(1)]), 1, "world", "Ana")
    with sqlite3.connect(tmp_path / "home" / "newsdesk.db") as connection:
        with pytest.raises(sqlite3.DatabaseError, match="never deleted"):
            connection.execute("DELETE FROM label_changes")
        with pytest.raises(sqlite3.DatabaseError, match="never changed"):
            connection.execute("UPDATE label_changes SET who = 'x'")
    connection.close()


def test_covers_of_a_set_outlive_the_articles_that_had_them(store: Store) -> None:
    (article,) = store.articles.add([Article("a", "b", cover=RED)])
    added = add(store, [row(1, cover=RED.digest)])
    store.articles.remove([article])
    store.articles.purge_removed()
    assert store.articles.cover(RED.digest) == RED
    store.datasets.remove(added)
    store.articles.purge_removed()
    assert store.articles.cover(RED.digest) is None


def test_what_was_tested_on_is_remembered_after_the_set_is_gone(store: Store) -> None:
    added = store.datasets.begin("desk", "", "decisions", "", SECTIONS, SplitPlan())
    store.datasets.add_rows(added, [row(1, split="test"), row(2)])
    store.datasets.finish(added, "f")
    store.datasets.remove(added)
    assert store.datasets.list() == []
    assert [r.number for r in store.datasets.tested()] == [1]
    store.datasets.clear_incomplete(timedelta(0))
    assert [r.number for r in store.datasets.tested()] == [1]
