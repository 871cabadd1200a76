"""Above the article that is read: back, earlier and later, another section, the desk."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label


class ReaderBar(QWidget):
    """Buttons; what they do is the panel's."""

    def __init__(self) -> None:
        super().__init__()
        self.back = QPushButton("Back")
        self.back.setToolTip("To the list (Esc)")
        self.place = label("", "soft")
        self.earlier, self.later = QPushButton(), QPushButton()
        for button, name, key in (
            (self.earlier, "The article before", "Up, K"),
            (self.later, "The next article", "Down, J"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({key})")
            button.setIconSize(QSize(14, 14))
        self.high = QPushButton()
        self.high.setCheckable(True)
        self.high.setAccessibleName("Whole height")
        self.high.setToolTip("Whole height (F): the article instead of the points")
        self.high.setIconSize(QSize(14, 14))
        self.relabel = QPushButton("Relabel…")
        self.relabel.setToolTip("Give it another section (R, or its digit)")
        self.desk = QPushButton("Open on the desk")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(6)
        row.addWidget(self.back)
        row.addWidget(self.earlier)
        row.addWidget(self.later)
        row.addWidget(self.place)
        row.addStretch(1)
        row.addWidget(self.desk)
        row.addWidget(self.relabel)
        row.addWidget(self.high)
        for button in (
            self.back, self.earlier, self.later, self.relabel, self.desk, self.high
        ):  # fmt: skip
            button.setProperty("role", "small")
        theme().changed.connect(self._tint)
        self._tint()

    def show_place(self, number: int, total: int) -> None:
        """Which article of how many is read. number: from 0."""
        self.place.setText(f"{number + 1:,} of {total:,}")
        self.earlier.setEnabled(number > 0)
        self.later.setEnabled(number + 1 < total)

    def allow(self, readable: bool, from_desk: bool) -> None:
        """What can be done with it."""
        self.relabel.setEnabled(readable)
        self.desk.setVisible(from_desk)
        self.desk.setEnabled(readable)

    def _tint(self) -> None:
        self.earlier.setIcon(theme().icon("arrow-left", "ink"))
        self.later.setIcon(theme().icon("arrow-right", "ink"))
        self.high.setIcon(theme().icon("high", "ink"))
