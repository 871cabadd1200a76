"""How a line of the ledger is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from newsdesk.store.records import Decision
from newsdesk.ui.widgets.chip import percent

NameOf = Callable[[str], str]


def moment(at: datetime) -> str:
    """A moment as people say it: the hour today, the day as well otherwise."""
    local = at.astimezone()
    today = datetime.now().astimezone().date()
    if local.date() == today:
        return f"at {local:%H:%M}"
    year = "" if local.year == today.year else f" {local.year}"
    return f"on {local.day} {local:%b}{year} at {local:%H:%M}"


def standing(line: Decision, name_of: NameOf) -> str:
    """The newest line as a sentence."""
    if line.to_section is None:
        return f"{line.who} took the decision back {moment(line.at)}."
    also = f" and {name_of(line.also)}" if line.also else ""
    return f"{name_of(line.to_section)}{also}: decided by {line.who} {moment(line.at)}."


def overruling(line: Decision, name_of: NameOf, me: str, after: str) -> str:
    """What somebody else did. after: since when it is news ("you opened this article")."""
    who = f"{line.who}, elsewhere," if line.who == me else line.who
    if line.to_section is None:
        did = f"took the decision back {moment(line.at)}"
    else:
        also = f" and {name_of(line.also)}" if line.also else ""
        did = f"decided {name_of(line.to_section)}{also} {moment(line.at)}"
    return f"{who} {did}, after {after}."


def ledger_line(line: Decision, name_of: NameOf) -> str:
    """One line of the history: when, who, from and to, why, and what the model said."""
    before = name_of(line.from_section) if line.from_section else "nothing"
    after = name_of(line.to_section) if line.to_section else "taken back"
    also = f" + {name_of(line.also)}" if line.also else ""
    parts = [f"{moment(line.at)[3:]} · {line.who}", f"{before} → {after}{also}"]
    if line.reason:
        parts.append(f"“{line.reason}”")
    if line.model and line.model_section and line.model_confidence is not None:
        said = f"{name_of(line.model_section)} {percent(line.model_confidence)}"
        parts.append(f"{line.model}: {said}")
    return "\n".join((parts[0], " · ".join(parts[1:])))
