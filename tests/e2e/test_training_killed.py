"""A trainer that is killed at any moment ends, once it is called again, in the same weights."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jobs_made import add_job, keep_set, made_rows, save_tiny_encoder, tiny_spec

from newsdesk.core import paths
from newsdesk.core.manifest import file_digest
from newsdesk.core.recipes import SweepSpec
from newsdesk.store import Store

pytest.importorskip("torch", reason="the training extra is not installed")

ROOT = Path(__file__).resolve().parents[2]
# With the longest wait that surely ends within the phase or a trial after it.
PHASES = {
    "tokenising": 0.4,
    "trial 1": 0.4,
    "trial 2": 0.4,
    "calibrating": 0.02,
    "exporting": 0.02,
    "measuring": 0.02,
}
EPOCHS = 150
"""Of the job that is killed twenty times: some seconds a trial."""


def _start(job_id: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "training", str(job_id)],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _kill_in(store: Store, job_id: int, phase: str, delay: float) -> bool:
    """Start the trainer and kill it some time after a phase has begun; False if it was done."""
    process = _start(job_id)
    try:
        while process.poll() is None:
            if store.jobs.get(job_id).progress.phase.startswith(phase):
                time.sleep(delay)
                break
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    return store.jobs.get(job_id).state == "running"


def _killed_and_resumed(store: Store, job_id: int, moments: list[tuple[str, float]]) -> int:
    killed = 0
    for phase, delay in moments:
        if _kill_in(store, job_id, phase, delay):
            killed += 1
            # What the supervisor does when it finds the process gone.
            store.jobs.end(job_id, "interrupted")
            store.jobs.requeue(job_id)
    if store.jobs.get(job_id).state == "queued":
        assert _start(job_id).wait(timeout=120) == 0
    return killed


@pytest.fixture
def jobs(tmp_path: Path, request: pytest.FixtureRequest):
    """An undisturbed job's weights, and a job to be disturbed."""
    encoder = save_tiny_encoder(tmp_path / "a base model")
    epochs = getattr(request, "param", 2)
    tuning = {"epochs": epochs, "patience": epochs}
    spec = tiny_spec(str(encoder), sweep=SweepSpec(seeds=(13, 21)), tuning=tuning)
    with Store.open() as store:
        keep_set(store, made_rows())
        assert _start(add_job(store, spec)).wait(timeout=120) == 0
        yield store, add_job(store, spec)


def _check(store: Store, job_id: int) -> None:
    first, second = (paths.installed_models() / name for name in ("tiny", "tiny-2"))
    assert store.jobs.get(job_id).state == "done"
    assert file_digest(first / "model.safetensors") == file_digest(second / "model.safetensors")
    assert (first / "README.md").read_bytes() == (second / "README.md").read_bytes().replace(
        b"tiny-2", b"tiny"
    )
    rest = {path.name for path in (paths.job(job_id) / "checkpoints").iterdir()}
    assert len([name for name in rest if name.startswith("kept-")]) == 1
    assert not [name for name in rest if name.startswith("trial-")]


def test_killed_in_three_phases_it_loses_nothing(jobs: tuple[Store, int]) -> None:
    store, job_id = jobs
    moments = [("trial 1", 0.05), ("trial 2", 0.02), ("exporting", 0.0)]
    assert _killed_and_resumed(store, job_id, moments) == 3
    _check(store, job_id)


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("jobs", [EPOCHS], indirect=True)
def test_killed_at_twenty_random_moments_it_loses_nothing(jobs: tuple[Store, int]) -> None:
    store, job_id = jobs
    chance = random.Random(13)
    names = list(PHASES)
    phases = [names[at * len(names) // 20] for at in range(20)]
    moments = [(phase, chance.uniform(0, PHASES[phase])) for phase in phases]
    assert _killed_and_resumed(store, job_id, moments) >= 15
    _check(store, job_id)
