"""The child's side of a worker: requests in, answers out, cancelled at any time."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from newsdesk.core.errors import ModelError
from newsdesk.core.worker import Call, Worker

ROOT = Path(__file__).resolve().parents[3]
Operations = Mapping[str, Callable[[Call], None]]


class Window:
    """The other side: writes requests into a pipe and reads the answers at the end."""

    def __init__(self, operations: Operations) -> None:
        read_end, self._write_end = os.pipe()
        self._source = os.fdopen(read_end, "rb")
        self.sink = io.BytesIO()
        worker = Worker(operations, self._source, cast(BinaryIO, self.sink))
        self._thread = threading.Thread(target=worker.serve)
        self._thread.start()

    def write(self, line: bytes) -> None:
        os.write(self._write_end, line + b"\n")

    def ask(self, **request: Any) -> None:
        self.write(json.dumps(request).encode())

    def close(self) -> list[dict[str, Any]]:
        """End the input; all lines that came, without the first."""
        os.close(self._write_end)
        self._thread.join(timeout=20)
        assert not self._thread.is_alive(), "the worker outlives its input"
        self._source.close()
        ready, *lines = map(json.loads, self.sink.getvalue().splitlines())
        assert ready == {"event": "ready", "pid": os.getpid()}
        return lines


@pytest.fixture
def running() -> Iterator[threading.Event]:
    """Set by an operation once it runs."""
    event = threading.Event()
    yield event
    event.set()


def events(lines: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(line["id"], line["event"]) for line in lines]


def greet(call: Call) -> None:
    call.tell("greeting", text=f"Good day, {call.request['name']}")


def test_an_answer_carries_the_id_of_its_request_and_ends_with_done() -> None:
    window = Window({"greet": greet})
    window.ask(id=7, op="greet", name="Zoë")
    window.ask(id=8, op="greet", name="新闻")
    assert window.close() == [
        {"id": 7, "event": "greeting", "text": "Good day, Zoë"},
        {"id": 7, "event": "done"},
        {"id": 8, "event": "greeting", "text": "Good day, 新闻"},
        {"id": 8, "event": "done"},
    ]


def test_a_request_taken_back_before_it_starts_never_runs(running: threading.Event) -> None:
    go_on = threading.Event()

    def wait(call: Call) -> None:
        running.set()
        assert go_on.wait(20)

    window = Window({"wait": wait, "greet": greet})
    window.ask(id=1, op="wait")
    assert running.wait(20)
    window.ask(id=2, op="greet", name="nobody")
    window.ask(id=3, op="cancel", target=2)
    window.ask(id=4, op="greet", name="Ann")
    release_when_heard(window, go_on)
    assert events(window.close()) == [
        (1, "done"), (2, "cancelled"), (4, "greeting"), (4, "done")
    ]  # fmt: skip


def release_when_heard(window: Window, go_on: threading.Event) -> None:
    """Let the first request go on only when the listener has taken in what was written."""
    worker_requests = window_worker_queue(window)
    for _ in range(2000):
        if worker_requests() >= 2:
            break
        threading.Event().wait(0.01)
    go_on.set()


def window_worker_queue(window: Window) -> Callable[[], int]:
    raise NotImplementedError
