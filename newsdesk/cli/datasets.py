"""`newsdesk datasets`: labelled articles in and out, looked at, divided, corrected."""

from __future__ import annotations

import getpass
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from newsdesk.cli.classify import column_mapping
from newsdesk.cli.columns import columns_of, padded
from newsdesk.core.dataset import Dataset, SplitPlan
from newsdesk.core.schema_words import in_words
from newsdesk.datasets.steps import Steps
from newsdesk.documents.columns import ColumnMapping
from newsdesk.store import Store

app = typer.Typer(help="Import, show, divide, correct and export data sets.", no_args_is_help=True)
CANCELLED = 130

Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
Name = Annotated[str, typer.Argument(help="The data set's name.")]
NewName = Annotated[str, typer.Option("--name", help="What the set is called from here on.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace the set of that name.")]
Split = Annotated[str, typer.Option("--split", help="shares, folds, date or given.")]
Dev = Annotated[float, typer.Option("--dev", help="Part to choose by.")]
Test = Annotated[float, typer.Option("--test", help="Part to test on.")]
Folds = Annotated[int, typer.Option("--folds", help="How many folds.")]
Seed = Annotated[int, typer.Option("--seed", help="Of what is left to chance.")]


@app.command("import")
def import_command(
    path: Annotated[Path, typer.Argument(help="A table, or a folder with one folder a section.")],
    name: NewName,
    title: Annotated[str, typer.Option(help="The set's title, for people.")] = "",
    columns: Annotated[
        str | None,
        typer.Option(
            help="Columns where the guess is wrong: title=NAME,body=NAME,section=NAME,cover=NAME,"
            "language=NAME,date=NAME,split=NAME."
        ),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="Encoding of a text table, where the guess is wrong.")
    ] = None,
    split: Split = "shares",
    dev: Dev = 0.05,
    test: Test = 0.05,
    folds: Folds = 5,
    seed: Seed = 13,
    merge: Annotated[
        list[str] | None, typer.Option(help="FROM=INTO: a label that is another one's section.")
    ] = None,
    replace: Replace = False,
    as_json: Json = False,
) -> None:
    """Import a csv, tsv, tab, json, jsonl, xlsx or parquet file, or a folder of folders."""
    from newsdesk.datasets.importing import ImportRequest, import_dataset

    request = ImportRequest(
        path=path,
        name=name,
        title=title,
        mapping=_mapping(path, columns, encoding),
        encoding=encoding,
        plan=_plan(split, dev, test, folds, seed),
        merges=_merges(merge or []),
        replacing=replace,
    )
    with _store() as store, _progress() as steps:
        made = import_dataset(store, request, steps)
        _show(store, made, as_json)
        if not as_json:
            _offer_merges(store, made)
            _warn(path, made, request.merges)


