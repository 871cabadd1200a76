"""`python -m benchmarks [PART…]`: measure, print a table, write JSON."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from pathlib import Path

from benchmarks.figures import QUICK, Figure, Report, Size, table, write_json
from newsdesk.core.errors import NewsdeskError

PARTS = (
    "start", "window", "single", "bulk", "desk", "matrix", "scatter", "projection", "doubts",
    "training", "jobs", "install",
)  # fmt: skip
RESULTS = Path(__file__).parent / "results" / "latest.json"


def main() -> int:
    """Exit code 0 whatever was measured, unless --check asks for 1 where a limit is missed."""
    asked = _arguments()
    # Everything that is read lies here; nothing is to be asked of a model hub.
    os.environ["HF_HUB_OFFLINE"] = "1"
    size = QUICK if asked.quick else Size()
    figures: list[Figure] = []
    problems: list[str] = []
    for part in asked.parts or PARTS:
        begun = time.monotonic()
        print(f"{part} …", end="", flush=True, file=sys.stderr)
        try:
            # A part is imported when its turn comes: torch has no place beside the window's.
            figures += importlib.import_module(f"benchmarks.{part}").measure(size)
        except NewsdeskError as error:
            problems.append(f"{part}: {error}")
        print(f" {time.monotonic() - begun:.0f} s", file=sys.stderr)
    report = Report(tuple(figures), tuple(problems))
    print(table(report))
    write_json(report, RESULTS)
    return 1 if asked.check and not report.kept else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("benchmarks", description="Speed and size of Newsdesk.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; or all")
    parser.add_argument("--check", action="store_true", help="exit code 1 where a limit is missed")
    parser.add_argument("--quick", action="store_true", help="few repeats, few articles: a trial")
    asked = parser.parse_args()
    unknown = sorted(set(asked.parts) - set(PARTS))
    if unknown:
        parser.error(f"there is no part named {unknown[0]}; there are {', '.join(PARTS)}")
    return asked


if __name__ == "__main__":
    sys.exit(main())
