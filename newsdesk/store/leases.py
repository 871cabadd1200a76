"""Who uses which device: jobs by lease, and the desk, which has right of way."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from newsdesk.core.processes import ProcessId, is_alive
from newsdesk.store.connection import Database
from newsdesk.store.job_rows import process_in
from newsdesk.store.schema import desk_claims, jobs, leases


class LeaseRepository:
    """The leases of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, device: str, job_id: int, memory: int, capacity: int) -> bool:
        """Lease a device to a job; False where others hold it.

        device: `cpu`, which takes one job, or a card such as `cuda:0`, which takes as many as
        fit. memory: bytes that this job was measured to need; 0, unknown, asks for all of it.
        capacity: bytes that the card has for jobs.
        """
        with self._database.write() as connection:
            held = _living(connection, device)
            if job_id in held:
                return True
            if held and not _fits(device, [memory, *held.values()], capacity):
                return False
            values = {"job_id": job_id, "device": device, "memory": memory}
            connection.execute(insert(leases), values)
        return True

    def release(self, job_id: int) -> None:
        """Give back all devices of a job."""
        with self._database.write() as connection:
            connection.execute(delete(leases).where(leases.c.job_id == job_id))

    def holders(self, device: str) -> list[int]:
        """The jobs that hold a device, by id; those without a living process count for nothing."""
        with self._database.write() as connection:
            return sorted(_living(connection, device))

    def claim_desk(self, device: str, process: ProcessId) -> None:
        """The desk begins to work on a device: `cpu`, or `cuda` for all cards."""
        kind = _kind(device)
        with self._database.write() as connection:
            _drop_claim(connection, kind, process.pid)
            values = {"device": kind, "pid": process.pid, "birth": process.birth, "beats": 0}
            connection.execute(insert(desk_claims), values)

    def beat_desk(self, device: str, process: ProcessId) -> None:
        """The desk is still at work."""
        c = desk_claims.c
        with self._database.write() as connection:
            connection.execute(
                update(desk_claims)
                .where(c.device == _kind(device), c.pid == process.pid, c.birth == process.birth)
                .values(beats=c.beats + 1)
            )

    def release_desk(self, device: str, process: ProcessId) -> None:
        """The desk has done its work."""
        with self._database.write() as connection:
            _drop_claim(connection, _kind(device), process.pid)

    def desk_beats(self, device: str) -> tuple[tuple[ProcessId, int], ...]:
        """Who works at a desk on this kind of device, with a number that moves while they do.

        A claim whose number stands still, or whose process is dead, counts for nothing.
        """
        c = desk_claims.c
        with self._database.read() as connection:
            rows = connection.execute(
                select(c.pid, c.birth, c.beats).where(c.device == _kind(device)).order_by(c.pid)
            ).all()
        claims = tuple((ProcessId(pid, birth), beats) for pid, birth, beats in rows)
        return tuple(claim for claim in claims if is_alive(claim[0]))


def _kind(device: str) -> str:
    return device.partition(":")[0]


def _living(connection: Connection, device: str) -> dict[int, int]:
    """Memory by job, of the leases whose job has a process; the others are dropped."""
    found: dict[int, int] = {}
    rows = connection.execute(
        select(leases.c.memory, jobs)
        .select_from(leases.join(jobs))
        .where(leases.c.device == device)
    ).mappings()
    for row in rows.all():
        if is_alive(process_in(row, "supervisor")) or is_alive(process_in(row, "trainer")):
            found[row["id"]] = row["memory"]
        else:
            connection.execute(delete(leases).where(leases.c.job_id == row["id"]))
    return found


def _fits(device: str, needs: list[int], capacity: int) -> bool:
    """Whether several jobs have room on one device."""
    return _kind(device) != "cpu" and all(needs) and sum(needs) <= capacity


def _drop_claim(connection: Connection, kind: str, pid: int) -> None:
    connection.execute(
        delete(desk_claims).where(desk_claims.c.device == kind, desk_claims.c.pid == pid)
    )
