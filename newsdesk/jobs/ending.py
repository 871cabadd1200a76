"""How a trainer's process ended, and what that means for its job."""

from __future__ import annotations

import signal
from pathlib import Path

from newsdesk.core.errors import Problem
from newsdesk.core.job import ACTIVE, Job, JobState
from newsdesk.jobs.retention import log_of
from newsdesk.jobs.start import interrupted

DONE, FAILED, PAUSED, CANCELLED = 0, 1, 75, 76
_SAID: dict[int, JobState] = {DONE: "done", PAUSED: "paused", CANCELLED: "cancelled"}


def outcome(job: Job, code: int | None, out_of_memory: bool) -> tuple[JobState, Problem | None]:
    """What becomes of a job whose trainer is gone and has not written it down itself.

    code: as `subprocess` gives it; None where nobody knows.
    out_of_memory: whether the system ended a process for lack of memory meanwhile.
    """
    if code in _SAID and job.state in ACTIVE:
        return _SAID[code], None
    number = _signal(code)
    if number == signal.SIGKILL and out_of_memory:
        return "failed", Problem(
            "memory",
            f"The system ended the job {job.name} because the machine ran out of memory.",
            "Start it again with a smaller micro-batch, which changes nothing of the result, or "
            "close other programs.",
        )
    if number is not None:
        return "interrupted", interrupted(job, f"its process was ended by {number.name}")
    if code is None:
        return "interrupted", interrupted(job)
    return "failed", Problem(
        "died",
        f"The process of the job {job.name} ended by itself with code {code}.",
        f"The log says why: {log_of(job.id)}.",
    )


def memory_kills() -> int:
    """How many processes the system has ended for lack of memory; 0 where it does not tell."""
    try:
        text = Path("/proc/vmstat").read_text(encoding="ascii")
    except OSError:
        return 0
    for line in text.splitlines():
        name, _, value = line.partition(" ")
        if name == "oom_kill":
            return int(value)
    return 0


def _signal(code: int | None) -> signal.Signals | None:
    """The signal that ended a process; a launcher tells it as 128 and more."""
    if code is None:
        return None
    number = -code if code < 0 else code - 128
    return signal.Signals(number) if number in set(signal.Signals) else None
