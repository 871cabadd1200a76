"""What a benchmark finds, as a table for people and as JSON for machines."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from newsdesk.engine.runtime import usable_cores

_LIBRARIES = (
    "PySide6-Essentials",
    "numpy",
    "onnxruntime",
    "tokenizers",
    "torch",
    "transformers",
)


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: starts of each kind, articles in bulk, rounds over all of them, calls
    with a single article, articles in the inbox, and articles of an archive run."""

    starts: int = 7
    articles: int = 1000
    rounds: int = 3
    calls: int = 100
    inbox: int = 200_000
    archive: int = 10_000


QUICK = Size(starts=1, articles=48, rounds=1, calls=5, inbox=2000, archive=200)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value.

    limit: what it may be at most (better: lower) or must be at least (better: higher);
        None for a value that only stands beside another.
    note: what a reader should know about this value.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    better: Literal["lower", "higher"] = "lower"
    note: str = ""

    @property
    def kept(self) -> bool:
        """Whether the value keeps its limit; one without a limit always does."""
        if self.limit is None:
            return True
        return self.value <= self.limit if self.better == "lower" else self.value >= self.limit


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of one run; problems: a sentence for each part that could not be measured."""

    figures: tuple[Figure, ...]
    problems: tuple[str, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether everything was measured and keeps its limit."""
        return not self.problems and all(figure.kept for figure in self.figures)


def table(report: Report) -> str:
    """The report as lines: what, measured, limit, verdict; notes and problems below."""
    rows = [("what", "measured", "limit", "")]
    rows += [_row(figure) for figure in report.figures]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        f"{what:<{widths[0]}}  {measured:>{widths[1]}}  {limit:>{widths[2]}}  {verdict}".rstrip()
        for what, measured, limit, verdict in rows
    ]
    lines.insert(1, "-" * max(map(len, lines)))
    lines += [f"  {figure.name}: {figure.note}" for figure in report.figures if figure.note]
    lines += [f"  not measured: {problem}" for problem in report.problems]
    return "\n".join(lines)


def write_json(report: Report, path: Path) -> None:
    """Write the report with the facts of this machine."""
    found = [{**asdict(figure), "kept": figure.kept} for figure in report.figures]
    content = {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "figures": found,
        "problems": report.problems,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def machine() -> dict[str, object]:
    """What the figures depend on: cores, processor, system, Python and libraries."""
    return {
        "cores": usable_cores(),
        "cores_total": os.cpu_count(),
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "libraries": {name: _version(name) for name in _LIBRARIES},
    }


def _row(figure: Figure) -> tuple[str, str, str, str]:
    measured = f"{_number(figure.value)} {figure.unit}".rstrip()
    if figure.limit is None:
        return figure.name, measured, "", ""
    bound = "≤" if figure.better == "lower" else "≥"
    limit = f"{bound} {_number(figure.limit)}"
    missed = "OVER" if figure.better == "lower" else "UNDER"
    return figure.name, measured, limit, "ok" if figure.kept else missed


def _number(value: float) -> str:
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:.3g}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names: Sequence[str] = [line.split(":", 1)[1].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.machine()


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None
