"""The fields in which an article's title and body are written."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextBlock, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from newsdesk.ui.reading.slices import fold, unfold

MOST_TITLE_LINES = 6
AROUND = 6
"""Pixels of border and padding above and below, as the stylesheet has them."""
LEAST_BODY_HEIGHT = 220
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class WritingField(QPlainTextEdit):
    """A field for plain text. Files and pictures are not its own: a drop anywhere is an article.

    done_asked, left: the person is done, or leaves. picture_pasted: a picture or files were pasted.
    """

    done_asked = Signal()
    left = Signal()
    picture_pasted = Signal()

    def __init__(self, name: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._copy: tuple[int, str] | None = None
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    @property
    def text(self) -> str:
        """What stands in the field; of a long text a copy takes a moment, so one is kept."""
        revision = self.document().revision()
        if self._copy is None or self._copy[0] != revision:
            self._copy = (revision, unfold(self.toPlainText()))
        return self._copy[1]

    def write(self, text: str) -> None:
        """Put a text into the field, the cursor at its end. What was there cannot be undone to."""
        self._copy = None
        self.setPlainText(fold(text))
        self.moveCursor(QTextCursor.MoveOperation.End)

    def event(self, event: QEvent) -> bool:
        # Before any shortcut of the window: here these keys end the writing.
        early = event.type() == QEvent.Type.ShortcutOverride
        if early and isinstance(event, QKeyEvent) and _ends_writing(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_done(event):
            self.done_asked.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return True

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText() and not any(url.isLocalFile() for url in source.urls()):
            self.textCursor().insertText(fold(self.tidied(source.text())))
            self.ensureCursorVisible()
        else:
            self.picture_pasted.emit()

    def tidied(self, text: str) -> str:
        """A pasted text as this field takes it."""
        return text.replace("\r\n", "\n")


class TitleField(WritingField):
    """One line however long: it wraps and grows. Enter goes on to the body."""

    body_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Title", "Title", parent)
        self.setObjectName("titleField")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    @property
    def text(self) -> str:
        """The title, in one line."""
        return " ".join(super().text.split("\n"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and not _is_done(event):
            self.body_asked.emit()
        else:
            super().keyPressEvent(event)

    def tidied(self, text: str) -> str:
        return " ".join(text.split())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As tall as the title, up to MOST_TITLE_LINES; then it scrolls."""
        height = sum(self.blockBoundingRect(block).height() for block in _blocks(self))
        line = self.fontMetrics().lineSpacing()
        margins = 2 * int(self.document().documentMargin()) + AROUND
        self.setFixedHeight(int(max(line, min(height, MOST_TITLE_LINES * line))) + margins)


class BodyField(WritingField):
    """Paragraphs, divided by empty lines. Takes the room that there is and scrolls by itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "Text", "Write or paste the text. An empty line begins a paragraph.", parent
        )
        self.setObjectName("bodyField")
        self.setMinimumHeight(LEAST_BODY_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.document().setDocumentMargin(6)

    def sizeHint(self) -> QSize:
        return QSize(400, LEAST_BODY_HEIGHT)


def _blocks(field: QPlainTextEdit) -> Iterator[QTextBlock]:
    """The first blocks: more are never seen at once."""
    block = field.document().begin()
    for _ in range(MOST_TITLE_LINES):
        if block.isValid():
            yield block
            block = block.next()


def _ends_writing(event: QKeyEvent) -> bool:
    return _is_done(event) or event.key() == Qt.Key.Key_Escape


def _is_done(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in _ENTER and held == Qt.KeyboardModifier.ControlModifier
