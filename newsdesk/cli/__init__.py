"""The commands: everything that the window does to data can be done here."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from newsdesk import __version__
from newsdesk.cli import doctor, models
from newsdesk.cli.classify import classify
from newsdesk.core.errors import NewsdeskError

WRONG_USE = 2

app = typer.Typer(
    name="newsdesk",
    help="Which section an article belongs to, how sure the model is, and why.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(classify)
app.add_typer(models.app, name="models")
app.command()(doctor.doctor)


@app.command("open")
def open_window(
    paths: Annotated[list[Path] | None, typer.Argument(help="Files and folders to read.")] = None,
) -> None:
    """Open the window, with articles where paths are given."""
    from newsdesk.__main__ import main

    raise typer.Exit(main(["open", *map(str, paths or [])]))


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        typer.echo(f"newsdesk {__version__}")
        raise typer.Exit()


def run_command(arguments: list[str]) -> int:
    """Run one command line and give its exit code: 0 all well, 1 some failed, 2 wrong use."""
    try:
        app(arguments)
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 0
    except NewsdeskError as error:
        typer.echo(f"newsdesk: {error}", err=True)
        return WRONG_USE
    except BrokenPipeError:
        # The reader has gone, as in `newsdesk classify … | head`; the rest has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    return 0
