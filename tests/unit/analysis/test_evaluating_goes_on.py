"""An evaluation that was interrupted goes on where it was, and comes to what it would have been."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from datasets_made import import_rows
from models_made import make_model

from newsdesk.analysis import evaluating
from newsdesk.analysis.evaluated import load, load_features
from newsdesk.analysis.evaluating import evaluate
from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.worker import Cancelled, Deserted
from newsdesk.engine.examined import Examined
from newsdesk.engine.loading import Reads
from newsdesk.engine.loading import load as load_model
from newsdesk.store import Store

TEXTS = ("goal match team", "bank shares profit", "salt and flour")
LABELS = ("sport", "business", "cooking")
NEWS = Material("news", "all")


class Counting:
    """A model that remembers the titles that it was asked about."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self.name, self.manifest = reads.name, reads.manifest
        self.asked: list[str] = []

    def examine(
        self, articles: Sequence[Article], check: Callable[[], None]
    ) -> Iterator[tuple[int, Examined]]:
        self.asked += [article.title for article in articles]
        return self._reads.examine(articles, check)


@pytest.fixture
def store(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Twelve articles, every third of a section that the model does not know; read in fours."""
    monkeypatch.setattr(evaluating, "PORTION", 4)
    make_model(home / "models")
    import_rows(rows(), tmp_path)
    with Store.open() as opened:
        yield opened


def rows() -> list[dict[str, str]]:
    return [
        {"title": f"Title {i}", "body": f"{TEXTS[i % 3]} number {i}", "label": LABELS[i % 3]}
        for i in range(12)
    ]


def counting(name: str = "tiny") -> Counting:
    return Counting(load_model(name))


def run(store: Store, reads: Counting, material: Material = NEWS) -> Evaluation:
    return evaluate(store, reads, material)  # type: ignore[arg-type]


def interrupt(
    store: Store, reads: Counting, material: Material = NEWS,
    error: type[BaseException] = Deserted, at: int = 8,
) -> None:  # fmt: skip
    """The process is asked to end when so many articles are read."""

    def tell(done: int, total: int) -> None:
        if done == at:
            raise error

    with pytest.raises(error):
        evaluate(store, reads, material, tell)  # type: ignore[arg-type]


def states(store: Store) -> list[str]:
    return [each.state for each in store.evaluations.list()]


def folders() -> list[str]:
    return sorted(path.name for path in (paths.home() / "evaluations").iterdir())


@pytest.mark.parametrize("error", [Deserted, KeyboardInterrupt])
def test_only_the_rest_is_read_and_nothing_of_the_way_is_left(
    store: Store, error: type[BaseException]
) -> None:
    reads = counting()
    interrupt(store, reads, error=error)
    [stopped] = store.evaluations.list()
    assert (stopped.state, stopped.done, stopped.total) == ("interrupted", 8, 12)
    before = len(reads.asked)
    made = run(store, reads)
    assert made.id == stopped.id
    assert reads.asked[before:] == ["Title 9", "Title 10"], "11 is of a section it does not know"
    assert (made.state, made.articles, made.left_out) == ("done", 8, {"cooking": 4})
    assert (made.ended is not None, states(store)) == (True, ["done"])
    assert folders() == [str(made.id)]


def test_it_comes_to_the_same_as_one_that_was_never_interrupted(store: Store) -> None:
    interrupt(store, counting())
    halved = run(store, counting())
    whole = run(store, counting())
    assert whole.id != halved.id
    for name in ("keys", "truth", "probabilities", "lengths", "titles", "covers"):
        assert np.array_equal(getattr(load(halved.id), name), getattr(load(whole.id), name)), name
    one, other = load_features(halved.id, "text"), load_features(whole.id, "text")
    assert one is not None
    assert other is not None
    assert np.array_equal(one, other)


def test_another_model_of_that_name_begins_anew(store: Store, home: Path) -> None:
    interrupt(store, counting())
    old = store.evaluations.list()[0].id
    shutil.rmtree(home / "models" / "tiny")
    make_model(home / "models", temperature=3.0)
    reads = counting()
    made = run(store, reads)
    assert made.id != old
    assert len(reads.asked) == 8
    assert (states(store), folders()) == (["done"], [str(made.id)])


def test_another_data_set_of_that_name_begins_anew(store: Store, tmp_path: Path) -> None:
    interrupt(store, counting())
    old = store.evaluations.list()[0].id
    import_rows(rows()[:9], tmp_path, replacing=True)
    reads = counting()
    made = run(store, reads)
    assert made.id != old
    assert (len(reads.asked), made.total, states(store)) == (6, 9, ["done"])
    assert folders() == [str(made.id)]


def test_other_material_leaves_what_was_interrupted_to_be_gone_on_with(store: Store) -> None:
    interrupt(store, counting())
    reads = counting()
    run(store, reads, Material("news", "all", matches={"cooking": "health"}))
    assert len(reads.asked) == 12
    assert states(store) == ["done", "interrupted"]


def test_the_desks_decisions_go_on_and_what_was_changed_meanwhile_is_read_anew(
    store: Store,
) -> None:
    ids = store.articles.add([Article(f"Title {i}", TEXTS[0], "wire.txt") for i in range(8)])
    for article in ids:
        store.decisions.record(article, "sport", "Ana")
    since = Material(since=datetime(2020, 1, 2, 3, 4, 5, 678901, UTC))
    interrupt(store, counting(), since, at=4)
    store.decisions.record(ids[0], None, "Ana")
    reads = counting()
    made = run(store, reads, since)
    assert load(made.id).keys.tolist() == ids[1:]
    assert len(reads.asked) == 7, "the first four are not the same four any more"
    assert states(store) == ["done"]


def test_a_damaged_portion_is_read_again(store: Store) -> None:
    interrupt(store, counting())
    [folder] = list((paths.home() / "evaluations").iterdir())
    portions = sorted(folder.iterdir())
    assert len(portions) == 2
    portions[0].write_bytes(portions[0].read_bytes()[:-20])
    reads = counting()
    run(store, reads)
    assert reads.asked == ["Title 0", "Title 1", "Title 3", "Title 9", "Title 10"]


def test_one_that_went_on_can_still_be_cancelled_and_leaves_nothing(store: Store) -> None:
    interrupt(store, counting())
    interrupt(store, counting(), error=Cancelled, at=12)
    assert states(store) == ["cancelled"]
    assert folders() == []


def test_one_that_another_process_goes_on_with_is_not_taken_from_it(store: Store) -> None:
    from newsdesk.core.processes import this_process

    interrupt(store, counting())
    [stopped] = store.evaluations.list()
    assert store.evaluations.go_on(stopped.id, this_process())
    assert not store.evaluations.go_on(stopped.id, this_process())
    assert not store.evaluations.remove_interrupted(stopped.id)
    made = run(store, counting())
    assert made.id != stopped.id
    assert states(store) == ["done", "running"]


SLOW = """
import sys, time
from newsdesk.analysis import evaluating
from newsdesk.core.evaluation import Material
from newsdesk.engine.loading import load
from newsdesk.store import Store

def tell(done, total):
    print(done, flush=True)
    time.sleep(60 if done == 8 else 0)

evaluating.PORTION = 4
with Store.open() as store:
    evaluating.evaluate(store, load("tiny"), Material("news", "all"), tell)
"""


def test_a_kill_costs_no_more_than_what_was_just_being_read(store: Store) -> None:
    child = subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    with child.stdout:
        assert [child.stdout.readline().strip() for _ in range(2)] == ["4", "8"]
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    assert states(store) == ["running"]
    reads = counting()
    made = run(store, reads)
    assert reads.asked == ["Title 9", "Title 10"]
    assert (made.articles, states(store), folders()) == (8, ["done"], [str(made.id)])
