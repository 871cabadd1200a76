"""Whose turn it is: jobs wait for other jobs, for the night, and for a device, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.core.job import Job
from newsdesk.core.processes import is_alive
from newsdesk.core.recipes import parse_recipe
from newsdesk.jobs import night
from newsdesk.jobs.devices import Device, places

if TYPE_CHECKING:
    from newsdesk.store import Store

_WAS = {"failed": "failed", "cancelled": "was cancelled"}


def lost_dependency(store: Store, job: Job) -> Problem | None:
    """Why a job will never have its turn; None where it may."""
    for other_id in job.after:
        other = store.jobs.get(other_id)
        if other is None:
            what = f"job {other_id}, which was removed"
        elif other.state in ("failed", "cancelled"):
            what = f"the job {other.name}, which {_WAS[other.state]}"
        else:
            continue
        return Problem(
            "dependency",
            f"The job {job.name} needs {what}.",
            "Bring that one to its end, then retry this one.",
        )
    return None


def waits_for(store: Store, job: Job, moment: datetime) -> str:
    """What keeps a job from being started, in a few words; empty where nothing does.

    moment: local time.
    """
    for other_id in job.after:
        other = store.jobs.get(other_id)
        if other is None or other.state != "done":
            return f"after {other.name if other else other_id}"
    if not night.is_open(job.night, moment):
        return f"night window {night.opening(job.night)}"
    return ""


def take_place(
    store: Store, job: Job, devices: Sequence[Device], moment: datetime, settled: bool = True
) -> tuple[Device, ...]:
    """Lease the best place that is free for a job; empty where it has to wait.

    A job further ahead in the queue that could be started now, and wants the same devices, comes
    first. settled: whether one that nobody sees to may be passed over by now. Raises
    TrainingError where the job asks for what this machine has not.
    """
    schedule = parse_recipe(job.spec, job.name).schedule
    ahead = _wanted_ahead(store, job, devices, moment, settled)
    for place in places(schedule.device, schedule.devices, devices):
        codes = {device.code for device in place}
        if not ahead & codes and _take_all(store, job, place):
            return place
    return ()


def _take_all(store: Store, job: Job, place: tuple[Device, ...]) -> bool:
    for device in place:
        if not store.leases.take(device.code, job.id, job.progress.memory, device.memory):
            store.leases.release(job.id)
            return False
    return True


def _wanted_ahead(
    store: Store, job: Job, devices: Sequence[Device], moment: datetime, settled: bool
) -> frozenset[str]:
    """Devices that jobs further ahead are about to take."""
    codes: set[str] = set()
    for other in store.jobs.list({"queued"}):
        lost = settled and not is_alive(other.supervisor)
        if other.id >= job.id or lost or is_alive(other.trainer):
            continue
        if waits_for(store, other, moment):
            continue
        try:
            schedule = parse_recipe(other.spec, other.name).schedule
            wanted = places(schedule.device, schedule.devices, devices)
        except NewsdeskError:
            continue  # it can never be started here: that is its own end, and no one else's
        codes |= {device.code for place in wanted for device in place}
    return frozenset(codes)
