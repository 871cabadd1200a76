"""Slow questions, asked on a thread of their own."""

from __future__ import annotations

from threading import Event

from pytestqt.qtbot import QtBot

from newsdesk.core.errors import StoreError
from newsdesk.services.reader import Reader


def test_a_window_that_was_closed_asks_nothing_more(qtbot: QtBot) -> None:
    reader, asked, answers = Reader(), [], []
    reader.ask("first", lambda: asked.append("first"), answers.append)
    reader.close(finish=True)
    reader.ask("late", lambda: asked.append("late"), answers.append)
    assert not reader.busy
    reader._pool.waitForDone()
    assert asked == ["first"]


def test_who_asks_may_hear_of_the_problem_alone(qtbot: QtBot) -> None:
    reader, heard, failed = Reader(), [], []
    reader.failed.connect(failed.append)

    def refuse() -> None:
        raise StoreError("disk_full", "The disk is full.", "Free some space.")

    reader.ask("mine", refuse, heard.append, heard.append)
    assert reader.settle(seconds=30)
    assert [problem.kind for problem in heard] == ["disk_full"]
    assert failed == []
    reader.ask("anybody's", refuse, heard.append)
    assert reader.settle(seconds=30)
    assert [problem.kind for problem in failed] == ["disk_full"]
    reader.close()


def test_waiting_for_an_answer_has_an_end(qtbot: QtBot) -> None:
    reader, answers, held = Reader(), [], Event()
    reader.ask("slow", held.wait, answers.append)
    assert not reader.settle(seconds=0.01)
    held.set()
    assert reader.settle(seconds=30)
    assert answers == [True]
    reader.close()
