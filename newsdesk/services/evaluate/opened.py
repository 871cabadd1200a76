"""The evaluation that is looked at, and the one that it is held against."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.evaluated import Evaluated, feature_kinds, load
from newsdesk.analysis.figures import Figures, figures_of
from newsdesk.core.errors import Problem
from newsdesk.core.evaluation import Evaluation
from newsdesk.engine.examined import FeatureKind
from newsdesk.services.reader import Reader

_Found = tuple[Evaluated, Figures, list[FeatureKind]]


class Opened(QObject):
    """changed: another evaluation is open, or none. against_changed: another one beside it.

    failed: it cannot be read.
    """

    changed = Signal()
    against_changed = Signal()
    failed = Signal(Problem)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)
        self.evaluation: Evaluation | None = None
        self.evaluated: Evaluated | None = None
        self.figures: Figures | None = None
        self.kinds: list[FeatureKind] = []
        self.against: Evaluation | None = None
        self.against_evaluated: Evaluated | None = None
        self.against_figures: Figures | None = None

    @property
    def busy(self) -> bool:
        """Whether one is being read."""
        return self._reader.busy

    def open(self, evaluation: Evaluation) -> None:
        """Look at an evaluation that is done; `changed` follows, or `failed`."""

        def take(found: _Found) -> None:
            self.evaluation = evaluation
            self.evaluated, self.figures, self.kinds = found
            self._drop_against()
            self.changed.emit()

        self._reader.ask("open", lambda: _read(evaluation), take)

    def hold_against(self, evaluation: Evaluation | None) -> None:
        """Compare with another evaluation; None for with none."""
        if evaluation is None:
            self._reader.forget("against")
            self._drop_against()
            self.against_changed.emit()
            return

        def take(found: _Found) -> None:
            self.against = evaluation
            self.against_evaluated, self.against_figures, _ = found
            self.against_changed.emit()

        self._reader.ask("against", lambda: _read(evaluation), take)

    def shut(self) -> None:
        """Look at none."""
        self._reader.forget("open")
        self.evaluation = self.evaluated = self.figures = None
        self.kinds = []
        self._drop_against()
        self.changed.emit()

    def close(self) -> None:
        """Wait for what is being read."""
        self._reader.close()

    def _drop_against(self) -> None:
        self.against = self.against_evaluated = self.against_figures = None


def _read(evaluation: Evaluation) -> _Found:
    evaluated = load(evaluation.id)
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    return evaluated, figures, feature_kinds(evaluation.id)
