"""`newsdesk open` in a fresh home, given many articles at once once its model is loaded.

Prints memory and silences of the window's thread. Usage: FILE.jsonl
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QTimer

from benchmarks.probes.memory import memory
from benchmarks.probes.stalls import StallWatch
from newsdesk.__main__ import main as newsdesk
from newsdesk.ui import app
from newsdesk.ui.main_window import MainWindow

_POLL_MS = 50
_SETTLE_S = 1.0
_PATIENCE_S = 300


class Drive:
    """Waits for the model, hands over the file, waits for the last answer, closes the window."""

    def __init__(self, window: MainWindow, file: Path) -> None:
        self.report: dict[str, Any] = {}
        self._window = window
        self._file = file
        self._stalls = StallWatch(window)
        self._since = time.monotonic()
        self._given = False
        self._poll = QTimer(window)
        self._poll.timeout.connect(self._go_on)
        self._poll.start(_POLL_MS)

    def _go_on(self) -> None:
        try:
            self._step()
        except Exception:
            self._window.close()
            raise

    def _step(self) -> None:
        waited = time.monotonic() - self._since
        if waited > _PATIENCE_S:
            self._window.close()
        elif not self._given:
            if self._window.session.classification.state.loaded and waited > _SETTLE_S:
                self._give()
        elif self._answered():
            self._end(waited)

    def _give(self) -> None:
        self.report["idle"] = memory()
        self._given, self._since = True, time.monotonic()
        self._stalls.start()
        self._window.read([self._file])

    def _answered(self) -> bool:
        intake, engine = self._window.session.intake.state, self._window.session.classification
        return bool(intake.articles) and not intake.running and not engine.state.running

    def _end(self, seconds: float) -> None:
        self._poll.stop()
        self._stalls.stop()
        session, silences = self._window.session, self._stalls.silences
        worst = max(silences, key=lambda silence: silence.seconds)
        lengths = np.array([silence.seconds for silence in silences])
        self.report.update(
            busy=memory(),
            seconds=seconds,
            articles=len(session.intake.state.articles),
            waiting=session.desk.counts().waiting,
            worst_ms=worst.seconds * 1000,
            worst_processor_ms=worst.processor * 1000,
            worst_stack=self._stalls.worst_stack,
            most_processor_ms=max(silence.processor for silence in silences) * 1000,
            usual_worst_ms=float(np.quantile(lengths, 0.999)) * 1000,
            over_50_ms=int((lengths > 0.05).sum()),
            beats=len(silences),
        )
        self._window.close()


def main() -> None:
    """Run the program as `newsdesk open` does and print what was found."""
    file = Path(sys.argv[1])
    drives: list[Drive] = []
    make_window = app.make_window

    def make_driven_window() -> MainWindow:
        window = make_window()
        drives.append(Drive(window, file))
        return window

    app.make_window = make_driven_window
    newsdesk(["open"])
    print(json.dumps(drives[0].report))


if __name__ == "__main__":
    main()
