"""What the editor's keys and clicks decide about the open article, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import NewsdeskError
from newsdesk.core.section import Section
from newsdesk.services.decisions import NOTHING, DecisionConflict, Wish, standing_wish
from newsdesk.services.desk import OpenArticle
from newsdesk.services.desk_state import DeskState
from newsdesk.services.session import Session
from newsdesk.ui.desk.sections.conflicts import Conflicts
from newsdesk.ui.desk.sections.panel import SectionPanel
from newsdesk.ui.desk.sections.reasons import Begun, BegunReasons
from newsdesk.ui.desk.sections.steps import Steps
from newsdesk.ui.desk.sections.type_ahead import TypeAhead

STAY = "desk/stay"
"""Holds something where the desk stays with an article that was decided."""
UNREADABLE = "What could not be read cannot be decided."
ONE_ONLY = "Several articles are selected; this is done for one at a time."


class Several(Protocol):
    """The articles that are selected together, the open one among them."""

    @property
    def active(self) -> bool:
        """Whether more than one is selected."""

    def ask_section(self, section: str = "") -> None:
        """Offer to decide for all of them, for this section first of all."""


class Deciding(QObject):
    """Decides about the open article through the panel on the right.

    said: something worth a line at the foot, and whether it can be undone.
    over: the article is done with, the next one may come. stayed: the article stays; it may stand
    otherwise now. released: the keyboard is free again. wanted: the article of an undone step.
    Where several articles are selected, what would decide is asked about all of them.
    """

    said = Signal(str, bool)
    over = Signal()
    stayed = Signal()
    released = Signal()
    wanted = Signal(int)

    def __init__(
        self,
        session: Session,
        panel: SectionPanel,
        several: Several,
        state: DeskState,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        desk = session.desk
        self._session = session
        self._decisions = desk.decisions
        self._panel = panel
        self._several = several
        self._begun = BegunReasons(state)
        self._opened: OpenArticle | None = None
        self._reason_for: str | None = None
        self.typed = TypeAhead(self)
        self.conflicts = Conflicts(
            desk.decisions, session.editor, panel.conflict, panel.name_of, self
        )
        self.steps = Steps(desk.undo_stack, desk.decisions, self.conflicts, self)
        panel.go_on.setChecked(not session.settings.text(STAY))
        self._connect()

    @property
    def is_open(self) -> bool:
        """Whether there is an article to decide upon."""
        return self._opened is not None

    def set_sections(self, sections: Sequence[Section]) -> None:
        """The sections of the model on the desk."""
        self._panel.set_sections(sections)
        self.typed.set_sections(sections)

    def show(self, opened: OpenArticle | None) -> None:
        """Another article is open, or the same one stands otherwise."""
        before, self._opened = self._opened, opened
        other = opened is None or before is None or before.article.id != opened.article.id
        if opened is not None and not other:
            self.conflicts.look(opened, self.stayed.emit)
        else:
            self.typed.clear()
            self.conflicts.open(opened)
        self._panel.show_article(opened)
        if other:
            self._show_begun()

    # What the keys do

    def confirm(self) -> None:
        """Decide for what was typed, else for the standing decision's or the likeliest section."""
        typed, best = self.typed.text, self._best()
        if typed and best is None:
            self.typed.clear()
            self.said.emit(f"No section begins with “{typed}”.", False)
        else:
            self._decide_if(best or self._panel.first)

    def second(self) -> None:
        """Decide for the second choice."""
        self._decide_if(self._panel.second)

    def decide(self, section: str) -> None:
        """Decide for a section; a reason that is being written goes with it."""
        if self._several.active:
            self._several.ask_section(section)
            return
        standing = self._standing()
        if standing is None:
            return
        reason = self._panel.reason.text().strip()
        if not reason and standing.section == section:
            reason = standing.reason
        self._settle(Wish(section, _besides(standing, section), reason), self._go_on)

    def also(self, section: str) -> None:
        """Let the article stand in a second section, or no longer in it."""
        standing = self._standing(alone=True)
        if standing is None:
            return
        first = standing.section or self._panel.first
        if first is None:
            self.said.emit("Decide for a section first; then it can have a second one.", False)
        elif section == first:
            name = self._panel.name_of(section)
            self.said.emit(f"{name} is its first section already.", False)
        else:
            second = None if standing.also == section else section
            after = self.stayed.emit if standing.section else self._go_on
            self._settle(Wish(first, second, standing.reason), after)

    def skip(self) -> None:
        """Go on without deciding."""
        self.typed.clear()
        self.over.emit()

    def take_back(self) -> None:
        """Take back the decision that stands."""
        standing = self._standing(alone=True)
        if standing is not None and standing.section is not None:
            self._settle(NOTHING, self.stayed.emit)
        elif standing is not None:
            self.said.emit("There is no decision to take back.", False)

    def ask_reason(self) -> None:
        """Open the line for a reason: for what was typed, what stands, or the likeliest.

        What was begun and not given is there still.
        """
        standing, begun = self._standing(alone=True), self._begun_here()
        target = self._best() or (begun.section if begun else self._panel.first)
        if standing is None:
            return
        if target is None:
            self.said.emit(self._why_nothing(), False)
            return
        self.typed.clear()
        self._reason_for = target
        reason = standing.reason if standing.section == target else ""
        text = begun.text if begun else reason
        self._panel.ask_reason(self._panel.name_of(target), text, begun is not None)

    def toggle_history(self) -> None:
        """Show all lines of the ledger about the article, or hide them."""
        if self._opened is not None and self._opened.seen:
            self._show_history(not self._panel.decision.history.isChecked())
        else:
            self.said.emit("Nothing was decided about this article yet.", False)

    def toggle_go_on(self) -> None:
        """Go on by itself after a decision from now on, or stay."""
        self._panel.go_on.toggle()

    def escape(self) -> bool:
        """Forget what was typed, or leave another person's decision; whether there was either."""
        return self.typed.clear() or self.conflicts.keep()

    # Within

    def _decide_if(self, section: str | None) -> None:
        self.typed.clear()
        if self._several.active:
            self._several.ask_section(section or "")
        elif section is None:
            self.said.emit(self._why_nothing(), False)
        else:
            self.decide(section)

    def _settle(self, wish: Wish, after: Callable[[], object]) -> None:
        """Write it into the ledger, unless somebody else did meanwhile: then ask."""
        assert self._opened is not None
        self.typed.clear()
        article = self._opened.article
        title = article.title or article.source
        try:
            line = self._decisions.settle(article.id, wish, self.conflicts.seen, title)
        except DecisionConflict as conflict:
            name = self._panel.name_of
            does = f"Decide {name(wish.section)}" if wish.section else "Take it back"
            again = lambda: self._settle(wish, after)  # noqa: E731
            self.conflicts.ask(conflict.decision, does, again, self._go_on)
            return
        except NewsdeskError as error:
            self.said.emit(str(error), False)
            return
        self._free_keyboard()
        self.conflicts.close()
        if line is not None:
            if wish.section is None:
                self._panel.decision.note_taken_back(line.id)
            self.conflicts.wrote(line)
            self.said.emit(self._session.desk.undo_stack.undoable or "", True)
        after()

    def _standing(self, alone: bool = False) -> Wish | None:
        """What stands for the open article; None where nothing can be decided.

        alone: what is to be done is done for one article only.
        """
        if self._opened is None:
            return None
        if alone and self._several.active:
            self.said.emit(ONE_ONLY, False)
            return None
        if self._opened.article.problem is not None:
            self.said.emit(UNREADABLE, False)
            return None
        return standing_wish(self._opened.decision)

    def _why_nothing(self) -> str:
        """Why Enter decides nothing."""
        opened, model = self._opened, self._session.desk.model
        others = "A number or the first letters of a section decide."
        if opened is None:
            return "No article is open."
        if opened.article.problem is not None:
            return UNREADABLE
        if model is None:
            return f"There is no model on the desk. {others}"
        if opened.prediction is None:
            return f"{model.shown} has not answered yet. {others}"
        if opened.prediction.abstains:
            return f"{model.shown} {opened.prediction.silence('this text')}. {others}"
        return "There is no second choice."

    def _best(self) -> str | None:
        """Of the sections that the typed letters fit, the likeliest."""
        matches = self.typed.matches() if self.typed.text else []
        answer = self._opened.prediction if self._opened else None
        order = [score.code for score in answer.scores] if answer else []
        ranks = {code: rank for rank, code in enumerate(order)}
        return min(matches, key=lambda code: ranks.get(code, len(ranks)), default=None)

    def _go_on(self) -> None:
        if self._panel.go_on.isChecked():
            self.over.emit()
        else:
            self.stayed.emit()

    def _give_reason(self, reason: str) -> None:
        standing, target = self._standing(), self._reason_for
        if standing is not None and target is not None:
            stays = standing.section == target
            wish = Wish(target, _besides(standing, target), reason)
            self._settle(wish, self.stayed.emit if stays else self._go_on)

    def _begun_here(self) -> Begun | None:
        return self._begun.of(self._opened.article.id) if self._opened else None

    def _show_begun(self) -> None:
        """Show the reason that was begun here; the keyboard stays where it is."""
        if (begun := self._begun_here()) is not None:
            self._reason_for = begun.section
            self._panel.show_reason(self._panel.name_of(begun.section), begun.text)

    def _note_begun(self, text: str) -> None:
        if self._opened is not None and self._reason_for is not None:
            self._begun.note(self._opened.article.id, self._reason_for, text)

    def _free_keyboard(self) -> None:
        """Put the line for a reason away, and let keys decide again."""
        if self._opened is not None:
            self._begun.forget(self._opened.article.id)
        asked = self._panel.reason.isVisible() or self._panel.conflict.pending
        self._panel.leave_reason()
        if asked:
            self.released.emit()

    def _show_history(self, shown: bool) -> None:
        if self._opened is not None:
            lines = self._decisions.history(self._opened.article.id) if shown else []
            self._panel.decision.show_history(lines, self._panel.name_of)

    def _connect(self) -> None:
        panel, settings = self._panel, self._session.settings
        self.typed.changed.connect(lambda: panel.show_typed(self.typed, self._best()))
        self.conflicts.answered.connect(self.released)
        self.conflicts.asked.connect(lambda why: self.said.emit(why, False))
        self.steps.said.connect(self.said)
        self.steps.wanted.connect(self.wanted)
        panel.decided.connect(self.decide)
        panel.also_asked.connect(self.also)
        panel.confirmed.connect(self.confirm)
        panel.second_chosen.connect(self.second)
        panel.go_on.toggled.connect(lambda on: settings.set_text(STAY, "" if on else "yes"))
        panel.reason.textEdited.connect(self._note_begun)
        panel.reason.given.connect(self._give_reason)
        panel.reason.left.connect(self._free_keyboard)
        panel.decision.take_back_asked.connect(self.take_back)
        panel.decision.reason_asked.connect(self.ask_reason)
        panel.decision.history_asked.connect(self._show_history)


def _besides(standing: Wish, section: str) -> str | None:
    """The second section that stays where the first one becomes `section`."""
    return standing.also if standing.also != section else None
