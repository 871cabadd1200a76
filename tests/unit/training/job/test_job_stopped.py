"""Jobs that are paused, ended and resumed."""

from __future__ import annotations

import msgspec
import pytest
from jobs_made import add_job, keep_set, made_rows
from trained import same, weights_of, wish_at

from newsdesk.core import paths
from training.job import run_job


@pytest.mark.parametrize("wish", ["pause", "signal"])
def test_stopped_and_resumed_is_never_stopped_bit_for_bit(store, spec, monkeypatch, wish):
    keep_set(store, made_rows())
    assert run_job(add_job(store, spec)) == 0
    wanted = weights_of()
    job_id = add_job(store, msgspec.structs.replace(spec, name="stopped"))
    with monkeypatch.context() as patched:
        wish_at(patched, store, job_id, wish, after=5)
        assert run_job(job_id) == {"pause": 75, "signal": 143}[wish]
    assert store.jobs.get(job_id).state == {"pause": "paused", "signal": "interrupted"}[wish]
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0
    assert same(weights_of("stopped"), wanted)
    assert any("goes on after step" in event.message for event in store.jobs.events(job_id))


def test_cancelled_it_says_so_and_makes_no_model(store, spec, monkeypatch):
    keep_set(store, made_rows())
    job_id = add_job(store, spec)
    wish_at(monkeypatch, store, job_id, "cancel", after=2)
    assert run_job(job_id) == 76
    assert store.jobs.get(job_id).state == "cancelled"
    assert not (paths.installed_models() / "tiny").exists()


def test_a_set_that_changes_changes_nothing_for_a_job_that_began(store, spec, monkeypatch):
    dataset = keep_set(store, made_rows())
    assert run_job(add_job(store, spec)) == 0
    job_id = add_job(store, msgspec.structs.replace(spec, name="changed"))
    with monkeypatch.context() as patched:
        wish_at(patched, store, job_id, "pause", after=3)
        assert run_job(job_id) == 75
    before = store.jobs.get(job_id).fingerprint
    store.datasets.change_label(dataset, 1, "sport", "a person")
    store.jobs.requeue(job_id)
    assert run_job(job_id) == 0
    assert same(weights_of("changed"), weights_of("tiny"))
    assert store.jobs.get(job_id).fingerprint == before
    assert any("keeps its snapshot" in event.message for event in store.jobs.events(job_id))
    again = add_job(store, msgspec.structs.replace(spec, name="again"))
    assert run_job(again) == 0
    assert store.jobs.get(again).fingerprint != before
