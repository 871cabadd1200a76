"""A worker as the window sees it: requests out, events in, started again where it dies."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from newsdesk.core.errors import Problem

log = logging.getLogger(__name__)

_WORK = {
    "documents": "reading",
    "engine": "classifying",
    "insight": "explaining",
    "datasets": "data sets",
    "exports": "exporting",
    "doubts": "looking for labels in doubt",
    "evaluate": "evaluating",
    "project": "drawing points",
}
LAST_EVENTS = {"done", "failed", "cancelled"}


@dataclass(slots=True)
class _Pending:
    message: dict[str, Any]
    tries: int = 1


class Child(QObject):
    """One child process that speaks JSON lines.

    heard: (request id, event, values), in the order in which the child said them. The last one
    of a request is `done`, `failed` (values hold a Problem under `problem`) or `cancelled`.
    """

    heard = Signal(int, str, dict)

    def __init__(
        self, name: str, parent: QObject | None = None, tries: int = 2, first_id: int = 1
    ) -> None:
        """tries: how often a request is sent before its process's death makes it `failed`.

        first_id: of its requests, where two children are heard by one listener.
        """
        super().__init__(parent)
        self._name = name
        self._tries = tries
        self._ids = count(first_id)
        self._pending: dict[int, _Pending] = {}
        self._taken_back: set[int] = set()
        self._forced = False
        """Whether the process is ended by force so that another one can go on."""
        self._buffer = b""
        self._process: QProcess | None = None
        self._closing = False

    @property
    def busy(self) -> bool:
        """Whether any request waits for its last event."""
        return bool(self._pending)

    def start(self) -> None:
        """Start the process if it does not run; not after `end`. Never waits."""
        if self._process is not None or self._closing:
            return
        process = QProcess(self)
        process.setProcessEnvironment(_environment())
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_errors)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._error)
        self._process = process
        process.start(sys.executable, ["-m", "newsdesk", "worker", self._name])

    def ask(self, operation: str, **values: Any) -> int:
        """Send a request; the id that its events will carry."""
        request_id = next(self._ids)
        message = {"id": request_id, "op": operation, **values}
        self._pending[request_id] = _Pending(message)
        self.start()
        self._write(message)
        return request_id

    def cancel(self, request_id: int, patience_ms: int = 0) -> None:
        """Take a request back; its last event is then `cancelled`, soon.

        patience_ms: after which a process that is still at it is ended by force, 0 for never.
        What else was asked of it is then asked of a new one.
        """
        if request_id in self._pending:
            self._taken_back.add(request_id)
            self._write({"id": next(self._ids), "op": "cancel", "target": request_id})
            if patience_ms:
                QTimer.singleShot(patience_ms, self, lambda: self._force(request_id))

    def end(self) -> None:
        """Close the process's input, so that it ends by itself. Never waits."""
        self._closing = True
        self._pending.clear()
        if self._process is not None:
            self._process.closeWriteChannel()

    def close(self, patience_ms: int = 1000) -> None:
        """End the process: first by closing its input, then by force."""
        self.end()
        process, self._process = self._process, None
        if process is not None and not process.waitForFinished(patience_ms):
            process.kill()
            process.waitForFinished(patience_ms)

    def _force(self, request_id: int) -> None:
        # The first one is under way; one that waits is not even begun once it was taken back.
        if self._process is not None and request_id == next(iter(self._pending), None):
            self._forced = True
            self._process.kill()

    def _write(self, message: dict[str, Any]) -> None:
        if self._process is not None:
            self._process.write(msgspec.json.encode(message) + b"\n")

    def _read(self) -> None:
        if self._process is None:
            return
        self._buffer += bytes(self._process.readAllStandardOutput().data())
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            message = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.DecodeError:
            log.warning("%s said something that is no message: %r", self._name, line[:200])
            return
        event = str(message.pop("event", ""))
        request_id = int(message.pop("id", 0))
        if event == "failed":
            message["problem"] = msgspec.convert(message["problem"], Problem)
        if event in LAST_EVENTS:
            self._pending.pop(request_id, None)
            self._taken_back.discard(request_id)
        self.heard.emit(request_id, event, message)

    def _read_errors(self) -> None:
        if self._process is None:
            return
        text = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        for line in text.splitlines():
            log.info("%s: %s", self._name, line)

    def _error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._finished()

    def _finished(self, *_: object) -> None:
        if self._process is not None:
            self._process.deleteLater()
        self._process = None
        self._buffer = b""
        if self._closing:
            return
        pending, self._pending = self._pending, {}
        forced, self._forced = self._forced, False
        taken_back = [request_id for request_id in pending if request_id in self._taken_back]
        self._taken_back.clear()
        again = {
            key: value for key, value in pending.items()
            if key not in taken_back and (forced or value.tries < self._tries)
        }  # fmt: skip
        # The child works through its requests in order: the first one was under way.
        running = next(iter(pending), None)
        for request_id in pending:
            if request_id in taken_back:
                self.heard.emit(request_id, "cancelled", {})
            elif request_id not in again:
                values = {"problem": _died(self._name), "running": request_id == running}
                self.heard.emit(request_id, "failed", values)
        if again:
            log.info("%s ended; its requests are asked again", self._name)
            QTimer.singleShot(0, self, lambda: self._ask_again(again))

    def _ask_again(self, requests: dict[int, _Pending]) -> None:
        self.start()
        for request_id, request in requests.items():
            request.tries += 1
            self._pending[request_id] = request
            self._write(request.message)


def _environment() -> QProcessEnvironment:
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("PYTHONUNBUFFERED", "1")
    return environment


def _died(name: str) -> Problem:
    return Problem(
        "worker_died",
        f"The process for {_WORK[name]} ended in the middle of its work.",
        "Try again. If it goes on, `newsdesk doctor` and the log in the data folder may say why.",
    )
