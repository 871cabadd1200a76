"""A sentence about the article that is read, on a ground of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout

from newsdesk.ui.widgets.labels import label


class Notice(QFrame):
    """Hidden while it says nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self._line = label("", "", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 7, 11, 7)
        column.addWidget(self._line)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._line.text()

    def say(self, sentence: str) -> None:
        """Say something else; an empty sentence is nothing."""
        self._line.setText(sentence)
        self.setVisible(bool(sentence))
