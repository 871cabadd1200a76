"""What the command line asks of the inbox, and how it writes the answers."""

from __future__ import annotations

import getpass
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import typer

if TYPE_CHECKING:
    from newsdesk.core.section import Section
    from newsdesk.store import Store
    from newsdesk.store.records import InboxQuery, InboxRow


def moment(text: str | None, option: str) -> datetime | None:
    """A date or a moment as a person writes it, in local time where no zone is named."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError as error:
        raise typer.BadParameter(
            "write a date as 2026-11-30, or a moment as 2026-11-30T14:05", param_hint=option
        ) from error


def query_of(
    model: str,
    state: str,
    search: str,
    section: list[str] | None,
    order: str,
    least: float,
    most: float,
    since: str | None,
    until: str | None,
    run: int | None,
    beside: str,
) -> InboxQuery:
    """The question that filters on the command line stand for."""
    from newsdesk.store.records import InboxOrder, InboxQuery, StateFilter

    for value, known, option in (
        (state, get_args(StateFilter), "--state"),
        (order, get_args(InboxOrder), "--order"),
    ):
        if value not in known:
            raise typer.BadParameter(f"write one of {', '.join(known)}", param_hint=option)
    return InboxQuery(
        model=model,
        state=state,  # type: ignore[arg-type]
        search=search,
        order=order,  # type: ignore[arg-type]
        sections=tuple(section_code(model, each) for each in section or ()),
        least=least,
        most=most,
        since=moment(since, "--since"),
        until=moment(until, "--until"),
        run=run,
        beside=beside,
        differs=bool(beside),
    )


def sections_of(model: str) -> tuple[Section, ...]:
    """The sections of a model; ModelError where there is no such model."""
    from newsdesk.engine.installed import find

    return tuple(find(model).manifest.sections)


def section_code(model: str, word: str) -> str:
    """The code of the section that a person named by its code or by one of its names."""
    known = sections_of(model)
    wanted = word.strip().casefold()
    for section in known:
        if wanted == section.code.casefold():
            return section.code
    for section in known:
        if wanted in (name.casefold() for name in section.names.values()):
            return section.code
    names = ", ".join(section.code for section in known)
    raise typer.BadParameter(f"{model} has no section {word!r}; it has {names}")


def editor() -> str:
    """Who decides, where nobody else is named."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "editor"


def row_line(row: InboxRow) -> str:
    """One article as a line: number, state, section, confidence, title, source."""
    state = "abstains" if row.abstains else row.state.replace("_", " ")
    sure = "" if row.confidence is None else f"{row.confidence:.1%}"
    name = (row.section_name or "") + (f" + {row.also}" if row.also else "")
    where = row.source if row.row is None else f"{row.source}:{row.row}"
    what = row.problem.message if row.problem else row.title or "(no title)"
    return f"{row.id:>7}  {state:<11} {name:<16}{sure:>6}  {what}  [{where}]"


def export_query(
    store: Store, query: InboxQuery, path: Path, *, replace: bool, as_json: bool
) -> None:
    """Write all that a query lists to a file, and say what was written."""
    from newsdesk.archive.exporting import export_articles

    live = sys.stderr.isatty()

    def tell(done: int, total: int) -> None:
        if live:
            sys.stderr.write(f"\r{done:,} of {total:,} articles \r\x1b[K" if done == total else
                             f"\r{done:,} of {total:,} articles ")  # fmt: skip

    ids = store.articles.listing(query).tolist()
    made = export_articles(store, ids, query, path, tell=tell, replace=replace)
    if as_json:
        print_json(
            {
                "path": str(made.file.path),
                "articles": made.file.rows,
                "left_out": made.left_out,
                "marked": made.file.marked,
            }
        )
    else:
        typer.echo(made.sentence)


def print_json(value: Any) -> None:
    """Machine-readable output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
