"""The bar above the desk: model, Open, Paste, search."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from newsdesk.ui.desk.model_picker import ModelPicker
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label

SEARCH_DELAY_MS = 150


class DeskToolbar(QWidget):
    """search_changed: what is typed, once the person pauses."""

    open_asked = Signal()
    paste_asked = Signal()
    search_changed = Signal(str)

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
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setFixedWidth(250)
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)  # a drop anywhere is an article
        self.search.setAccessibleName("Search the inbox")
        self._search_icon = self.search.addAction(
            theme().icon("search", "soft"), QLineEdit.ActionPosition.LeadingPosition
        )
        theme().changed.connect(self._tint)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_DELAY_MS)
        self._pause.timeout.connect(lambda: self.search_changed.emit(self.search.text()))
        self.search.textChanged.connect(lambda _: self._pause.start())
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(12)
        row.addWidget(label("Desk", "heading"))
        row.addWidget(self.picker)
        row.addWidget(self.open_button)
        row.addWidget(self.paste_button)
        row.addStretch(1)
        row.addWidget(self.search)
        self.show_count(0)

    def clear_search(self) -> None:
        """Empty the search field without asking anew."""
        with QSignalBlocker(self.search):
            self.search.clear()

    def show_count(self, articles: int) -> None:
        """Say how many articles the search goes through."""
        noun = "article" if articles == 1 else "articles"
        self.search.setPlaceholderText(f"Search {articles:,} {noun}" if articles else "Search")

    def _tint(self) -> None:
        self._search_icon.setIcon(theme().icon("search", "soft"))
