"""`newsdesk models`: what is here, what it is good for, in and out of the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from newsdesk.core.errors import ModelError
from newsdesk.engine.ensemble import Ensemble
from newsdesk.engine.ensemble_files import is_ensemble, save_ensemble
from newsdesk.engine.installed import Usable, find, list_usable
from newsdesk.engine.installed import remove as remove_usable
from newsdesk.engine.model_folder import export_model, find_model, import_model

app = typer.Typer(
    help="List, show, import, export and remove models; let several answer together.",
    no_args_is_help=True,
)
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List the models and ensembles that are here."""
    found = list_usable()
    if as_json:
        _print([_summary(entry) for entry in found])
    else:
        for entry in found:
            typer.echo(_line(entry))
    raise typer.Exit(1 if any(isinstance(entry, ModelError) for entry in found) else 0)


@app.command()
def show(name: str, as_json: Json = False) -> None:
    """Show one model or ensemble: sections, results, where it came from."""
    model = find(name)
    if as_json:
        _print({**_summary(model), "manifest": model.manifest})
        return
    manifest = model.manifest
    typer.echo(f"{manifest.title} ({model.name})\n{manifest.description}\n")
    typer.echo(f"sections   {', '.join(section.code for section in manifest.sections)}")
    typer.echo(f"languages  {', '.join(manifest.languages) or 'not stated'}")
    if isinstance(model, Ensemble):
        typer.echo(f"members    {', '.join(member.name for member in model.members)}")
    typer.echo(f"reads      {manifest.preprocessing.max_tokens} tokens")
    typer.echo(f"size       {model.size / 1e6:.1f} MB\nfolder     {model.path}\n")
    for result in (*manifest.results, *([manifest.overall] if manifest.overall else [])):
        f1 = result.macro_f1
        typer.echo(
            f"{result.dataset:<24} macro-F1 {f1.value:.3f} ({f1.low:.3f} to {f1.high:.3f}) "
            f"on {result.articles:,} articles"
        )


@app.command("import")
def import_command(
    folder: Path,
    replace: Annotated[bool, typer.Option(help="Replace a model of the same name.")] = False,
    as_json: Json = False,
) -> None:
    """Copy a model folder into the data folder, after checking all of it."""
    model = import_model(folder, replace)
    if as_json:
        _print(_summary(model))
    else:
        typer.echo(f"Imported {model.name}")


@app.command()
def export(name: str, target: Path, as_json: Json = False) -> None:
    """Copy a model to a folder."""
    if is_ensemble(name):
        raise ModelError(
            "ensemble",
            f"{name} is an ensemble and holds no model of its own.",
            "Export its members, and make the ensemble again where they are imported.",
        )
    path = export_model(find_model(name), target)
    if as_json:
        _print({"name": name, "folder": str(path)})
    else:
        typer.echo(f"Exported {name} to {path}")


@app.command()
def remove(name: str, as_json: Json = False) -> None:
    """Delete a model from the data folder, or an ensemble; an ensemble's members stay."""
    remove_usable(name)
    if as_json:
        _print({"name": name, "removed": True})
    else:
        typer.echo(f"Removed {name}")


@app.command()
def ensemble(
    name: str,
    members: Annotated[list[str], typer.Argument(help="Models that are here, two or more.")],
    title: Annotated[str, typer.Option(help="What it is called beside its name.")] = "",
    replace: Annotated[bool, typer.Option(help="Replace an ensemble of this name.")] = False,
    as_json: Json = False,
) -> None:
    """Let models answer together: the mean of their probabilities, sections paired by name."""
    made = save_ensemble(name, members, title, replace)
    if as_json:
        _print(_summary(made))
        return
    typer.echo(f"{name} knows {', '.join(section.name() for section in made.sections)}")
    for member, sections in made.left_out.items():
        if sections:
            typer.echo(f"  left out of {member}: {', '.join(s.name() for s in sections)}")


def _line(entry: Usable | ModelError) -> str:
    if isinstance(entry, ModelError):
        return f"(damaged)  {entry}"
    if isinstance(entry, Ensemble):
        names = ", ".join(member.name for member in entry.members)
        return f"{entry.name:<20} {entry.size / 1e6:>6.1f} MB  ensemble of {names}"
    where = "ships with Newsdesk" if entry.bundled else "installed"
    return f"{entry.name:<20} {entry.size / 1e6:>6.1f} MB  {where}  {entry.manifest.title}"


def _summary(entry: Usable | ModelError) -> dict[str, Any]:
    if isinstance(entry, ModelError):
        return {"error": entry.problem}
    manifest = entry.manifest
    ensemble = {"members": [m.name for m in entry.members]} if isinstance(entry, Ensemble) else {}
    return {
        "name": entry.name,
        "title": manifest.title,
        "sections": [section.code for section in manifest.sections],
        "languages": manifest.languages,
        "bytes": entry.size,
        "bundled": entry.bundled,
        "folder": str(entry.path),
        "results": manifest.results,
        **ensemble,
    }


def _print(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
