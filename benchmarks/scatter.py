"""Part `scatter`: 100,000 points on a canvas, shown, moved, zoomed, pointed at and lassoed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.figures import Figure, Size
from benchmarks.probes.run import run_probe
from benchmarks.screen import screen

POINTS = 100_000
FIRST_MS, FRAME_MS, HOVER_MS, LASSO_MS, SILENCE_MS = 1000, 16, 10, 200, 50
_AREAS = (("beside the matrix", 17, 560, 300), ("over the whole window", 60, 1180, 700))


def measure(size: Size) -> list[Figure]:
    """On a canvas as large as the screen usually gives it, and on one that fills a window."""
    figures: list[Figure] = []
    gestures = max(2, size.calls // 5)
    with screen() as shown_on:
        for where, sections, width, height in _AREAS:
            asked = map(str, (POINTS, sections, width, height, gestures))
            found = run_probe("scattered", *asked, environment=shown_on.environment)
            origin = f"{width} × {height}, {sections} sections; {shown_on.description}"
            figures += _figures(found, where, origin)
    return figures


def _figures(found: dict[str, list[float]], where: str, origin: str) -> list[Figure]:
    name = f"{POINTS:,} points {where}"
    frames = found["zoom"] + found["move"]
    return [
        Figure(f"{name}: first picture", found["first"][0], "ms", FIRST_MS, note=origin),
        Figure(f"{name}: frame, moved or zoomed (p95)", _high(frames), "ms", FRAME_MS),
        Figure(f"{name}: slowest such frame", max(frames), "ms", SILENCE_MS),
        Figure(f"{name}: picture drawn at rest (p95)", _high(found["rest"]), "ms", SILENCE_MS),
        Figure(f"{name}: mouse over a point (p95)", _high(found["hover"]), "ms", HOVER_MS),
        Figure(f"{name}: lasso to what is picked (p95)", _high(found["lasso"]), "ms", LASSO_MS),
    ]


def _high(values: Sequence[float]) -> float:
    return float(np.percentile(values, 95))
