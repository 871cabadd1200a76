"""What stands above the text: title, where the article came from, a draft that waits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from newsdesk.ui.reading.marks import Mark
from newsdesk.ui.reading.title import TitleText
from newsdesk.ui.widgets.labels import label

LONGEST = 300
"""Characters of a title that are shown at first."""
NO_TITLE = "(no title)"


class TitleView(QWidget):
    """The title; a very long one is cut until the person wants all of it.

    edit_asked: a double click.
    """

    edit_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.whole = self._name = ""
        self._is_whole = False
        self.shown = TitleText()
        self.all = QPushButton()
        self.all.setProperty("role", "plain")
        self.all.clicked.connect(self._turn)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.shown)
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        self.shown.viewport().installEventFilter(self)

    def show_title(self, title: str, name: str = "") -> None:
        """Show a title. name: what the article is called where it has none."""
        if (title, name) == (self.whole, self._name) and self.shown.text():
            return
        self.whole, self._name, self._is_whole = title, name, False
        self._show()

    def show_up_to(self, place: int) -> None:
        """Show all of a long title where a character stands in what was cut."""
        if place > LONGEST and not self._is_whole:
            self._turn()

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark words of the title."""
        self.shown.show_marks(marks)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.MouseButtonDblClick:
            return False
        self.edit_asked.emit()
        return True

    def _turn(self) -> None:
        self._is_whole = not self._is_whole
        self._show()

    def _show(self) -> None:
        is_long = len(self.whole) > LONGEST
        cut = is_long and not self._is_whole
        name = self.whole or self._name or NO_TITLE
        self.shown.setText(f"{name[:LONGEST].rstrip()}…" if cut else name)
        self.all.setVisible(is_long)
        self.all.setText(
            f"Show the whole title ({len(self.whole):,} characters)" if cut else "Shorten the title"
        )


class UnderTitle(QWidget):
    """Where the article came from and how much of it was read, with Edit and Add a cover.

    edit_asked, cover_asked: the buttons.
    """

    edit_asked = Signal()
    cover_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: QLabel = label("", "soft", wrap=True)
        self.edit = QPushButton("Edit")
        self.edit.setAccessibleName("Edit title and text")
        self.add_cover = QPushButton("Add a cover…")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.facts, 1)
        for button, asked in ((self.edit, self.edit_asked), (self.add_cover, self.cover_asked)):
            button.setProperty("role", "plain")
            button.clicked.connect(asked)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def show_facts(self, facts: str, editable: bool, cover: bool) -> None:
        """cover: there is one, so that none is to be added."""
        self.facts.setText(facts)
        self.edit.setVisible(editable)
        self.add_cover.setVisible(editable and not cover)


class DraftBar(QFrame):
    """Says that something was written into this article and not kept."""

    go_on_asked = Signal()
    discard_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self.go_on = QPushButton("Go on writing")
        self.discard = QPushButton("Discard the draft")
        self.go_on.clicked.connect(self.go_on_asked)
        self.discard.clicked.connect(self.discard_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(13, 6, 8, 6)
        row.setSpacing(4)
        row.addWidget(label("A draft of this article waits.", "", wrap=True), 1)
        for button in (self.go_on, self.discard):
            button.setProperty("role", "plain")
            row.addWidget(button)
        self.hide()
