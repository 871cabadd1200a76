"""A full inbox scrolled by wheel and by Page Down; prints how long its frames took.

Usage: how many moves of each kind.

By way of scrolling: milliseconds of work in the slowest turn after every move, and the longest
silence on the clock. At the end the memory that is held.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import benchmarks.probes.uncollected  # noqa: F401  stands before the window's imports
from benchmarks.probes.driven import Script, after, drive
from benchmarks.probes.listing import go_to_top, ready
from benchmarks.probes.memory import memory
from benchmarks.probes.stalls import StallWatch
from benchmarks.probes.turns import Turns
from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.inbox.inbox import Inbox
from newsdesk.ui.desk.inbox.list import InboxList
from newsdesk.ui.main_window import MainWindow

FRAME_S = 0.016
_NOTCH = 120


def main() -> None:
    """Print frames and silences."""
    moves = int(sys.argv[1])
    report: dict[str, Any] = {}

    def script(window: MainWindow) -> Script:
        yield lambda: ready(window)
        inbox = window.desk.inbox
        inbox.show_query(InboxQuery(inbox.query.model))
        yield lambda: inbox.settled
        yield after(2)
        turns = Turns(window)
        for way, move in _ways(inbox):
            go_to_top(inbox)
            yield after(0.5)
            stalls, frames = StallWatch(window), []
            stalls.start()
            turns.slowest()
            for number in range(moves):
                move(number)
                yield after(FRAME_S)
                frames.append(1000 * turns.slowest())
            stalls.stop()
            report[way] = {
                "frames": frames,
                "silence": 1000 * max(silence.seconds for silence in stalls.silences),
                "stack": stalls.worst_stack[:6],
            }
        report.update(memory())

    drive(script)
    print(json.dumps(report))


def _ways(inbox: Inbox) -> list[tuple[str, Callable[[int], None]]]:
    view = inbox.list
    return [
        ("wheel", lambda _: _turn_wheel(view, _NOTCH)),
        ("fling", lambda _: _turn_wheel(view, 20 * _NOTCH)),
        ("page down", lambda _: QTest.keyClick(view, Qt.Key.Key_PageDown)),
        ("jump", lambda number: _jump(view, number)),
    ]


def _turn_wheel(view: InboxList, by: int) -> None:
    """Turn the wheel towards the end over the list."""
    middle = QPointF(view.viewport().rect().center())
    QApplication.sendEvent(
        view.viewport(),
        QWheelEvent(
            middle,
            QPointF(view.viewport().mapToGlobal(middle.toPoint())),
            QPoint(),
            QPoint(0, -by),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def _jump(view: InboxList, number: int) -> None:
    """Pull the scroll bar to another place, far from the last one."""
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() * (number * 37 % 100) // 100)


if __name__ == "__main__":
    main()
