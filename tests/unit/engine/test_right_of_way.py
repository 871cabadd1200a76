"""While the desk classifies, a training on its device can see it; otherwise nothing is written."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from newsdesk.core.processes import this_process
from newsdesk.engine import right_of_way
from newsdesk.engine.right_of_way import RightOfWay
from newsdesk.store import Store


def training(store: Store, device: str = "cpu") -> int:
    job_id = store.jobs.add("job", "finetune", "", "news")
    store.jobs.begin(job_id, this_process(), device)
    return job_id


def test_the_desk_claims_its_device_while_a_training_uses_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(right_of_way, "EVERY", 0.0)
    with Store.open() as store:
        training(store)
        with RightOfWay(store, "cpu") as desk:
            ((process, first),) = store.leases.desk_beats("cpu")
            desk.beat()
            ((_, second),) = store.leases.desk_beats("cpu")
        assert process == this_process()
        assert second > first
        assert store.leases.desk_beats("cpu") == ()


@pytest.mark.parametrize("device", [None, "cuda:0"])
def test_without_a_training_on_its_device_the_desk_writes_nothing(
    home: Path, device: str | None
) -> None:
    with Store.open() as store:
        if device:
            training(store, device)
        before = store.change_count
        with RightOfWay(store, "cpu") as desk:
            for _ in range(100):
                desk.beat()
        assert store.change_count == before


def test_a_training_that_begins_meanwhile_is_seen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(right_of_way, "EVERY", 0.0)
    with Store.open() as store, RightOfWay(store, "cpu") as desk:
        training(store)
        desk.beat()
        assert len(store.leases.desk_beats("cpu")) == 1


def test_a_store_that_is_busy_does_not_stop_the_desk(home: Path) -> None:
    with Store.open(patience=0.05) as store, Store.open() as other:
        training(store)
        with other._database.write(), RightOfWay(store, "cpu") as desk:
            desk.beat()


def test_one_article_is_hardly_slower(home: Path) -> None:
    with Store.open() as store:
        training(store)
        times = []
        for _ in range(20):
            start = time.perf_counter()
            with RightOfWay(store, "cpu") as desk:
                desk.beat()
            times.append(time.perf_counter() - start)
    assert min(times) < 0.01
