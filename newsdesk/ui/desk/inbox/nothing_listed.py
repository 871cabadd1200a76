"""What stands in the place of an empty list: why it is empty, and ways out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from newsdesk.store.records import InboxQuery
from newsdesk.ui.widgets.labels import label


class NothingListed(QWidget):
    """query_asked: show this query, which leaves out less."""

    query_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = label("", "soft", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._ways = QVBoxLayout()
        self._ways.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 36, 24, 0)
        column.setSpacing(12)
        column.addWidget(self._text)
        column.addLayout(self._ways)
        column.addStretch(1)

    @property
    def text(self) -> str:
        """Why nothing is listed."""
        return self._text.text()

    @property
    def ways(self) -> list[QPushButton]:
        """The ways out that are offered."""
        items = (self._ways.itemAt(number) for number in range(self._ways.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def show_words(self, text: str, ways: Sequence[tuple[str, InboxQuery]] = ()) -> None:
        """Say why, and offer other queries by what their buttons say."""
        self._text.setText(text)
        while (item := self._ways.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for words, query in ways:
            button = QPushButton(words)
            button.setProperty("role", "small")
            button.clicked.connect(lambda _=False, q=query: self.query_asked.emit(q))
            self._ways.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
