"""Knows what a test leaves running: processes and threads of Qt, and threads of Python.

To be imported before anything else imports Qt's classes, so that every one of them is known.
"""

from __future__ import annotations

import sys
import threading
from concurrent.futures import thread as pools
from typing import Any
from weakref import WeakSet

from PySide6 import QtCore
from shiboken6 import isValid

GRACE_S = 1.0

_known: WeakSet[Any] = WeakSet()
_told: WeakSet[Any] = WeakSet()


def _noted(kind: Any) -> Any:
    """The class, whose instances are known from here on."""

    class Noted(kind):  # type: ignore[misc]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            _known.add(self)

    return Noted


def note_all() -> None:
    """From here on."""
    for name in ("QProcess", "QThread", "QThreadPool"):
        setattr(QtCore, name, _noted(getattr(QtCore, name)))


def left_running() -> list[str]:
    """What runs now, in words; each is told once, and a process is ended."""
    found = [each for each in _known if isValid(each) and _runs(each)]
    told = [_words(each) for each in found]
    told += [f"the thread {thread.name}" for thread in _threads()]
    for each in found:
        if isinstance(each, QtCore.QProcess):
            each.kill()
            each.waitForFinished(1000)
        _known.discard(each)
    return told


def _threads() -> list[threading.Thread]:
    """Threads of Python that keep the program alive and were not told before."""

    def others() -> list[threading.Thread]:
        main = threading.main_thread()
        every = [each for each in threading.enumerate() if not each.daemon and each is not main]
        return [each for each in every if each not in _told and not _idles(each)]

    for thread in others():
        thread.join(GRACE_S)
    left = others()
    _told.update(left)
    return left


def _idles(thread: threading.Thread) -> bool:
    """Whether it belongs to a pool and has nothing to do: it ends with whoever holds the pool."""
    frame = sys._current_frames().get(thread.ident or 0)
    return frame is not None and frame.f_code is pools._worker.__code__  # type: ignore[attr-defined]


def _runs(each: Any) -> bool:
    if isinstance(each, QtCore.QProcess):
        return each.state() != QtCore.QProcess.ProcessState.NotRunning
    if isinstance(each, QtCore.QThread):
        return each.isRunning()
    return bool(each.activeThreadCount() > 0)


def _words(each: Any) -> str:
    if isinstance(each, QtCore.QProcess):
        return f"the process {' '.join([each.program(), *each.arguments()])}"
    owner = type(each.parent()).__name__ if each.parent() is not None else "nobody"
    what = "thread" if isinstance(each, QtCore.QThread) else "question on a thread"
    return f"a {what} of {owner}"
