"""Labels by role; the stylesheet knows how each looks."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget


def label(text: str, role: str, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """A plain-text label. role: heading, title, emptyTitle, caption, soft or large."""
    made = QLabel(text, parent)
    made.setProperty("role", role)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    return made


class ElidedLabel(QLabel):
    """One line of text, cut with an ellipsis where it does not fit; the whole is its tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        metrics = self.fontMetrics()
        shown = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


def card(role: str, *texts: str, parent: QWidget | None = None) -> QFrame:
    """A card with one paragraph a text. role: card, notice or trouble."""
    frame = QFrame(parent)
    frame.setProperty("role", role)
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(13, 11, 13, 11)
    layout.setSpacing(6)
    for text in texts:
        line = label(text, "soft" if role == "card" else "", wrap=True)
        line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(line)
    return frame
