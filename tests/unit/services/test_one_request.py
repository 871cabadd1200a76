"""One request at a time: what is heard of it, and that nothing is heard of one before it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.services import one_request
from newsdesk.services.one_request import OneRequest


class Worker(QObject):
    """Stands for the process; the test says what it says."""

    heard = Signal(int, str, dict)

    def __init__(self, name: str, parent: QObject, tries: int) -> None:
        super().__init__(parent)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.cancelled: list[int] = []

    def ask(self, operation: str, **values: Any) -> int:
        self.asked.append((operation, values))
        return len(self.asked)

    def cancel(self, request: int) -> None:
        self.cancelled.append(request)


class Listener:
    def __init__(self, request: OneRequest) -> None:
        self.told: list[object] = []
        request.moved.connect(lambda done, total: self.told.append((done, total)))
        request.heard.connect(lambda event, values: self.told.append((event, values)))
        request.failed.connect(lambda problem: self.told.append(problem.kind))
        request.ended.connect(lambda: self.told.append("ended"))


@pytest.fixture
def request_made(monkeypatch: pytest.MonkeyPatch, qapp: object) -> OneRequest:
    monkeypatch.setattr(one_request, "Child", Worker)
    return OneRequest("doubts")


def worker_of(request: OneRequest) -> Worker:
    worker = request._child
    assert isinstance(worker, Worker)
    return worker


def test_progress_answer_and_end_are_told_and_then_nothing_goes_on(
    request_made: OneRequest,
) -> None:
    told = Listener(request_made).told
    request_made.ask("look", dataset="news")
    worker = worker_of(request_made)
    assert worker.asked == [("look", {"dataset": "news"})]
    worker.heard.emit(1, "progress", {"done": 2, "total": 5})
    worker.heard.emit(1, "found", {"labels": 3})
    assert request_made.busy
    worker.heard.emit(1, "done", {})
    assert told == [(2, 5), ("found", {"labels": 3}), "ended"]
    assert not request_made.busy


def test_a_failure_is_told_before_the_end(request_made: OneRequest) -> None:
    told = Listener(request_made).told
    request_made.ask("look")
    problem = Problem("worker_died", "It ended.", "Try again.")
    worker_of(request_made).heard.emit(1, "failed", {"problem": problem})
    assert told == ["worker_died", "ended"]


def test_one_that_is_cancelled_goes_on_until_the_worker_has_let_go_of_it(
    request_made: OneRequest,
) -> None:
    told = Listener(request_made).told
    request_made.ask("look")
    request_made.cancel()
    assert request_made.busy
    assert worker_of(request_made).cancelled == [1]
    worker_of(request_made).heard.emit(1, "cancelled", {})
    assert told == ["ended"]


def test_of_one_whose_place_another_took_nothing_is_heard(request_made: OneRequest) -> None:
    told = Listener(request_made).told
    request_made.ask("look")
    request_made.ask("look", dataset="other")
    worker = worker_of(request_made)
    assert worker.cancelled == [1]
    worker.heard.emit(1, "found", {})
    worker.heard.emit(1, "cancelled", {})
    assert request_made.busy
    assert told == []
    worker.heard.emit(2, "done", {})
    assert told == ["ended"]
