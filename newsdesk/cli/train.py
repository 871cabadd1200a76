"""`newsdesk train`: put a job into the queue, see what it would cost, or wait for its end."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import tomli_w
import typer

from newsdesk.cli.job_lines import opened, plan_lines, print_json
from newsdesk.cli.jobs import Json, wait_for
from newsdesk.core import paths
from newsdesk.core.errors import TrainingError
from newsdesk.core.plan import Plan
from newsdesk.core.recipes import FinetuneSpec, parse_recipe
from newsdesk.jobs.submit import missing_training, submit


def train(
    spec: Annotated[
        str, typer.Argument(help="A TOML file, or the name of a specification that ships.")
    ],
    dataset: Annotated[str, typer.Option(help="The data set to learn from.")] = "",
    name: Annotated[str, typer.Option(help="Of the job, and of the model.")] = "",
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", help="Change a field, such as tuning.epochs=3; may be repeated."),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Follow the job to its end.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Only measure what it would cost.")] = False,
    hold: Annotated[
        bool, typer.Option("--hold", help="Only write it down, to be resumed or started by hand.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Train a model in the background, as a specification says."""
    changes = list(changes or ())
    changes += [f"dataset={_quoted(dataset)}"] if dataset else []
    changes += [f"name={_quoted(name)}"] if name else []
    text, parsed = specification(spec, changes)
    if plan:
        _tell_plan(text, as_json)
        return
    with opened() as store:
        job = submit(store, parsed, text, hold=hold)
        if wait and not hold:
            wait_for(store, job, as_json)
    if as_json:
        print_json({"id": job.id, "name": job.name, "state": job.state})
    elif hold:
        typer.echo(
            f"{job.name} (job {job.id}) is on hold; `newsdesk jobs resume {job.id}` starts it"
        )
    else:
        typer.echo(
            f"{job.name} (job {job.id}) is in the queue; `newsdesk jobs watch {job.id}` follows it"
        )


def specification(name: str, changes: list[str]) -> tuple[str, FinetuneSpec]:
    """A specification by path or by the name of one that ships, with changes of its fields.

    Raises TrainingError where it cannot be read, or a change or the result is wrong.
    """
    path = _path_of(name)
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise TrainingError(
            "no_recipe",
            f"The specification {path} cannot be read: {reason}.",
            "Check its name, and that it is TOML; these ship: " + ", ".join(_bundled()) + ".",
        ) from error
    for change in changes:
        _change(values, change)
    if changes:
        text = tomli_w.dumps(values)
    return text, parse_recipe(text, path.name)


def _path_of(name: str) -> Path:
    path = Path(name).expanduser()
    shipped = paths.bundled_recipes() / f"{name.removesuffix('.toml')}.toml"
    return shipped if not path.exists() and shipped.is_file() else path


def _bundled() -> list[str]:
    return sorted(path.stem for path in paths.bundled_recipes().glob("*.toml"))


def _change(values: dict[str, Any], change: str) -> None:
    """Put one `a.b=value` in its place; the value is TOML, or else plain text."""
    key, equals, text = change.partition("=")
    *tables, field = key.strip().split(".")
    if not equals or not all((*tables, field)):
        raise TrainingError(
            "bad_change", f"--set {change} is no change.", "Write it like tuning.epochs=3."
        )
    for table in tables:
        values = values.setdefault(table, {})
        if not isinstance(values, dict):
            raise TrainingError(
                "bad_change", f"--set {change}: {table} has no fields.", "Look at its name again."
            )
    try:
        values[field] = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        values[field] = text


def _quoted(text: str) -> str:
    return tomli_w.dumps({"value": text}).partition("= ")[2].strip()


def _tell_plan(text: str, as_json: bool) -> None:
    problem = missing_training()
    if problem is not None:
        raise TrainingError(problem.kind, problem.message, problem.remedy)
    with tempfile.TemporaryDirectory(prefix="newsdesk-plan-") as folder:
        file = Path(folder) / "plan.toml"
        file.write_text(text, encoding="utf-8")
        plan = measured([sys.executable, "-m", "training", "plan", str(file)], quiet=as_json)
    if as_json:
        print_json(plan)
    else:
        typer.echo(plan_lines(plan))
    if not plan.fits:
        raise typer.Exit(1)


def measured(command: list[str], *, quiet: bool) -> Plan:
    """The plan that a process tells in JSON lines; its phases go to standard error.

    Raises TrainingError where it says why there is none, or ends without a word.
    """
    said = ""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL if quiet else None
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                event = msgspec.json.decode(line, type=dict[str, Any])
            except msgspec.MsgspecError:
                said = line.decode(errors="replace").strip() or said
                continue
            if event.get("event") == "plan":
                return msgspec.convert(event["plan"], Plan)
            if event.get("event") == "failed":
                problem = event["problem"]
                raise TrainingError(problem["kind"], problem["message"], problem["remedy"])
            if not quiet:
                typer.echo(str(event.get("phase", "")), err=True)
    raise TrainingError(
        "no_plan",
        f"The plan could not be measured{f': {said}' if said else ''}.",
        "`newsdesk doctor` shows whether the training part is complete.",
    )
