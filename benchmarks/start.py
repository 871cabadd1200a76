"""Part `start`: how soon the window can be seen, and the first article has its answer."""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, Size
from benchmarks.probes.run import run_probe
from benchmarks.screen import Screen, screen

TIMES_BARE = 4.0
FIRST_ANSWER_S = 2.5
STORY = (
    "Council agrees budget\n\n"
    "The city council agreed its budget on Monday after a debate of nine hours. "
    "The minister said that taxes on property would not rise before the election.\n\n"
    "The opposition voted against it.\n"
)


@dataclass(slots=True)
class _Times:
    """Seconds from the command, by what was waited for; modules that should not be there."""

    bare: list[float] = field(default_factory=list)
    fresh: list[float] = field(default_factory=list)
    second: list[float] = field(default_factory=list)
    fresh_answer: list[float] = field(default_factory=list)
    second_answer: list[float] = field(default_factory=list)
    heavy: set[str] = field(default_factory=set)


def measure(size: Size) -> list[Figure]:
    """Medians over starts that alternate with those of a bare window."""
    times = _Times()
    with screen() as shown_on, tempfile.TemporaryDirectory() as folder:
        story = Path(folder) / "story.txt"
        story.write_text(STORY, encoding="utf-8")
        _round(shown_on, story, Path(folder), _Times())  # fills the disk's cache
        for _ in range(size.starts):
            _round(shown_on, story, Path(folder), times)
    return _figures(times, shown_on.description)


def _round(shown_on: Screen, story: Path, folder: Path, times: _Times) -> None:
    bare = run_probe("bare", environment=shown_on.environment)
    times.bare.append(bare["shown"] - bare["begun"])
    with tempfile.TemporaryDirectory(dir=folder) as home:
        environment = {**shown_on.environment, "NEWSDESK_HOME": home}
        for shown in (times.fresh, times.second):
            found = run_probe("opened", environment=environment)
            shown.append(found["shown"] - found["begun"])
            times.heavy.update(found["heavy"])
    with tempfile.TemporaryDirectory(dir=folder) as home:
        environment = {**shown_on.environment, "NEWSDESK_HOME": home}
        for answered in (times.fresh_answer, times.second_answer):
            found = run_probe("opened", str(story), environment=environment)
            answered.append(_answer(found))


def _answer(found: dict[str, Any]) -> float:
    """Seconds to the answer; endless where none came."""
    return float(found.get("answered", float("inf")) - found["begun"])


def _figures(times: _Times, shown_on: str) -> list[Figure]:
    bare = statistics.median(times.bare)
    fresh, second = statistics.median(times.fresh), statistics.median(times.second)
    first, again = statistics.median(times.fresh_answer), statistics.median(times.second_answer)
    heavy = ", ".join(sorted(times.heavy))
    return [
        Figure("a bare PySide6 window is seen after", bare, "s", note=shown_on),
        Figure("Newsdesk is seen after, fresh home", fresh, "s"),
        Figure("Newsdesk is seen after, second start", second, "s"),
        Figure("… in times of the bare window, fresh home", fresh / bare, "×", TIMES_BARE),
        Figure("… in times of the bare window, second start", second / bare, "×", TIMES_BARE),
        Figure("heavy modules loaded by then", len(times.heavy), "", 0, note=heavy),
        Figure("first article answered after, fresh home", first, "s", FIRST_ANSWER_S),
        Figure("first article answered after, second start", again, "s", FIRST_ANSWER_S),
    ]
