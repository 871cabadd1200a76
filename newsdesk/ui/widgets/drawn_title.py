"""A title in two lines, with the words of a search marked, in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from newsdesk.ui.theme import theme

LINES = 2
LONGEST = 400
"""Characters of a title that are laid out; two lines hold far fewer."""

_BREAKS = re.compile(r"[\s\x00-\x1f\x7f\u2028\u2029]+")


def draw_title(
    painter: QPainter,
    area: QRectF,
    title: str,
    font: QFont,
    terms: Sequence[str],
    most: int = LINES,
) -> None:
    """Draw a title in at most so many lines, the last cut with an ellipsis."""
    painter.setPen(theme().color("ink"))
    mark = QTextCharFormat()
    mark.setBackground(theme().color("mark"))
    mark.setForeground(theme().color("ink"))
    metrics = QFontMetricsF(font)
    baseline = area.top() + metrics.ascent()
    from_right = is_right_to_left(title)
    for text in lines_of(title, font.toString(), area.width(), most):
        layout = _laid_out(text, font, from_right)
        ranges = []
        for start, length in hits(text, terms):
            marked = QTextLayout.FormatRange()
            marked.start, marked.length, marked.format = start, length, mark
            ranges.append(marked)
        layout.setFormats(ranges)
        # Other scripts bring fonts of other heights; the baselines stay where they are.
        ascent = _one_line(layout, area.width())
        layout.draw(painter, QPointF(area.left(), baseline - ascent))
        baseline += metrics.height()


@lru_cache(maxsize=512)
def lines_of(title: str, font_words: str, width: float, most: int = LINES) -> tuple[str, ...]:
    """A title cut into the lines that are seen. font_words: as `QFont.toString()` writes it."""
    font = QFont()
    font.fromString(font_words)
    text = _BREAKS.sub(" ", title[:LONGEST]).strip()
    layout = _laid_out(text, font)
    layout.beginLayout()
    lines: list[str] = []
    while len(lines) < most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        # Qt counts in halves of what Python calls one character beyond the first plane.
        start, length = line.textStart(), line.textLength()
        rest = _from_utf16(text, start)
        if len(lines) + 1 == most:
            metrics = QFontMetricsF(font)
            lines.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
        else:
            lines.append(rest[: len(_before_utf16(rest, length))].rstrip())
    layout.endLayout()
    return tuple(lines)


def hits(text: str, terms: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where terms occur in a text, in any case: start and length as Qt counts them."""
    for term in terms:
        for found in re.finditer(re.escape(term), text, re.IGNORECASE):
            start = _length_utf16(text[: found.start()])
            yield start, _length_utf16(found.group())


def is_right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    ways = (unicodedata.bidirectional(character) for character in text[:LONGEST])
    return next((way for way in ways if way in ("L", "R", "AL")), "L") != "L"


def _laid_out(text: str, font: QFont, from_right: bool = False) -> QTextLayout:
    side = Qt.AlignmentFlag.AlignRight if from_right else Qt.AlignmentFlag.AlignLeft
    option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    way = Qt.LayoutDirection.RightToLeft if from_right else Qt.LayoutDirection.LeftToRight
    option.setTextDirection(way)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    return layout


def _one_line(layout: QTextLayout, width: float) -> float:
    layout.beginLayout()
    line = layout.createLine()
    ascent = 0.0
    if line.isValid():
        line.setLineWidth(width + 1)  # what was cut to fit must not break once more
        ascent = line.ascent()
    layout.endLayout()
    return ascent


def _length_utf16(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def _from_utf16(text: str, units: int) -> str:
    return text[len(_before_utf16(text, units)) :]


def _before_utf16(text: str, units: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore")
