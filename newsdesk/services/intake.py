"""Files, folders and clipboard into the store, by way of the documents worker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.documents.columns import TablePreview
from newsdesk.services.child import Child
from newsdesk.services.intake_told import Division, LargeCover, Several


@dataclass(frozen=True, slots=True)
class IntakeState:
    """How far the reading is.

    files, files_total: documents read of those found; total is 0 while folders are still walked.
    tables: path of each table, and a sentence: which column was taken for what.
    several: those articles that look like several in one.
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
    several: tuple[Several, ...] = ()


FIRST_BESIDE = 1_000_000_000
_READING = frozenset({"read", "text", "html"})
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
    arrived: ids of articles and failures, whether they are the first of this reading, and ids of
    what they stand for.
    cover_set: an article that has another cover now, with the digests before and after.
    rewritten: the id of an article that was read again in another encoding.
    previewed: path and TablePreview of a table.
    division_told: the id of an article and the Division that its text would have.
    not_divided: the Problem with a text that should be divided.
    divided: the id of an article and those of the several that stand in its place.
    enlarged: a LargeCover. not_enlarged: a cover's digest and the Problem with it.
    finished: all that was asked since the worker was idle is read, cancelled or failed.
    """

    changed = Signal(IntakeState)
    added = Signal(list)
    arrived = Signal(list, bool, list)
    cover_set = Signal(int, object, str)
    rewritten = Signal(int)
    previewed = Signal(str, TablePreview)
    division_told = Signal(int, Division)
    divided = Signal(int, list)
    not_divided = Signal(Problem)
    enlarged = Signal(object)
    not_enlarged = Signal(str, object)
    finished = Signal(IntakeState)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = Child("documents", self, tries=1)
        # What takes a moment only need not wait until ten thousand files are read.
        self._beside = Child("documents", self, tries=1, first_id=FIRST_BESIDE)
        for child in (self._child, self._beside):
            child.heard.connect(self._hear)
        self._requests: dict[int, _Request] = {}
        self._read_before = 0
        self._asked: list[str] = []
        self.state = IntakeState()

    @property
    def asked(self) -> list[Path]:
        """Files and folders that were to be read since the worker was idle."""
        return [Path(name) for name in self._asked]

    def start(self) -> None:
        """Start the worker before it is needed, and have it tidy up."""
        self._child.ask("tidy")

    def read_paths(
        self,
        paths: Sequence[Path | str],
        columns: dict[str, str] | None = None,
        instead_of: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """Read files and folders. columns: a table's mapping, where the person chose one.

        instead_of: by path, the ids of what was read of it before; they go once the new reading
        is there.
        """
        names = [str(path) for path in paths]
        self._asked = [*(self._asked if self.state.running else ()), *names]
        values = {"paths": names, "columns": columns, "replaces": dict(instead_of or {})}
        self._ask(_Request("read", values))

    def try_again(self, failed: Iterable[tuple[int, str, int | None]]) -> None:
        """Read once more what could not be read: ids, paths, and rows of tables.

        A row is read into its place; a failure of a whole file goes once the file is read.
        What is read again already is left alone.
        """
        under_way = {
            article_id
            for request in self._requests.values()
            for ids in request.values.get("replaces", {}).values()
            for article_id in ids
        }
        whole: dict[str, list[int]] = {}
        for article_id, source, row in failed:
            if row is not None:
                self.read_again(article_id, Path(source), row, None)
            elif article_id not in under_way:
                whole.setdefault(source, []).append(article_id)
        if whole:
            self.read_paths(list(whole), instead_of=whole)

    def read_text(self, text: str) -> None:
        """Read pasted text as one article."""
        self._ask(_Request("text", {"text": text}))

    def read_html(self, html: str, picture: bytes | None = None) -> None:
        """Read pasted HTML as one article. picture: what the clipboard held beside it."""
        self._ask(_Request("html", {"html": html, "picture": picture}))

    def set_cover(self, article_id: int, picture: Path | bytes) -> None:
        """Give an article another cover, from a picture file or from its bytes."""
        named = {"data": picture} if isinstance(picture, bytes) else {"path": str(picture)}
        self._ask(_Request("cover", {"article": article_id, **named}))

    def preview(self, path: Path) -> None:
        """Ask for the first rows of a table; `previewed` brings them."""
        self._ask(_Request("preview", {"path": str(path)}))

    def read_again(
        self, article_id: int, path: Path, row: int | None, encoding: str | None
    ) -> None:
        """Read an article's file again in another encoding, in the place of the first reading."""
        values = {"article": article_id, "path": str(path), "row": row, "encoding": encoding}
        self._ask(_Request("again", values))

    def ask_division(self, several: Several, separator: str = "") -> None:
        """Ask how a text would be divided; `division_told` brings it.

        separator: the line to divide at; empty for the likeliest.
        """
        self._ask(_Request("division", {**_where(several), "separator": separator}))

    def divide(self, several: Several, separator: str) -> None:
        """Put several articles in the place of one; `divided` tells which."""
        self._ask(_Request("divide", {**_where(several), "separator": separator}))

    def enlarge(self, digest: str) -> None:
        """Have a cover drawn large; `enlarged` or `not_enlarged` tells."""
        self._ask(_Request("enlarge", {"digest": digest}))

    def cancel(self) -> None:
        """Stop reading; what was read stays."""
        for request_id, request in self._requests.items():
            request.cancelled = True
            self._of(request_id).cancel(request_id)

    def end(self) -> None:
        """Ask the workers to end; `close` then has less to wait for."""
        self._child.end()
        self._beside.end()

    def close(self) -> None:
        """End the workers."""
        self._child.close()
        self._beside.close()

    def _ask(self, request: _Request) -> None:
        if request.operation in _READING:
            request.values["reading"] = uuid4().hex
        if not self.state.running:
            self._read_before = 0
            self.state = IntakeState(running=True)
        self._send(request)
        self.changed.emit(self.state)

    def _send(self, request: _Request) -> None:
        waits = request.operation != "read" and any(
            each.operation == "read" for each in self._requests.values()
        )
        child = self._beside if waits else self._child
        self._requests[child.ask(request.operation, **request.values)] = request

    def _of(self, request_id: int) -> Child:
        return self._beside if request_id >= FIRST_BESIDE else self._child

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
        elif event == "division":
            told = {key: value for key, value in values.items() if key != "article"}
            self.division_told.emit(int(values["article"]), msgspec.convert(told, Division))
        elif event == "divided":
            self.divided.emit(int(values["article"]), list(values["articles"]))
        elif event == "enlarged":
            self.enlarged.emit(msgspec.convert(values, LargeCover))
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
            several=(*state.several, *_several(request, values["several"])),
        )
        arrived, replaced = [*values["articles"], *values["failures"]], list(values["replaced"])
        if arrived or replaced:
            self.arrived.emit(arrived, not (state.articles or state.failures), replaced)
        if values["articles"]:
            self.added.emit(list(values["articles"]))

    def _end(self, request: _Request, event: str, values: dict[str, Any]) -> None:
        problem: Problem | None = values.get("problem")
        if problem is not None and problem.kind == "worker_died" and self._goes_on(request, values):
            return
        if request.cancelled:
            problem = None
        if request.operation == "enlarge" and event != "done":
            self.not_enlarged.emit(request.values["digest"], problem)
            problem = None
        if request.operation == "division" and problem is not None:
            self.not_divided.emit(problem)
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
        if request.cancelled or request.operation not in _READING:
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
        self._send(request)
        return True


def _where(several: Several) -> dict[str, Any]:
    return {"article": several.article_id, "path": several.path, "text": several.text}


def _several(request: _Request, told: list[list[Any]]) -> list[Several]:
    text = str(request.values.get("text", ""))
    return [
        Several(article_id, title, separator, articles, path=path, text=text)
        for article_id, title, separator, articles, path in told
    ]
