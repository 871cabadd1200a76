"""Finds out for how long the window's thread does not answer, and what it does meanwhile."""

from __future__ import annotations

import faulthandler
import re
import tempfile
import threading
import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 5
_LOOK_S = 0.01
_SUSPECT_S = 0.025
_STEP = re.compile(r'File ".*?([^/\\"]+)", line (\d+) in (\S+)')


@dataclass(frozen=True, slots=True)
class Silence:
    """One gap between two beats of the window's thread.

    seconds: its length; processor: seconds of it in which the thread really ran.
    """

    seconds: float
    processor: float


class StallWatch(QObject):
    """Beats in the window's thread while a second thread looks where it is when beats are late."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.silences: list[Silence] = []
        self.worst_stack: list[str] = []
        self._thread = threading.get_ident()
        self._worst_seen = _SUSPECT_S
        self._stopped = threading.Event()
        self._beaten = time.monotonic()
        self._ran = time.thread_time()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin to watch; call from the thread that is to be watched."""
        self._beaten, self._ran = time.monotonic(), time.thread_time()
        self._timer.start(BEAT_MS)
        threading.Thread(target=self._look, name="stalls", daemon=True).start()

    def stop(self) -> None:
        """End watching."""
        self._timer.stop()
        self._stopped.set()

    def _beat(self) -> None:
        now, ran = time.monotonic(), time.thread_time()
        self.silences.append(Silence(now - self._beaten, ran - self._ran))
        self._beaten, self._ran = now, ran

    def _look(self) -> None:
        while not self._stopped.wait(_LOOK_S):
            late = time.monotonic() - self._beaten
            if late > self._worst_seen:
                stack = _stack(self._thread)
                # A beat meanwhile: that stack would be one of afterwards.
                if time.monotonic() - self._beaten >= late:
                    self._worst_seen, self.worst_stack = late, stack


def _stack(thread: int) -> list[str]:
    """Where a thread is, innermost call first.

    Through faulthandler: a frame held by Python code would keep that frame's painter alive.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        threads = file.read().split("\n\n")
    own = next((text for text in threads if f"Thread 0x{thread:016x}" in text), "")
    return [f"{name}:{line} {call}" for name, line, call in _STEP.findall(own)]
