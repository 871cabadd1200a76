"""One request at a time to a worker that is started when it is first needed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.services.child import LAST_EVENTS, Child


class OneRequest(QObject):
    """moved: done and total. heard: another event and its values. failed: a Problem.

    ended: the request is over, whether it is done, failed or was cancelled.
    """

    moved = Signal(int, int)
    heard = Signal(str, dict)
    failed = Signal(Problem)
    ended = Signal()

    def __init__(self, worker: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._child: Child | None = None
        self._asked = 0

    @property
    def busy(self) -> bool:
        """Whether the request goes on."""
        return bool(self._asked)

    def ask(self, operation: str, **values: Any) -> None:
        """Send it; of one that goes on nothing is heard any more."""
        self.drop()
        if self._child is None:
            self._child = Child(self._worker, self, tries=1)
            self._child.heard.connect(self._hear)
        self._asked = self._child.ask(operation, **values)

    def cancel(self) -> None:
        """Take it back; it has ended soon."""
        if self._child is not None and self._asked:
            self._child.cancel(self._asked)

    def drop(self) -> None:
        """Take it back; nothing is heard of it any more."""
        self.cancel()
        self._asked = 0

    def end(self) -> None:
        """Ask the process to end; `close` then has less to wait for."""
        if self._child is not None:
            self._child.end()

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.close()

    def _hear(self, request: int, event: str, values: dict[str, Any]) -> None:
        if request != self._asked:
            return
        if event == "progress":
            self.moved.emit(int(values["done"]), int(values["total"]))
        elif event == "failed":
            self.failed.emit(values["problem"])
        elif event not in LAST_EVENTS:
            self.heard.emit(event, values)
        if event in LAST_EVENTS:
            self._asked = 0
            self.ended.emit()
