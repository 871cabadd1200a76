"""`newsdesk open [FILE]`, watched: when it can be seen, and when its first answer is kept.

Ends at the first picture where no file is given, else at the first answer.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from PySide6.QtCore import QTimer

import benchmarks.probes.uncollected  # noqa: F401  stands before the window's imports
from benchmarks.probes.first_picture import FirstPicture
from newsdesk.__main__ import main as newsdesk
from newsdesk.ui import app
from newsdesk.ui.main_window import MainWindow

HEAVY = ("torch", "transformers", "torchvision", "sklearn", "alembic", "pyqtgraph")
PATIENCE_MS = 60_000


class Watch:
    """Notes moments of one window and closes it."""

    def __init__(self, window: MainWindow, files: list[str]) -> None:
        self.report: dict[str, Any] = {}
        self._window = window
        self._files = files
        FirstPicture(window, self._shown)
        window.session.classification.answered.connect(self._look)
        QTimer.singleShot(PATIENCE_MS, window.close)

    def _shown(self) -> None:
        self.report["shown"] = time.monotonic()
        self.report["heavy"] = [name for name in HEAVY if name in sys.modules]
        if not self._files:
            QTimer.singleShot(0, self._window.close)

    def _look(self) -> None:
        session = self._window.session
        articles, model = session.intake.state.articles, session.desk.model
        if "answered" in self.report or not articles or model is None:
            return
        if session.store.predictions.get(articles[0], model.name) is not None:
            self.report["answered"] = time.monotonic()
            QTimer.singleShot(0, self._window.close)


def main() -> None:
    """Run the program as `newsdesk open` does and print what was noted."""
    files = sys.argv[1:]
    watches: list[Watch] = []
    make_window = app.make_window

    def make_watched_window() -> MainWindow:
        window = make_window()
        watches.append(Watch(window, files))
        return window

    app.make_window = make_watched_window
    newsdesk(["open", *files])
    print(json.dumps(watches[0].report))


if __name__ == "__main__":
    main()
