"""`newsdesk inbox`: what the desk shows and does, without its window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from newsdesk.cli.inbox_lines import (
    editor,
    export_query,
    print_json,
    query_of,
    row_line,
    section_code,
)
from newsdesk.engine.model_folder import DEFAULT_MODEL
from newsdesk.services.inbox_questions import with_among

if TYPE_CHECKING:
    from newsdesk.store import Store
    from newsdesk.store.records import Decision

app = typer.Typer(
    help="List, show, decide, remove and export the articles of the desk.", no_args_is_help=True
)
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
Id = Annotated[int, typer.Argument(metavar="ID", help="The article's number.")]
Ids = Annotated[list[int], typer.Argument(metavar="ID…", help="Numbers of articles.")]
Model = Annotated[str, typer.Option(help="The model with which the inbox is seen.")]
State = Annotated[
    str, typer.Option(help="all, to_decide, filed, decided, unread, waiting or failed.")
]
Search = Annotated[str, typer.Option(help="Words that must all occur.")]
Sections = Annotated[list[str] | None, typer.Option("--section", help="May be given twice.")]
Order = Annotated[str, typer.Option(help="newest, oldest, least_certain or teaches_most.")]
Least = Annotated[float, typer.Option(min=0, max=1, help="Least confidence.")]
Most = Annotated[float, typer.Option(min=0, max=1, help="Highest confidence.")]
Since = Annotated[str | None, typer.Option(help="Arrived from this date or moment on.")]
Until = Annotated[str | None, typer.Option(help="Arrived before this date or moment.")]
Run = Annotated[int | None, typer.Option(help="Brought in by this archive run.")]
Beside = Annotated[str, typer.Option(help="Put elsewhere by this second model.")]
Who = Annotated[str, typer.Option(help="The editor's name; the login where none is given.")]
Over = Annotated[bool, typer.Option("--over", help="Even where somebody else's decision stands.")]
FAILED = 1


@app.command("list")
def list_command(
    model: Model = DEFAULT_MODEL,
    state: State = "all",
    search: Search = "",
    section: Sections = None,
    order: Order = "newest",
    least: Least = 0.0,
    most: Most = 1.0,
    since: Since = None,
    until: Until = None,
    run: Run = None,
    beside: Beside = "",
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON an article.")] = False,
) -> None:
    """List articles as the inbox does."""
    query = query_of(
        model, state, search, section, order, least, most, since, until, run, beside
    )  # fmt: skip
    with _opened() as store:
        query = with_among(store, query)
        ids = store.articles.listing(query).tolist()
        rows = store.articles.rows(ids[:limit], query)
    for row in rows:
        typer.echo(msgspec.json.encode(row).decode() if as_json else row_line(row))
    if len(ids) > limit and not as_json:
        typer.echo(f"{len(ids) - limit:,} more; --limit shows them.", err=True)


@app.command()
def show(article: Id, model: Model = DEFAULT_MODEL, as_json: Json = False) -> None:
    """Show one article: its text, what models say of it, and its ledger."""
    with _opened() as store:
        found = store.articles.get(article)
        if found is None:
            raise _gone(article)
        answers = store.predictions.of(article)
        history = store.decisions.history(article)
    if as_json:
        values: dict[str, Any] = msgspec.to_builtins(found)
        print_json({**values, "answers": answers, "decisions": history})
        return
    typer.echo(f"{found.title or '(no title)'}\n[{found.source}]\n")
    typer.echo(str(found.problem) if found.problem else found.body)
    for answer in sorted(answers, key=lambda each: each.model != model):
        said = answer.silence() or f"{answer.name} {answer.confidence:.1%}"
        typer.echo(f"\n{answer.model}: {said}")
    for line in history:
        typer.echo(_told(line))


@app.command()
def decide(
    article: Id,
    section: Annotated[str, typer.Argument(help="Its section, by code or name.")],
    also: Annotated[str | None, typer.Option(help="A second section.")] = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    who: Who = "",
    model: Model = DEFAULT_MODEL,
    over: Over = False,
    as_json: Json = False,
) -> None:
    """Write a decision into the ledger."""
    code = section_code(model, section)
    second = section_code(model, also) if also else None
    name = who or editor()
    with _opened() as store:
        seen = _seen(store, article, name, over)
        made = store.decisions.record(
            article, code, name, reason=reason, model=model, also=second, seen=seen
        )
    _tell(made, as_json)


@app.command()
def undecide(
    article: Id,
    who: Who = "",
    model: Model = DEFAULT_MODEL,
    over: Over = False,
    as_json: Json = False,
) -> None:
    """Take back the decision that stands; the ledger keeps both lines."""
    name = who or editor()
    with _opened() as store:
        seen = _seen(store, article, name, over)
        made = store.decisions.record(article, None, name, model=model, seen=seen)
    _tell(made, as_json)


@app.command()
def remove(articles: Ids, as_json: Json = False) -> None:
    """Take articles out of every list; `restore` brings them back within two days."""
    with _opened() as store:
        known = [each for each in articles if store.articles.get(each) is not None]
        store.articles.remove(known)
    _counted("removed", articles, known, as_json)


@app.command()
def restore(articles: Ids, as_json: Json = False) -> None:
    """Bring removed articles back as they were."""
    with _opened() as store:
        known = [each for each in articles if store.articles.get(each) is not None]
        store.articles.restore(known)
    _counted("restored", articles, known, as_json)


@app.command()
def export(
    path: Annotated[Path, typer.Argument(help="A .csv, .tsv, .jsonl or .xlsx file.")],
    model: Model = DEFAULT_MODEL,
    state: State = "all",
    search: Search = "",
    section: Sections = None,
    order: Order = "oldest",
    least: Least = 0.0,
    most: Most = 1.0,
    since: Since = None,
    until: Until = None,
    run: Run = None,
    beside: Beside = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a file that is there.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write articles to a file, their covers to a folder beside; it reads back the same."""
    query = query_of(
        model, state, search, section, order, least, most, since, until, run, beside
    )  # fmt: skip
    with _opened() as store:
        query = with_among(store, query)
        export_query(store, query, path, replace=replace, as_json=as_json)


