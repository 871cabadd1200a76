"""Archive run: everything in some folders or tables, classified in the background."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from newsdesk.core.errors import Problem
from newsdesk.core.processes import ProcessId

RunState = Literal["running", "paused", "done", "failed", "cancelled", "interrupted"]
RunWish = Literal["", "pause", "cancel"]
"""What a person wants of a run that goes on."""


@dataclass(frozen=True, slots=True)
class ArchiveRun:
    """One run as the store knows it.

    paths: files and folders as they were given. columns: a table's mapping by part, where chosen.
    files, rows: how far it is: whole files, and readings of the next one. files_total: 0 while
    folders are still walked.
    articles, failures: in the store so far. seconds: worked so far, pauses left out.
    rate: articles a second of late. seconds_left: an estimate; None while there is none.
    beats: moves while the process lives. process: the one that works on it.
    """

    id: int
    name: str
    model: str
    paths: tuple[str, ...]
    columns: dict[str, str] | None
    state: RunState
    files: int
    files_total: int
    rows: int
    articles: int
    failures: int
    seconds: float
    rate: float
    seconds_left: float | None
    beats: int
    created: datetime
    ended: datetime | None
    process: ProcessId | None
    wish: RunWish
    problem: Problem | None
