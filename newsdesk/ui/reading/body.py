"""The article's text: what the model read in ink, what it did not read in soft.

The text is put in slice by slice, so that a long one never holds up the window.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import (
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from newsdesk.core.prediction import Prediction
from newsdesk.engine.pieces import is_unspaced
from newsdesk.ui.reading.browser import ReadingBrowser
from newsdesk.ui.reading.marks import Mark, paint_marks
from newsdesk.ui.reading.slices import Slice, characters, good_end, slices, units
from newsdesk.ui.theme import theme

STEP = 30_000
"""Characters shown at first, and more each time the person asks for more."""
FARTHEST = 100_000
"""Characters: for a place further away the text before it is left out, it would take too long."""
BEFORE = 2_000
"""Characters shown before such a place."""
AT_ONCE = 3_000
"""Characters put in before the window is painted again."""
LINE_HEIGHT, BETWEEN = 152, 10


@dataclass(frozen=True, slots=True)
class _Placed:
    """A slice and the place of its first character in the document, in UTF-16 units."""

    slice: Slice
    position: int


class BodyView(ReadingBrowser):
    """Grows with its text, so that the whole column scrolls as one.

    grown: more of the text is in the document than before; marks on it can be made now.
    left_out: how many characters are not shown until `show_more`.
    edit_asked: a double click, with the place in the body.
    """

    grown = Signal()
    left_out = Signal(int)
    edit_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("body", "Article text", parent)
        self.document().setUndoRedoEnabled(False)
        self._body = ""
        self._prediction: Prediction | None = None
        self._shown_from = self._shown_to = 0
        self._skipped: tuple[int, int] | None = None
        self._said = False
        self._marks: list[Mark] = []
        self._waiting: list[Slice] = []
        self._placed: list[_Placed] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        self.anchorClicked.connect(lambda _: self._show_from(0))

    def show_text(self, body: str, prediction: Prediction | None) -> None:
        """Show a body; with a prediction, mark what was not read."""
        same = body == self._body
        self._body, self._prediction = body, prediction
        self._skipped = _skipped_range(body, prediction)
        if not same:
            self._shown_from, self._shown_to = 0, STEP
        self._fill()

    def show_more(self, at_least: int = 0) -> None:
        """Show the next part of a long text."""
        cut_at, self._shown_to = self._shown_to, self._shown_to + max(STEP, at_least)
        self._waiting += self._slices(cut_at)
        self._timer.start()
        self.left_out.emit(max(0, len(self._body) - self._shown_to))

    def show_up_to(self, place: int) -> bool:
        """Show the text up to a character; whether that is still to come, told by `grown`.

        Where it is far away, the text is shown from shortly before it on.
        """
        place = min(place, len(self._body))
        if not self._shown_from <= place <= self._shown_to + FARTHEST:
            self._show_from(max(0, place - BEFORE))
        elif place > self._shown_to:
            self.show_more(place - self._shown_to)
        return bool(self._waiting) and self._waiting[0].start < place

    def span(self, start: int, end: int) -> list[QTextCursor]:
        """Selections of the body's characters [start, end), as far as they are in the document."""
        found = []
        first = max(0, bisect_right(self._placed, start, key=lambda each: each.slice.start) - 1)
        for placed in self._placed[first:]:
            if placed.slice.start >= end:
                break
            cut = placed.slice.text[: max(0, start - placed.slice.start)]
            chosen = placed.slice.text[len(cut) : end - placed.slice.start]
            if chosen:
                cursor = QTextCursor(self.document())
                cursor.setPosition(placed.position + units(cut))
                cursor.setPosition(cursor.position() + units(chosen), _KEEP)
                found.append(cursor)
        return found

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark words and sentences; they are painted under the letters."""
        if list(marks) != self._marks:
            self._marks = list(marks)
            self.viewport().update()

    def _marks_on(self, area: QRect) -> list[Mark]:
        """Those of the paragraphs that touch an area."""
        first = self.cursorForPosition(area.topLeft()).block()
        last = self.cursorForPosition(area.bottomRight()).block()
        start = self.place_of(first.position())
        end = self.place_of(last.position() + last.length())
        return [mark for mark in self._marks if mark.end > start and mark.start <= end]

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._marks:
            painter = QPainter(self.viewport())
            marks = self._marks_on(event.rect())
            paint_marks(painter, self, marks, QRectF(event.rect()))
            painter.end()
        super().paintEvent(event)

    def place_of(self, position: int) -> int:
        """The place in the body of a position in the document."""
        index = bisect_right(self._placed, position, key=lambda each: each.position) - 1
        if index < 0:
            return 0
        placed = self._placed[index]
        return placed.slice.start + characters(placed.slice.text, position - placed.position)

    @property
    def is_whole(self) -> bool:
        """Whether all of the text is in the document."""
        return not (self._waiting or self._shown_from) and self._shown_to >= len(self._body)

    def place_at(self, point: QPoint) -> int:
        """The place in the body of the first character of the line at a point."""
        cursor = self.cursorForPosition(point)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfLine)
        return self.place_of(cursor.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.edit_asked.emit(self.place_of(self.cursorForPosition(event.pos()).position()))

    def _show_from(self, place: int) -> None:
        """Leave out what stands before a place, or show the text from its beginning again."""
        if place:
            nearest = min(place + BEFORE // 2, len(self._body))
            paragraph = self._body.find("\n\n", place, nearest)
            place = paragraph + 2 if paragraph >= 0 else good_end(self._body, place, nearest)
        self._shown_from, self._shown_to = place, place + STEP
        self._fill()

    def _fill(self) -> None:
        self._waiting = self._slices(self._shown_from)
        self._placed, self._said = [], False
        self.clear()
        if self._shown_from:
            self._say_left_out()
        self._put_in()
        self._timer.start() if self._waiting else self._timer.stop()
        self.left_out.emit(max(0, len(self._body) - self._shown_to))

    def _slices(self, start: int) -> list[Slice]:
        return slices(self._body[start : self._shown_to], AT_ONCE, self._skipped or (), start=start)

    def _go_on(self) -> None:
        self._put_in()
        if not self._waiting:
            self._timer.stop()

    def _put_in(self) -> None:
        """Put in the next slices, about AT_ONCE characters."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        put_in = 0
        while self._waiting and put_in < AT_ONCE:
            piece = self._waiting.pop(0)
            self._put(cursor, piece)
            put_in += len(piece.text)
        cursor.endEditBlock()
        self.fit()
        self.grown.emit()

    def _put(self, cursor: QTextCursor, piece: Slice) -> None:
        skipped = self._skipped
        unread = skipped is not None and skipped[0] <= piece.start < skipped[1]
        if piece.begins or piece.breaks:
            self._new_block(cursor, BETWEEN if piece.begins else 0)
        if unread and not self._said:
            self._say_skipped(cursor)
        cursor.setCharFormat(_ink(unread))
        self._placed.append(_Placed(piece, cursor.position()))
        cursor.insertText(piece.text.replace("\n", "\u2028"), _ink(unread))

    def _say_skipped(self, cursor: QTextCursor) -> None:
        """Say it where the grey begins, in the line, so that no paragraph is torn."""
        assert self._prediction is not None
        self._said = True
        number = self._prediction.tokens_total - self._prediction.tokens_read
        how_many = f": {number:,} tokens" if number > 0 else ""
        cursor.insertText(f"[The model did not read the part in grey{how_many}.] ", _aside())

    def _say_left_out(self) -> None:
        cursor = QTextCursor(self.document())
        self._new_block(cursor)
        before = f"{self._shown_from:,} characters before this are not shown. "
        cursor.insertText(before, _aside())
        link = _aside()
        link.setAnchor(True)
        link.setAnchorHref("#beginning")
        link.setForeground(theme().color("accent"))
        cursor.insertText("Show the beginning", link)

    def _new_block(self, cursor: QTextCursor, space: int = BETWEEN) -> None:
        shape = QTextBlockFormat()
        shape.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if cursor.block().length() > 1:
            shape.setTopMargin(space)
            cursor.insertBlock(shape, QTextCharFormat())
        else:
            cursor.setBlockFormat(shape)

    def fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        self.setFixedHeight(max(20, int(self.document().size().height()) + 4))


