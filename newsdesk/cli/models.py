"""`newsdesk models`: what is here, what it is good for, in and out of the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from newsdesk.core.errors import ModelError
from newsdesk.engine.model_folder import (
    ModelFolder,
    export_model,
    find_model,
    import_model,
    list_models,
    remove_model,
)

app = typer.Typer(help="List, show, import, export and remove models.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List the models that are here."""
    found = list_models()
    if as_json:
        _print([_summary(entry) for entry in found])
    else:
        for entry in found:
            typer.echo(_line(entry))
    raise typer.Exit(1 if any(isinstance(entry, ModelError) for entry in found) else 0)


@app.command()
def show(name: str, as_json: Json = False) -> None:
    """Show one model: sections, results, where it came from."""
    model = find_model(name)
    if as_json:
        _print({**_summary(model), "manifest": model.manifest})
        return
    manifest = model.manifest
    typer.echo(f"{manifest.title} ({model.name})\n{manifest.description}\n")
    typer.echo(f"sections   {', '.join(section.code for section in manifest.sections)}")
    typer.echo(f"languages  {', '.join(manifest.languages)}")
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
    path = export_model(find_model(name), target)
    if as_json:
        _print({"name": name, "folder": str(path)})
    else:
        typer.echo(f"Exported {name} to {path}")


@app.command()
def remove(name: str, as_json: Json = False) -> None:
    """Delete a model from the data folder."""
    remove_model(name)
    if as_json:
        _print({"name": name, "removed": True})
    else:
        typer.echo(f"Removed {name}")


def _line(entry: ModelFolder | ModelError) -> str:
    if isinstance(entry, ModelError):
        return f"(damaged)  {entry}"
    where = "ships with Newsdesk" if entry.bundled else "installed"
    return f"{entry.name:<20} {entry.size / 1e6:>6.1f} MB  {where}  {entry.manifest.title}"


def _summary(entry: ModelFolder | ModelError) -> dict[str, Any]:
    if isinstance(entry, ModelError):
        return {"error": entry.problem}
    manifest = entry.manifest
    return {
        "name": entry.name,
        "title": manifest.title,
        "sections": [section.code for section in manifest.sections],
        "languages": manifest.languages,
        "bytes": entry.size,
        "bundled": entry.bundled,
        "folder": str(entry.path),
        "results": manifest.results,
    }


def _print(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
