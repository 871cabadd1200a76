"""Part `window`: memory of the window's process, and whether it answers while 1,000 are sorted."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.articles import sample, write_jsonl
from benchmarks.figures import Figure, Size
from benchmarks.probes.run import run_probe
from benchmarks.screen import screen
from newsdesk.core.errors import NewsdeskError

MOST_MIB = 200
MOST_SILENT_MS = 50


def measure(size: Size) -> list[Figure]:
    """The articles go to the window as one file: read, stored, classified, listed."""
    given = sample(size.articles)
    with screen() as shown_on, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "articles.jsonl"
        write_jsonl(given.articles, file)
        bare = run_probe("bare", environment=shown_on.environment)
        home = Path(folder) / "home"
        environment = {**shown_on.environment, "NEWSDESK_HOME": str(home)}
        found = run_probe("busy", str(file), environment=environment)
    if found.get("waiting", 1) or found["articles"] != size.articles:
        raise NewsdeskError(
            "unanswered",
            f"Of {size.articles:,} articles given to the window not all have an answer.",
            "Open Newsdesk and drop a few articles on it to see why.",
        )
    return _figures(bare, found, f"{given.origin}; {shown_on.description}")


def _figures(bare: dict[str, Any], found: dict[str, Any], origin: str) -> list[Figure]:
    count = found["articles"]
    where = " < ".join(found["worst_stack"][:6]) or "between calls"
    worst = f"{found['worst_processor_ms']:.0f} ms of it on a processor; {where}"
    often = f"{found['over_50_ms']} of {found['beats']:,} beats later than {MOST_SILENT_MS} ms"
    return [
        Figure("memory of a bare PySide6 window (RSS)", bare["rss"], "MiB"),
        Figure("memory of the window, idle (RSS)", found["idle"]["rss"], "MiB", MOST_MIB),
        Figure(f"memory after {count:,} articles (RSS)", found["busy"]["rss"], "MiB", MOST_MIB),
        Figure(f"memory after {count:,} articles (PSS)", found["busy"]["pss"], "MiB"),
        Figure("longest silence meanwhile", found["worst_ms"], "ms", MOST_SILENT_MS, note=worst),
        Figure("99.9th percentile of the silences", found["usual_worst_ms"], "ms", note=often),
        Figure("most work between two beats", found["most_processor_ms"], "ms"),
        Figure("articles through the window", count / found["seconds"], "a second", note=origin),
    ]
