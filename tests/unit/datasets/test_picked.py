"""Picked articles as a set of their own, and added to one that is here."""

from __future__ import annotations

from pathlib import Path

import pytest
from datasets_made import text

from newsdesk.core.article import Article
from newsdesk.core.dataset import Dataset, LabelledArticle, SplitPlan
from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.core.fingerprint import fingerprint
from newsdesk.datasets.gathering import Gathering, Named
from newsdesk.datasets.picked import Picked, add_picked, from_picked
from newsdesk.datasets.sections import as_sections
from newsdesk.datasets.spool import Raw
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store


@pytest.fixture
def here(home: Path) -> Store:
    return Store.open()


def a_set(store: Store, name: str, rows: list[tuple[str, str]], **plan: object) -> Dataset:
    """A set with these bodies and sections."""
    with Gathering(Steps()) as gathering:
        for body, section in rows:
            gathering.add(Raw(body[:20], body, section, section))
        sections = as_sections(dict.fromkeys((section for _, section in rows), ""))
        named = Named(name, name, "file", name)
        return gathering.write(store, named, sections, SplitPlan(**plan))  # type: ignore[arg-type]


def rows_of(store: Store, name: str) -> list[LabelledArticle]:
    dataset = store.datasets.get(name)
    assert dataset is not None
    return list(store.datasets.rows(dataset.id))


def bodies(seed: str, number: int) -> list[tuple[str, str]]:
    return [(text(f"{seed}{i}"), ("sport", "world")[i % 2]) for i in range(number)]


def test_a_set_of_picked_rows_has_the_sections_of_today(here: Store) -> None:
    a_set(here, "news", bodies("a", 10))
    dataset = here.datasets.get("news")
    assert dataset is not None
    here.datasets.change_label(dataset.id, 3, "world", "maria")
    made = from_picked(here, Picked("news", [1, 3, 99]), "few")
    assert [row.section for row in rows_of(here, "few")] == ["sport", "world"]
    assert made.fingerprint == fingerprint(rows_of(here, "few"))


def test_articles_of_the_desk_come_with_their_decisions(here: Store) -> None:
    ids = here.articles.add([Article("One", text("one")), Article("Two", text("two"))])
    here.decisions.record(ids[0], "sport", "maria")
    a_set(here, "news", bodies("a", 4))
    added = add_picked(here, Picked("", ids), "news")
    assert (added.rows, added.unlabelled) == (1, 1)
    newest = rows_of(here, "news")[-1]
    assert (newest.title, newest.section, newest.article_id) == ("One", "sport", ids[0])


def test_what_is_added_moves_the_fingerprint_as_if_it_had_always_been_there(here: Store) -> None:
    a_set(here, "news", bodies("a", 8))
    a_set(here, "other", [*bodies("b", 4), (text("c"), "health")])
    added = add_picked(here, Picked("other", [1, 2, 3, 4, 5]), "news")
    dataset = here.datasets.get("news")
    assert dataset is not None
    assert added.rows == 5
    assert added.new_sections == ["health"]
    assert [section.code for section in dataset.sections][-1] == "health"
    assert dataset.rows == 13
    assert dataset.fingerprint == fingerprint(rows_of(here, "news"))
    assert {row.split for row in rows_of(here, "news")[8:]} == {"train"}


def test_what_the_set_has_already_is_not_added_again(here: Store) -> None:
    a_set(here, "news", bodies("a", 8))
    a_set(here, "other", bodies("a", 9))
    added = add_picked(here, Picked("other", range(1, 10)), "news")
    assert (added.rows, added.same) == (1, 8)


def test_near_duplicates_go_where_their_likes_are(here: Store) -> None:
    a_set(here, "news", bodies("a", 40), test=0.4)
    tested = next(row for row in rows_of(here, "news") if row.split == "test")
    near = f"{tested.body} and one word more"
    a_set(here, "other", [(near, "sport"), *bodies("b", 3)])
    add_picked(here, Picked("other", [1, 2]), "news")
    like, unlike = rows_of(here, "news")[-2:]
    assert (like.split, like.group) == ("test", tested.group)
    assert (unlike.split, unlike.group) == ("train", unlike.number)


def test_what_is_like_rows_of_two_parts_is_left_out(here: Store) -> None:
    shared, one, other = text("x", 60), text("y", 60), text("z", 60)
    first, second = f"{shared} {one}", f"{shared} {other}"  # a third of their wording is the same
    dataset = a_set(here, "news", [(first, "sport"), (second, "sport"), *bodies("a", 8)])
    sides = [(1, "train", 0), (2, "test", 0)]
    moved = here.datasets.get("news")
    assert moved is not None
    here.datasets.divide(dataset.id, dataset.plan, sides, moved.fingerprint, "")  # type: ignore[arg-type]
    a_set(here, "other", [(f"{first} {other}", "sport"), *bodies("b", 3)])
    added = add_picked(here, Picked("other", [1, 2]), "news")
    assert (added.rows, added.torn) == (1, 1)


def test_in_folds_a_new_row_has_a_fold(here: Store) -> None:
    a_set(here, "news", bodies("a", 20), way="folds")
    a_set(here, "other", bodies("b", 4))
    add_picked(here, Picked("other", [1, 2]), "news")
    for row in rows_of(here, "news")[-2:]:
        assert row.split == ""
        assert 1 <= row.fold <= 5


def test_a_set_that_moved_meanwhile_is_left_as_it_is(here: Store) -> None:
    dataset = a_set(here, "news", bodies("a", 6))
    here.datasets.change_label(dataset.id, 1, "world", "petra")
    with pytest.raises(StoreError) as caught:
        here.datasets.extend(dataset.id, dataset.fingerprint, rows_of(here, "news"), ())
    assert caught.value.problem.kind == "dataset_changed"
    assert len(rows_of(here, "news")) == 6


def test_a_name_that_is_taken_is_refused_before_any_work(here: Store) -> None:
    a_set(here, "news", bodies("a", 6))
    with pytest.raises(NewsdeskError) as caught:
        from_picked(here, Picked("news", [1, 2]), "news")
    assert caught.value.problem.kind == "name_taken"


def test_many_labels_change_together_and_each_has_its_line(here: Store) -> None:
    dataset = a_set(here, "news", bodies("a", 6))
    lines = here.datasets.change_labels(
        dataset.id, {1: "world", 2: "world", 3: "world", 77: "world"}, "maria"
    )
    assert [(line.number, line.from_section) for line in lines] == [(1, "sport"), (3, "sport")]
    assert here.datasets.sections_of(dataset.id, [1, 2, 77]) == {1: "world", 2: "world"}
    now = here.datasets.get("news")
    assert now is not None
    assert now.fingerprint == fingerprint(rows_of(here, "news"))
    with pytest.raises(StoreError):
        here.datasets.change_labels(dataset.id, {1: "sport", 2: "nonsense"}, "maria")
    assert here.datasets.sections_of(dataset.id, [1]) == {1: "world"}
