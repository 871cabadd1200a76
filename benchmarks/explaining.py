"""How soon the first explanation is there, and how far behind the typing the live answer is."""

from __future__ import annotations

import statistics
from pathlib import Path

from benchmarks.figures import Figure, Size
from benchmarks.probes.run import run_probe
from benchmarks.screen import Screen

FIRST_S = 1.0
BEHIND_S = 0.5


def explaining_figures(size: Size, shown_on: Screen, folder: Path) -> list[Figure]:
    """In the real window, on articles that fill all that the model reads."""
    home = folder / "explaining"
    home.mkdir()
    environment = {**shown_on.environment, "NEWSDESK_HOME": str(home)}
    found = run_probe("explained", str(max(3, size.calls // 10)), environment=environment)
    first, whole = statistics.median(found["first"]), statistics.median(found["whole"])
    behind = found["behind"]
    return [
        Figure(f"first explanation, {found['tokens']} tokens", first, "s", FIRST_S),
        Figure("… the last refinement", whole, "s"),
        Figure("live answer behind the typing, longest", max(behind), "s", BEHIND_S),
        Figure("… median", statistics.median(behind), "s"),
    ]