@app.command("list")
def list_command(as_json: Json = False) -> None:
    """List the data sets."""
    with _store() as store:
        found = store.datasets.list()
    if as_json:
        _print([_summary(entry) for entry in found])
    elif not found:
        typer.echo(
            "There is no data set yet; newsdesk datasets import FILE --name NAME makes one.",
            err=True,
        )
    for entry in () if as_json else found:
        typer.echo(
            f"{padded(entry.name, 24)} {entry.rows:>9,} articles  "
            f"{len(entry.sections):>3} sections  {entry.title}"
        )


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show one set: sections by split, languages, lengths, duplicates, problems."""
    with _store() as store:
        _show(store, _find(store, name), as_json)


@app.command()
def problems(name: Name, as_json: Json = False) -> None:
    """List the rows that are not learned from, or not quite as they came, and why."""
    with _store() as store:
        found = store.datasets.problems(_find(store, name).id, limit=1_000_000)
    if as_json:
        _print(found)
    for entry in () if as_json else found:
        named = entry.row is None or entry.message.startswith("Row ")
        where = "" if named else f"row {entry.row}: "
        typer.echo(f"{where}{entry.message}")


@app.command()
def divide(
    name: Name,
    split: Split = "shares",
    dev: Dev = 0.05,
    test: Test = 0.05,
    folds: Folds = 5,
    seed: Seed = 13,
    as_json: Json = False,
) -> None:
    """Divide a set anew; near-duplicates stay together."""
    from newsdesk.datasets.dividing import divide_again

    with _store() as store, _progress() as steps:
        made = divide_again(store, name, _plan(split, dev, test, folds, seed), steps)
        _show(store, made, as_json)


@app.command()
def label(
    name: Name,
    number: Annotated[int, typer.Argument(help="The row's number in the set.")],
    section: Annotated[str, typer.Argument(help="Its section; an empty one takes it away.")],
    why: Annotated[str, typer.Option(help="The reason, for the ledger.")] = "",
    as_json: Json = False,
) -> None:
    """Correct the section of one row; the ledger keeps who did it, when and why."""
    with _store() as store:
        dataset = _find(store, name)
        change = store.datasets.change_label(dataset.id, number, section, _who(), why)
    if as_json:
        _print(change)
    else:
        before = change.from_section or "no section"
        typer.echo(f"Row {number}: {before} is now {change.to_section or 'no section'}")


@app.command()
def merge(
    name: Name,
    from_: Annotated[str, typer.Argument(metavar="FROM", help="The section that goes.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="The section it becomes.")],
    as_json: Json = False,
) -> None:
    """Merge one section into another, or rename it."""
    with _store() as store:
        dataset = _find(store, name)
        rows = store.datasets.merge_sections(dataset.id, [from_], into, _who())
    if as_json:
        _print({"name": name, "from": from_, "into": into, "rows": rows})
    else:
        typer.echo(f"{rows:,} row{'' if rows == 1 else 's'} of {from_} became {into}")


@app.command()
def export(
    name: Name,
    path: Annotated[Path, typer.Argument(help="A .csv, .tsv, .jsonl, .xlsx or .parquet file.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a file that is there.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write a set to a file, its covers to a folder beside; `import` reads it back."""
    from newsdesk.datasets.exporting import export_dataset

    with _store() as store, _progress() as steps:
        written = export_dataset(store, name, path, steps=steps, replace=replace)
    if as_json:
        _print({"name": name, "path": str(written.path), "marked": written.marked})
    else:
        typer.echo(f"Exported {name} to {written.path}")
        if written.notice:
            typer.echo(written.notice, err=True)


@app.command("from-decisions")
def from_decisions_command(
    name: Name,
    since: Annotated[
        str, typer.Option(help="Only what was decided since this model, or against it.")
    ] = "",
    split: Split = "shares",
    dev: Dev = 0.05,
    test: Test = 0.05,
    seed: Seed = 13,
    replace: Replace = False,
    as_json: Json = False,
) -> None:
    """Make a set of what was decided on the desk; what was tested on is tested on again."""
    from newsdesk.datasets.from_decisions import from_decisions

    plan = _plan(split, dev, test, 5, seed)
    with _store() as store, _progress() as steps:
        made = from_decisions(store, name, "since" if since else "all", since, plan, steps, replace)
        _show(store, made, as_json)


@app.command()
def remove(name: Name, as_json: Json = False) -> None:
    """Delete a data set; jobs that learned from it keep their copy."""
    with _store() as store:
        store.datasets.remove(_find(store, name).id)
    if as_json:
        _print({"name": name, "removed": True})
    else:
        typer.echo(f"Removed {name}")


def _store() -> Store:
    return Store.open()


def _find(store: Store, name: str) -> Dataset:
    from newsdesk.datasets.dividing import find

    return find(store, name)


def _who() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _plan(split: str, dev: float, test: float, folds: int, seed: int) -> SplitPlan:
    values = {"way": split, "dev": dev, "test": test, "folds": folds, "seed": seed}
    try:
        return msgspec.convert(values, SplitPlan)
    except msgspec.ValidationError as error:
        raise typer.BadParameter(
            in_words(str(error), SplitPlan), param_hint="the plan of splits"
        ) from error


def _mapping(path: Path, columns: str | None, encoding: str | None) -> ColumnMapping | None:
    """The guess, with what the person named in its place."""
    named = column_mapping(columns)
    if named is None or path.is_dir():
        return named
    from newsdesk.documents.source import file_error
    from newsdesk.documents.tables import preview

    try:
        guess = preview(path, encoding).mapping
    except OSError as error:
        raise file_error(path, error) from error
    chosen = {part: column for part, column in asdict(named).items() if column is not None}
    others = {
        part: None if column in chosen.values() else column
        for part, column in asdict(guess).items()
    }
    return ColumnMapping(**{**others, **chosen})


