"""The store that the desk is measured with: full, whole, and like one that has grown by itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.desk import asking_figures
from benchmarks.filled import FILED_FROM, fill
from benchmarks.filled_articles import BESIDE
from benchmarks.models import shipped_model
from benchmarks.questions import questions
from newsdesk.core.article import Article
from newsdesk.engine.model_folder import DEFAULT_MODEL
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

COUNT = 600
ALL = InboxQuery(DEFAULT_MODEL)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filled")
    fill(home, COUNT, shipped_model())
    return home / "newsdesk.db"


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> Iterator[Store]:
    with Store.open(shutil.copy(filled, tmp_path)) as opened:
        yield opened


def test_every_state_has_its_articles_and_no_model_has_work_left(store: Store) -> None:
    for model in (DEFAULT_MODEL, BESIDE):
        assert store.articles.counts(model).waiting == 0
    counts = store.articles.counts(DEFAULT_MODEL)
    assert min(counts.to_decide, counts.filed, counts.decided, counts.unread) > 5
    assert 0.98 * COUNT < counts.all < COUNT
    for row in store.articles.rows(store.articles.listing(ALL).tolist(), ALL):
        if row.state == "filed":
            assert row.confidence is not None
            assert row.confidence >= FILED_FROM
        if row.state == "decided":
            assert store.decisions.standing(row.id) is not None


def test_articles_in_three_languages_are_found_and_later_ones_as_well(store: Store) -> None:
    def found(words: str) -> int:
        return len(store.articles.listing(replace(ALL, search=words)))

    assert min(found("銀行"), found("the"), found("мэр"), found("港")) > 0
    before = found("xylophone")
    store.articles.add([Article("A xylophone", "It is played in the harbour.")])
    assert found("xylophone") == before + 1


def test_the_questions_are_about_sixty_and_most_of_them_find_something(store: Store) -> None:
    asked = questions(DEFAULT_MODEL)
    assert len(asked) == len(set(asked)) > 55
    numbers = [len(store.articles.listing(question)) for question in asked]
    assert sum(number > 0 for number in numbers) > 45


def test_the_slowest_questions_are_named() -> None:
    taken = [("bank", 30.0), ("港", 40.0), ("и", 200.0), ("film", 20.0), ("decided", 35.0)]
    high, median = asking_figures({"questions": taken})
    assert not high.kept
    assert high.note == "slowest: и 200, 港 40, decided 35"
    assert median.value == 35.0
