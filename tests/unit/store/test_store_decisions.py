"""The ledger says who decided what, from what, and is never rewritten."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store
from newsdesk.store.conflict import DecisionConflict
from newsdesk.store.records import Choice, InboxQuery


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
    assert store.articles.rows([article], InboxQuery("desk"))[0].state == "to_decide"


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


@pytest.mark.parametrize(
    ("section", "also", "kind"),
    [
        (" ", None, "blank_section"),
        ("arts", "", "blank_section"),
        ("arts", "arts", "same_section"),
    ],
)
def test_a_decision_without_sense_is_refused(
    store: Store, article: int, section: str, also: str | None, kind: str
) -> None:
    with pytest.raises(StoreError) as caught:
        store.decisions.record(article, section, "anna", also=also)
    assert caught.value.problem.kind == kind
    with pytest.raises(StoreError):
        store.decisions.record_many(
            [Choice(article, "sport"), Choice(article, section, also)], "anna"
        )
    assert store.decisions.newest(article) is None


def test_a_second_section_stands_until_the_next_decision(store: Store, article: int) -> None:
    def seconds() -> tuple[str | None, str | None]:
        (row,) = store.articles.rows([article], InboxQuery("desk"))
        stored = store.articles.get(article)
        assert stored is not None
        return row.also, stored.also_section

    made = store.decisions.record(article, "arts", "anna", also="business")
    assert (made.also, seconds()) == ("business", ("business", "business"))
    store.articles.remove([article])
    store.articles.restore([article])
    assert seconds() == ("business", "business")
    assert store.decisions.record(article, "arts", "anna").also is None
    assert seconds() == (None, None)
    store.decisions.record(article, "sport", "anna", also="arts")
    assert store.decisions.record(article, None, "anna").also is None
    assert seconds() == (None, None)
    assert [line.also for line in store.decisions.history(article)] == [
        "business", None, "arts", None,
    ]  # fmt: skip


def test_what_a_model_that_cannot_read_the_text_said_is_not_written_down(store: Store) -> None:
    (article,) = store.articles.add([Article("标题", "正文")])
    scores = (SectionScore("sport", "Sport", 0.9),)
    store.predictions.add([(article, Prediction("desk", scores, 1, 1, abstains="language"))])
    made = store.decisions.record(article, "arts", "anna", model="desk")
    assert (made.from_section, made.model_section, made.model_confidence) == (None, None, None)


def test_somebody_elses_newer_line_is_told_and_not_overwritten(store: Store, article: int) -> None:
    assert store.decisions.record(article, "arts", "anna", seen=0).to_section == "arts"
    with pytest.raises(DecisionConflict) as caught:
        store.decisions.record(article, "sport", "ben", seen=0)
    newest = store.decisions.newest(article)
    assert newest is not None
    assert (caught.value.problem.kind, caught.value.decision) == ("conflict", newest)
    assert "anna" in caught.value.problem.message
    second = store.decisions.record(article, "sport", "ben", seen=newest.id)
    assert (second.from_section, second.to_section) == ("arts", "sport")
    store.decisions.record(article, None, "ben", seen=second.id)
    with pytest.raises(DecisionConflict) as caught:  # what was taken back is news as well
        store.decisions.record(article, "arts", "anna", seen=second.id)
    assert "took a decision back" in caught.value.problem.message
    assert store.decisions.standing(article) is None


def test_many_are_decided_at_once_and_what_cannot_be_is_left_out(store: Store) -> None:
    ids = store.articles.add([Article(f"n{i}", "x") for i in range(2500)])
    (failed,) = store.articles.add_failures([("x", None, Problem("k", "m", "r"))])
    store.articles.remove([ids[0]])
    store.decisions.record(ids[1], "arts", "ben")
    choices = [Choice(i, "sport", "world", "a match", seen=0) for i in (*ids, failed, 9999)]
    made = store.decisions.record_many(choices, "anna", "desk")
    assert [line.article_id for line in made] == ids[2:]
    assert made[7] == store.decisions.newest(ids[9])
    assert (made[7].to_section, made[7].also, made[7].reason) == ("sport", "world", "a match")
    assert len({line.id for line in made}) == len(made)
    rows = store.articles.rows(ids[:5], InboxQuery("desk"))
    assert [(r.section, r.also) for r in rows] == [("arts", None)] + [("sport", "world")] * 3
    undone = store.decisions.record_many([Choice(i, None) for i in ids], "anna")
    assert [line.article_id for line in undone] == ids[1:]
    assert store.articles.counts("desk").decided == 0


def test_of_two_choices_about_one_article_the_later_counts(store: Store, article: int) -> None:
    (made,) = store.decisions.record_many([Choice(article, c) for c in ("arts", "world")], "anna")
    assert made.to_section == "world"
    assert store.decisions.history(article) == [made]


def test_on_a_full_disk_nothing_pretends_to_be_decided(store: Store, article: int) -> None:
    long = "x" * 40_000
    with store._database.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    store._database.engine.dispose()
    limit = _NoMorePages(int(pages or 0))
    event.listen(store._database.engine, "connect", limit)
    for decide in (
        lambda: store.decisions.record(article, "arts", "anna", long),
        lambda: store.decisions.record_many([Choice(article, "arts", reason=long)], "anna"),
        lambda: store.drafts.keep(article, "title", long),
    ):
        with pytest.raises(StoreError) as caught:
            decide()
        assert caught.value.problem.kind == "disk_full"
        assert "nothing was changed" in caught.value.problem.remedy
    assert store.decisions.history(article) == []
    assert store.articles.rows([article], InboxQuery("desk"))[0].state == "to_decide"
    event.remove(store._database.engine, "connect", limit)
    store._database.engine.dispose()
    assert store.decisions.record(article, "arts", "anna", long).reason == long


class _NoMorePages:
    """Keeps the database from growing, as a full disk would."""

    def __init__(self, pages: int) -> None:
        self._pages = pages

    def __call__(self, connection: sqlite3.Connection, record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {self._pages}")


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
