"""Title and body in fields, with what can be done about what is written in them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newsdesk.ui.desk.article.writing_fields import BodyField, TitleField
from newsdesk.ui.reading.slices import folded_units
from newsdesk.ui.widgets.labels import ElidedLabel, card


class ArticleEditor(QWidget):
    """The article while it is written.

    typed: something was. done_asked: it becomes the article's text. left: it stays a draft.
    discard_asked: it is thrown away. picture_pasted: the clipboard holds no text.
    """

    typed = Signal()
    done_asked = Signal()
    left = Signal()
    discard_asked = Signal()
    picture_pasted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TitleField()
        self.body = BodyField()
        self.elsewhere = card(
            "notice",
            "This article was changed elsewhere while you wrote. “Done” puts your text in its "
            "place, “Discard” keeps the other one.",
        )
        self._state = ElidedLabel()
        self._state.setProperty("role", "soft")
        self.done = QPushButton("Done")
        self.done.setProperty("role", "primary")
        self.done.setToolTip("Make this the article's text (Ctrl+Enter)")
        self.leave = QPushButton("Keep draft")
        self.leave.setToolTip("Go back to the article; the draft stays (Esc)")
        self.discard = QPushButton("Discard")
        self.discard.setToolTip("Throw away what was written here")
        self._filling = False
        self._build()
        self._connect()

    def texts(self) -> tuple[str, str]:
        """Title and body as they stand in the fields."""
        return self.title.text, self.body.text

    def write(self, title: str, body: str) -> None:
        """Put texts into the fields, the cursors at their ends."""
        self._filling = True
        self.title.write(title)
        self.body.write(body)
        self._filling = False
        self._state.setText("")
        self.elsewhere.hide()

    def go_to(self, place: int | None) -> None:
        """Put the cursor after so many characters of the body."""
        if place is not None:
            cursor = self.body.textCursor()
            last = self.body.document().characterCount() - 1
            cursor.setPosition(min(last, folded_units(self.body.text, place)))
            self.body.setTextCursor(cursor)
            self.body.centerCursor()

    def say_saved(self) -> None:
        """What is written is on disk."""
        self._state.setText("Draft saved")

    def say_unsaved(self) -> None:
        """What is written could not be put on disk; it is tried again."""
        self._state.setText("Not saved yet")

    def say_changed_elsewhere(self) -> None:
        """Somebody else changed the article meanwhile."""
        self.elsewhere.show()

    def _tell(self) -> None:
        if not self._filling:
            self._state.setText("")
            self.typed.emit()

    def _connect(self) -> None:
        for field in (self.title, self.body):
            field.textChanged.connect(self._tell)
            field.done_asked.connect(self.done_asked)
            field.left.connect(self.left)
            field.picture_pasted.connect(self.picture_pasted)
        self.title.body_asked.connect(self.body.setFocus)
        self.done.clicked.connect(self.done_asked)
        self.leave.clicked.connect(self.left)
        self.discard.clicked.connect(self.discard_asked)

    def _build(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for button in (self.done, self.leave, self.discard):
            foot.addWidget(button)
        for button in (self.leave, self.discard):
            button.setProperty("role", "plain")
        foot.addStretch(1)
        foot.addWidget(self._state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.body, 1)
        column.addWidget(self.elsewhere)
        column.addLayout(foot)
