"""The curves of the evaluation that is open, and of the one that it is held against."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import numpy as np
from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.curves import (
    ConfidenceBin,
    Coverage,
    PrecisionRecall,
    coverage_of,
    precision_recall_of,
    reliability_of,
)
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.learning import LearningCurve
from newsdesk.analysis.slices import Slice, by_date, by_length, by_source, held_against
from newsdesk.core.errors import Problem
from newsdesk.core.evaluation import Evaluation
from newsdesk.services.evaluate.opened import Opened
from newsdesk.services.one_request import OneRequest
from newsdesk.services.reader import Reader


@dataclass(frozen=True, slots=True)
class Curves:
    """All curves of one evaluation but those of single sections. model: its name."""

    model: str
    evaluated: Evaluated
    ece: float
    reliability: tuple[ConfidenceBin, ...]
    coverage: Coverage
    lengths: tuple[Slice, ...]
    dates: tuple[Slice, ...]
    sources: tuple[Slice, ...]


Pair = tuple[Curves, Curves | None]
SectionPair = tuple[PrecisionRecall, PrecisionRecall | None]


class ShownCurves(QObject):
    """changed: other curves are there, or none. section_changed: those of another section.

    learning_changed: the learning curve came, goes on or is none. learning_moved: done and total.
    failed: a Problem. curves: of the evaluation; against: of the other one.
    learning_problem: why there is no learning curve, where one was asked for.
    """

    changed = Signal()
    section_changed = Signal()
    learning_changed = Signal()
    learning_moved = Signal(int, int)
    failed = Signal(Problem)

    def __init__(self, opened: Opened, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._opened = opened
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)
        self._request = OneRequest("project", self)
        self._request.moved.connect(self._move_learning)
        self._request.heard.connect(self._hear_learning)
        self._request.failed.connect(self._fail_learning)
        self._request.ended.connect(self.learning_changed)
        self._learning_of = 0
        self._looked_at = False
        self.curves: Curves | None = None
        self.against: Curves | None = None
        self.section = 0
        self.section_curves: SectionPair | None = None
        self.learning: LearningCurve | None = None
        self.learning_problem: Problem | None = None
        opened.changed.connect(self._open)
        opened.against_changed.connect(self._read)
        self._open()

    @property
    def busy(self) -> bool:
        """Whether curves are being computed, the learning curve aside."""
        return self._reader.busy

    @property
    def is_learning(self) -> bool:
        """Whether the learning curve of the open evaluation is being made."""
        evaluation = self._opened.evaluation
        return self._request.busy and evaluation is not None and evaluation.id == self._learning_of

    def look(self) -> None:
        """Somebody looks at the curves from now on; until then none is computed."""
        if not self._looked_at:
            self._looked_at = True
            self._read()

    def show_section(self, place: int) -> None:
        """Show precision and recall of the section at this place."""
        self.section = place
        self._read_section()

    def learn(self) -> None:
        """Make the learning curve of what the open evaluation was made on, in the background."""
        evaluation = self._opened.evaluation
        if evaluation is None or self.is_learning:
            return
        self.learning_problem = None
        self._learning_of = evaluation.id
        self._request.ask("learning", evaluation=evaluation.id)
        self.learning_changed.emit()

    def stop_learning(self) -> None:
        """Cancel the learning curve that is being made; it leaves nothing behind."""
        self._request.cancel()

    def close(self) -> None:
        """End what goes on."""
        self._request.close()
        self._reader.close()

    def _open(self) -> None:
        evaluated = self._opened.evaluated
        self.curves = self.against = self.section_curves = None
        self.learning = self.learning_problem = None
        self.section = _largest(evaluated) if evaluated is not None else 0
        self.changed.emit()
        self.learning_changed.emit()
        self._read()
        self._read_learning()

    def _read(self) -> None:
        opened = self._opened
        if not self._looked_at:
            return
        if opened.evaluated is None or opened.evaluation is None or opened.figures is None:
            self._reader.forget("curves")
            self._reader.forget("section")
            return
        one = (opened.evaluation.model, opened.evaluated, opened.figures.ece)
        other = None
        if opened.against is not None and opened.against_evaluated is not None:
            ece = opened.against_figures.ece if opened.against_figures else 0.0
            other = (opened.against.model, opened.against_evaluated, ece)

        def work() -> Pair:
            shown = curves_of(*one)
            return shown, curves_beside(shown, *other) if other is not None else None

        self._reader.ask("curves", work, self._take)
        self._read_section()

    def _take(self, pair: Pair) -> None:
        self.curves, self.against = pair
        self.changed.emit()

    def _read_section(self) -> None:
        evaluated, other = self._opened.evaluated, self._opened.against_evaluated
        if evaluated is None:
            return
        place = self.section
        code = evaluated.codes[place]

        def work() -> SectionPair:
            there = other is not None and code in other.codes
            beside = (
                precision_recall_of(other, other.codes.index(code))
                if there and other is not None
                else None
            )
            return precision_recall_of(evaluated, place), beside

        def take(pair: SectionPair) -> None:
            self.section_curves = pair
            self.section_changed.emit()

        self._reader.ask("section", work, take)

    def _read_learning(self) -> None:
        evaluation = self._opened.evaluation
        if evaluation is None:
            self._reader.forget("learning")
            return
        self._reader.ask("learning", lambda: _kept(evaluation), self._take_learning)

    def _take_learning(self, curve: LearningCurve | None) -> None:
        self.learning = curve
        self.learning_changed.emit()

    # Of the learning curve of an evaluation that is no longer open nothing is shown

    def _move_learning(self, done: int, total: int) -> None:
        if self.is_learning:
            self.learning_moved.emit(done, total)

    def _hear_learning(self, event: str, values: dict[str, object]) -> None:
        if event == "learned" and self.is_learning:
            self.learning = msgspec.convert(values["curve"], LearningCurve)

    def _fail_learning(self, problem: Problem) -> None:
        if self.is_learning:
            self.learning_problem = problem


def curves_of(model: str, evaluated: Evaluated, ece: float) -> Curves:
    """All curves of one evaluation."""
    return Curves(
        model,
        evaluated,
        ece,
        reliability_of(evaluated),
        coverage_of(evaluated),
        by_length(evaluated),
        by_date(evaluated),
        by_source(evaluated),
    )


def curves_beside(shown: Curves, model: str, evaluated: Evaluated, ece: float) -> Curves:
    """All curves of another evaluation; its errors are those in the groups of the one shown."""

    def beside(slices: tuple[Slice, ...]) -> tuple[Slice, ...]:
        return held_against(slices, shown.evaluated, evaluated)

    return Curves(
        model, evaluated, ece, reliability_of(evaluated), coverage_of(evaluated),
        beside(shown.lengths), beside(shown.dates), beside(shown.sources),
    )  # fmt: skip


def _largest(evaluated: Evaluated) -> int:
    """The place of the section with most articles."""
    if not len(evaluated):
        return 0
    return int(np.bincount(evaluated.truth, minlength=len(evaluated.sections)).argmax())


def _kept(evaluation: Evaluation) -> LearningCurve | None:
    from newsdesk.analysis.learning_worker import kept

    return kept(evaluation)
