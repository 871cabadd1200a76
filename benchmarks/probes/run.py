"""Starts a probe and hears what it found."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from newsdesk.core.errors import NewsdeskError

ROOT = Path(__file__).resolve().parents[2]


def run_probe(name: str, *arguments: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """What `benchmarks.probes.NAME` printed, with `begun`, the moment before it was started.

    Moments are seconds of the clock that all processes of the machine share.
    Raises NewsdeskError where the probe fails.
    """
    command = [sys.executable, "-m", f"benchmarks.probes.{name}", *arguments]
    begun = time.monotonic()
    ended = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode or not ended.stdout.strip():
        last = (ended.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise NewsdeskError(
            "probe_failed",
            f"The window's probe {name} ended with code {ended.returncode}: {last}.",
            f"Run `python {' '.join(command[1:])}` to see the rest.",
        )
    return {"begun": begun, **json.loads(ended.stdout.splitlines()[-1])}
