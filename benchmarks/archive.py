"""Archive runs of short articles with the window idle and with a person at it, turn and turn."""

from __future__ import annotations

import statistics
from pathlib import Path

from benchmarks.articles import sample, write_jsonl
from benchmarks.figures import Figure, Size
from benchmarks.probes.run import run_probe
from benchmarks.screen import Screen
from newsdesk.core.errors import NewsdeskError

NO_LOSS = 0.95


def archive_figures(size: Size, shown_on: Screen, folder: Path) -> list[Figure]:
    """Rates of whole runs, each in a data folder of its own."""
    given = sample(size.archive, ("agnews",))
    file = folder / "archive.jsonl"
    # Some come twice where there are too few.
    articles = (given.articles * 2)[: size.archive]
    write_jsonl(articles, file)
    deeds = 0
    rates: dict[str, list[float]] = {"idle": [], "used": []}
    # The second pair the other way round: what changes with time then falls on both.
    for number, way in enumerate(("idle", "used", "used", "idle")[: 2 * size.rounds]):
        home = folder / f"archive-{number}"
        home.mkdir()
        environment = {**shown_on.environment, "NEWSDESK_HOME": str(home)}
        found = run_probe("archived", str(file), way, environment=environment)
        if found["articles"] != len(articles):
            raise NewsdeskError(
                "unanswered",
                f"Of {len(articles):,} articles the archive run brought {found['articles']}.",
                "Start one in the window to see why.",
            )
        rates[way].append(found["articles"] / found["seconds"])
        deeds += found["deeds"]
    idle, used = statistics.median(rates["idle"]), statistics.median(rates["used"])
    note = f"{deeds} steps, decisions and searches meanwhile; {given.origin}"
    return [
        Figure(f"archive run of {size.archive:,}, window idle", idle, "a second"),
        Figure("… while the window is used", used, "a second", note=note),
        Figure("… of the rate with the window idle", used / idle, "×", NO_LOSS, "higher"),
    ]
