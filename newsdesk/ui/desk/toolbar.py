"""The bar above the desk: model, Open, Paste, search."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from newsdesk.ui.desk.errands.more_button import MoreButton
from newsdesk.ui.desk.models.picker import ModelPicker
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label

SEARCH_DELAY_MS = 0
"""None: a search that the next letter overtakes is broken off."""


class SearchField(QLineEdit):
    """down_asked: the person wants to go on in the list."""

    down_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # a drop anywhere is an article
        self.setAccessibleName("Search the inbox")
        self._icon = self.addAction(
            theme().icon("search", "soft"), QLineEdit.ActionPosition.LeadingPosition
        )
        theme().changed.connect(self._tint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        leaves = event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif leaves or event.key() == Qt.Key.Key_Escape:
            self.down_asked.emit()
        else:
            super().keyPressEvent(event)

    def _tint(self) -> None:
        self._icon.setIcon(theme().icon("search", "soft"))


class DeskToolbar(QWidget):
    """search_changed: what is typed, once the person pauses. down_asked: on to the list.

    help_asked: the sheet of all actions and their keys.
    """

    open_asked = Signal()
    paste_asked = Signal()
    search_changed = Signal(str)
    down_asked = Signal()
    help_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(52)
        self.picker = ModelPicker()
        self.open_button = QPushButton("Open…")
        self.open_button.setToolTip("Open files (Ctrl+O)")
        self.open_button.clicked.connect(self.open_asked)
        self.paste_button = QPushButton("Paste")
        self.paste_button.setToolTip("Paste an article (Ctrl+V)")
        self.paste_button.clicked.connect(self.paste_asked)
        self.more = MoreButton()
        self.help_button = QPushButton("?")
        self.help_button.setObjectName("help")
        self.help_button.setAccessibleName("All actions and their keys")
        self.help_button.clicked.connect(self.help_asked)
        self.search = SearchField()
        self.search.setFixedWidth(250)
        self.search.down_asked.connect(self._go_down)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_DELAY_MS)
        self._pause.timeout.connect(self._tell)
        self.search.textChanged.connect(lambda _: self._pause.start())
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(12)
        row.addWidget(label("Desk", "heading"))
        row.addWidget(self.picker)
        row.addWidget(self.open_button)
        row.addWidget(self.paste_button)
        row.addWidget(self.more)
        row.addStretch(1)
        row.addWidget(self.search)
        row.addWidget(self.help_button)
        self.show_count(0)

    def show_search(self, text: str) -> None:
        """Show what is searched for, without asking anew."""
        self._pause.stop()
        if text != self.search.text().strip():
            with QSignalBlocker(self.search):
                self.search.setText(text)

    def show_count(self, articles: int) -> None:
        """Say how many articles the search goes through."""
        noun = "article" if articles == 1 else "articles"
        self.search.setPlaceholderText(f"Search {articles:,} {noun}" if articles else "Search")

    def _go_down(self) -> None:
        if self._pause.isActive():
            self._tell()
        self.down_asked.emit()

    def _tell(self) -> None:
        self._pause.stop()
        self.search_changed.emit(self.search.text())
