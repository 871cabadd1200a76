"""Jobs: their states, what they tell while they run, and what a person wants of them.

A job is moved by several processes: the window, its supervisor, its trainer. Each change is
one transaction that looks at the state first, so that none undoes what another has done.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Literal

from sqlalchemy import delete, insert, select, tuple_

from newsdesk.core.errors import Problem
from newsdesk.core.job import (
    ACTIVE,
    RESUMABLE,
    Job,
    JobEvent,
    JobResult,
    JobState,
    MetricPoint,
    Progress,
    Trial,
    Wish,
)
from newsdesk.core.processes import ProcessId, is_alive
from newsdesk.store.connection import Database
from newsdesk.store.job_changes import (
    Kind,
    add_event,
    end_job,
    replace_rows,
    set_values,
    with_attempts,
    wrong_state,
)
from newsdesk.store.job_rows import as_json, job_in, jobs_in, process_values
from newsdesk.store.schema import (
    job_dependencies,
    job_events,
    job_metrics,
    job_trials,
    jobs,
    leases,
    now,
)

OPEN: frozenset[JobState] = ACTIVE | {"queued"}
"""Someone has to see to it."""
_ASKED: dict[Wish, JobState] = {"pause": "pausing", "cancel": "cancelling"}
_HAD: dict[Wish, JobState] = {"pause": "paused", "cancel": "cancelled"}


class JobRepository:
    """The jobs of one store. Every method is one transaction and may raise StoreError.

    Those that change a job raise `no_job` where it is gone, and `wrong_state` where it is in a
    state that has no such change.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        name: str,
        recipe: str,
        spec: str,
        dataset: str,
        device: str = "auto",
        after: Sequence[int] = (),
        night: str = "",
        memory: int = 0,
    ) -> int:
        """Put a job at the end of the queue; returns its id.

        memory: bytes that it was measured to need on a card; 0 where nobody measured.
        """
        values = {
            "name": name,
            "recipe": recipe,
            "spec": spec,
            "state": "queued",
            "dataset": dataset,
            "fingerprint": "",
            "device": device,
            "night": night,
            "attempt": 0,
            "progress": as_json(Progress("waiting", memory=memory)),
            "beats": 0,
            "created": now(),
            "wish": "",
        }
        with self._database.write() as connection:
            job_id = connection.scalar(insert(jobs).returning(jobs.c.id), values)
            assert job_id is not None
            rows = [{"job_id": job_id, "after_id": other} for other in sorted(set(after))]
            if rows:
                connection.execute(insert(job_dependencies), rows)
            add_event(connection, job_id, "Put into the queue.")
        return int(job_id)

    def get(self, job_id: int) -> Job | None:
        """One job; None where there is none."""
        with self._database.read() as connection:
            found = jobs_in(connection, jobs.c.id == job_id)
        return found[0] if found else None

    def find(self, name_or_id: str) -> Job | None:
        """The job of this number, else the newest of this name; None where there is none."""
        with self._database.read() as connection:
            found: list[Job] = []
            if name_or_id.isascii() and name_or_id.isdigit():
                found = jobs_in(connection, jobs.c.id == int(name_or_id))
            found = found or jobs_in(connection, jobs.c.name == name_or_id)
        return found[0] if found else None

    def list(self, states: Collection[JobState] | None = None) -> list[Job]:
        """All jobs, or those in these states, newest first."""
        with self._database.read() as connection:
            where = () if states is None else (jobs.c.state.in_(list(states)),)
            return jobs_in(connection, *where)

    def claim(self, job_id: int, supervisor: ProcessId) -> bool:
        """Become the one that sees to a job: waits for its turn, starts it, watches it to its end.

        False where there is nothing to see to, or another one lives that does.
        """
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            if job.state not in OPEN or is_alive(job.supervisor):
                return False
            set_values(connection, job_id, **process_values("supervisor", supervisor))
        return True

    def leave(self, job_id: int, supervisor: ProcessId) -> bool:
        """Give up the job and its leases, as a supervisor does last.

        False where the job is in the queue again: its supervisor must go on.
        """
        with self._database.write() as connection:
            found = jobs_in(connection, jobs.c.id == job_id)
            if not found or found[0].supervisor != supervisor:
                return True
            if found[0].state == "queued":
                return False
            set_values(connection, job_id, **process_values("supervisor", None))
            connection.execute(delete(leases).where(leases.c.job_id == job_id))
        return True

    def wait(self, job_id: int, phase: str) -> None:
        """Say what a job in the queue waits for."""
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            if job.state == "queued" and job.progress.phase != phase:
                set_values(connection, job_id, progress=as_json(replace(job.progress, phase=phase)))

    def starting(self, job_id: int, trainer: ProcessId, device: str) -> None:
        """Write down the process that is about to begin the job, and the device it was given."""
        with self._database.write() as connection:
            if job_in(connection, job_id).state == "queued":
                set_values(connection, job_id, device=device, **process_values("trainer", trainer))

    def begin(self, job_id: int, trainer: ProcessId, device: str) -> Job:
        """The trainer takes the job from the queue.

        device: as given. Raises StoreError `wrong_state` where the job is not in the queue any
        more: the trainer has then nothing to do.
        """
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            if job.state != "queued":
                raise wrong_state(job, "begun")
            moment = now()
            set_values(
                connection,
                job_id,
                state="running",
                device=device,
                attempt=job.attempt + 1,
                started=moment,
                ended=None,
                heartbeat=moment,
                beats=job.beats + 1,
                wish="",
                wish_at=None,
                problem=None,
                result=None,
                **process_values("trainer", trainer),
            )
            begins = "Goes on" if job.started else "Begins"
            where = "the CPU" if device == "cpu" else device
            add_event(connection, job_id, f"{begins} on {where}.")
            return job_in(connection, job_id)

    def set_fingerprint(self, job_id: int, fingerprint: str) -> None:
        """Keep the hash of the snapshot that the job learns from."""
        with self._database.write() as connection:
            set_values(connection, job_id, fingerprint=fingerprint)

    def set_spec(self, job_id: int, spec: str) -> None:
        """Change the specification, TOML text."""
        with self._database.write() as connection:
            set_values(connection, job_id, spec=spec)

    def tell(
        self,
        job_id: int,
        progress: Progress,
        points: Sequence[MetricPoint] = (),
        trials: Sequence[Trial] = (),
    ) -> Wish:
        """Say how far the job is, and hear what a person wants of it.

        Points and trials take the place of those told earlier for the same place; where a trial
        has begun again after its first attempt, all its earlier points go. `cancel` where the job
        does not run any more, whoever ended it.
        """
        with self._database.write() as connection:
            row = connection.execute(
                select(jobs.c.state, jobs.c.wish).where(jobs.c.id == job_id)
            ).first()
            if row is None or row.state not in ACTIVE:
                return "cancel"
            set_values(
                connection,
                job_id,
                progress=as_json(progress),
                beats=jobs.c.beats + 1,
                heartbeat=now(),
            )
            trials = with_attempts(connection, job_id, trials)
            replace_rows(connection, job_trials, job_id, [asdict(trial) for trial in trials])
            replace_rows(connection, job_metrics, job_id, [asdict(point) for point in points])
            wish: Wish = row.wish
            return wish

    def wish(self, job_id: int) -> Wish:
        """What a person wants of the job; `cancel` where it does not run any more."""
        with self._database.read() as connection:
            row = connection.execute(
                select(jobs.c.state, jobs.c.wish).where(jobs.c.id == job_id)
            ).first()
        if row is None or row.state not in ACTIVE:
            return "cancel"
        wish: Wish = row.wish
        return wish

    def ask(self, job_id: int, wish: Literal["pause", "cancel"]) -> Job:
        """Ask a job to stop. One that has no process yet, or none any more, stops at once."""
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            if job.state in ACTIVE:
                if job.state == "cancelling" and wish == "pause":
                    raise wrong_state(job, "paused")
                if job.wish != wish:
                    set_values(connection, job_id, state=_ASKED[wish], wish=wish, wish_at=now())
                    add_event(connection, job_id, f"Asked to {wish}.")
            elif job.state == "queued" or (wish == "cancel" and job.state in RESUMABLE):
                end_job(connection, job, _HAD[wish], None, None)
            else:
                raise wrong_state(job, _HAD[wish])
            return job_in(connection, job_id)

    def requeue(self, job_id: int) -> Job:
        """Put a job that was paused or has stopped back into the queue."""
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            if job.state not in RESUMABLE:
                raise wrong_state(job, "put into the queue")
            set_values(
                connection,
                job_id,
                state="queued",
                # A pause is no failure: it costs no attempt.
                attempt=job.attempt - (job.state == "paused" and job.attempt > 0),
                ended=None,
                wish="",
                wish_at=None,
                problem=None,
                progress=as_json(replace(job.progress, phase="waiting", seconds_left=None)),
            )
            add_event(connection, job_id, "Put into the queue again.")
            return job_in(connection, job_id)

    def end(
        self,
        job_id: int,
        state: JobState,
        problem: Problem | None = None,
        result: JobResult | None = None,
    ) -> bool:
        """Write down how a job ended. False where it had ended, or was removed, before.

        One that was asked to stop and then saved its state or died has stopped as asked. One that
        was interrupted may yet be given up as failed. The leases go too, unless the supervisor
        lives: that waits until the process is gone.
        """
        with self._database.write() as connection:
            found = jobs_in(connection, jobs.c.id == job_id)
            job = found[0] if found else None
            given_up = job is not None and (job.state, state) == ("interrupted", "failed")
            if job is None or (job.state not in OPEN and not given_up):
                return False
            if job.wish and state in ("paused", "interrupted"):
                state, problem = _HAD[job.wish], None
            end_job(connection, job, state, problem, result)
        return True

    def note(self, job_id: int, message: str, kind: Kind = "info") -> None:
        """Add a line to the job's history; nothing where the job was removed."""
        with self._database.write() as connection:
            if connection.scalar(select(jobs.c.id).where(jobs.c.id == job_id)) is not None:
                add_event(connection, job_id, message, kind)

    def events(self, job_id: int, after: int = 0) -> builtins.list[JobEvent]:
        """The job's history, oldest first. after: only lines with a higher id."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(job_events)
                .where(job_events.c.job_id == job_id, job_events.c.id > after)
                .order_by(job_events.c.id)
            ).mappings()
            return [JobEvent(**row) for row in rows]

    def points(
        self,
        job_id: int,
        names: Sequence[str] = (),
        after: Mapping[tuple[str, int], int] | None = None,
    ) -> builtins.list[MetricPoint]:
        """Measured values by name, trial and step.

        names: only these; all where none is given.
        after: steps by (name, trial); of those curves only later points.
        """
        m = job_metrics.c
        chosen = select(m.trial, m.step, m.name, m.value).where(m.job_id == job_id)
        if names:
            chosen = chosen.where(m.name.in_(names))
        seen = after or {}
        places = tuple_(m.name, m.trial)
        with self._database.read() as connection:
            rows = list(connection.execute(chosen.where(places.not_in(list(seen)))))
            for place, step in seen.items():
                rows += connection.execute(chosen.where(places == place, m.step > step))
        return sorted((MetricPoint(*row) for row in rows), key=_curve)

    def trials(self, job_id: int) -> builtins.list[Trial]:
        """The trainings within a job, in their order."""
        t = job_trials.c
        columns = [column for column in job_trials.c if column is not t.job_id]
        with self._database.read() as connection:
            rows = connection.execute(
                select(*columns).where(t.job_id == job_id).order_by(t.number)
            ).mappings()
            return [Trial(**row) for row in rows]

    def remove(self, job_id: int) -> None:
        """Drop a job that does not run, with all that it told; its model stays."""
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            if job.state in ACTIVE or is_alive(job.trainer):
                raise wrong_state(job, "removed")
            connection.execute(delete(jobs).where(jobs.c.id == job_id))

    def forget_told(self, job_id: int) -> None:
        """Drop curves, trials and progress, before a job begins again from nothing."""
        with self._database.write() as connection:
            job = job_in(connection, job_id)
            for table in (job_metrics, job_trials):
                connection.execute(delete(table).where(table.c.job_id == job_id))
            waiting = Progress("waiting", memory=job.progress.memory)
            set_values(connection, job_id, progress=as_json(waiting), attempt=0, started=None)


def _curve(point: MetricPoint) -> tuple[str, int, int]:
    return point.name, point.trial, point.step
