"""Labels by role; the stylesheet knows how each looks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget


def label(text: str, role: str, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """A plain-text label. role: heading, title, emptyTitle, caption, soft or large."""
    made = QLabel(text, parent)
    made.setProperty("role", role)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    return made


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
