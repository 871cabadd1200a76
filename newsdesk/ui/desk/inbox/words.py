"""How a row of the inbox says its state, source and time, to the eye and to the ear."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import PurePath

from newsdesk.store.records import InboxRow
from newsdesk.ui.widgets.chip import percent

_STATES = {
    "to_decide": "to decide",
    "filed": "filed",
    "decided": "decided",
    "failed": "failed",
}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def state_word(row: InboxRow) -> str:
    """The state in a word or two."""
    if row.state == "unread":
        return "abstains" if row.abstains else "waiting"
    return _STATES[row.state]


def source_words(row: InboxRow) -> str:
    """Where the article came from: the file with the folder that it lay in, and the row."""
    parts = PurePath(row.source).parts
    shown = "/".join(part for part in parts[-2:] if part != "/")
    return f"{shown}, row {row.row}" if row.row is not None else shown


def time_words(added: datetime, now: datetime) -> str:
    """When it arrived: the time today, the day before that, with its year where it is another.

    added: with its zone. now: the present moment in the zone of the reader.
    """
    local = added.astimezone(now.tzinfo)
    return f"{local:%H:%M}" if local.date() == now.date() else day_words(added, now)


def day_words(moment: datetime, now: datetime) -> str:
    """A day as "30 Nov", with its year where it is not this one."""
    local = moment.astimezone(now.tzinfo)
    day = f"{local.day} {_MONTHS[local.month - 1]}"
    return day if local.year == now.year else f"{day} {local.year}"


def spoken(row: InboxRow, name_of: Callable[[str], str] = str) -> str:
    """A row as a screen reader says it. name_of: a section's name by its code."""
    if row.problem is not None:
        return f"{row.source}, could not be read"
    title = row.title or PurePath(row.source).name
    if row.section is None or (row.abstains and row.state == "unread"):
        return f"{title}, {state_word(row)}"
    parts = [title, row.section_name or row.section]
    if row.also:
        parts.append(f"also in {name_of(row.also)}")
    if row.confidence is not None:
        parts.append(percent(row.confidence))
    if differs(row):
        parts.append(f"the second model says {row.beside_name}")
    return ", ".join([*parts, state_word(row)])


def differs(row: InboxRow) -> bool:
    """Whether the second model puts the article into another section than stands."""
    if row.beside_section is None or row.section is None:
        return False
    same_name = (row.beside_name or "").casefold() == (row.section_name or "").casefold()
    return row.beside_section != row.section and not same_name
