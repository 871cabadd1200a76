"""What should be known about the open article before its section is believed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.errors import Notice
from newsdesk.documents.encoding import ENCODINGS
from newsdesk.services.desk import OpenArticle
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.labels import card

CLOSE = 0.15
"""Two sections whose probabilities differ by less are said to be close."""


class NoticeCards(QWidget):
    """encoding_asked: the encoding in which the article should be read instead."""

    encoding_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._shown: list[Notice] = []
        self.hide()

    @property
    def texts(self) -> list[str]:
        """What the cards say."""
        return [notice.message for notice in self._shown]

    def show_article(self, opened: OpenArticle | None) -> None:
        """Show an article's notices; those that are shown already stay as they are."""
        found = notices(opened)
        if found == self._shown:
            return
        self._shown = found
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for notice in found:
            self._column.addWidget(self._card(notice, opened))
        self.setVisible(bool(found))

    def offer_encodings(self) -> None:
        """Open the menu of encodings at the card that tells of it, else in the middle of these."""
        button = next(iter(self.findChildren(QPushButton)), None)
        if button is not None and button.isVisible():
            button.showMenu()
            return
        menu = self._encodings(self.window())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        panel = self.parentWidget() or self
        menu.popup(panel.mapToGlobal(panel.rect().topLeft()))

    def _card(self, notice: Notice, opened: OpenArticle | None) -> QFrame:
        answer = opened.prediction if opened else None
        abstains = answer is not None and notice.kind == answer.abstains
        shown = card("trouble" if abstains else "notice", notice.message)
        if notice.kind in ("encoding_guessed", "encoding_uncertain"):
            self._offer_encodings(shown)
        return shown

    def _offer_encodings(self, frame: QFrame) -> None:
        button = QPushButton("Read it as…")
        button.setMenu(self._encodings(button))
        layout = frame.layout()
        assert layout is not None
        layout.addWidget(button)

    def _encodings(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        for code, name in {"utf-8": "UTF-8", **ENCODINGS}.items():
            action = menu.addAction(name)
            action.triggered.connect(lambda _=False, code=code: self.encoding_asked.emit(code))
        return menu


def notices(opened: OpenArticle | None) -> list[Notice]:
    """All that should be known about an article, what matters most first."""
    if opened is None or opened.article.problem is not None:
        return []
    answer, found = opened.prediction, list(opened.article.notices)
    if answer is not None:
        found = [*sorted(answer.notices, key=lambda n: n.kind != answer.abstains), *found]
    doubt = _doubt(opened)
    return [doubt, *found] if doubt else found


def _doubt(opened: OpenArticle) -> Notice | None:
    """Why the article waits for a person although the model answered."""
    answer = opened.prediction
    if answer is None or answer.abstains or opened.decision or opened.filed:
        return None
    first, limit = answer.scores[0], opened.files_from
    waits = f"{first.name} files by itself from {percent(limit)}." if limit is not None else ""
    second = answer.scores[1] if len(answer.scores) > 1 else None
    if second is not None and first.p - second.p < CLOSE:
        close = f"{first.name} and {second.name} are close."
        return Notice("close", f"{close} {waits or 'Have a look yourself.'}")
    return Notice("waits", f"It waits for you: {waits}") if waits else None
