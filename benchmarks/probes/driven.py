"""A script in the real window: it yields conditions and goes on when each is true."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

from PySide6.QtCore import QTimer

from newsdesk.__main__ import main as newsdesk
from newsdesk.ui import app
from newsdesk.ui.main_window import MainWindow

Script = Generator[Callable[[], bool], None, None]
POLL_MS = 5
PATIENCE_S = 120


def drive(script: Callable[[MainWindow], Script], *files: str) -> None:
    """Run `newsdesk open FILES` with a script in its window, then close it.

    Raises what the script raised, and TimeoutError where a condition never came true.
    """
    drives: list[_Drive] = []
    make_window = app.make_window

    def make_driven_window() -> MainWindow:
        window = make_window()
        drives.append(_Drive(window, script(window)))
        return window

    app.make_window = make_driven_window
    newsdesk(["open", *files])
    if drives[0].error is not None:
        raise drives[0].error


def after(seconds: float) -> Callable[[], bool]:
    """A condition that is true so many seconds from now."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() >= until


class _Drive:
    def __init__(self, window: MainWindow, script: Script) -> None:
        self.error: BaseException | None = None
        self._window = window
        self._script = script
        self._condition: Callable[[], bool] = window.isVisible
        self._until = time.monotonic() + PATIENCE_S
        self._poll = QTimer(window)
        self._poll.timeout.connect(self._look)
        self._poll.start(POLL_MS)

    def _look(self) -> None:
        try:
            if self._condition():
                self._condition = next(self._script)
                self._until = time.monotonic() + PATIENCE_S
            elif time.monotonic() > self._until:
                frame = self._script.gi_frame
                raise TimeoutError(f"nothing came of line {frame.f_lineno if frame else '?'}")
        except StopIteration:
            self._end()
        except BaseException as error:
            self.error = error
            self._end()

    def _end(self) -> None:
        self._poll.stop()
        self._window.close()