@app.command()
def failures(as_json: Json = False) -> None:
    """List what could not be read and why, grouped by cause. Exit status 1 where there is any."""
    from newsdesk.documents.causes import grouped

    with _opened() as store:
        found = store.articles.failed()
    if as_json:
        print_json(found)
    elif not found:
        typer.echo("Everything could be read.")
    for cause, files in () if as_json else grouped(found, lambda each: each.problem.kind):
        typer.echo(f"{cause}: {len(files):,}")
        for each in files:
            where = each.source if each.row is None else f"{each.source}:{each.row}"
            typer.echo(f"  {where}: {each.problem.message}")
    raise typer.Exit(FAILED if found else 0)


def _opened() -> Store:
    from newsdesk.store import Store

    return Store.open()


def _seen(store: Store, article: int, who: str, over: bool) -> int:
    """Id of the newest line about an article, which may be written over.

    Raises StoreError (`conflict`) where it is somebody else's decision, unless `over`.
    """
    newest = store.decisions.newest(article)
    if newest is None:
        return 0
    if newest.to_section is not None and newest.who != who and not over:
        from newsdesk.core.errors import StoreError

        raise StoreError(
            "conflict",
            f"Somebody else's decision stands: {_told(newest)}.",
            "With --over yours takes its place; the ledger keeps both.",
        )
    return newest.id


def _gone(article: int) -> Exception:
    from newsdesk.core.errors import StoreError

    return StoreError(
        "no_article", f"There is no article {article}.", "`newsdesk inbox list` shows the others."
    )


def _tell(line: Decision, as_json: bool) -> None:
    if as_json:
        print_json(line)
    else:
        typer.echo(_told(line))


def _told(line: Decision) -> str:
    also = f" and {line.also}" if line.also else ""
    what = f"decided {line.to_section}{also}" if line.to_section else "took the decision back"
    reason = f": {line.reason}" if line.reason else ""
    return f"{line.at:%Y-%m-%d %H:%M} UTC  {line.who} {what}{reason}"


def _counted(verb: str, asked: list[int], known: list[int], as_json: bool) -> None:
    missing = [each for each in asked if each not in known]
    if as_json:
        print_json({verb: known, "missing": missing})
    else:
        typer.echo(f"{len(known):,} article{'' if len(known) == 1 else 's'} {verb}.")
    for each in missing:
        typer.echo(str(_gone(each)), err=True)
    raise typer.Exit(FAILED if missing else 0)
