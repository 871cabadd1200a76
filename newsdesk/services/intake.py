"""Files, folders and clipboard into the store, by way of the documents worker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.documents.columns import TablePreview
from newsdesk.services.child import Child


@dataclass(frozen=True, slots=True)
class IntakeState:
    """How far the reading is.

    files, files_total: documents read of those found; total is 0 while folders are still walked.
    tables: path of each table, and a sentence: which column was taken for what.
    """

    running: bool = False
    files: int = 0
    files_total: int = 0
    found: int = 0
    articles: tuple[int, ...] = ()
    failures: tuple[int, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    cancelled: bool = False
    problem: Problem | None = None


MOST_DEATHS = 3
"""Deaths of the worker at one place: the second passes over the file, the third gives up."""


@dataclass(slots=True)
class _Request:
    """What was asked, and how far it came, so that it can go on after a crash of the worker."""

    operation: str
    values: dict[str, Any]
    files: int = 0
    rows: int = 0
    files_total: int = 0
    deaths: int = 0
    cancelled: bool = False


class Intake(QObject):
    """Reads documents in the background.

    changed: the state moved. added: ids of articles that are now in the store.
    arrived: ids of articles and failures, and whether they are the first of this reading.
    cover_set: an article that has another cover now, with the digests before and after.
    rewritten: the id of an article that was read again in another encoding.
    previewed: path and TablePreview of a table.
    finished: all that was asked since the worker was idle is read, cancelled or failed.
    """

    changed = Signal(IntakeState)
    added = Signal(list)
    arrived = Signal(list, bool)
    cover_set = Signal(int, object, str)
    rewritten = Signal(int)
    previewed = Signal(str, TablePreview)
    finished = Signal(IntakeState)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = Child("documents", self, tries=1)
        self._child.heard.connect(self._hear)
        self._requests: dict[int, _Request] = {}
        self._read_before = 0
        self.state = IntakeState()

    def start(self) -> None:
        """Start the worker before it is needed, and have it tidy up."""
        self._child.ask("tidy")

    def read_paths(self, paths: list[Path], columns: dict[str, str] | None = None) -> None:
        """Read files and folders. columns: a table's mapping, where the person chose one."""
        self._ask(_Request("read", {"paths": [str(path) for path in paths], "columns": columns}))

    def read_text(self, text: str) -> None:
        """Read pasted text as one article."""
        self._ask(_Request("text", {"text": text}))

    def read_html(self, html: str) -> None:
        """Read pasted HTML as one article."""
        self._ask(_Request("html", {"html": html}))

    def set_cover(self, article_id: int, picture: Path | bytes) -> None:
        """Give an article another cover, from a picture file or from its bytes."""
        named = {"data": picture} if isinstance(picture, bytes) else {"path": str(picture)}
        self._ask(_Request("cover", {"article": article_id, **named}))

    def preview(self, path: Path) -> None:
        """Ask for the first rows of a table; `previewed` brings them."""
        self._ask(_Request("preview", {"path": str(path)}))

    def read_again(self, article_id: int, path: Path, row: int | None, encoding: str) -> None:
        """Read an article's file again in another encoding, in the place of the first reading."""
        values = {"article": article_id, "path": str(path), "row": row, "encoding": encoding}
        self._ask(_Request("again", values))

    def cancel(self) -> None:
        """Stop reading; what was read stays."""
        for request_id, request in self._requests.items():
            request.cancelled = True
            self._child.cancel(request_id)

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._child.end()

    def close(self) -> None:
        """End the worker."""
        self._child.close()

    def _ask(self, request: _Request) -> None:
        if not self.state.running:
            self._read_before = 0
            self.state = IntakeState(running=True)
        self._requests[self._child.ask(request.operation, **request.values)] = request
        self.changed.emit(self.state)

    def _hear(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        request = self._requests.get(request_id)
        if request is None:
            return
        if event == "walking":
            self.state = replace(self.state, found=int(values["found"]))
        elif event == "read":
            self._take(request, values)
        elif event == "cover_set":
            self.cover_set.emit(int(values["article"]), values["before"], values["after"])
        elif event == "rewritten":
            self.rewritten.emit(int(values["article"]))
        elif event == "preview":
            table = msgspec.convert(values["table"], TablePreview)
            self.previewed.emit(values["path"], table)
        elif event in {"done", "cancelled", "failed"}:
            del self._requests[request_id]
            self._end(request, event, values)
        self.changed.emit(self.state)
        if self.state.running and not self._requests:
            self.state = replace(self.state, running=False)
            self.changed.emit(self.state)
            self.finished.emit(self.state)

    def _take(self, request: _Request, values: dict[str, Any]) -> None:
        request.files, request.rows = int(values["files"]), int(values["rows"])
        request.files_total = int(values["files_total"])
        request.deaths = 0
        state = self.state
        self.state = replace(
            state,
            files=self._read_before + sum(each.files for each in self._requests.values()),
            files_total=self._read_before
            + sum(each.files_total for each in self._requests.values()),
            articles=(*state.articles, *values["articles"]),
            failures=(*state.failures, *values["failures"]),
            tables=(*state.tables, *((path, said) for path, said in values["tables"])),
        )
        if arrived := [*values["articles"], *values["failures"]]:
            self.arrived.emit(arrived, not (state.articles or state.failures))
        if values["articles"]:
            self.added.emit(list(values["articles"]))

    def _end(self, request: _Request, event: str, values: dict[str, Any]) -> None:
        problem: Problem | None = values.get("problem")
        if problem is not None and problem.kind == "worker_died" and self._goes_on(request, values):
            return
        if request.cancelled:
            problem = None
        self._read_before += request.files_total
        self.state = replace(
            self.state,
            cancelled=self.state.cancelled or request.cancelled,
            problem=problem or self.state.problem,
        )

    def _goes_on(self, request: _Request, values: dict[str, Any]) -> bool:
        """After the worker's death: ask again from where it was, then past the file it was at.

        False where that makes no sense any more: it was cancelled, or nothing helps.
        """
        if request.cancelled or request.operation != "read":
            return False
        request.deaths += bool(values["running"])
        if request.deaths >= MOST_DEATHS:
            return False
        request.values |= {
            "files": request.files,
            "rows": request.rows,
            "careful": True,
            "passed_over": request.deaths == MOST_DEATHS - 1,
        }
        self._requests[self._child.ask(request.operation, **request.values)] = request
        return True
