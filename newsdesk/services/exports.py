"""Articles of the inbox into files, by a child process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.services.child import Child
from newsdesk.store.records import InboxQuery


@dataclass(frozen=True, slots=True)
class ExportWork:
    """How far an export is. total: 0 while it is not known.

    sentence: what was written, once it has ended well. problem: why it could not be.
    """

    path: Path
    done: int = 0
    total: int = 0
    ended: bool = False
    cancelled: bool = False
    sentence: str = ""
    problem: Problem | None = None


class Exports(QObject):
    """Asks the worker, and tells how far it is. moved: an ExportWork; its last one has `ended`."""

    moved = Signal(ExportWork)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = Child("exports", self, tries=1)
        self._child.heard.connect(self._hear)
        self._works: dict[int, ExportWork] = {}

    @property
    def busy(self) -> bool:
        """Whether anything is being written."""
        return bool(self._works)

    def export(
        self, articles: Sequence[int] | None, query: InboxQuery, path: Path, format: str
    ) -> None:
        """Write articles to a file; all that the query lists where no ids are given.

        A file that is there is replaced once the new one is whole: the dialog has asked.
        """
        ids = None if articles is None else list(articles)
        request = self._child.ask(
            "export", path=str(path), query=query, articles=ids, format=format
        )
        self._works[request] = ExportWork(path)
        self.moved.emit(self._works[request])

    def cancel(self) -> None:
        """Stop; nothing half-written stays."""
        for request in self._works:
            self._child.cancel(request)

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._child.end()

    def close(self) -> None:
        """End the worker."""
        self._child.close()

    def _hear(self, request: int, event: str, values: dict[str, Any]) -> None:
        work = self._works.get(request)
        if work is None:
            return
        if event == "progress":
            work = replace(work, done=int(values["done"]), total=int(values["total"]))
        elif event == "exported":
            work = replace(work, sentence=str(values["sentence"]))
        elif event in ("done", "failed", "cancelled"):
            cancelled, problem = event == "cancelled", values.get("problem")
            work = replace(work, ended=True, cancelled=cancelled, problem=problem)
        self._works[request] = work
        if work.ended:
            del self._works[request]
        self.moved.emit(work)
