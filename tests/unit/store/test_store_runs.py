"""An archive run goes on exactly where it stopped, whoever stopped it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from newsdesk.core.archive_run import RunState
from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.processes import ProcessId, this_process
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

DEAD = ProcessId(2**22 + 5, "long gone")
PROBLEM = Problem("scan", "No text.", "Type it.")
COVER = Cover(b"a picture", "a.png", "image/png", 4, 3)


def said(p: float = 0.9) -> Prediction:
    return Prediction("desk", (SectionScore("sport", "Sport", p),), 1, 1)


@pytest.fixture
def run(store: Store) -> int:
    return store.runs.submit("Old years", "desk", ["/archive", "b.csv"], {"title": "headline"})


def state(store: Store, run: int) -> RunState:
    found = store.runs.get(run)
    assert found is not None
    return found.state


def test_a_run_comes_back_as_it_was_submitted(store: Store, run: int) -> None:
    found = store.runs.get(run)
    assert found is not None
    assert (found.name, found.model) == ("Old years", "desk")
    assert (found.paths, found.columns) == (("/archive", "b.csv"), {"title": "headline"})
    assert (found.state, found.files, found.process, found.wish) == ("running", 0, None, "")
    other = store.runs.submit("x", "desk", [])
    assert [r.id for r in store.runs.list()] == [other, run]
    assert store.runs.list(["done"]) == []


def test_what_is_kept_is_in_the_inbox_with_its_answers_and_the_place_is_known(
    store: Store, run: int
) -> None:
    assert store.runs.claim(run, this_process())
    (before,) = store.articles.add([Article("of the day", "x")])
    pair = [(Article("a", "b", cover=COVER), said(0.7)), (Article("c", "d"), said())]
    ids = store.runs.keep(run, pair, [("scan.pdf", 2, PROBLEM)], 3, 0, 90)
    found = store.runs.get(run)
    assert found is not None
    assert (found.files, found.rows, found.files_total) == (3, 0, 90)
    assert (found.articles, found.failures) == (2, 1)
    listed = store.articles.listing(InboxQuery("desk", run=run, order="oldest")).tolist()
    assert listed == ids
    assert before not in ids
    rows = store.articles.rows(ids, InboxQuery("desk"))
    assert [row.state for row in rows] == ["to_decide", "to_decide", "failed"]
    assert store.articles.cover(COVER.digest) == COVER


@pytest.mark.parametrize("place", [(2, 9), (3, 4), (3, 3)])
def test_what_was_kept_already_is_not_kept_twice(
    store: Store, run: int, place: tuple[int, int]
) -> None:
    store.runs.keep(run, [(Article("a", "b"), said())], [], 3, 4, 9)
    with pytest.raises(StoreError) as caught:
        store.runs.keep(run, [(Article("a", "b"), said())], [], *place, 9)
    assert caught.value.problem.kind == "wrong_place"
    assert store.articles.counts("desk").all == 1


FILES = 12
KILLED_RUN = f"""
import os, sys
from newsdesk.core.article import Article
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.processes import this_process
from newsdesk.store import Store
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store import runs

run, kills_at, inside = (int(word) for word in sys.argv[1:])
said = Prediction("desk", (SectionScore("sport", "Sport", 0.9),), 1, 1)
with Store.open() as store:
    assert store.runs.claim(run, this_process())
    if inside:
        whole = runs.set_values
        def cut_off(connection, run_id, **values):
            whole(connection, run_id, **values)
            if values.get("files") == kills_at:
                os._exit(9)  # all is written, nothing is committed
        runs.set_values = cut_off
    for number in range(store.runs.get(run).files, {FILES}):
        if number == kills_at and not inside:
            os._exit(9)
        pair = [(Article(f"file {{number}}", "text"), said)]
        store.runs.keep(run, pair, [], number + 1, 0, {FILES})
    store.runs.end(run, "done")
