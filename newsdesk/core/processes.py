"""Processes that outlive the window: told apart from later ones that got the same number."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProcessId:
    """A process. birth: when it began, in a form that no change of the clock moves."""

    pid: int
    birth: str


def this_process() -> ProcessId:
    """The process that asks."""
    found = process_of(os.getpid())
    assert found is not None
    return found


def process_of(pid: int) -> ProcessId | None:
    """The process that has this number now; None where there is none or it is a zombie."""
    birth = _birth_on_linux(pid) if sys.platform == "linux" else _birth(pid)
    return None if birth is None else ProcessId(pid, birth)


def is_alive(process: ProcessId | None) -> bool:
    """Whether this very process still runs."""
    return process is not None and process_of(process.pid) == process


def _birth_on_linux(pid: int) -> str | None:
    """Clock ticks since the machine was started, and which start of the machine that was."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None
    # The program's name stands in brackets and may hold spaces and brackets itself.
    fields = text.rpartition(")")[2].split()
    state, ticks = fields[0], fields[19]
    return None if state in "ZX" else f"{boot}/{ticks}"


def _birth(pid: int) -> str | None:
    import psutil

    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else f"{process.create_time():.2f}"
    except psutil.Error:
        return None