_KEEP = QTextCursor.MoveMode.KeepAnchor


def _skipped_range(body: str, prediction: Prediction | None) -> tuple[int, int] | None:
    """The body's characters that the model did not read; None where it read all."""
    if prediction is None or prediction.tokens_read == prediction.tokens_total:
        return None
    start, end = prediction.head_end, min(prediction.tail_start, len(body))
    # A word of which a part was read is no grey word: it would look torn.
    while 0 < start < end and _within_word(body, start):
        start += 1
    while start < end and body[start].isspace():
        start += 1
    while start < end < len(body) and _within_word(body, end):
        end -= 1
    return (start, end) if start < end else None


def _within_word(text: str, place: int) -> bool:
    """Whether a place stands between two letters of one word."""
    before, after = text[place - 1], text[place]
    if is_unspaced(before) or is_unspaced(after):
        return False
    return before.isalnum() and after.isalnum()


def _ink(unread: bool) -> QTextCharFormat:
    ink = QTextCharFormat()
    if unread:
        ink.setForeground(theme().color("soft"))
    return ink


def _aside() -> QTextCharFormat:
    ink = QTextCharFormat()
    ink.setForeground(theme().color("amber_ink"))
    ink.setProperty(QTextCharFormat.Property.FontPixelSize, 12)
    return ink