"""


def test_a_run_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "NEWSDESK_HOME": str(tmp_path)}
    with Store.open(tmp_path / "newsdesk.db") as store:
        run = store.runs.submit("r", "desk", ["x"])
        for kills_at, inside in ((3, 0), (5, 1), (7, 0), (9, 1), (99, 0)):
            command = [sys.executable, "-c", KILLED_RUN, str(run), str(kills_at), str(inside)]
            done = subprocess.run(command, env=environment, timeout=60)
            assert done.returncode == (9 if kills_at < FILES else 0)
        assert state(store, run) == "done"
        listed = store.articles.listing(InboxQuery("desk", run=run, order="oldest"))
        titles = [row.title for row in store.articles.rows(listed.tolist(), InboxQuery("desk"))]
        assert titles == [f"file {number}" for number in range(FILES)]
        assert store.articles.counts("desk").to_decide == FILES


def test_one_process_works_on_a_run_until_it_is_gone(store: Store, run: int) -> None:
    assert store.runs.claim(run, DEAD)
    assert store.runs.claim(run, this_process())
    assert not store.runs.claim(run, DEAD)
    assert store.runs.end(run, "paused")
    assert store.runs.claim(run, this_process())
    assert store.runs.end(run, "done")
    assert not store.runs.claim(run, this_process())
    assert not store.runs.end(run, "failed", PROBLEM)
    found = store.runs.get(run)
    assert found is not None
    assert (found.state, found.problem, found.process) == ("done", None, None)
    assert found.ended is not None


def test_a_run_hears_what_is_wanted_of_it(store: Store, run: int) -> None:
    store.runs.claim(run, this_process())

    def tell() -> str:
        return store.runs.tell(run, seconds=2.5, rate=40, seconds_left=9, files_total=7)

    assert tell() == ""
    assert store.runs.ask(run, "pause").state == "running"
    assert tell() == store.runs.wish(run) == "pause"
    store.runs.ask(run, "cancel")
    store.runs.ask(run, "pause")  # it is too late for that
    assert tell() == "cancel"
    found = store.runs.get(run)
    assert found is not None
    assert (found.seconds, found.rate, found.seconds_left, found.files_total) == (2.5, 40, 9, 7)
    store.runs.end(run, "interrupted", PROBLEM)  # and died before it could stop
    assert state(store, run) == "cancelled"
    assert tell() == store.runs.wish(run) == "cancel"
    with pytest.raises(StoreError) as caught:
        store.runs.keep(run, [(Article("a", "b"), said())], [], 1, 0, 9)
    assert caught.value.problem.kind == "wrong_state"
    assert store.articles.counts("desk").all == 0


def test_a_run_whose_process_died_stops_at_once(store: Store, run: int) -> None:
    store.runs.claim(run, DEAD)
    assert store.runs.ask(run, "pause").state == "paused"
    with pytest.raises(StoreError) as caught:
        store.runs.ask(run, "pause")
    assert caught.value.problem.kind == "wrong_state"
    assert store.runs.ask(run, "cancel").state == "cancelled"


def test_a_pause_asked_for_before_the_process_came_still_holds(store: Store, run: int) -> None:
    store.runs.ask(run, "pause")
    store.runs.claim(run, this_process())
    assert store.runs.wish(run) == "pause"
    store.runs.end(run, "paused")
    store.runs.claim(run, this_process())
    assert store.runs.wish(run) == ""


def test_a_removed_run_leaves_its_articles(store: Store, run: int) -> None:
    store.runs.claim(run, this_process())
    store.runs.keep(run, [(Article("a", "b"), said())], [], 1, 0, 1)
    with pytest.raises(StoreError) as caught:
        store.runs.remove(run)
    assert caught.value.problem.kind == "wrong_state"
    store.runs.end(run, "failed", PROBLEM)
    found = store.runs.get(run)
    assert found is not None
    assert found.problem == PROBLEM
    store.runs.remove(run)
    assert store.runs.get(run) is None
    assert store.articles.counts("desk").all == 1
    with pytest.raises(StoreError) as caught:
        store.runs.ask(run, "pause")
    assert caught.value.problem.kind == "no_run"
