"""An archive run with the window open, idle or used; prints its articles and seconds.

Usage: FILE.jsonl idle|used
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from benchmarks.probes.driven import Script, after, drive
from newsdesk.archive.start import found, submit
from newsdesk.core import paths
from newsdesk.engine.model_folder import DEFAULT_MODEL
from newsdesk.ui.main_window import MainWindow

PAUSE_S = 0.7
"""Between two things that the person does: fast hands."""
WORDS = ("bank", "game", "soft", "oil", "win")


def main() -> None:
    """Print articles, seconds, and how many things the person did."""
    file, used = Path(sys.argv[1]), sys.argv[2] == "used"
    report: dict[str, Any] = {"deeds": 0}

    def script(window: MainWindow) -> Script:
        session = window.session
        # The person works on the articles that ship; the run brings its own besides.
        window.read([paths.resources() / "samples"])
        yield lambda: session.desk.counts().to_decide > 0 and not session.intake.state.running
        yield lambda: not session.classification.state.running
        yield after(3)
        store = session.store
        run = submit(store, [file], DEFAULT_MODEL)
        for deed in cycle(_deeds(window)):
            yield after(PAUSE_S)
            run = found(store, run.id)
            if run.ended is not None:
                break
            if used:
                deed()
                report["deeds"] += 1
        report.update(articles=run.articles, seconds=run.seconds, state=run.state)

    drive(script)
    print(json.dumps(report))


def _deeds(window: MainWindow) -> list[Callable[[], object]]:
    """What a person does again and again: look, decide, take back, search."""

    def press(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> Callable[[], object]:
        return lambda: QTest.keyClick(window.desk.inbox.list, key, modifiers)

    plain, control = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
    down, decide = press(Qt.Key.Key_Down, plain), press(Qt.Key.Key_Return, plain)
    search = window.desk.toolbar.search
    deeds = [down, decide, down, press(Qt.Key.Key_3, plain), press(Qt.Key.Key_Z, control), down]
    for words in WORDS:
        deeds += [lambda words=words: search.setText(words), down, decide, search.clear, down]
    return deeds


if __name__ == "__main__":
    main()
