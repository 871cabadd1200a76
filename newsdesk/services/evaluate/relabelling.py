"""Other sections for articles of an evaluation: into the ledger, over nothing unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newsdesk.core.dataset import Dataset
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.decisions import DecisionConflict, Wish, standing_wish

if TYPE_CHECKING:
    from newsdesk.services.session import Session

FIGURES = "The figures are those of the evaluation; make it again to see the change."


class Relabelling(QObject):
    """said: what came of it, and whether that can be undone."""

    said = Signal(str, bool)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._told = False
        self._waits = self._waits_for_bulk = False
        session.datasets.labelled.connect(self._labelled)
        session.datasets.failed.connect(self._refused)

    def begin(self) -> None:
        """Another evaluation is open: that its figures stay is said anew."""
        self._told = False

    def rows(self, dataset: Dataset, numbers: Sequence[int], section: str) -> None:
        """Give rows of a data set another section."""
        self._waits = True
        self._session.datasets.change_labels(dataset, numbers, section)

    def article(self, article_id: int, section: str, seen: int, title: str) -> None:
        """Decide about one of the desk's articles; a second section that it has stays.

        seen: the newest line of the ledger that the person saw, 0 for none.
        """
        desk = self._session.desk
        try:
            also = standing_wish(desk.decisions.newest(article_id)).also
            wish = Wish(section, also if also != section else None)
            line = desk.decisions.settle(article_id, wish, seen, title)
        except DecisionConflict as conflict:
            other = conflict.decision
            name = desk.section_name(other.to_section) if other.to_section else "no section"
            told = f"{other.who} decided {name} meanwhile; that stands. Look again, then decide."
            self.said.emit(told, False)
        except NewsdeskError as error:
            self.said.emit(str(error.problem), False)
        else:
            if line is None:
                self.said.emit("The article is in that section already.", False)
            else:
                desk.changed.emit()
                self._say(f"Decided {desk.section_name(section)}")

    def articles(self, ids: Sequence[int], section: str, horizon: int) -> None:
        """Decide about many of the desk's articles. horizon: the newest line that was known."""
        bulk = self._session.bulk
        if not self._waits_for_bulk:
            bulk.said.connect(self._take_bulk)
        self._waits_for_bulk = True
        try:
            bulk.decide(ids, section, horizon)
        except NewsdeskError as error:
            self._stop_waiting()
            self.said.emit(str(error.problem), False)

    def _labelled(self, text: str) -> None:
        if self._waits:
            self._waits = False
            self._say(text)

    def _refused(self, problem: Problem) -> None:
        if self._waits:
            self._waits = False
            self.said.emit(str(problem), False)

    def _take_bulk(self, text: str, undoable: bool) -> None:
        self._stop_waiting()
        if undoable:
            self._say(text)
        else:
            self.said.emit(text, False)

    def _stop_waiting(self) -> None:
        if self._waits_for_bulk:
            self._waits_for_bulk = False
            self._session.bulk.said.disconnect(self._take_bulk)

    def _say(self, text: str) -> None:
        """Say it, with the word about the figures once for each evaluation."""
        self.said.emit(text if self._told else f"{text}. {FIGURES}", True)
        self._told = True
