"""What can be done with a job in each state."""

from __future__ import annotations

from typing import Literal

from newsdesk.core.job import Job, JobState
from newsdesk.ui.training.words import smaller_batch

Act = Literal[
    "pause", "resume", "stop", "retry", "again", "again_smaller", "remove", "to_desk", "show_log",
    "open_folder",
]  # fmt: skip

NAMES: dict[str, str] = {
    "pause": "Pause",
    "resume": "Resume",
    "stop": "Stop…",
    "retry": "Retry",
    "again": "Again with changes…",
    "remove": "Remove…",
    "to_desk": "Put on the desk",
    "show_log": "Show log",
    "open_folder": "Open folder",
}
CHANGES = frozenset(
    {"collapsed", "not_finite", "bad_recipe", "no_encoder", "no_dataset", "no_sections"}
)
"""Problems that stay where nothing is changed."""
_BY_STATE: dict[JobState, tuple[Act, ...]] = {
    "queued": ("pause", "stop"),
    "running": ("pause", "stop"),
    "pausing": ("stop",),
    "cancelling": (),
    "paused": ("resume", "stop", "again", "remove"),
    "interrupted": ("resume", "again", "remove"),
    "failed": ("resume", "retry", "again", "remove"),
    "cancelled": ("resume", "retry", "again", "remove"),
    "done": ("to_desk", "again", "remove"),
}


def acts_of(job: Job) -> tuple[Act, ...]:
    """What can be done with a job now, the likeliest first."""
    acts = _BY_STATE[job.state]
    if job.state in ("failed", "cancelled") and not job.progress.step:
        acts = tuple(act for act in acts if act != "resume")  # there is nothing to go on from
    if smaller_batch(job):
        acts = ("again_smaller", *acts)
    if job.state == "done" and job.result is None:
        acts = tuple(act for act in acts if act != "to_desk")
    return acts


def way_out(job: Job) -> tuple[Act, ...]:
    """What helps a job that stopped: one thing, or nothing."""
    if job.problem is not None and job.problem.kind in CHANGES:
        return ("again",)
    return tuple(act for act in acts_of(job) if act in ("again_smaller", "resume", "retry"))[:1]


def act_name(act: str, job: Job) -> str:
    """What a button or a menu calls it."""
    if act == "again_smaller":
        return f"Again with {smaller_batch(job)}"
    return NAMES[act]
