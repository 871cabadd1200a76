"""Part `matrix`: the confusion matrix of 60 sections over 100,000 articles, counted and shown."""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import replace

import numpy as np

from benchmarks.figures import Figure, Size
from benchmarks.probes.run import run_probe
from benchmarks.screen import screen
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.matrix import matrix_of
from newsdesk.core.section import Section

ARTICLES, SECTIONS = 100_000, 60
COUNTED_MS, SILENCE_MS = 100, 50
_RIGHT = 0.8
_SEED = 13


def measure(size: Size) -> list[Figure]:
    """Counted anew each time, probabilities first; and as the window shows it."""
    answers, other = made(ARTICLES, SECTIONS, _SEED), made(ARTICLES, SECTIONS, _SEED + 1)
    counted, held = [], []
    for _ in range(max(3, size.rounds)):
        # A copy has not found out yet which section is the likeliest.
        counted.append(_counted(replace(answers), None))
        held.append(_counted(replace(answers), replace(other)))
    with screen() as shown_on, tempfile.TemporaryDirectory() as home:
        environment = {**shown_on.environment, "NEWSDESK_HOME": home}
        found = run_probe("confused", str(ARTICLES), str(SECTIONS), environment=environment)
    name = f"matrix of {SECTIONS} sections over {ARTICLES:,} articles"
    worst = max(found["silences"], key=lambda deed: found["silences"][deed][0])
    return [
        Figure(f"{name}: counted", statistics.median(counted), "ms", COUNTED_MS),
        Figure(
            f"{name}: held against another model", statistics.median(held), "ms",
            note="paired by number and title; on a thread beside the window",
        ),
        Figure(
            f"{name}: longest silence of the window", found["silences"][worst][0], "ms",
            SILENCE_MS, note=f"while: {worst}; {shown_on.description}",
        ),
        Figure(
            f"{name}: most work of the window between two beats",
            max(work for _, work in found["silences"].values()), "ms", SILENCE_MS,
        ),
    ]  # fmt: skip


def made(articles: int, sections: int, seed: int) -> Evaluated:
    """Answers of a model that is mostly right, always the same; seed: of its mistakes."""
    truth = np.random.default_rng(_SEED).integers(0, sections, articles)
    chance = np.random.default_rng(seed)
    near = truth + np.rint(chance.normal(0, 2, articles)).astype(np.int64)
    said = np.where(chance.random(articles) < _RIGHT, truth, near % sections)
    probabilities = chance.random((articles, sections), dtype=np.float32) / sections
    probabilities[np.arange(articles), said] += 1
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    nothing = [""] * articles
    return Evaluated(
        sections=tuple(Section(f"section-{i}") for i in range(sections)),
        keys=np.arange(articles, dtype=np.int64),
        truth=truth,
        probabilities=probabilities,
        lengths=np.zeros(articles, dtype=np.int64),
        abstained=np.zeros(articles, dtype=np.bool_),
        titles=[f"Article {i}" for i in range(articles)],
        dates=nothing,
        sources=nothing,
        languages=nothing,
        covers=nothing,
    )


def _counted(answers: Evaluated, other: Evaluated | None) -> float:
    begun = time.perf_counter()
    matrix = matrix_of(answers, other, "similar")
    _ = matrix.counts, matrix.change, matrix.margins
    return 1000 * (time.perf_counter() - begun)
