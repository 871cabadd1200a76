"""`newsdesk encoders`: base models to train from, which there are and which are here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from newsdesk.cli.columns import padded
from newsdesk.core.catalogue import (
    card_of,
    catalogue,
    encoder_folder,
    encoder_licence,
    encoder_problem,
    other_encoders,
    remove_encoder,
)
from newsdesk.core.errors import Problem, TrainingError

app = typer.Typer(
    help="List, download, make and remove base models to train from.", no_args_is_help=True
)
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
INTERRUPTED_BY_PERSON = 130
_OWN_NAME = re.compile(r"\w[\w.-]*")


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List the base models: what each is good for, its size and licence, and whether it is here."""
    rows = [_summary(card.name) for card in catalogue()]
    rows += [_summary(name) for name in other_encoders()]
    if as_json:
        _print(rows)
        return
    for row in sorted(rows, key=lambda row: not row["here"]):
        state = "damaged" if row["here"] and row["problem"] else "here" if row["here"] else "-"
        size = f"{'~' if row['size_estimated'] else ''}{max(row['size'] / 1e6, 1):,.0f} MB"
        typer.echo(
            f"{state:<8} {padded(row['name'], 40)} {size:>8}  "
            f"{row['licence'] or 'licence not stated':<18} {', '.join(row['languages'])}"
        )
        typer.echo(f"{'':<9}{row['problem'] if state == 'damaged' else row['purpose']}")


@app.command()
def fetch(
    name: Annotated[str, typer.Argument(help="As the hub has it; @REVISION may follow.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask after showing the size.")] = False,
    as_json: Json = False,
) -> None:
    """Download a base model from the Hugging Face hub, after showing its size and licence.

    A download that was broken off goes on where it was.
    """
    offer = _last(_ask_trainer(name, "--offer"), "offer")
    size, licence = offer["size"] / 1e6, offer["licence"] or "not stated; see its page on the hub"
    typer.echo(f"{name}: {size:,.0f} MB in {offer['files']} files; licence: {licence}", err=True)
    if offer.get("note"):
        typer.echo(offer["note"], err=True)
    if not yes and not typer.confirm("Download it?", err=True):
        raise typer.Exit(1)
    try:
        # Of what was offered, should the hub move on in between.
        revision = "@".join((name.partition("@")[0], offer["revision"]))
        folder = _last(_shown(_ask_trainer(revision)), "done")["folder"]
    except KeyboardInterrupt:
        typer.echo("\nStopped; what came so far is kept, and fetching it again goes on.", err=True)
        raise typer.Exit(INTERRUPTED_BY_PERSON) from None
    if as_json:
        _print({"name": name, "folder": folder})
    else:
        typer.echo(f"{name} is in {folder}")


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="What it is called from here on.")],
    dataset: Annotated[str, typer.Option(help="The data set whose words it is to know.")],
    layers: Annotated[int, typer.Option(min=1, max=24, help="How deep it is.")] = 2,
    width: Annotated[int, typer.Option(min=32, max=1024, help="How wide each layer is.")] = 128,
    pieces: Annotated[
        int, typer.Option(min=100, help="The most pieces of words that it may know.")
    ] = 8000,
    as_json: Json = False,
) -> None:
    """Make a small base model that has learned nothing, for a language without any other."""
    from newsdesk.datasets.new_encoder import Shape, new_encoder
    from newsdesk.store import Store

    if not _OWN_NAME.fullmatch(name) or card_of(name):
        raise typer.BadParameter(
            "use a name of its own, of letters, digits, points, hyphens and underscores",
            param_hint="name",
        )
    with Store.open() as store:
        found = store.datasets.get(dataset)
        if found is None:
            raise TrainingError(
                "no_dataset",
                f"There is no data set called {dataset}.",
                "`newsdesk datasets list` names those that are here.",
            )
        # What it is tested on must stay unknown to it.
        texts = (
            f"{row.title}\n{row.body}"
            for row in store.datasets.rows(found.id)
            if row.split != "test"
        )
        folder = new_encoder(name, texts, Shape(layers, width, pieces))
    if as_json:
        _print({"name": name, "folder": str(folder)})
    else:
        typer.echo(f"Made {name} in {folder}")


@app.command()
def remove(
    name: Annotated[str, typer.Argument(help="As `list` has it.")],
    as_json: Json = False,
) -> None:
    """Delete a base model that was downloaded or made here; models trained from it stay."""
    remove_encoder(name)
    if as_json:
        _print({"name": name, "removed": True})
    else:
        typer.echo(f"Removed {name}")


def _summary(name: str) -> dict[str, Any]:
    card, folder = card_of(name), encoder_folder(name)
    problem = encoder_problem(name) if folder else None
    return {
        "name": name,
        "title": card.title if card else name,
        "purpose": card.purpose if card else "Made here, or downloaded by its own name.",
        "languages": card.languages if card else (),
        "size": _bytes(folder) if folder else card.size if card else 0,
        "size_estimated": bool(card and card.size_estimated and not folder),
        "parameters": card.parameters if card else None,
        "licence": encoder_licence(name),
        "here": folder is not None,
        "folder": str(folder) if folder else None,
        "problem": problem,
    }


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _ask_trainer(*arguments: str) -> Iterator[dict[str, Any]]:
    """What the training part says while it fetches; TrainingError where it says that it failed."""
    from newsdesk.jobs.submit import missing_training

    if (missing := missing_training()) is not None:
        raise _as_error(missing)
    command = [sys.executable, "-m", "training", "fetch", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said = msgspec.json.decode(line, type=dict[str, Any])
            if said["event"] == "failed":
                raise _as_error(msgspec.convert(said["problem"], Problem))
            yield said


def _last(lines: Iterator[dict[str, Any]], event: str) -> dict[str, Any]:
    last = next(iter(deque(lines, maxlen=1)), {})
    if last.get("event") != event:
        raise TrainingError(
            "fetch_died", "The download ended without a result.", "Fetch it again: it goes on."
        )
    return last


def _shown(lines: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The same, with the progress on a terminal."""
    for line in lines:
        if line["event"] == "progress" and sys.stderr.isatty():
            done, total = line["done"], max(line["total"], 1)
            sys.stderr.write(f"\r\x1b[K{done / total:>4.0%}  {done / 1e6:,.0f} MB  {line['file']}")
            sys.stderr.flush()
        yield line
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


def _as_error(problem: Problem) -> TrainingError:
    return TrainingError(problem.kind, problem.message, problem.remedy)


def _print(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
