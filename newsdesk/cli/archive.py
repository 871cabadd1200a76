"""`newsdesk archive`: everything in a folder or table classified in the background."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from newsdesk.cli.columns import padded
from newsdesk.engine.model_folder import DEFAULT_MODEL

if TYPE_CHECKING:
    from newsdesk.core.archive_run import ArchiveRun
    from newsdesk.store import Store

app = typer.Typer(
    help="Classify whole folders and tables in the background; list, pause, resume, export.",
    no_args_is_help=True,
)
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
Number = Annotated[int, typer.Argument(metavar="RUN", help="Its number.")]
POLL = 0.25
INTERRUPTED_BY_PERSON = 130


@app.command("start")
def start_command(
    paths: Annotated[list[Path], typer.Argument(help="Folders, tables and other files.")],
    model: Annotated[str, typer.Option(help="A model's name.")] = DEFAULT_MODEL,
    name: Annotated[str, typer.Option(help="What lists call it.")] = "",
    columns: Annotated[
        str | None,
        typer.Option(help="Columns of a table: title=NAME,body=NAME,cover=NAME,language=NAME."),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Follow it until it stops.")] = False,
    as_json: Json = False,
) -> None:
    """Begin a run. It goes on when this command has ended; the inbox fills meanwhile."""
    from newsdesk.archive import start
    from newsdesk.cli.classify import column_mapping

    mapping = column_mapping(columns)
    chosen = None if mapping is None else {k: v for k, v in _parts(mapping).items() if v}
    with _opened() as store:
        run = start.submit(store, paths, model, name, chosen)
        if wait:
            _wait_for(store, run, as_json)
        _tell(run, as_json)


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List the runs, newest first."""
    from newsdesk.archive.start import reap

    with _opened() as store:
        reap(store)
        runs = store.runs.list()
    if as_json:
        _print([_summary(run) for run in runs])
    elif not runs:
        typer.echo("There is no archive run yet; newsdesk archive start PATH begins one.", err=True)
    for run in () if as_json else runs:
        typer.echo(f"{run.id:>4}  {padded(run.name, 32)} {_line(run)}")


@app.command()
def show(run_id: Number, as_json: Json = False) -> None:
    """Show one run: what it reads, how far it is, what went wrong."""
    from newsdesk.archive.start import found, reap

    with _opened() as store:
        reap(store)
        run = found(store, run_id)
    if as_json:
        _print(_summary(run))
        return
    typer.echo(f"{run.name} (archive run {run.id})\n{_line(run)}")
    typer.echo(f"model    {run.model}")
    for path in run.paths:
        typer.echo(f"reads    {path}")
    typer.echo(f"files    {run.files:,} of {run.files_total:,}")
    typer.echo(f"articles {run.articles:,}, {run.failures:,} could not be read")
    if run.problem is not None:
        typer.echo(f"\n{run.problem.message}\n{run.problem.remedy}")


@app.command()
def watch(run_id: Number, as_json: Json = False) -> None:
    """Follow a run until it stops; Ctrl-C ends the watching, not the run."""
    from newsdesk.archive.start import found

    with _opened() as store:
        _wait_for(store, found(store, run_id), as_json)


@app.command()
def pause(run_id: Number, as_json: Json = False) -> None:
    """Stop a run soon; it can be resumed."""
    from newsdesk.archive import stopping

    with _opened() as store:
        stopping.pause(store, run_id)
        _tell(_stopped(store, run_id), as_json)


@app.command()
def cancel(run_id: Number, as_json: Json = False) -> None:
    """Stop a run for good; what it brought into the inbox stays."""
    from newsdesk.archive import stopping

    with _opened() as store:
        stopping.cancel(store, run_id)
        _tell(_stopped(store, run_id), as_json)


