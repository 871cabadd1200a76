"""Jobs made by hand in every state, and what the training screen says of them."""

from __future__ import annotations

from newsdesk.core.errors import Problem
from newsdesk.core.job import JobResult, JobState, Progress
from newsdesk.core.processes import ProcessId, this_process
from newsdesk.core.recipes import FinetuneSpec, SweepSpec, TuningSpec, write_recipe
from newsdesk.store import Store
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.queue_model import LINE

DEAD = ProcessId(2**22 - 3, "another/birth")

MEMORY = Problem("memory", "The device ran out of memory.", "Use a smaller micro-batch.")


def add(
    store: Store,
    name: str,
    state: JobState = "queued",
    *,
    progress: Progress | None = None,
    problem: Problem | None = None,
    result: JobResult | None = None,
    trainer: ProcessId | None = None,
    tuning: TuningSpec | None = None,
    sweep: SweepSpec | None = None,
) -> int:
    """A job in this state; its id."""
    spec = FinetuneSpec(
        name=name,
        encoder="some/encoder",
        dataset="bbc",
        tuning=tuning or TuningSpec(),
        sweep=sweep or SweepSpec(),
    )
    job_id = store.jobs.add(name, "finetune", write_recipe(spec), "bbc")
    if state == "queued":
        return job_id
    store.jobs.begin(job_id, trainer or this_process(), "cpu")
    if progress is not None:
        store.jobs.tell(job_id, progress)
    if state == "pausing":
        store.jobs.ask(job_id, "pause")
    elif state == "cancelling":
        store.jobs.ask(job_id, "cancel")
    elif state != "running":
        store.jobs.end(job_id, state, problem, result)
    return job_id


def left_and_right(screen: TrainingScreen, name: str) -> tuple[str, str]:
    """What the row of a job says at its left and at its right."""
    rows = screen.queue.rows
    for place in range(rows.rowCount()):
        index = rows.index(place)
        if index.data() == name:
            line = index.data(LINE)
            return line.left, line.right
    raise AssertionError(name)


def names(screen: TrainingScreen) -> list[str]:
    """The names of the queue, in its order."""
    rows = screen.queue.rows
    return [rows.index(place).data() for place in range(rows.rowCount())]


def say_yes(screen: TrainingScreen) -> None:
    """To what the screen asks."""
    assert screen.question is not None
    screen.question.yes.click()
