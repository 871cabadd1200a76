"""Marks on an article's text: words and sentences that decided, and words that were searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextBlock, QTextCursor, QTextDocument, QTextLine
from PySide6.QtWidgets import QWidget

from newsdesk.core.explanation import Explanation, Influence
from newsdesk.ui.theme import theme

Look = Literal["sentence", "for", "strongest", "against", "hit", "found"]
"""sentence: a soft ground; for: a ground; strongest: and a line; against: dots; hit: a frame;
found: a frame with a ground, the hit that one is at."""

NO_GROUND = Qt.BrushStyle.NoBrush
UNDERLINED = 3
"""So many of the strongest words have a line below them: they stand out without any colour."""
MOST_WORDS, MOST_AGAINST, MOST_SENTENCES = 12, 4, 3
_FAINT = 0.15
"""Words with less than this part of the strongest one's weight are not marked."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters [start, end) of the title or the body. strength: 0 to 1."""

    part: Literal["title", "body"]
    start: int
    end: int
    look: Look
    strength: float = 1.0


class Marked(Protocol):
    """A view of text that can say where its characters are in its document."""

    def document(self) -> QTextDocument: ...

    def viewport(self) -> QWidget: ...

    def span(self, start: int, end: int) -> list[QTextCursor]:
        """Selections of characters [start, end) of the text, as far as they are shown."""
        ...


def explained_marks(explanation: Explanation) -> list[Mark]:
    """What an explanation marks: its strongest sentences and words, weaker ones in a softer look.

    Words for the section have a ground, the strongest of them a line; words against it are dotted.
    """
    found = list(explanation.influences)
    sentences = [each for each in found if each.level == "sentence" and each.weight > 0]
    marks = _sentence_marks([each for each in sentences if each.part == "body"])
    words = [each for each in found if each.level == "word"]
    speaking_for = [each for each in words if each.weight > 0]
    against = [each for each in words if each.weight < 0]
    top = max((abs(each.weight) for each in words), default=0.0)
    strengths = _distinct(speaking_for)[:MOST_WORDS]
    for each in speaking_for:
        if each.weight in strengths and each.weight >= _FAINT * top:
            look: Look = "strongest" if each.weight in strengths[:UNDERLINED] else "for"
            marks.append(Mark(each.part, each.start, each.end, look, each.weight / top))
    weakest = _distinct(against)[:MOST_AGAINST]
    for each in against:
        if each.weight in weakest and -each.weight >= _FAINT * top:
            marks.append(Mark(each.part, each.start, each.end, "against", -each.weight / top))
    return marks


def paint_marks(painter: QPainter, view: Marked, marks: Sequence[Mark], area: QRectF) -> None:
    """Paint the marks of one text under its letters, those that touch the area."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # A frame at the edge of the view lies closer to its letters instead of being cut.
    room = QRectF(view.viewport().rect()).adjusted(0.6, 0.6, -0.6, -0.6)
    for mark in marks:
        for cursor in view.span(mark.start, mark.end):
            for line in line_areas(view.document(), cursor):
                if line.intersects(area):
                    _paint(painter, line, mark, room)
    painter.restore()


def line_areas(document: QTextDocument, cursor: QTextCursor) -> list[QRectF]:
    """The rectangles of a selection, one a line, in coordinates of the document."""
    found: list[QRectF] = []
    block = document.findBlock(cursor.selectionStart())
    while block.isValid() and block.position() < cursor.selectionEnd():
        found.extend(_in_block(document, block, cursor.selectionStart(), cursor.selectionEnd()))
        block = block.next()
    return found


def _in_block(document: QTextDocument, block: QTextBlock, start: int, end: int) -> list[QRectF]:
    layout = block.layout()
    top = document.documentLayout().blockBoundingRect(block).topLeft()
    first, last = start - block.position(), end - block.position()
    found: list[QRectF] = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        line_end = line.textStart() + line.textLength()
        if line_end <= first or line.textStart() >= last:
            continue
        here, there = max(first, line.textStart()), min(last, line_end)
        found.extend(area.translated(top) for area in _on_line(line, block.text(), here, there))
    return found


def _on_line(line: QTextLine, text: str, start: int, end: int) -> list[QRectF]:
    """Where characters of one line are; where the direction of writing turns, they are apart."""
    while end > start and text[end - 1].isspace():
        end -= 1
    runs = line.glyphRuns(start, end - start) if end > start else []
    mixed = len({run.isRightToLeft() for run in runs}) > 1
    if mixed:
        spans = [(run.boundingRect().left(), run.boundingRect().right()) for run in runs]
    else:
        edges = [line.cursorToX(start)[0], line.cursorToX(end)[0]]  # type: ignore[index]
        spans = [(min(edges), max(edges))]
    base = line.y() + line.ascent()
    height = line.ascent() if line.ascent() < 30 else 30.0
    return [
        QRectF(left, base - height, right - left, height + line.descent())
        for left, right in spans
        if right > left
    ]


def _paint(painter: QPainter, area: QRectF, mark: Mark, room: QRectF) -> None:
    ground, edge = theme().color("mark"), theme().color("amber_ink")
    if mark.look in ("hit", "found"):
        painter.setBrush(theme().color("selected") if mark.look == "found" else NO_GROUND)
        painter.setPen(QPen(theme().color("accent"), 1.8 if mark.look == "found" else 1.2))
        frame = area.adjusted(-1.5, -1.0, 1.5, 1.0).intersected(room)
        painter.drawRoundedRect(frame, 3, 3)
    elif mark.look == "against":
        _line(painter, area, QPen(edge, 1.4, Qt.PenStyle.DotLine))
    else:
        share = 0.45 * mark.strength if mark.look == "sentence" else 0.5 + 0.5 * mark.strength
        _ground(painter, area, ground, share)
    if mark.look == "strongest":
        _line(painter, area, QPen(edge, 1.6))


def _ground(painter: QPainter, area: QRectF, colour: QColor, share: float) -> None:
    colour.setAlphaF(max(0.0, min(1.0, share)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(area.adjusted(-1.5, 0.0, 1.5, 1.5), 3, 3)


def _line(painter: QPainter, area: QRectF, pen: QPen) -> None:
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    y = area.bottom() + 0.8
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def _sentence_marks(sentences: Sequence[Influence]) -> list[Mark]:
    top = max((each.weight for each in sentences), default=0.0)
    strong = [each for each in sentences[:MOST_SENTENCES] if each.weight >= 2 * _FAINT * top]
    return [Mark(s.part, s.start, s.end, "sentence", s.weight / top) for s in strong]


def _distinct(words: Sequence[Influence]) -> list[float]:
    """The weights of different words, strongest first: one word has one weight at all places."""
    return list(dict.fromkeys(each.weight for each in words))
