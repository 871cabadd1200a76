"""The confusion matrix as it is shown: in which order, in which numbers, with what as if one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast, get_args

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.evaluated import Ints
from newsdesk.analysis.figures import Results, results_of
from newsdesk.analysis.matrix import Mask, Matrix, Merge, Order, Scale, matrix_of
from newsdesk.core.errors import Problem
from newsdesk.services.evaluate.opened import Opened
from newsdesk.services.evaluate.selection import How, Selection
from newsdesk.services.reader import Reader
from newsdesk.services.settings import Settings

Show = Literal["counts", "row", "column", "all", "difference", "sections"]
Measure = Literal["f1", "precision", "recall"]
_KEY = "evaluate/matrix"


class ShownMatrix(QObject):
    """What the matrix page and the figures strip show; remembered between two starts.

    changed: another matrix, or another way to show it. marked: other articles are picked.
    matrix: None while no evaluation is open. results: how the sections do; with sections merged
    on trial, how they would do, and None until that is known.
    """

    changed = Signal()
    marked = Signal()
    failed = Signal(Problem)

    def __init__(
        self, settings: Settings, opened: Opened, selection: Selection, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._settings, self._opened, self._selection = settings, opened, selection
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)
        self.matrix: Matrix | None = None
        self.trial: Results | None = None
        self.show: Show = cast(Show, self._remembered("show", get_args(Show)))
        self.order: Order = cast(Order, self._remembered("order", get_args(Order)))
        self.measure: Measure = cast(Measure, self._remembered("measure", get_args(Measure)))
        self._merges = _merges_in(settings.text(f"{_KEY}/merges"))
        opened.changed.connect(self._open)
        opened.against_changed.connect(self._read)
        selection.changed.connect(self.marked)

    @property
    def busy(self) -> bool:
        """Whether a matrix is being made."""
        return self._reader.busy

    @property
    def against(self) -> str:
        """The model held against; empty where there is none."""
        return self._opened.against.model if self._opened.against is not None else ""

    @property
    def differs(self) -> bool:
        """Whether the difference of two models is shown."""
        return self.show == "difference" and self.matrix is not None and bool(self.against)

    @property
    def scale(self) -> Scale:
        """What the numbers are parts of, where no difference is shown."""
        return self.show if self.show in ("row", "column", "all") else "counts"

    @property
    def merged(self) -> tuple[str, ...]:
        """Names of the sections that are as if one, one name a group: “life + local”."""
        if self.matrix is None:
            return ()
        pairs = zip(self.matrix.sections, self.matrix.members, strict=True)
        return tuple(section.name() for section, members in pairs if len(members) > 1)

    @property
    def results(self) -> Results | None:
        """How the sections that are shown do."""
        figures = self._opened.figures
        if self.merged or figures is None:
            return self.trial
        return Results(figures.accuracy, figures.macro_f1, figures.sections)

    def show_as(self, show: Show) -> None:
        """Show other numbers, the difference or the table of sections."""
        self.show = show
        self._remember("show", show)
        self.changed.emit()

    def show_measure(self, measure: Measure) -> None:
        """Show F1, precision or recall beside the matrix."""
        self.measure = measure
        self._remember("measure", measure)
        self.changed.emit()

    def sort(self, order: Order) -> None:
        """Show the sections in another order."""
        self.order = order
        self._remember("order", order)
        self._read()

    def merge(self, places: Sequence[int]) -> None:
        """Take the sections at these places of the matrix as one, on trial."""
        if self.matrix is None or len(set(places)) < 2:
            return
        codes = {code for place in places for code in self.matrix.members[place]}
        kept = [merge for merge in self._merges if not codes & set(merge)]
        self._merge([*kept, tuple(sorted(codes))])

    def unmerge(self) -> None:
        """Tell all sections apart again."""
        self._merge([])

    def pick(self, cells: Mask, what: str, how: How = "replace") -> None:
        """Pick the articles of some cells of shape (S, S); of a difference, those that changed."""
        if self.matrix is not None:
            found = self.matrix.changed_in if self.differs else self.matrix.articles_in
            self._selection.pick(found(cells), what, how)

    def marks(self) -> Ints | None:
        """How many picked articles are in each cell, shape (S, S)."""
        mask = self._selection.mask
        if self.matrix is None or len(mask) != len(self.matrix.truth):
            return None
        return self.matrix.spread(mask)

    def close(self) -> None:
        """Wait for what is being counted."""
        self._reader.close()

    def _open(self) -> None:
        self.matrix = self.trial = None
        self.changed.emit()
        self._read()

    def _read(self) -> None:
        evaluated, against = self._opened.evaluated, self._opened.against_evaluated
        if evaluated is None:
            self._reader.forget("matrix")
            return
        order, merges = self.order, tuple(self._merges)

        def work() -> Matrix:
            matrix = matrix_of(evaluated, against, order, merges)
            _ = matrix.counts, matrix.change, matrix.margins  # counted here, not in the window
            return matrix

        self._reader.ask("matrix", work, self._take)

    def _take(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.trial = None
        self.changed.emit()
        if self.merged:
            self._try(matrix)

    def _try(self, matrix: Matrix) -> None:
        """What the figures would be with the sections as if one."""
        codes = [section.code for section in matrix.sections]

        def take(results: Results) -> None:
            if self.matrix is matrix:
                self.trial = results
                self.changed.emit()

        self._reader.ask("trial", lambda: results_of(codes, matrix.counts), take)

    def _merge(self, merges: list[Merge]) -> None:
        self._merges = merges
        self._remember("merges", msgspec.json.encode(merges).decode())
        self._read()

    def _remembered(self, name: str, known: tuple[str, ...]) -> str:
        value = self._settings.text(f"{_KEY}/{name}")
        return value if value in known else known[0]

    def _remember(self, name: str, value: str) -> None:
        self._settings.set_text(f"{_KEY}/{name}", value)


def _merges_in(text: str) -> list[Merge]:
    try:
        return msgspec.json.decode(text, type=list[Merge]) if text else []
    except msgspec.MsgspecError:
        return []
