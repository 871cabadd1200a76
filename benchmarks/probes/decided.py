"""A full inbox decided by hand, fast; prints milliseconds from key to the next article painted.

Usage: how many presses.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import cycle
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

import benchmarks.probes.uncollected  # noqa: F401  stands before the window's imports
from benchmarks.probes.driven import Script, after, drive
from benchmarks.probes.listing import go_to_top, ready
from benchmarks.probes.memory import memory
from benchmarks.probes.painted import Painted
from newsdesk.store.records import InboxQuery
from newsdesk.ui.main_window import MainWindow

KEYS = (Qt.Key.Key_Return, Qt.Key.Key_2, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_5)
REST_S = 0.15


def main() -> None:
    """Print one number a key press, by the kind of key."""
    presses = int(sys.argv[1])
    report: dict[str, Any] = {"confirm": [], "digit": [], "skip": []}

    def script(window: MainWindow) -> Script:
        yield lambda: ready(window)
        inbox, view = window.desk.inbox, window.desk.article
        inbox.show_query(InboxQuery(inbox.query.model, state="to_decide", order="oldest"))
        yield lambda: inbox.settled
        go_to_top(inbox)
        yield after(2)
        inbox.list.setFocus()
        parts = [view, *view.findChildren(QWidget)]
        for key, _ in zip(cycle(KEYS), range(presses), strict=False):
            yield window.desk.sections.confirm.isEnabled
            before = inbox.current
            painted = Painted(parts, lambda before=before: inbox.current != before, window)
            begun = time.monotonic()
            QTest.keyClick(QApplication.focusWidget() or window, key)
            yield painted.seen
            assert painted.moment is not None
            report[_kind(key)].append(1000 * (painted.moment - begun))
            yield after(REST_S)
        report.update(memory())

    drive(script)
    print(json.dumps(report))


def _kind(key: Qt.Key) -> str:
    return {Qt.Key.Key_Return: "confirm", Qt.Key.Key_Space: "skip"}.get(key, "digit")


if __name__ == "__main__":
    main()
