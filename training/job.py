"""One job of the store, from claim to finished model folder.

Each phase may be broken off at any moment and done again by a later call: what is finished is
found on the disk, and a job that was stopped ends in the same weights as one that was not.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TypeVar

from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError, Problem, StoreError, TrainingError
from newsdesk.core.job import ACTIVE, Job, JobResult, JobState
from newsdesk.core.processes import is_alive, this_process
from newsdesk.core.recipes import FinetuneSpec, TuningSpec, parse_recipe
from newsdesk.store.store import Store
from training.beginning import Beginning
from training.devices import Device, open_device, peak_memory
from training.disk import is_disk_full
from training.material import prepare
from training.memory import is_out_of_memory
from training.networks import is_untrained, known_sections
from training.passing import SharedWatch
from training.snapshot import Snapshot, has_changed, take_snapshot
from training.sweep import Sweep, identity_of
from training.telling import PATIENCE, StoreWatch
from training.watch import Quiet, Stopped

DONE, FAILED, PAUSED, CANCELLED, INTERRUPTED = 0, 1, 75, 76, 143
END_PATIENCE = 60.0
"""Seconds over which a busy store is asked again."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ended, for its row and for the process that started this one."""

    state: JobState
    code: int
    problem: Problem | None = None
    result: JobResult | None = None


def run_job(job_id: int) -> int:
    """Train a job of the store; the exit code of the process.

    0 done, 75 paused, 76 cancelled, 1 failed, 143 ended by a signal. What went wrong is in the
    job's row. Raises StoreError where the store cannot be opened or the job cannot be begun.
    """
    with Store.open() as store:
        job = _job(store, job_id)
        try:
            spec = parse_recipe(job.spec, job.name)
            device = open_device(_place(job, spec), spec.tuning.precision)
        except Exception as error:
            return _end_early(store, job, error)
        if not device.main:
            return _follow(job, spec, device)
        job = _begin(store, job, device)
        with Store.open(patience=PATIENCE) as quick:
            watch = _watch(quick, job, spec, device)
            with _signals(watch):
                ending = _run(store, job, spec, device, watch)
                watch.close()
                _tell_end(store, job, ending)
        return ending.code


def _run(store: Store, job: Job, spec: FinetuneSpec, device: Device, watch: StoreWatch) -> Ending:
    try:
        return Ending("done", DONE, result=_train(store, job, spec, device, watch))
    except BaseException as error:
        return _ending_of(error, job, watch, spec)


def _train(
    store: Store, job: Job, spec: FinetuneSpec, device: Device, watch: StoreWatch
) -> JobResult:
    folder = paths.job(job.id)
    folder.mkdir(parents=True, exist_ok=True)
    watch.phase("reading the data set")
    known = (folder / "snapshot").is_dir()
    snapshot = take_snapshot(store, spec.dataset or job.dataset, folder / "snapshot", watch.check)
    _patiently(lambda: store.jobs.set_fingerprint(job.id, snapshot.info.fingerprint))
    if known and _patiently(lambda: has_changed(store, snapshot)):
        watch.say("The data set changed since; the job keeps its snapshot.", "warning")
    shared = SharedWatch(watch, device) if device.processes > 1 else watch
    beginning = Beginning(spec, snapshot, folder, device, shared)
    beginning.take_general(store)
    _wait_for_others(device)
    source = beginning.source()
    watch.phase("tokenising")
    material = prepare(snapshot, spec, source, watch.check)
    said = beginning.said(material)
    for note in (*_beginnings(source, material.codes), *material.notes):
        watch.say(note)
    _wait_for_others(device)
    sweep = Sweep(
        spec=spec,
        source=source,
        material=material,
        identity=identity_of(spec, source, snapshot.info.fingerprint, material.codes),
        folder=folder / "checkpoints",
        device=device,
        watch=shared,
        said=said,
    )
    chosen = sweep.run()
    watch.memory(peak_memory(device))
    # Imported only now: what exports and compares takes seconds to load.
    from training.finish import Finish

    made_by = f"{job.created.isoformat()}/{job.id}"
    return Finish(spec, folder, snapshot, material, sweep, chosen, made_by, watch).run()


def _beginnings(source: Path, codes: list[str]) -> list[str]:
    """What the base model brings along: nothing at all, language, or sections as well."""
    if is_untrained(source):
        return ["The base model has learned nothing yet: all it will know is in this data set."]
    before = known_sections(source)
    known = [code for code in codes if code in before]
    fresh = [code for code in codes if code not in before]
    gone = [code for code in before if code not in codes]
    if not known:
        return []
    said = f"The base model knows {', '.join(known)}: their part of the head is carried over."
    said += f" New: {', '.join(fresh)}." if fresh else ""
    return [f"{said} No longer: {', '.join(gone)}." if gone else said]


def _follow(job: Job, spec: FinetuneSpec, device: Device) -> int:
    """Any process but the first of several: it computes its share, and tells nothing."""
    folder = paths.job(job.id)
    _wait_for_others(device)
    snapshot = Snapshot(folder / "snapshot")
    watch = SharedWatch(Quiet(), device)
    beginning = Beginning(spec, snapshot, folder, device, watch)
    try:
        source = beginning.source()
        _wait_for_others(device)
        material = prepare(snapshot, spec, source, lambda: None)
        Sweep(
            spec=spec,
            source=source,
            material=material,
            identity=identity_of(spec, source, snapshot.info.fingerprint, material.codes),
            folder=folder / "checkpoints",
            device=device,
            watch=watch,
            said=beginning.said(material),
        ).run()
    except Stopped as stopped:
        return PAUSED if stopped.wish == "pause" else CANCELLED
    except TrainingError:
        return FAILED  # told by the first process
    return DONE


