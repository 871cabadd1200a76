"""Two people, one article: says what the other one decided, and writes over nothing unseen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from newsdesk.services.decisions import Decisions
from newsdesk.services.desk import OpenArticle
from newsdesk.services.editor import Editor
from newsdesk.store.records import Decision
from newsdesk.ui.desk.sections.conflict_card import ConflictCard
from newsdesk.ui.desk.sections.decision_words import NameOf, overruling

OPENED = "you opened this article"


class Conflicts(QObject):
    """What the person has seen of the ledger of the open article, and the card that asks.

    seen: id of the newest line that the person has seen, 0 for none.
    asked: something that was wanted waits for the person's answer; why. answered: the person
    chose; the card is gone.
    """

    asked = Signal(str)
    answered = Signal()

    def __init__(
        self,
        decisions: Decisions,
        editor: Editor,
        card: ConflictCard,
        name_of: NameOf,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._decisions = decisions
        self._editor = editor
        self._card = card
        self._name_of = name_of
        self._leave: Callable[[], object] = lambda: None
        self.seen = 0
        card.kept.connect(self._keep)

    def open(self, opened: OpenArticle | None) -> None:
        """Another article is open; what its ledger says is seen."""
        self.seen = opened.seen if opened else 0
        self._card.leave()

    def look(self, opened: OpenArticle, leave: Callable[[], object]) -> None:
        """The open article is shown again: another person's line is said at once, and counts as
        seen only when that was answered. leave: what follows where it is left so."""
        if opened.seen == self.seen:
            return
        newest = self._decisions.newest(opened.article.id)
        if newest is None or self._decisions.is_ours(newest):
            self.seen = opened.seen
        elif not self._card.pending and self._card.line != newest:
            self._leave = leave
            self._card.tell(newest, self._told(newest, OPENED), self._keep_text(newest))

    def wrote(self, line: Decision) -> None:
        """This window wrote a line about the open article."""
        self.seen = line.id

    def ask(
        self,
        line: Decision,
        does: str,
        act: Callable[[], object],
        leave: Callable[[], object],
        after: str = OPENED,
    ) -> None:
        """Ask whether to `act` over another person's line, or to leave it."""

        def all_the_same() -> None:
            self._card.leave()
            self.seen = line.id
            self.answered.emit()
            act()

        self._leave = leave
        told, keep = self._told(line, after), self._keep_text(line)
        self._card.ask(line, told, keep, f"{does} all the same", all_the_same)
        self.asked.emit(told)

    def keep(self) -> bool:
        """Leave the other person's line as it is; whether one is shown."""
        shown = self._card.line is not None
        if shown:
            self._keep()
        return shown

    def close(self) -> None:
        """What was asked is settled."""
        self._card.leave()

    def _keep(self) -> None:
        line, leave = self._card.line, self._leave
        self._card.leave()
        if line is not None:
            self.seen = line.id
        self.answered.emit()
        leave()

    def _told(self, line: Decision, after: str) -> str:
        return overruling(line, self._name_of, self._editor.name, after)

    def _keep_text(self, line: Decision) -> str:
        if line.to_section is None:
            return "Leave it undecided"
        return f"Keep {self._name_of(line.to_section)}"
