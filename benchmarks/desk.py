"""Part `desk`: a shift with 200,000 articles in the inbox, and an archive run beside it."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.archive import archive_figures
from benchmarks.explaining import explaining_figures
from benchmarks.figures import Figure, Size
from benchmarks.filled import fill
from benchmarks.models import shipped_model
from benchmarks.probes.run import run_probe
from benchmarks.screen import Screen, screen

LATER_S = 0.5
FRAME_MS = 16
ANSWER_MS = 100
NEXT_MS = 50
MOST_MIB = 250 * 1e6 / 2**20
_WORST = 3
_ASKED = "from the click or the last key to the list painted; no article is explained meanwhile"

Found = dict[str, Any]


def measure(size: Size) -> list[Figure]:
    """Every probe opens the real window; the store is made anew, always the same."""
    with screen() as shown_on, tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder) / "full", Path(folder) / "empty"
        for home in (full, empty):
            home.mkdir()
        fill(full, size.inbox, shipped_model())
        opened = _opened(size, shown_on, full, empty)
        moves, presses = str(size.calls * 2), str(size.calls)
        scrolled = _probe(shown_on, full, "scrolled", moves)
        asked = _probe(shown_on, full, "asked", str(size.rounds))
        decided = _probe(shown_on, full, "decided", presses)
        held = {name: found["rss"] for name, found in _named(scrolled, asked, decided)}
        return [
            *_opening(size, opened, shown_on.description),
            *_scrolling(scrolled),
            *asking_figures(asked),
            *_deciding(decided),
            Figure(
                "memory of the window (RSS)",
                max(held.values()),
                "MiB",
                MOST_MIB,
                note=", ".join(f"{name}: {rss:.0f}" for name, rss in held.items()),
            ),
            *explaining_figures(size, shown_on, Path(folder)),
            *archive_figures(size, shown_on, Path(folder)),
        ]


def _probe(shown_on: Screen, home: Path, name: str, *arguments: str) -> Found:
    environment = {**shown_on.environment, "NEWSDESK_HOME": str(home)}
    return run_probe(name, *arguments, environment=environment)


def _named(scrolled: Found, asked: Found, decided: Found) -> Iterator[tuple[str, Found]]:
    yield "after scrolling", scrolled
    yield "after filters and searches", asked
    yield "after decisions", decided


def _opened(size: Size, shown_on: Screen, full: Path, empty: Path) -> dict[str, list[float]]:
    """Seconds from the command, the two homes taking turns."""
    seconds: dict[str, list[float]] = {"empty": [], "shown": [], "rows": []}
    for start in range(-1, size.starts):
        bare = _probe(shown_on, empty, "filled_opened", "empty")
        found = _probe(shown_on, full, "filled_opened", "rows")
        if start >= 0:  # the one before fills the disk's cache
            seconds["empty"].append(bare["shown"] - bare["begun"])
            for moment in ("shown", "rows"):
                seconds[moment].append(found[moment] - found["begun"])
    return seconds


def _opening(size: Size, opened: dict[str, list[float]], shown_on: str) -> list[Figure]:
    empty, shown, rows = (statistics.median(opened[name]) for name in ("empty", "shown", "rows"))
    return [
        Figure("an empty inbox is seen after", empty, "s", note=shown_on),
        Figure(f"an inbox of {size.inbox:,} is seen after", shown, "s"),
        Figure("… later than the empty one", shown - empty, "s", LATER_S),
        Figure("… and its first rows", rows - empty, "s", LATER_S),
    ]


def _scrolling(found: Found) -> list[Figure]:
    ways = {way: each for way, each in found.items() if isinstance(each, dict)}
    slowest = {way: max(each["frames"]) for way, each in ways.items()}
    usual = {way: float(np.quantile(each["frames"], 0.99)) for way, each in ways.items()}
    silent = max(ways.values(), key=lambda each: each["silence"])
    worst, high = max(slowest.values()), max(usual.values())
    stack = " < ".join(silent["stack"]) or "between calls"
    return [
        Figure("slowest frame while scrolling", worst, "ms", FRAME_MS, note=_each(slowest)),
        Figure("… 99th percentile", high, "ms", FRAME_MS, note=_each(usual)),
        Figure("longest silence meanwhile", silent["silence"], "ms", note=stack),
    ]


def asking_figures(found: Found) -> list[Figure]:
    """From the click, or the last key, to the listing on the screen; medians over the rounds."""
    rounds: dict[str, list[float]] = {}
    for question, ms in found["questions"]:
        rounds.setdefault(question, []).append(ms)
    taken = {question: statistics.median(times) for question, times in rounds.items()}
    worst = sorted(taken, key=lambda question: -taken[question])[:_WORST]
    note = "slowest: " + ", ".join(f"{question} {taken[question]:.0f}" for question in worst)
    high, name = _high(taken.values()), f"{len(taken)} filters and searches, 95th percentile"
    return [
        Figure(name, high, "ms", ANSWER_MS, note=note),
        Figure("… median", statistics.median(taken.values()), "ms", note=_ASKED),
    ]


def _deciding(found: Found) -> list[Figure]:
    kinds = ("confirm", "digit", "skip")
    taken = [ms for kind in kinds for ms in found[kind]]
    note = _each({kind: statistics.median(found[kind]) for kind in kinds})
    return [
        Figure("from a key to the next article, 95th percentile", _high(taken), "ms", NEXT_MS),
        Figure("… median", statistics.median(taken), "ms", NEXT_MS, note=note),
    ]


def _high(values: Iterable[float]) -> float:
    return float(np.quantile(list(values), 0.95))


def _each(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in values.items())
