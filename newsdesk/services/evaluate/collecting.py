"""Articles of an evaluation taken elsewhere: into a data set, or into a file."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.behind import Behind
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.taking_out import take_out
from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.documents.tables.writing import Exported
from newsdesk.services.dataset_work import DatasetWork, DatasetWorker
from newsdesk.services.reader import Reader

_CANCELLED = "cancelled"


class Collecting(QObject):
    """said: a sentence, and whether it can be undone. failed: a Problem.

    writing: whether a file or a data set is being written.
    """

    said = Signal(str, bool)
    failed = Signal(Problem)
    writing = Signal(bool)

    def __init__(self, worker: DatasetWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._files = Reader(self)
        self._files.failed.connect(self._end_badly)
        self._stop = threading.Event()
        self._sets: set[tuple[str, str]] = set()
        """Operations on data sets, and the names of those, that were asked for here."""
        worker.moved.connect(self._take_work)

    @property
    def busy(self) -> bool:
        """Whether anything is still being written."""
        return self._files.busy or bool(self._sets)

    def into_set(self, name: str, source: str, keys: Sequence[int], new: bool) -> None:
        """Make articles a new data set, or add them to one that is here.

        source: the data set whose rows they are; empty for articles of the desk.
        """
        self._sets.add(("pick" if new else "add", name))
        self.writing.emit(True)
        if new:
            self._worker.pick(name, source, keys, SplitPlan())
        else:
            self._worker.add(name, source, keys)

    def into_file(
        self, behind: Behind, evaluated: Evaluated, places: Sequence[int], path: Path, format: str
    ) -> None:
        """Write the articles at these places to a file; see analysis.taking_out."""
        self._stop.clear()

        def check() -> None:
            if self._stop.is_set():
                raise NewsdeskError(_CANCELLED, "The export was cancelled; nothing was written.")

        def then(done: Exported) -> None:
            self.writing.emit(False)
            articles = f"{done.rows:,} article{'' if done.rows == 1 else 's'}"
            self.said.emit(f"{articles} written to {done.path.name}. {done.notice}".strip(), False)

        wanted = list(places)
        self._files.ask(
            "export", lambda: take_out(behind, evaluated, wanted, path, format, check), then
        )
        self.writing.emit(True)

    def cancel(self) -> None:
        """Stop writing; nothing is left of the file or the data set."""
        self._stop.set()
        if self._sets:
            self._worker.cancel()

    def close(self) -> None:
        """Stop, and wait for the file that is being written."""
        self._stop.set()
        self._files.close()

    def _take_work(self, work: DatasetWork) -> None:
        asked = (work.operation, work.name)
        if not work.ended or asked not in self._sets:
            return
        self._sets.discard(asked)
        self.writing.emit(False)
        if work.problem is not None:
            self.failed.emit(work.problem)
        elif work.cancelled:
            self.said.emit(f"{work.name}: stopped, nothing of it was kept.", False)
        elif work.operation == "pick":
            self.said.emit(f"{work.name} is made of the picked articles.", False)
        else:
            self.said.emit(f"Added to {work.name}: {work.notice}", False)

    def _end_badly(self, problem: Problem) -> None:
        self.writing.emit(False)
        self.failed.emit(problem)
