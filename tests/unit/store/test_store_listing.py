"""Filters together list exactly what each of them lists, in every order; and can be broken off."""

from __future__ import annotations

import itertools
import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store, answers
from newsdesk.store.records import FilingRules, InboxOrder, InboxQuery, InboxRow, StateFilter

CODES = ("sport", "arts", "world")
NAMES = {"desk": {"sport": "Sport"}, "other": {"sport": " SPORT ", "arts": "Culture"}}
BEGUN = datetime(2026, 3, 1, tzinfo=UTC)
MANY = 240


def said(model: str, code: str, p: float, abstains: str = "") -> Prediction:
    scores = (SectionScore(code, NAMES[model].get(code, code.title()), p),)
    return Prediction(model, scores, 10, 10, abstains=abstains)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Articles in all states, answered by two models, some moments out of order."""
    chance = random.Random(5)
    path = tmp_path_factory.mktemp("listing") / "newsdesk.db"
    with Store.open(path) as store:
        store.filing.set(FilingRules("desk", True, {"sport": 0.7, "arts": 0.9}))
        problem = Problem("scan", "No text.", "Type it.")
        run = store.runs.submit("wire", "desk", ["wire"])
        for number in range(1, MANY + 1):
            words = " ".join(chance.choices(("Bank", "матч", "经济学", "x", "не", "ab"), k=3))
            if chance.random() < 0.1:
                (article,) = store.articles.add_failures([(f"{words}.txt", None, problem)])
                continue
            article_here = Article(f"No {number}", words)
            if chance.random() < 0.2:
                answer = said("desk", chance.choice(CODES), chance.random())
                store.runs.keep(run, [(article_here, answer)], [], number, 0, MANY)
                (article,) = [number]
            else:
                (article,) = store.articles.add([article_here])
            for model in ("desk", "other"):
                if chance.random() < 0.8:
                    why = "language" if chance.random() < 0.1 else ""
                    answer = said(model, chance.choice(CODES), chance.random(), why)
                    store.predictions.add([(article, answer)])
            if chance.random() < 0.3:
                first, second = chance.sample(CODES, 2)
                also = second if chance.random() < 0.3 else None
                store.decisions.record(article, first, "ana", also=also)
            if chance.random() < 0.05:
                store.articles.remove([article])
        raw = sqlite3.connect(path, isolation_level=None)
        for number in range(1, MANY + 1):
            moment = BEGUN + timedelta(hours=number if number % 9 else number - 40)
            stamp = moment.strftime("%Y-%m-%d %H:%M:%S.%f")
            raw.execute("UPDATE articles SET added = ? WHERE id = ?", (stamp, number))
        raw.close()
        yield store


@dataclass(frozen=True)
class Fact:
    """All that is known of one article, asked for by itself."""

    row: InboxRow
    text: str
    asked: bool
    names: tuple[str, ...]
    answered: bool
    in_run: bool


@pytest.fixture(scope="module")
def facts(desk: Store) -> list[Fact]:
    with desk._database.read() as connection:
        members = connection.exec_driver_sql("SELECT article_id FROM archive_articles").scalars()
        in_run = set(members)
    found = []
    for row in desk.articles.rows(range(1, MANY + 1), InboxQuery("desk")):
        (text,) = desk.articles.texts([row.id])
        answers = {answer.model: answer for answer in desk.predictions.of(row.id)}
        names = (a.name.strip().casefold() for a in answers.values() if not a.abstains)
        found.append(
            Fact(
                row,
                f"{text.title}\n{text.body}".casefold(),
                "desk" in answers,
                tuple(names),
                "other" in answers and not answers["other"].abstains,
                row.id in in_run,
            )
        )
    return found


def lists(query: InboxQuery, fact: Fact) -> bool:
    """Whether a query lists an article."""
    row, sure = fact.row, fact.row.confidence
    states = {"all", row.state}
    if row.state == "unread" and not fact.asked:
        states.add("waiting")
    conditions = (
        query.state in states,
        all(word.casefold() in fact.text for word in query.search.split()),
        not query.sections or row.section in query.sections or row.also in query.sections,
        (query.least, query.most) == (0, 1)
        or (sure is not None and query.least <= sure <= query.most),
        query.since is None or row.added >= query.since,
        query.until is None or row.added < query.until,
        not query.answered_by or fact.answered,
        not query.differs or len(set(fact.names)) == 2,
        query.run is None or fact.in_run,
    )
    return all(conditions)


def expected(facts: list[Fact], query: InboxQuery) -> list[int]:
    """What a query lists, worked out article by article."""
    rows = [fact.row for fact in facts if lists(query, fact)]
    if query.order == "least_certain":
        rows.sort(key=lambda row: (row.confidence is None, row.confidence or 0, row.id))
    ids = [row.id for row in rows]
    return ids[::-1] if query.order == "newest" else ids


FILTERS: dict[str, dict[str, object]] = {
    "nothing else": {},
    "a section": {"sections": ("sport",)},
    "two sections": {"sections": ("arts", "world")},
    "sure": {"least": 0.6},
    "between": {"least": 0.2, "most": 0.7, "sections": ("sport", "world")},
    "since": {"since": BEGUN + timedelta(hours=100)},
    "days": {"since": BEGUN + timedelta(hours=50), "until": BEGUN + timedelta(hours=120)},
    "answered": {"answered_by": "other"},
    "differ": {"beside": "other", "differs": True},
    "differ and sure": {"beside": "other", "differs": True, "least": 0.5, "sections": ("arts",)},
    "word": {"search": "bank"},
    "pair": {"search": "НЕ"},
    "letter": {"search": "X"},
    "words": {"search": "经济 x bank"},
    "run": {"run": 1},
    "run and word": {"run": 1, "search": "матч", "most": 0.9},
}


@pytest.mark.parametrize("state", ["all", "to_decide", "filed", "decided", "unread", "waiting",
                                   "failed"])  # fmt: skip
@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("few", [0, 1500], ids=["met", "looked up"])
def test_a_listing_is_what_its_rows_say(
    desk: Store,
    facts: list[Fact],
    name: str,
    state: StateFilter,
    few: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "FEW", few)
    orders: tuple[InboxOrder, ...] = ("newest", "oldest", "least_certain")
    query = replace(InboxQuery("desk", state), **FILTERS[name])  # type: ignore[arg-type]
    for order in orders:
        ordered = replace(query, order=order)
        listed = desk.articles.listing(ordered)
        assert listed.dtype == np.int64
        assert listed.tolist() == expected(facts, ordered)


def test_these_filters_hide_something_and_leave_something(desk: Store) -> None:
    every = len(desk.articles.listing(InboxQuery("desk")))
    for name in FILTERS.keys() - {"nothing else"}:
        query = replace(InboxQuery("desk"), **FILTERS[name])  # type: ignore[arg-type]
        assert 0 < len(desk.articles.listing(query)) < every


def test_a_clock_that_was_set_back_hides_no_article(desk: Store, facts: list[Fact]) -> None:
    moments = [fact.row.added for fact in facts]
    assert any(one > next_one for one, next_one in itertools.pairwise(moments))
    since = BEGUN + timedelta(hours=100)
    listed = desk.articles.listing(InboxQuery("desk", order="oldest", since=since))
    assert listed.tolist() == [f.row.id for f in facts if f.row.added >= since]


def test_a_question_that_nobody_waits_for_is_broken_off(desk: Store, tmp_path: Path) -> None:
    with Store.open(tmp_path / "many.db") as store:
        store.articles.add([Article(f"{i} {i}", "x" * 100) for i in range(3000)])
        asked = []

        def stop() -> bool:
            asked.append(True)
            return len(asked) > 2

        with pytest.raises(StoreError) as caught:
            store.articles.listing(InboxQuery("desk", search="1"), stop)
        assert caught.value.problem.kind == "stopped"
        assert len(asked) == 3
        listed = store.articles.listing(InboxQuery("desk", search="1"), lambda: False)
        assert len(listed) == len(store.articles.listing(InboxQuery("desk", search="1"))) > 0
