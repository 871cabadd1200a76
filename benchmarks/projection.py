"""Part `projection`: t-SNE beside scikit-learn's, and how soon the first picture is there."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure, Size
from newsdesk.analysis.projection.prepared import prepare
from newsdesk.analysis.projection.tsne import tsne
from newsdesk.analysis.separation import separation
from newsdesk.engine.runtime import usable_cores

FEW, MANY, WIDTH, SECTIONS = 5_000, 50_000, 384, 17
MOST_OF_FEW, MOST_OF_MANY = 0.7, 1 / 3
FIRST_PICTURE_S = 2.0
TRUST = 0.01
_NEAREST = 10
_ASKED = 1_000
"""Articles by which trustworthiness is measured, each held against all others."""
_INNER, _BENT = 24, 96

Floats = NDArray[np.float32]


def measure(size: Size) -> list[Figure]:
    """The same features and cores on both sides, by turns; 50,000 once, 5,000 several times."""
    quick = size.rounds == 1
    few = _compared(FEW // 10 if quick else FEW, 1 if quick else size.rounds, MOST_OF_FEW)
    many = [] if quick else _compared(MANY, 1, MOST_OF_MANY)
    number = MANY // 10 if quick else MANY
    features, sections = features_made(number)
    took, _ = _timed(lambda: separation(features, sections))
    told = Figure(f"how separate {SECTIONS} sections of {number:,} × {WIDTH} are", took, "s")
    return [*few, *many, *_first_pictures(features, size.rounds), told]


def _compared(number: int, rounds: int, most: float) -> list[Figure]:
    from sklearn.manifold import TSNE

    features, _ = features_made(number)
    cores = usable_cores()
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(rounds):
        took, placed = _timed(lambda: tsne(prepare(features), cores, lambda *told: None))
        ours.append(took)
        took, others = _timed(lambda: TSNE(n_jobs=cores, random_state=1).fit_transform(features))
        theirs.append(took)
    us, them = statistics.median(ours), statistics.median(theirs)
    trust, their_trust = _trust(features, placed), _trust(features, others)
    name = f"t-SNE of {number:,} × {WIDTH}"
    note = f"{cores} cores; trustworthiness {trust:.4f} beside {their_trust:.4f}"
    return [
        Figure(f"{name} by scikit-learn", them, "s"),
        Figure(f"{name} by Newsdesk", us, "s", note=note),
        Figure("… in times of scikit-learn", us / them, "×", most),
        Figure("… trustworthiness less theirs", trust - their_trust, "", -TRUST, "higher"),
    ]


def _first_pictures(features: Floats, rounds: int) -> list[Figure]:
    """From a request to points, by a process that is started for it and by one that runs."""
    cold: list[float] = []
    warm: list[float] = []
    stopped: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "evaluations" / "1"
        folder.mkdir(parents=True)
        np.save(folder / "text.features.npy", features)
        for _ in range(rounds):
            begun = time.perf_counter()
            process = _Process(home)
            for times in (cold, warm):
                process.ask(1 + len(times), "tsne")
                process.hear("points")
                times.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                process.cancel(len(times))
                process.hear("cancelled")
                stopped.append(time.perf_counter() - begun)
                begun = time.perf_counter()
            process.end()
    name = f"first picture of {len(features):,} × {WIDTH}"
    return [
        Figure(f"{name}, process started for it", statistics.median(cold), "s", FIRST_PICTURE_S),
        Figure("… process running", statistics.median(warm), "s", FIRST_PICTURE_S),
        Figure("… from cancelling to free again", statistics.median(stopped), "s"),
    ]


class _Process:
    """The projection process, spoken to as the window does."""

    def __init__(self, home: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "newsdesk", "worker", "project"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "NEWSDESK_HOME": home},
        )

    def ask(self, request: int, method: str) -> None:
        self._say(id=request, op="project", evaluation=1, kind="text", method=method)

    def cancel(self, request: int) -> None:
        self._say(id=1000 + request, op="cancel", target=request)

    def hear(self, event: str) -> None:
        """Wait until it says this."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if json.loads(line)["event"] == event:
                return
        raise AssertionError(f"the process ended before it said {event}")

    def end(self) -> None:
        self._process.communicate()

    def _say(self, **values: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(values).encode() + b"\n")
        self._process.stdin.flush()


def features_made(number: int) -> tuple[Floats, NDArray[np.int64]]:
    """Features as a text encoder's: sections of unlike size on a bent surface, with some noise.

    Shapes (number, WIDTH) and (number,): the section of each.
    """
    chance = np.random.default_rng(13)
    centres = chance.normal(size=(SECTIONS, _INNER)) * 1.3
    shares = chance.dirichlet(np.full(SECTIONS, 3.0))
    sections = chance.choice(SECTIONS, number, p=shares)
    spread = chance.normal(size=(number, _INNER)) * np.linspace(1.2, 0.2, _INNER)
    bent = np.tanh((centres[sections] + spread) @ _mixing(chance, _INNER, _BENT))
    noise = 0.03 * chance.normal(size=(number, WIDTH))
    return (bent @ _mixing(chance, _BENT, WIDTH) + noise).astype(np.float32), sections


def _mixing(chance: np.random.Generator, rows: int, columns: int) -> NDArray[np.float64]:
    return np.asarray(chance.normal(size=(rows, columns)) / np.sqrt(rows))


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    made = work()
    return time.perf_counter() - begun, made


def _trust(features: Floats, points: Floats) -> float:
    """Trustworthiness (Venna & Kaski 2001) of ten neighbours: of a sample, among all articles."""
    number = len(features)
    asked = np.random.default_rng(1).permutation(number)[:_ASKED]
    lost = 0
    for place in asked:
        away = np.square(features - features[place]).sum(axis=1)
        away[place] = np.inf
        drawn = np.square(points - points[place]).sum(axis=1)
        drawn[place] = np.inf
        near = np.argpartition(drawn, _NEAREST)[:_NEAREST]
        ranks = (away[None] < away[near, None]).sum(axis=1) + 1
        lost += int(np.maximum(ranks - _NEAREST, 0).sum())
    return 1 - 2 * lost / (len(asked) * _NEAREST * (2 * number - 3 * _NEAREST - 1))
