"""The commands: everything that the window does to data can be done here."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from newsdesk import __version__
from newsdesk.cli import archive, datasets, doctor, encoders, filing, inbox, jobs, models
from newsdesk.cli.classify import classify
from newsdesk.cli.compare import compare
from newsdesk.cli.evaluate import evaluate
from newsdesk.cli.train import train
from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError, Problem

FAILED = 1
WRONG_USE = 2
_NO_FAULT_OF_THE_COMMAND = {
    "busy", "conflict", "damaged_database", "database_error", "disk_full", "migration_failed",
    "unwritable",
}  # fmt: skip
OpenWindow = Callable[[list[str]], int]

app = typer.Typer(
    name="newsdesk",
    help="Which section an article belongs to, how sure the model is, and why.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(classify)
app.add_typer(inbox.app, name="inbox")
app.add_typer(archive.app, name="archive")
app.add_typer(models.app, name="models")
app.add_typer(filing.app, name="filing")
app.add_typer(datasets.app, name="datasets")
app.add_typer(encoders.app, name="encoders")
app.command()(train)
app.command()(evaluate)
app.command()(compare)
app.add_typer(jobs.app, name="jobs")
app.command()(doctor.doctor)


@app.command("open")
def open_command(
    context: typer.Context,
    paths: Annotated[list[Path] | None, typer.Argument(help="Files and folders to read.")] = None,
) -> None:
    """Open the window, with articles where paths are given."""
    open_window: OpenWindow = context.obj
    raise typer.Exit(open_window([str(path) for path in paths or []]))


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        typer.echo(f"newsdesk {__version__}")
        raise typer.Exit()


def run_command(arguments: list[str], open_window: OpenWindow) -> int:
    """Run one command line and give its exit code: 0 all well, 1 some failed, 2 wrong use.

    open_window: what `open` does; the window is beside the commands, not below them.
    """
    try:
        app(arguments, prog_name="newsdesk", obj=open_window)
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 0
    except NewsdeskError as error:
        typer.echo(f"newsdesk: {error}", err=True)
        return FAILED if error.problem.kind in _NO_FAULT_OF_THE_COMMAND else WRONG_USE
    except Exception as error:
        typer.echo(f"newsdesk: {_unexpected(error)}", err=True)
        return FAILED
    return 0


def _unexpected(error: Exception) -> Problem:
    """What a person is told of a fault in the program; its traceback goes to a file."""
    log = paths.logs() / "command-line.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write("".join(traceback.format_exception(error)) + "\n")
        remedy = f"The details are in {log}."
    except OSError:
        remedy = "The details could not be written to the data folder."
    cause = f"{type(error).__name__}: {error}".rstrip(".")
    return Problem("internal", f"Something unexpected went wrong ({cause}).", remedy)