def _wait_for_others(device: Device) -> None:
    """The first process has written what all of them read."""
    import torch

    device.sum(torch.zeros(1, device=device.place))


def _job(store: Store, job_id: int) -> Job:
    job = store.jobs.get(job_id)
    if job is None:
        raise StoreError(
            "no_job",
            f"There is no job {job_id}.",
            "`newsdesk jobs list` names those that are here.",
        )
    return job


def _place(job: Job, spec: FinetuneSpec) -> str:
    return job.device if job.device != "auto" else spec.schedule.device


def _begin(store: Store, job: Job, device: Device) -> Job:
    """Take the job, unless it was given to this process; one on hold is started by hand so."""
    if job.state in ACTIVE and _is_mine(job):
        return job
    if job.state == "paused" and not is_alive(job.supervisor):
        _patiently(lambda: store.jobs.requeue(job.id))
    return _patiently(lambda: store.jobs.begin(job.id, this_process(), device.name))


def _is_mine(job: Job) -> bool:
    """Whether the job's trainer is this process, or the launcher that leads its group."""
    if job.trainer is None or not is_alive(job.trainer):
        return False
    return job.trainer.pid in (os.getpid(), os.getpgid(0))


def _watch(store: Store, job: Job, spec: FinetuneSpec, device: Device) -> StoreWatch:
    board = paths.job(job.id) / "tensorboard" if spec.schedule.tensorboard else None
    return StoreWatch(
        store, job.id, device=device.name, yields=spec.schedule.yields_to_desk, board=board
    )


@contextmanager
def _signals(watch: StoreWatch) -> Iterator[None]:
    """SIGTERM and SIGINT end the job at the next step, with everything saved."""

    def stop(number: int, frame: FrameType | None) -> None:
        watch.shut_down = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ending_of(
    error: BaseException, job: Job, watch: StoreWatch | None, spec: FinetuneSpec | None
) -> Ending:
    """What becomes of a job that ended with an error, in words for people."""
    if isinstance(error, Stopped):
        return _stopped(error, job, watch)
    if isinstance(error, KeyboardInterrupt):
        return Ending("interrupted", INTERRUPTED, _shut_down(job))
    if isinstance(error, NewsdeskError):
        sys.stderr.write(f"{error}\n")
    else:
        traceback.print_exception(error, file=sys.stderr)  # for the log alone
    if is_disk_full(error):
        problem = Problem(
            "disk_full",
            f"The disk that holds {paths.home()} is full.",
            "Free some space, then press Resume: the job goes on where it was.",
        )
    elif isinstance(error, NewsdeskError):
        problem = error.problem
    elif is_out_of_memory(error):
        problem = _no_memory(spec)
    else:
        problem = Problem(
            "internal",
            f"The job {job.name} ended with an error that Newsdesk does not know: "
            f"{type(error).__name__}.",
            f"The log tells more: {paths.job(job.id) / 'log.txt'}. Resume goes on from the last "
            "checkpoint.",
        )
    return Ending("failed", FAILED, problem)


def _stopped(error: Stopped, job: Job, watch: StoreWatch | None) -> Ending:
    if watch is not None and watch.shut_down and not watch.asked:
        return Ending("interrupted", INTERRUPTED, _shut_down(job))
    if error.wish == "cancel":
        return Ending("cancelled", CANCELLED)
    return Ending("paused", PAUSED)


def _shut_down(job: Job) -> Problem:
    return Problem(
        "interrupted",
        f"The job {job.name} was ended from outside, as when the machine shuts down.",
        "Resume goes on at the same step.",
    )


def _no_memory(spec: FinetuneSpec | None) -> Problem:
    tuning = spec.tuning if spec else TuningSpec()
    micro = max(1, (tuning.micro_batch or tuning.batch) // 2)
    return Problem(
        "memory",
        "The job needs more memory than the device has.",
        f"Again with micro-batch {micro} takes less and changes nothing of the result.",
    )


def _tell_end(store: Store, job: Job, ending: Ending) -> None:
    """Write the end into the row; a store that stays busy leaves it to whoever finds the row."""
    try:
        _patiently(lambda: store.jobs.end(job.id, ending.state, ending.problem, ending.result))
    except StoreError as error:
        sys.stderr.write(f"The end could not be told to the store: {error}\n")


def _end_early(store: Store, job: Job, error: Exception) -> int:
    """A job that could not be begun at all; one that another process has is left alone."""
    ending = _ending_of(error, job, None, None)
    if job.state == "queued" or _is_mine(job):
        _tell_end(store, job, ending)
    return ending.code


def _patiently(action: Callable[[], _T]) -> _T:
    """Do something with the store, again and again while it is busy."""
    until = time.monotonic() + END_PATIENCE
    while True:
        try:
            return action()
        except StoreError as error:
            if error.problem.kind != "busy" or time.monotonic() >= until:
                raise
            time.sleep(0.5)
