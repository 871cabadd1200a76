"""`newsdesk jobs`: the queue, one job, and all that can be done to it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from newsdesk.cli.columns import padded
from newsdesk.cli.job_lines import (
    POLL,
    described,
    follow,
    opened,
    outcome,
    print_json,
    progress_line,
)
from newsdesk.core.job import ACTIVE, RESUMABLE, Job
from newsdesk.jobs import stopping
from newsdesk.jobs.retention import log_of
from newsdesk.jobs.start import wake

if TYPE_CHECKING:
    from newsdesk.store import Store

app = typer.Typer(help="List, watch, pause, resume and stop training jobs.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
Name = Annotated[str, typer.Argument(metavar="JOB", help="Its number, or its name.")]
INTERRUPTED_BY_PERSON = 130


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List the jobs, newest first."""
    with opened() as store:
        wake(store)
        jobs = store.jobs.list()
    if as_json:
        print_json([_summary(job) for job in jobs])
        return
    if not jobs:
        typer.echo("There is no job yet; newsdesk train SPEC --dataset NAME begins one.", err=True)
    for job in jobs:
        typer.echo(f"{job.id:>4}  {padded(job.name, 24)} {_state(job)}")


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show one job: how far it is, its trials, what came out, what went wrong."""
    with opened() as store:
        wake(store)
        job = found(store, name)
        trials = store.jobs.trials(job.id)
        events = store.jobs.events(job.id)
    if as_json:
        print_json({**_summary(job), "spec": job.spec, "trials": trials, "events": events})
    else:
        typer.echo(described(job, trials))


@app.command()
def watch(name: Name, as_json: Json = False) -> None:
    """Follow a job until it stops; Ctrl-C ends the watching, not the job."""
    with opened() as store:
        wake(store)
        wait_for(store, found(store, name), as_json)


@app.command()
def pause(name: Name, as_json: Json = False) -> None:
    """Stop a job at its next step; it can be resumed."""
    with opened() as store:
        _tell(stopping.pause(store, found(store, name).id), as_json)


@app.command()
def cancel(name: Name, as_json: Json = False) -> None:
    """Stop a job for good."""
    with opened() as store:
        _tell(stopping.cancel(store, found(store, name).id), as_json)


@app.command()
def resume(
    name: Name,
    force: Annotated[
        bool, typer.Option("--force", help="Also where it was interrupted too often.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let a job go on from its last checkpoint."""
    with opened() as store:
        _tell(stopping.resume(store, found(store, name).id, force=force), as_json)


@app.command()
def retry(name: Name, as_json: Json = False) -> None:
    """Begin a job anew, from the same articles."""
    with opened() as store:
        _tell(stopping.retry(store, found(store, name).id), as_json)


@app.command()
def log(
    name: Name,
    follows: Annotated[bool, typer.Option("--follow", "-f", help="Go on while it grows.")] = False,
) -> None:
    """Print a job's log."""
    with opened() as store:
        job = found(store, name)
        path = log_of(job.id)
        if not path.is_file():
            typer.echo(f"There is no log yet; it will be {path}.", err=True)
            return
        if not path.stat().st_size and not follows:
            typer.echo(f"The log {path} is empty: the job has not begun.", err=True)
        with path.open(encoding="utf-8", errors="replace") as file:
            while True:
                ended = found(store, str(job.id)).state not in ACTIVE
                for line in file:
                    typer.echo(line, nl=False)
                if ended or not follows:
                    return
                time.sleep(POLL)


@app.command()
def remove(name: Name, as_json: Json = False) -> None:
    """Forget a job and delete its folder; a model that it made stays."""
    with opened() as store:
        job = found(store, name)
        stopping.remove(store, job.id)
    if as_json:
        print_json({"id": job.id, "name": job.name, "removed": True})
    else:
        typer.echo(f"Removed {job.name} (job {job.id})")


def found(store: Store, name: str) -> Job:
    """The job of this number or name; StoreError where there is none."""
    job = store.jobs.find(name)
    if job is None:
        raise stopping.no_job(name)
    return job


def wait_for(store: Store, job: Job, as_json: bool) -> None:
    """Follow a job, tell its end, and leave with 0 where it is done, else 1."""
    try:
        last = follow(store, job.id, quiet=as_json)
    except KeyboardInterrupt:
        typer.echo(
            f"\nThe job {job.name} goes on; `newsdesk jobs watch {job.id}` follows it again.",
            err=True,
        )
        raise typer.Exit(INTERRUPTED_BY_PERSON) from None
    if last is not None and as_json:
        print_json(_summary(last))
    elif last is not None and last.problem is not None:
        typer.echo(f"newsdesk: {last.problem}", err=True)
    elif last is not None and last.result is not None:
        typer.echo(f"{last.result.model}: {outcome(last)}")
    elif last is not None and last.state in RESUMABLE:
        typer.echo(
            f"newsdesk: {last.name} is {last.state}; "
            f"`newsdesk jobs resume {last.id}` lets it go on.",
            err=True,
        )
    raise typer.Exit(0 if last is not None and last.state == "done" else 1)


def _tell(job: Job, as_json: bool) -> None:
    if as_json:
        print_json(_summary(job))
    else:
        typer.echo(f"{job.name} (job {job.id}) is {job.state}")


def _state(job: Job) -> str:
    return f"{progress_line(job)} · {job.problem.message}" if job.problem else progress_line(job)


def _summary(job: Job) -> dict[str, object]:
    values: dict[str, object] = msgspec.to_builtins(job)
    del values["spec"]
    return {**values, "log": str(log_of(job.id))}
