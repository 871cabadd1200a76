"""`newsdesk doctor`: what this installation has, what is missing, and how to get it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
import typer

from newsdesk import __version__
from newsdesk.core import paths
from newsdesk.core.errors import ModelError, NewsdeskError
from newsdesk.engine.installed import list_usable
from newsdesk.engine.runtime import devices, usable_cores

State = Literal["ok", "missing", "problem"]
_LIBRARIES = (
    "PySide6-Essentials", "SQLAlchemy", "alembic", "onnxruntime", "tokenizers", "numpy", "pillow",
    "pillow-heif", "trafilatura", "python-docx", "pypdf", "openpyxl",
)  # fmt: skip
_TRAINING = ("torch", "torchvision", "transformers", "accelerate", "onnx", "sklearn")
_MARKS = {"ok": "ok     ", "missing": "missing", "problem": "PROBLEM"}


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report: what was looked at, what was found, and the remedy if any.

    state: `missing` is something optional that is not there; `problem` stands in the way.
    """

    name: str
    state: State
    value: str
    remedy: str = ""


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
) -> None:
    """Check versions, device, libraries, data folder and models.

    Exit status: 0 when everything needed is there, 1 when something stands in the way.
    """
    found = list(checks())
    if as_json:
        text = msgspec.json.format(msgspec.json.encode({"checks": found}), indent=2).decode()
        typer.echo(text)
    else:
        for check in found:
            typer.echo(f"{_MARKS[check.state]}  {check.name:<20} {check.value}")
            if check.remedy:
                typer.echo(f"{'':<9}{check.remedy}")
    raise typer.Exit(1 if any(check.state == "problem" for check in found) else 0)


def checks() -> Iterator[Check]:
    """Everything that is looked at, in the order of the report."""
    yield Check("Newsdesk", "ok", __version__)
    yield Check("Python", "ok", f"{platform.python_version()} on {platform.platform(terse=True)}")
    for name in _LIBRARIES:
        yield _library(name)
    yield _trigrams()
    yield _device()
    yield _screen()
    yield _data_folder()
    yield _database()
    yield from _models()
    yield _training()


def _library(name: str) -> Check:
    try:
        return Check(name, "ok", importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Check(name, "problem", "not installed", f"Install it: pip install {name}")


def _trigrams() -> Check:
    try:
        with sqlite3.connect(":memory:") as connection:
            connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='trigram')")
    except sqlite3.Error:
        return Check(
            "SQLite",
            "problem",
            f"{sqlite3.sqlite_version}, without trigram search",
            "Use a Python whose SQLite is 3.34 or newer, with FTS5.",
        )
    return Check("SQLite", "ok", sqlite3.sqlite_version)


def _device() -> Check:
    names = {"cuda": "NVIDIA card (CUDA)", "cpu": f"CPU, {usable_cores()} cores"}
    return Check("Device", "ok", ", ".join(names[device] for device in devices()))


def _screen() -> Check:
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return Check("Screen", "ok", "there is one")
    return Check(
        "Screen", "missing", "none", "The window needs one; `newsdesk classify` works without."
    )


def _data_folder() -> Check:
    folder = paths.home()
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK):
        return Check(
            "Data folder",
            "problem",
            f"{folder} cannot be written",
            "Make it writable, or set NEWSDESK_HOME to another folder.",
        )
    free = shutil.disk_usage(existing).free
    return Check("Data folder", "ok", f"{folder} ({free / 1e9:.0f} GB free)")


def _database() -> Check:
    path = paths.database()
    if not path.exists():
        return Check("Database", "ok", "will be made at the first start")
    from newsdesk.store import Store

    try:
        store = Store.open(path)
    except NewsdeskError as error:
        return Check("Database", "problem", error.problem.message, error.problem.remedy)
    notices = " ".join(notice.message for notice in store.notices)
    store.close()
    return Check("Database", "ok", f"{path.stat().st_size / 1e6:.1f} MB {notices}".strip())


def _models() -> Iterator[Check]:
    found = list_usable()
    if not found:
        yield Check("Models", "problem", "none", "Install Newsdesk again, or import a model.")
    for entry in found:
        if isinstance(entry, ModelError):
            yield Check("Model", "problem", entry.problem.message, entry.problem.remedy)
        else:
            yield Check(f"Model {entry.name}", "ok", entry.manifest.title)


def _training() -> Check:
    missing = [name for name in _TRAINING if importlib.util.find_spec(name) is None]
    if missing:
        return Check(
            "Training",
            "missing",
            f"without {', '.join(missing)}",
            "To train models: pip install 'newsdesk[training]'",
        )
    return Check("Training", "ok", "all libraries are there")
