"""What jobs leave on the disk, for how long, and whether there is room for another."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from newsdesk.core import paths
from newsdesk.core.catalogue import encoder_folder
from newsdesk.core.errors import Problem
from newsdesk.core.job import ACTIVE, Job
from newsdesk.core.recipes import FinetuneSpec
from newsdesk.core.teachers import base_of

if TYPE_CHECKING:
    from newsdesk.store import Store

CANCELLED_DAYS = timedelta(days=7)
LOG_DAYS = timedelta(days=30)
LOG_LIMIT = 20_000_000
LOG_KEPT = 2_000_000
COPIES = 10
"""Room in copies of the encoder's weights: the newest checkpoint with the optimiser's two moments,
the one that takes its place, the best so far, and the finished model as weights and graphs."""
MARGIN = 200_000_000
_AT_DISPOSAL = ("checkpoints", "out")


def log_of(job_id: int) -> Path:
    """Where a job's log lies."""
    return paths.job(job_id) / "log.txt"


def disk_problem(spec: FinetuneSpec) -> Problem | None:
    """Why there is too little room to begin; None where there is enough."""
    home = paths.home()
    need = MARGIN + COPIES * _weights(encoder_folder(base_of(spec)))
    free = shutil.disk_usage(home).free
    if free >= need:
        return None
    return Problem(
        "low_disk",
        f"The disk that holds {home} has {free / 1e9:.1f} GB left; this job needs about "
        f"{need / 1e9:.1f} GB.",
        f"Free {(need - free) / 1e9:.1f} GB, then press Resume.",
    )


def tidy_job(job: Job, moment: datetime | None = None) -> None:
    """Drop what a job does not need any more. moment: to reckon age from; now by default."""
    folder = paths.job(job.id)
    if job.state in ACTIVE or not folder.is_dir():
        return
    age = (moment or datetime.now(UTC)) - job.ended if job.ended else timedelta()
    if job.state == "done" or (job.state == "cancelled" and age > CANCELLED_DAYS):
        for name in _AT_DISPOSAL:
            shutil.rmtree(folder / name, ignore_errors=True)
    if age > LOG_DAYS:
        log_of(job.id).unlink(missing_ok=True)
    else:
        cut_log(log_of(job.id))


def tidy(store: Store) -> None:
    """Drop what no job needs any more."""
    for job in store.jobs.list():
        tidy_job(job)


def cut_log(log: Path, limit: int = LOG_LIMIT, kept: int = LOG_KEPT) -> None:
    """Keep only the end of a log that has grown too long, from a whole line on."""
    if not log.is_file() or log.stat().st_size <= limit:
        return
    with log.open("rb") as file:
        file.seek(-kept, os.SEEK_END)
        tail = file.read().partition(b"\n")[2]
    shorter = log.with_suffix(".part")
    shorter.write_bytes(b"(the beginning was cut off)\n" + tail)
    shorter.replace(log)


def start_over(job: Job) -> None:
    """Drop what a job has reached, so that it begins from nothing; it keeps its snapshot."""
    folder = paths.job(job.id)
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name in ("log.txt", "spec.toml", "snapshot"):
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _weights(folder: Path | None) -> int:
    """Bytes of an encoder's weights."""
    if folder is None:
        return 0
    return sum(path.stat().st_size for path in folder.glob("*.safetensors"))
