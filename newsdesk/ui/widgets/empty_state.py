"""What a place says before there is anything in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label


class EmptyState(QWidget):
    """An icon, a title, a sentence, and buttons for what can be done."""

    def __init__(self, icon: str, title: str, text: str, *buttons: QPushButton) -> None:
        super().__init__()
        self._icon_name = icon
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        heading = label(title, "emptyTitle")
        heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sentence = label(text, "large", wrap=True)
        sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sentence.setFixedWidth(460)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self._icon)
        column.addWidget(heading)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(sentence)
        centred.addStretch(1)
        column.addLayout(centred)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        column.addSpacing(6)
        column.addLayout(row)
        column.addStretch(3)
        theme().changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        self._icon.setPixmap(theme().icon(self._icon_name, "soft").pixmap(48, 48))