@app.command()
def resume(
    run_id: Number,
    wait: Annotated[bool, typer.Option("--wait", help="Follow it until it stops.")] = False,
    as_json: Json = False,
) -> None:
    """Let a run go on from the place that it has reached."""
    from newsdesk.archive import stopping

    with _opened() as store:
        before = stopping.resume(store, run_id)
        run = _begun(store, before)
        if wait:
            _wait_for(store, run, as_json)
        _tell(run, as_json)


@app.command()
def remove(run_id: Number, as_json: Json = False) -> None:
    """Forget a run; the articles that it brought in stay in the inbox."""
    from newsdesk.archive import stopping
    from newsdesk.archive.start import found

    with _opened() as store:
        run = found(store, run_id)
        stopping.remove(store, run_id)
    if as_json:
        _print({"id": run.id, "name": run.name, "removed": True})
    else:
        typer.echo(f"Removed {run.name} (archive run {run.id}); its articles stay in the inbox.")


@app.command()
def export(
    run_id: Number,
    path: Annotated[Path, typer.Argument(help="A .csv, .tsv, .jsonl or .xlsx file.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a file that is there.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write what a run brought in to a file, seen with its model; it reads back the same."""
    from newsdesk.archive.start import found
    from newsdesk.cli.inbox_lines import export_query
    from newsdesk.store.records import InboxQuery

    with _opened() as store:
        run = found(store, run_id)
        query = InboxQuery(run.model, order="oldest", run=run.id)
        export_query(store, query, path, replace=replace, as_json=as_json)


def _opened() -> Store:
    from newsdesk.store import Store

    return Store.open()


def _wait_for(store: Store, run: ArchiveRun, as_json: bool) -> None:
    """Follow a run, tell its end, and leave with 0 where it is done and all was read, else 1."""
    from newsdesk.archive.stopping import Ladder

    ladder = Ladder()
    live = sys.stderr.isatty() and not as_json
    try:
        while run.state == "running":
            if live:
                typer.echo(f"\r\x1b[K{_line(run)}", err=True, nl=False)
            time.sleep(POLL)
            ladder.climb(store)
            run = store.runs.get(run.id) or run
    except KeyboardInterrupt:
        typer.echo(
            f"\nThe run goes on; `newsdesk archive watch {run.id}` follows it again.", err=True
        )
        raise typer.Exit(INTERRUPTED_BY_PERSON) from None
    if live:
        typer.echo("\r\x1b[K", err=True, nl=False)
    _tell(run, as_json)
    raise typer.Exit(0 if run.state == "done" and not run.failures else 1)


def _stopped(store: Store, run_id: int) -> ArchiveRun:
    """The run once its process has gone, which is soon."""
    from newsdesk.archive.start import found
    from newsdesk.archive.stopping import KILL, TERM, Ladder

    ladder, until = Ladder(), time.monotonic() + TERM + KILL
    while (run := found(store, run_id)).state == "running" and time.monotonic() < until:
        ladder.climb(store)
        time.sleep(POLL)
    return run


def _begun(store: Store, before: ArchiveRun) -> ArchiveRun:
    """The run once its process has taken it, or has ended it at once."""
    from newsdesk.archive.start import found

    until = time.monotonic() + 30
    while (run := found(store, before.id)).beats == before.beats and time.monotonic() < until:
        time.sleep(POLL / 5)
    return run


def _line(run: ArchiveRun) -> str:
    from newsdesk.archive.words import progress_line, state_word

    line = f"{state_word(run):<12}{progress_line(run)}"
    return f"{line} · {run.problem.message}" if run.problem else line


def _tell(run: ArchiveRun, as_json: bool) -> None:
    if as_json:
        _print(_summary(run))
        return
    typer.echo(f"{run.name} (archive run {run.id}) is {_line(run)}")
    if run.problem is not None and run.problem.remedy:
        typer.echo(run.problem.remedy, err=True)


def _summary(run: ArchiveRun) -> dict[str, object]:
    values: dict[str, object] = msgspec.to_builtins(run)
    return values


def _parts(mapping: object) -> dict[str, str | None]:
    values: dict[str, str | None] = msgspec.to_builtins(mapping)
    return values


def _print(value: object) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
