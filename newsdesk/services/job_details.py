"""One job read in full, and from then on only what it has newly told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from newsdesk.core.job import Job, JobEvent, MetricPoint, Trial
from newsdesk.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Packed: TypeAlias = "dict[tuple[str, int], tuple[NDArray[np.float64], NDArray[np.float64]]]"
"""Steps and values by curve and trial."""

LOSS_TERMS = (
    "loss_attention", "loss_hidden", "loss_embeddings", "loss_relation", "loss_words",
    "loss_cosine", "loss_teacher", "loss_labels",
)  # fmt: skip
"""What a student's loss is made of; a job tells those that it has."""
CURVES = (
    "loss", "dev_macro_f1", "dev_loss", "rate", "articles_a_second", "memory", *LOSS_TERMS
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of one job beyond its row.

    points: those that were not read before, as steps and values by curve and trial.
    anew: trials whose earlier points are to be forgotten; `fresh`: those of all trials are.
    """

    job: Job
    trials: tuple[Trial, ...]
    events: tuple[JobEvent, ...]
    points: Packed
    fresh: bool
    anew: frozenset[int] = frozenset()


@dataclass(slots=True)
class JobReading:
    """How far one job was read. trials: as they were then; steps: the last of each curve."""

    job_id: int
    attempt: int
    begun: bool = False
    events: tuple[JobEvent, ...] = ()
    trials: dict[int, Trial] = field(default_factory=dict)
    steps: dict[tuple[str, int], int] = field(default_factory=dict)

    def go_on(self, store: Store, job: Job) -> Details:
        """What the job told since it was read last. May raise StoreError."""
        repository = store.jobs
        fresh = not self.begun
        after = self.events[-1].id if self.events else 0
        self.events = (*self.events, *repository.events(job.id, after=after))
        trials = {trial.number: trial for trial in repository.trials(job.id)}
        anew = frozenset(
            number
            for number, trial in trials.items()
            if not fresh and trial.attempts != self.trials.get(number, trial).attempts
        )
        for place in [place for place in self.steps if place[1] in anew]:
            del self.steps[place]
        points = repository.points(job.id, CURVES, self.steps)
        for point in points:
            self.steps[point.name, point.trial] = point.step
        self.begun, self.trials = True, trials
        return Details(job, tuple(trials.values()), self.events, pack(points), fresh, anew)


def pack(points: Iterable[MetricPoint]) -> Packed:
    """Points as arrays, which the window's thread takes without a halt."""
    import numpy as np

    found: dict[tuple[str, int], tuple[list[int], list[float]]] = {}
    for point in points:
        steps, values = found.setdefault((point.name, point.trial), ([], []))
        steps.append(point.step)
        values.append(point.value)
    return {
        key: (np.array(steps, np.float64), np.array(values, np.float64))
        for key, (steps, values) in found.items()
    }
