"""What the list of articles says."""

from __future__ import annotations

from datetime import datetime

from newsdesk.analysis.behind import Change
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.listed import Order
from newsdesk.core.section import Section
from newsdesk.services.evaluate.articles import PickedArticles, Row
from newsdesk.ui.evaluate.words import articles, day
from newsdesk.ui.widgets.chip import percent

ORDERS: dict[Order, str] = {
    "mistake": "Surest mistakes first",
    "doubt": "Least certain first",
    "title": "By title",
    "date": "Newest first",
}
WRONG = "All that are wrong"


def heading(listed: PickedArticles) -> tuple[str, str]:
    """The list's title and what it holds: “local → life”, “14 articles, picked; outlined …”."""
    number = articles(len(listed))
    if listed.search:
        number += f" with “{listed.search}”"
    if not listed.picked:
        order = "; the most confident first" if listed.order == "mistake" else ""
        return WRONG, f"{number}{order}"
    what = listed.what or "Picked"
    return what, f"{number}, picked; outlined in the scatterplots"


def name_of(sections: tuple[Section, ...], code: str) -> str:
    """A section's name, its code where it is unknown."""
    return next((each.name() for each in sections if each.code == code), code)


def state(listed: PickedArticles, row: Row) -> str:
    """“relabelled”, “gone”, or nothing."""
    if row.now is not None and row.now.gone:
        return "gone"
    return "relabelled" if listed.relabelled(row) else ""


def spoken(listed: PickedArticles, row: Row, evaluated: Evaluated) -> str:
    """A row for a screen reader."""
    true = evaluated.sections[row.truth].name()
    said = evaluated.sections[row.predicted].name()
    if row.right:
        told = f"right, {true} {percent(row.p_predicted)}"
    else:
        told = (
            f"wrong, true {true} {percent(row.p_truth)}, "
            f"predicted {said} {percent(row.p_predicted)}"
        )
    parts = [row.title or "No title", told]
    if row.now is not None and row.now.gone:
        parts.append(row.now.gone)
    elif now := listed.relabelled(row):
        parts.append(f"relabelled {name_of(listed.sections, now)}")
    return ", ".join(parts)


def facts(date: str, source: str, language: str) -> str:
    """“3 May 2026 · wire-1 · en”."""
    return " · ".join(part for part in (_day(date), source, language) if part)


def change_line(change: Change, sections: tuple[Section, ...]) -> str:
    """“life: maria, 3 May 2026”."""
    name = name_of(sections, change.section) if change.section else "taken back"
    why = f" ({change.reason})" if change.reason else ""
    return f"{name}: {change.who}, {day(change.at)}{why}"


def _day(date: str) -> str:
    try:
        return day(datetime.fromisoformat(date)) if "T" in date else _plain_day(date)
    except ValueError:
        return date


def _plain_day(date: str) -> str:
    moment = datetime.fromisoformat(date)
    return f"{moment.day} {moment:%B %Y}"