def _merges(pairs: list[str]) -> dict[str, str]:
    merges = dict(pair.partition("=")[::2] for pair in pairs)
    wrong = [label for label, into in merges.items() if not label.strip() or not into.strip()]
    if wrong:
        raise typer.BadParameter(f"{wrong[0]!r}: write FROM=INTO", param_hint="--merge")
    return merges


@contextmanager
def _progress() -> Iterator[Steps]:
    """Progress on a terminal; Ctrl-C leaves nothing behind and says so."""
    shown = sys.stderr.isatty()

    def tell(phase: str, done: int, total: int) -> None:
        if shown:
            far = f" {done:,}" + (f" of {total:,}" if total else "") if done else ""
            sys.stderr.write(f"\r\x1b[K{phase}{far} ")
            sys.stderr.flush()

    def end() -> None:
        if shown:
            sys.stderr.write("\r\x1b[K")

    try:
        yield Steps(tell)
    except KeyboardInterrupt:
        end()
        typer.echo("newsdesk: cancelled; nothing was kept.", err=True)
        raise typer.Exit(CANCELLED) from None
    finally:
        end()


def _show(store: Store, dataset: Dataset, as_json: bool) -> None:
    if as_json:
        _print(_details(store, dataset))
        return
    sys.stderr.flush()
    typer.echo(f"{dataset.title} ({dataset.name})\n")
    typer.echo(f"articles      {dataset.rows:,}, {dataset.labelled:,} with a section")
    typer.echo(f"duplicates    {dataset.duplicates:,}\ncovers        {dataset.covers:,}")
    for language, rows in store.datasets.languages(dataset.id).items():
        typer.echo(f"language      {language} {rows:,}")
    typer.echo(f"problems      {dataset.problems:,}")
    typer.echo(f"division      {_division(dataset.plan)}")
    typer.echo(f"source        {dataset.source}\nfingerprint   {dataset.fingerprint}\n")
    counts = store.datasets.counts(dataset.id)
    width = max([12, *(columns_of(count.section) for count in counts)])
    if dataset.plan.way == "folds":
        typer.echo(f"{'section':<{width}} {'articles':>8}")
        for count in counts:
            typer.echo(f"{padded(count.section, width)} {count.total:>8,}")
    else:
        typer.echo(f"{'section':<{width}} {'train':>8} {'dev':>8} {'test':>8}")
        for count in counts:
            typer.echo(
                f"{padded(count.section, width)} {count.train:>8,} {count.dev:>8,} {count.test:>8,}"
            )
    if dataset.note:
        typer.echo(f"\n{dataset.note}")


def _offer_merges(store: Store, dataset: Dataset) -> None:
    from newsdesk.datasets.sections import merge_offers

    rows = {count.section: count.total for count in store.datasets.counts(dataset.id)}
    for into, others in merge_offers(rows):
        for other in others:
            typer.echo(
                f"{other} and {into} may be one section: newsdesk datasets merge "
                f"{shlex.join((dataset.name, other, into))}",
                err=True,
            )


def _warn(path: Path, dataset: Dataset, merges: Mapping[str, str]) -> None:
    """What an import did as it was told, and was hardly meant."""
    if not dataset.labelled:
        how = (
            "put the articles of each section into a folder of its name"
            if path.is_dir()
            else "name their column with --columns section=NAME, and --replace this set"
        )
        typer.echo(f"No article has a section, so nothing can be learned yet: {how}.", err=True)
    codes = {section.code for section in dataset.sections}
    for label, into in merges.items():
        if into not in codes:
            typer.echo(f"No row is labelled {label}: --merge {label}={into} did nothing.", err=True)


def _division(plan: SplitPlan) -> str:
    match plan.way:
        case "folds":
            return f"{plan.folds} folds, each tested on in turn; seed {plan.seed}"
        case "given":
            return "as given by the file"
        case "date":
            return f"by date: the newest {plan.test:.0%} to test on, {plan.dev:.0%} to choose by"
        case _:
            return f"{plan.dev:.0%} to choose by, {plan.test:.0%} to test on; seed {plan.seed}"


def _details(store: Store, dataset: Dataset) -> dict[str, Any]:
    return {
        **_summary(dataset),
        "counts": store.datasets.counts(dataset.id),
        "lengths": store.datasets.lengths(dataset.id),
        "languages": store.datasets.languages(dataset.id),
    }


def _summary(dataset: Dataset) -> dict[str, Any]:
    return asdict(dataset) | {"plan": dataset.plan}


def _print(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
