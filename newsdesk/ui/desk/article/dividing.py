"""Offers to divide the open article where its text holds several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.desk import OpenArticle
from newsdesk.services.division_offers import DivisionOffers
from newsdesk.services.intake_told import Several
from newsdesk.services.session import Session
from newsdesk.ui.widgets.labels import label

if TYPE_CHECKING:
    from newsdesk.ui.desk.article.divide_dialog import DivideDialog

PAGE_BREAK = "\f"
WRITE_FIRST = "Something is written into this article: keep it or discard it, then divide."


class DivideCard(QFrame):
    """Hidden where an article is one. asked: the person wants to divide it."""

    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self._said = label("", "", wrap=True)
        self.button = QPushButton("Divide…")
        self.button.clicked.connect(self.asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 11, 13, 12)
        column.setSpacing(8)
        column.addWidget(self._said)
        column.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._said.text()

    def show_several(self, several: Several) -> None:
        """Say what the text looks like."""
        line = "page breaks" if several.separator == PAGE_BREAK else f"“{several.separator}”"
        self._said.setText(f"The text looks like {several.articles:,} articles, divided by {line}.")
        self.show()


class Dividing(QObject):
    """said: why nothing can be divided."""

    said = Signal(str, bool)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent
        self._opened: OpenArticle | None = None
        self._several: Several | None = None
        self.card = DivideCard()
        self.card.asked.connect(self.ask)
        self.dialog: DivideDialog | None = None
        self._offers = DivisionOffers(self)
        self._offers.offered.connect(self._offer)

    def show(self, opened: OpenArticle | None) -> None:
        """Another article is open, or it has another text."""
        before = self._opened.article if self._opened else None
        self._opened = opened
        now = opened.article if opened else None
        if before is not None and now is not None:
            same = (before.id, before.title, before.body) == (now.id, now.title, now.body)
            if same:
                return
        self._several = None
        self.card.hide()
        self._offers.forget()
        if now is not None and now.problem is None:
            self._offers.look(now)

    def ask(self) -> None:
        """Let the person say which line divides the open article."""
        opened = self._opened
        if opened is None or opened.article.problem is not None:
            self.said.emit("Open an article first; then its text can be divided.", False)
            return
        if reason := self._why_not(opened.article.id):
            self.said.emit(reason, False)
        elif self._several is not None:
            self._open(self._several)
        else:
            self._offers.ask_whole(opened.article, self._open)

    def _why_not(self, article_id: int) -> str:
        """The several would stand in the place of what is written, and hide it."""
        editing = self._session.editing
        try:
            is_written_in = editing.active or editing.draft(article_id) is not None
        except NewsdeskError as error:
            return str(error)
        return WRITE_FIRST if is_written_in else ""

    def _open(self, several: Several) -> None:
        from newsdesk.ui.desk.article.divide_dialog import DivideDialog

        if self.dialog is not None:
            return
        self.dialog = DivideDialog(self._session.intake, several, self._window.window())
        self.dialog.finished.connect(self._forget)
        self.dialog.open()

    def close_workers(self) -> None:
        """Let go of threads before the window goes."""
        self._offers.close()

    def _offer(self, several: Several) -> None:
        if self._opened is not None and self._opened.article.id == several.article_id:
            self._several = several
            self.card.show_several(several)

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None
