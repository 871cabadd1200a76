"""Job: one run of a recipe. Its states, what it tells while it goes, and what came out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import msgspec

from newsdesk.core.errors import Problem
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import ProcessId

JobState = Literal[
    "queued", "running", "pausing", "paused", "cancelling",
    "done", "failed", "cancelled", "interrupted",
]  # fmt: skip
Wish = Literal["", "pause", "cancel"]
"""What a person wants of a job that runs."""

ACTIVE: frozenset[JobState] = frozenset({"running", "pausing", "cancelling"})
"""A process should be there."""
RESUMABLE: frozenset[JobState] = frozenset({"paused", "interrupted", "failed", "cancelled"})
ENDED: frozenset[JobState] = frozenset({"done", "failed", "cancelled", "interrupted"})


class JobResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a job that is done has made.

    model: the name of its model folder. dev_macro_f1: what it was chosen by.
    macro_f1, accuracy: on the untouched test part of `articles` articles, with intervals;
    baseline_macro_f1: TF-IDF with a linear SVM on the same articles.
    """

    model: str
    dev_macro_f1: float
    macro_f1: Metric | None = None
    accuracy: Metric | None = None
    baseline_macro_f1: float | None = None
    articles: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is, as it tells it about once a second.

    phase: what it is doing, for people ("reading", "trial 3 of 12", "exporting").
    step, steps: optimiser steps done and planned over all trials; 0 steps where unknown.
    seconds_left: an estimate; None while there is none.
    rate: articles a second. memory: peak bytes on the device, or of the process on the CPU.
    """

    phase: str
    step: int = 0
    steps: int = 0
    seconds_left: float | None = None
    rate: float = 0.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """A job as the store knows it.

    spec: the specification, TOML text. dataset, fingerprint: the set's name, and the hash of the
    snapshot that it learns from (empty before it began).
    device: as asked for in the queue ("auto", "cpu", "cuda:0"), as given once it runs.
    after: jobs that must be done first. night: "22:00-06:00", or empty for any time.
    attempt: how often it was begun. beats: moves while the process lives, whatever the clock says.
    supervisor: waits for its turn, starts the trainer and says how it ended.
    wish_at: when the wish was written down.
    """

    id: int
    name: str
    recipe: str
    spec: str
    state: JobState
    dataset: str
    fingerprint: str
    device: str
    after: tuple[int, ...]
    night: str
    attempt: int
    progress: Progress
    beats: int
    created: datetime
    started: datetime | None
    ended: datetime | None
    heartbeat: datetime | None
    supervisor: ProcessId | None
    trainer: ProcessId | None
    wish: Wish
    wish_at: datetime | None
    problem: Problem | None
    result: JobResult | None


@dataclass(frozen=True, slots=True)
class JobEvent:
    """One line of a job's history. kind: info, warning or error."""

    id: int
    job_id: int
    at: datetime
    kind: Literal["info", "warning", "error"]
    message: str


@dataclass(frozen=True, slots=True)
class MetricPoint:
    """One measured value. trial: its number from 1; step: optimiser steps of that trial."""

    trial: int
    step: int
    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Trial:
    """One training within a job: one place of its grid, one seed, one fold.

    number: from 1, in the order of the training. fold: 0 where the set has no folds.
    state: waiting, running, done, collapsed (every attempt) or failed.
    attempts: how often it was begun; more than 1 after a collapse.
    """

    number: int
    encoder_rate: float
    head_rate: float
    seed: int
    fold: int = 0
    state: Literal["waiting", "running", "done", "collapsed", "failed"] = "waiting"
    attempts: int = 0
    best_epoch: int = 0
    dev_macro_f1: float | None = None
    dev_loss: float | None = None
