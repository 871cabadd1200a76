"""A full inbox asked many things; prints milliseconds from each question to its listing.

Usage: how many rounds. No article is explained by itself meanwhile: at this pace, of a question
after the other, that would be a load which no person makes.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

import benchmarks.probes.uncollected  # noqa: F401  stands before the window's imports
from benchmarks.filled_articles import BESIDE
from benchmarks.probes.driven import Script, after, drive
from benchmarks.probes.listing import answers, ready
from benchmarks.probes.memory import memory
from benchmarks.probes.painted import Painted
from benchmarks.questions import questions
from newsdesk.engine.model_folder import DEFAULT_MODEL
from newsdesk.store.records import InboxQuery
from newsdesk.ui.main_window import MainWindow

REST_S = 0.3


def main() -> None:
    """Print every question in a word or two, with its milliseconds."""
    report: dict[str, Any] = {"questions": []}
    rounds = int(sys.argv[1])

    def script(window: MainWindow) -> Script:
        yield lambda: ready(window)
        session = window.session
        session.models.use_second(session.models.get(BESIDE))
        window.desk.insight.why.by_itself.setChecked(False)
        yield after(3)
        for question in rounds * questions(DEFAULT_MODEL):
            begun = time.monotonic()
            painted = _ask(window, question)
            yield painted.seen
            assert painted.moment is not None
            report["questions"].append((told(question), 1000 * (painted.moment - begun)))
            yield after(REST_S)
        report.update(memory())

    drive(script)
    print(json.dumps(report))


def _ask(window: MainWindow, question: InboxQuery) -> Painted:
    """Type the words of a search, or click a filter; returns what sees the answer."""
    inbox, search = window.desk.inbox, window.desk.toolbar.search
    shown = Painted(
        [inbox.list.viewport(), inbox.nothing],
        lambda: answers(inbox, question),
        window,
    )
    now = replace(inbox.query, beside=question.beside)
    if question == replace(now, search=question.search):
        search.setText(question.search)  # as with the last key
    else:
        inbox.show_query(question)
    return shown


def told(question: InboxQuery) -> str:
    """A question in a word or two: all that it does not share with every other one."""
    plain = InboxQuery(question.model)
    parts = []
    for field in fields(InboxQuery):
        value = getattr(question, field.name)
        if value != getattr(plain, field.name):
            parts.append(_word(field.name, value))
    return " · ".join(parts) or "all"


def _word(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name
    if isinstance(value, datetime):
        return f"{name} {value:%Y-%m-%d}"
    if isinstance(value, tuple):
        return ", ".join(value)
    return value if isinstance(value, str) else f"{name} {value}"


if __name__ == "__main__":
    main()
