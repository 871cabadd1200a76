"""What goes on in the background, told at the foot of the window: reading, classifying, undo."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.documents.columns import TablePreview
from newsdesk.services.classification import ClassificationState
from newsdesk.services.intake import IntakeState
from newsdesk.services.intake_told import Several
from newsdesk.services.session import Session
from newsdesk.store.records import InboxCounts
from newsdesk.ui.desk import ColumnsDialog, DeskScreen
from newsdesk.ui.widgets.status_strip import Action, StatusStrip

FEW = 3
"""Up to so many documents are read and classified without a word of progress."""
REFRESH_MS = 40


class Background(QObject):
    """Carries what the session says to the strip and the desk."""

    def __init__(
        self, session: Session, desk: DeskScreen, strip: StatusStrip, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session = session
        self._desk = desk
        self._strip = strip
        self._window = window
        self._was_classifying = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(REFRESH_MS)
        self._pause.timeout.connect(self._refresh)
        strip.reading.cancelled.connect(session.intake.cancel)
        strip.classifying.cancelled.connect(session.classification.cancel)
        session.intake.changed.connect(self._show_intake)
        session.intake.finished.connect(self._intake_finished)
        session.intake.previewed.connect(self._choose_columns)
        session.intake.cover_set.connect(self._say_cover)
        session.intake.divided.connect(self._divided)
        session.classification.changed.connect(self._show_engine)
        session.classification.answered.connect(self._refresh_soon)
        session.watch.changed.connect(self._refresh_soon)
        session.listing.counted.connect(self._show_right)
        session.listing.failed.connect(lambda problem: self.say(str(problem)))
        session.bulk.moved.connect(strip.bulk.show_or_hide)
        session.bulk.undone.connect(self.say_undone)
        desk.deciding.steps.undone.connect(self.say_undone)
        strip.bulk.cancelled.connect(session.bulk.cancel)

    def say(self, text: str, undoable: bool = False) -> None:
        """Say what was done, with Undo where it can be taken back."""
        self._strip.say(text, *([Action("Undo", self.undo)] if undoable else []))

    def say_undone(self, text: str) -> None:
        """Say what was undone, with Redo."""
        self._strip.say(text, Action("Redo", self.redo))

    def undo(self) -> None:
        """Take the last step back, and say which it was."""
        self._desk.deciding.steps.undo()

    def redo(self) -> None:
        """Do the last undone step again, and say which it was."""
        self._desk.deciding.steps.redo()

    def _say_cover(self, _article: int, before: str | None, _after: str) -> None:
        self.say("Changed the cover" if before else "Added a cover", undoable=True)

    def _show_intake(self, state: IntakeState) -> None:
        work = self._strip.reading
        if not state.running:
            work.hide()
        elif state.files_total > FEW:
            text = f"Reading {state.files:,} of {state.files_total:,}"
            work.show_progress(text, state.files, state.files_total)
        elif state.found > FEW:
            work.show_progress(f"Found {state.found:,} files", 0, 0)
        self._refresh_soon()

    def _intake_finished(self, state: IntakeState) -> None:
        if state.problem is not None:
            self.say(str(state.problem))
        elif state.articles or state.failures or state.cancelled:
            self._strip.say(_summary(state), *self._after_reading(state))
        self._refresh()
        if len(state.articles) + len(state.failures) == 1:
            self._desk.inbox.pick((*state.articles, *state.failures)[0])

    def _after_reading(self, state: IntakeState) -> list[Action]:
        actions = [Action("Undo", self.undo)] if state.articles else []
        if len(state.failures) > 1:
            actions.append(Action("Show", self._desk.errands.show_failures))
        if len(state.tables) == 1:
            path = Path(state.tables[0][0])
            ask = Action("Change columns…", lambda: self._session.intake.preview(path))
            actions.append(ask)
        if state.several:
            actions.append(Action("Divide…", lambda: self._divide(state.several[0])))
        return actions

    def _divide(self, several: Several) -> None:
        """Let the person say which line divides the articles, and show what comes of it."""
        from newsdesk.ui.desk.article.divide_dialog import DivideDialog

        dialog = DivideDialog(self._session.intake, several, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _divided(self, _article: int, articles: list[int]) -> None:
        self.say(f"Divided into {len(articles):,} articles", undoable=True)
        self._refresh()
        if articles:
            self._desk.inbox.pick(articles[0])

    def _choose_columns(self, path: str, table: TablePreview) -> None:
        """Let the person say which column is what, then read the table again."""
        dialog = ColumnsDialog(table, self._window)
        dialog.accepted.connect(lambda: self._read_again(path, dialog.mapping()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _read_again(self, path: str, columns: dict[str, str]) -> None:
        try:
            before = self._session.desk.of_source(path)
        except NewsdeskError as error:
            self.say(str(error))
            return
        self._session.intake.read_paths([Path(path)], columns, {path: before})

    def _show_engine(self, state: ClassificationState) -> None:
        work = self._strip.classifying
        if state.running and state.total > FEW:
            text = f"Classifying {state.done:,} of {state.total:,}"
            work.show_progress(text, state.done, state.total)
        elif state.second_running and state.second_total > FEW:
            second = self._session.models.second
            name = second.shown if second else state.second
            text = f"{name}: {state.second_done:,} of {state.second_total:,}"
            work.show_progress(text, state.second_done, state.second_total)
        else:
            work.hide()
        if not state.usable and state.problem is not None:
            self.say(str(state.problem))
        if not state.running and self._was_classifying:
            self._offer_the_rest(state)
        self._was_classifying = state.running
        self._desk.show_engine(state)

    def _offer_the_rest(self, state: ClassificationState) -> None:
        """After a Cancel or a failure: what waits, and a way to go on."""
        classify = Action("Classify", self._session.classification.classify_waiting)
        if state.problem is not None:
            self._strip.say(str(state.problem), classify)
            return

        def offer(counts: InboxCounts) -> None:
            if counts.waiting and not self._session.intake.state.running:
                self._strip.say(f"{counts.waiting:,} articles are waiting", classify)

        self._session.listing.ask_counts(offer)

    def _refresh_soon(self) -> None:
        """Once for everything that moves within a moment."""
        if not self._pause.isActive():
            self._pause.start()

    def _refresh(self) -> None:
        self._desk.refresh()

    def _show_right(self, counts: InboxCounts) -> None:
        self._strip.show_right(f"{counts.to_decide:,} to decide" if counts.to_decide else "")


def _summary(state: IntakeState) -> str:
    read, failed = len(state.articles), len(state.failures)
    parts = [f"{read:,} article{'' if read == 1 else 's'} read"]
    if failed:
        parts.append(f"{failed:,} could not be read")
    if state.cancelled:
        parts.append("stopped")
    several = [_looks_like(each) for each in state.several[:1]]
    return " · ".join([", ".join(parts), *(said for _, said in state.tables[:1]), *several])


def _looks_like(several: Several) -> str:
    separator = "page breaks" if several.separator == "\f" else f"“{several.separator}”"
    return f"it looks like {several.articles:,}, divided by {separator}"
