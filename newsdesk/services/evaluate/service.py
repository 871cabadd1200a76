"""Everything behind the Evaluate screen, opened and closed as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.services.evaluate.articles import PickedArticles
from newsdesk.services.evaluate.comparison import Comparison
from newsdesk.services.evaluate.curves import ShownCurves
from newsdesk.services.evaluate.doubts import Doubts
from newsdesk.services.evaluate.evaluations import Evaluations
from newsdesk.services.evaluate.matrix import ShownMatrix
from newsdesk.services.evaluate.opened import Opened
from newsdesk.services.evaluate.projections import Projections
from newsdesk.services.evaluate.promotion import Promotion
from newsdesk.services.evaluate.selection import Selection

if TYPE_CHECKING:
    from newsdesk.services.session import Session


class Evaluate(QObject):
    """failed: a Problem of something that was done aside. said: worth a line at the foot."""

    failed = Signal(Problem)
    said = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.evaluations = Evaluations(session.store, self)
        self.opened = Opened(self)
        self.selection = Selection(self)
        self.projections = Projections(self)
        self.evaluations.failed.connect(self.failed)
        self.evaluations.said.connect(self.said)
        self.opened.failed.connect(self.failed)
        self.opened.changed.connect(self._begin_anew)
        self.matrix = ShownMatrix(session.settings, self.opened, self.selection, self)
        self.matrix.failed.connect(self.failed)
        self.curves = ShownCurves(self.opened, self)
        self.curves.failed.connect(self.failed)
        self.doubts = Doubts(session.store, session.datasets, session.desk.undo_stack, self)
        self.doubts.failed.connect(self.failed)
        self.articles = PickedArticles(session, self.opened, self.selection, self)
        self.articles.failed.connect(self.failed)
        self.comparison = Comparison(self.evaluations, self.opened, self.selection, self)
        self.comparison.failed.connect(self.failed)
        self.promotion = Promotion(session.settings, session.models, session.desk, self)
        session.watch.changed.connect(self.evaluations.refresh)

    def close(self) -> None:
        """End what goes on; an evaluation under way can go on another time."""
        self.doubts.close()
        self.articles.close()
        self.projections.close()
        self.matrix.close()
        self.curves.close()
        self.comparison.close()
        self.promotion.close()
        self.opened.close()
        self.evaluations.close()

    def _begin_anew(self) -> None:
        evaluated = self.opened.evaluated
        self.selection.begin(len(evaluated) if evaluated is not None else 0)
