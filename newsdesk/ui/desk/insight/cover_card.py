"""The cover's part in the answer."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from newsdesk.services.desk import OpenArticle
from newsdesk.ui.widgets.labels import label


class CoverCard(QFrame):
    """Hidden where there is no cover to ask about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._said = label("", "", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 8, 13, 10)
        column.setSpacing(4)
        column.addWidget(label("Did the cover decide?", "caption"))
        column.addWidget(self._said)
        self.hide()

    @property
    def text(self) -> str:
        """What the card says."""
        return self._said.text()

    def show_article(self, opened: OpenArticle | None, looks: bool) -> None:
        """Say what part the cover of an article had. looks: the model looks at covers at all."""
        said = cover_words(opened, looks)
        self._said.setText(said)
        self.setVisible(bool(said))


def cover_words(opened: OpenArticle | None, looks: bool) -> str:
    """One sentence on the cover's part; empty where there is no cover, or no answer yet."""
    if opened is None or opened.cover is None or opened.prediction is None:
        return ""
    answer = opened.prediction
    if answer.cover == "used":
        return "The cover was read with the text. What it did alone is not compared yet."
    if not looks:
        return f"No: {answer.model} reads text only."
    return f"No: {answer.model} could not use it, so the text alone decided."
