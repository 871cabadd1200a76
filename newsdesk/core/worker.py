"""The child's side of the window's workers: JSON lines in, JSON lines out.

A request is `{"id": 7, "op": "classify", …}`. Answers carry its id and an event:
`progress`, whatever the operation tells, and at last one of `done`, `failed`, `cancelled`.
`{"id": 8, "op": "cancel", "target": 7}` stops a request that waits or runs.
The worker ends when its input ends, so it never outlives the window.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import msgspec

from newsdesk.core.errors import NewsdeskError, Problem

log = logging.getLogger(__name__)

Request = dict[str, Any]
BETWEEN_PROGRESS_S = 0.2


class Cancelled(Exception):  # noqa: N818
    """Raised inside an operation whose request was taken back."""


class Deserted(Cancelled):
    """Raised instead where nobody took it back, but nobody is left to hear the answer either."""


class Call:
    """One request while it runs: what was asked, and the way to answer."""

    def __init__(self, request: Request, worker: Worker) -> None:
        self.request = request
        self.id = int(request["id"])
        self._worker = worker
        self._progress_told = 0.0

    def tell(self, event: str, **values: Any) -> None:
        """Send one line about this request."""
        self._worker.send({"id": self.id, "event": event, **values})

    def tell_progress(self, done: int, total: int) -> None:
        """Say how far it is, as often as anybody can read it, and at the end."""
        now = time.monotonic()
        if now - self._progress_told >= BETWEEN_PROGRESS_S or done == total:
            self._progress_told = now
            self.tell("progress", done=done, total=total)

    def check(self) -> None:
        """Raise Cancelled once the request was taken back. Ask between small steps.

        Deserted, which is a Cancelled too, where the window has gone.
        """
        deserted = self._worker.deserted  # looked at first: a window takes back, then goes
        if self._worker.is_taken_back(self.id):
            raise Cancelled
        if deserted:
            raise Deserted


class Worker:
    """Runs requests one after another; a thread listens for cancellations meanwhile."""

    def __init__(
        self,
        operations: Mapping[str, Callable[[Call], None]],
        source: BinaryIO | None = None,
        sink: BinaryIO | None = None,
    ) -> None:
        self._operations = operations
        self._source = source or sys.stdin.buffer
        self._sink = sink or _take_stdout()
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._closing = False

    def serve(self) -> None:
        """Answer requests until the input ends."""
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        self.send({"event": "ready", "pid": os.getpid()})
        while (request := self._requests.get()) is not None:
            self._answer(Call(request, self))

    def send(self, message: dict[str, Any]) -> None:
        """Write one line; the window has gone where it cannot be written."""
        try:
            self._sink.write(msgspec.json.encode(message) + b"\n")
            self._sink.flush()
        except (BrokenPipeError, ValueError):
            self._closing = True

    @property
    def deserted(self) -> bool:
        """Whether nobody is left to hear an answer."""
        return self._closing

    def is_taken_back(self, request_id: int) -> bool:
        """Whether a request was cancelled."""
        return request_id in self._cancelled

    def _listen(self) -> None:
        for line in self._source:
            try:
                request = msgspec.json.decode(line, type=dict[str, Any])
                operation, _ = request["op"], int(request["id"])
                if operation == "cancel":
                    self._cancelled.add(int(request["target"]))
                else:
                    self._requests.put(request)
            except (msgspec.MsgspecError, KeyError, TypeError, ValueError, OverflowError):
                log.error("not a request: %r", line[:200])
        self._closing = True
        self._requests.put(None)

    def _answer(self, call: Call) -> None:
        try:
            call.check()
            operation = self._operations.get(call.request["op"])
            if operation is None:
                raise NewsdeskError("unknown_request", f"Unknown request {call.request['op']!r}.")
            operation(call)
            call.tell("done")
        except Cancelled:
            call.tell("cancelled")
        except NewsdeskError as error:
            call.tell("failed", problem=error.problem)
        except Exception as error:
            log.exception("request %s failed", call.request.get("op"))
            call.tell("failed", problem=_unexpected(error))
        finally:
            self._cancelled.discard(call.id)


def _unexpected(error: Exception) -> Problem:
    if isinstance(error, MemoryError):
        return Problem(
            "memory",
            "There was not enough memory for this.",
            "Close other programs and try again.",
        )
    return Problem(
        "internal",
        f"Something unexpected went wrong ({type(error).__name__}: {error}).",
        "Try again; the log in the data folder has the details.",
    )


def _take_stdout() -> BinaryIO:
    """Keep standard output for the protocol; whatever else prints goes to standard error."""
    sys.stdout.flush()
    protocol = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return protocol
