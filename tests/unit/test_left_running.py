"""Whoever leaves something running is named; else the next tests would suffer for it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import pytest
from left_running import left_running
from PySide6.QtCore import QCoreApplication, QProcess, QRunnable, QThread, QThreadPool
from pytestqt.qtbot import QtBot

SLEEP = [sys.executable, ["-c", "import time; time.sleep(60)"]]


def a_process(free: threading.Event) -> Callable[[], object]:
    process = QProcess(QCoreApplication.instance())
    process.start(*SLEEP)
    assert process.waitForStarted()
    return process.deleteLater


def a_thread_of_qt(free: threading.Event) -> Callable[[], object]:
    thread = QThread()
    thread.start()

    def end() -> None:
        thread.quit()
        thread.wait()

    return end


def a_question(free: threading.Event) -> Callable[[], object]:
    pool = QThreadPool()
    pool.start(QRunnable.create(free.wait))
    return pool.waitForDone


def a_thread_of_python(free: threading.Event) -> Callable[[], object]:
    thread = threading.Thread(target=free.wait, name="forgotten")
    thread.start()
    return thread.join


@pytest.mark.parametrize(
    ("leave", "name"),
    [
        (a_process, "the process "),
        (a_thread_of_qt, "a thread of nobody"),
        (a_question, "a question on a thread of nobody"),
        (a_thread_of_python, "the thread forgotten"),
    ],
)
def test_what_is_left_running_is_named_once(
    qtbot: QtBot, leave: Callable[[threading.Event], Callable[[], object]], name: str
) -> None:
    free = threading.Event()
    assert left_running() == []
    end = leave(free)
    (told,) = left_running()
    assert told.startswith(name)
    assert left_running() == []
    free.set()
    end()
