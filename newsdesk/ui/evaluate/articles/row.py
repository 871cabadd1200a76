"""How an article of the list is painted: cover, title, what is true, what was predicted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.services.desk import rendition
from newsdesk.services.evaluate.articles import PickedArticles, Row
from newsdesk.ui.evaluate.articles import words
from newsdesk.ui.evaluate.articles.model import ROW
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_chip, percent
from newsdesk.ui.widgets.drawn_title import draw_title
from newsdesk.ui.widgets.row_ground import paint_ground
from newsdesk.ui.widgets.thumbnails import THUMBNAIL, Thumbnails, thumbnail_shape

HEIGHT = 62
MARGIN, GAP = 12, 6
ACTIONS = ("relabel", "why", "open")
_SEPARATOR = " · "
_CHIP_MOST, _CHIP_LEAST = 118.0, 46.0
_SIGN = 16.0
_ROOMY = 380.0
"""Width from which on the links always stand beside the answer, in pixels."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | QPersistentModelIndex


class ArticleDelegate(QStyledItemDelegate):
    """Rows of one height. terms: the words that are searched, marked in the titles."""

    def __init__(self, listed: PickedArticles, thumbnails: Thumbnails) -> None:
        super().__init__()
        self._listed, self._thumbnails = listed, thumbnails
        self.terms: list[str] = []

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, Row):
            return
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, area, option.state)
        gone = row.now is not None and bool(row.now.gone)
        if gone:
            painter.setOpacity(0.55)
        self._thumbnail(painter, area, row)
        left = area.left() + MARGIN + THUMBNAIL.width() + 10
        text = QRectF(left, area.top() + 9, area.right() - left - MARGIN, 19)
        text.setRight(self._state(painter, text, row))
        draw_title(painter, text, row.title or "No title", _font(painter, 13, True), self.terms, 1)
        foot = QRectF(left, area.top() + 33, area.right() - left - MARGIN, CHIP_HEIGHT)
        near = option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus)
        if not gone and (near or foot.width() > _ROOMY):
            foot.setRight(self._actions(painter, foot))
        self._answer(painter, foot, row)
        painter.restore()

    def action_at(self, area: QRectF, point: QPointF) -> str:
        """Which of ACTIONS is at a point of a row; empty for none."""
        font = QFont()
        font.setPixelSize(12)
        metrics = QFontMetricsF(font)
        right = area.right() - MARGIN
        if not area.top() + 30 <= point.y() <= area.top() + 30 + CHIP_HEIGHT + 6:
            return ""
        for action in reversed(ACTIONS):
            left = right - metrics.horizontalAdvance(action)
            if left - 3 <= point.x() <= right + 3:
                return action
            right = left - metrics.horizontalAdvance(_SEPARATOR)
        return ""

    def _state(self, painter: QPainter, line: QRectF, row: Row) -> float:
        """What became of the article, right of its title; returns where that has to end."""
        state = words.state(self._listed, row)
        if not state:
            return line.right()
        painter.setFont(_font(painter, 12))
        painter.setPen(theme().color("green_ink" if state == "relabelled" else "soft"))
        painter.drawText(line, _RIGHT, state)
        return line.right() - QFontMetricsF(painter.font()).horizontalAdvance(state) - 2 * GAP

    def _actions(self, painter: QPainter, foot: QRectF) -> float:
        """The links at the right; returns where they begin."""
        painter.setFont(_font(painter, 12))
        painter.setPen(theme().color("accent"))
        text = _SEPARATOR.join(ACTIONS)
        painter.drawText(foot, _RIGHT, text)
        return foot.right() - QFontMetricsF(painter.font()).horizontalAdvance(text) - 2 * GAP

    def _answer(self, painter: QPainter, foot: QRectF, row: Row) -> None:
        """Sign, then true → predicted with their probabilities, or the one that is both."""
        evaluated = self._listed.evaluated
        if evaluated is None:
            return
        _paint_sign(painter, QPointF(foot.left(), foot.top() + 1.5), row.right)
        painter.setFont(_font(painter, 12))
        metrics = QFontMetricsF(painter.font())
        odds = [percent(row.p_truth), percent(row.p_predicted)]
        if row.right:
            odds = odds[:1]
        numbers = sum(metrics.horizontalAdvance(each) + 2 * GAP for each in odds)
        arrow = metrics.horizontalAdvance("→") + GAP if not row.right else 0.0
        room = foot.width() - _SIGN - GAP - numbers - arrow
        widest = max(_CHIP_LEAST, min(_CHIP_MOST, room / len(odds)))
        left = foot.left() + _SIGN + GAP
        for at, (place, said) in enumerate(zip((row.truth, row.predicted), odds, strict=False)):
            if at:
                painter.setPen(theme().color("soft"))
                painter.drawText(QRectF(left, foot.top(), arrow, CHIP_HEIGHT), _LEFT, "→")
                left += arrow
            section = evaluated.sections[place]
            corner = QPointF(left, foot.top())
            outlined = not at and not row.right
            left += paint_chip(painter, corner, section.name(), section.code, widest, outlined)
            painter.setPen(theme().color("soft"))
            width = metrics.horizontalAdvance(said)
            painter.drawText(QRectF(left + GAP, foot.top(), width + 2, CHIP_HEIGHT), _LEFT, said)
            left += width + 2 * GAP

    def _thumbnail(self, painter: QPainter, area: QRectF, row: Row) -> None:
        shape = thumbnail_shape(area.left() + MARGIN, area.top() + 10)
        if not self._thumbnails.paint(painter, shape, rendition(row.cover or None)):
            corner = shape.boundingRect().center() - QPointF(10, 10)
            icon = theme().icon("desk", "soft")
            icon.paint(painter, round(corner.x()), round(corner.y()), 20, 20)


def _paint_sign(painter: QPainter, corner: QPointF, right: bool) -> None:
    """A tick or a cross, so that right and wrong differ in shape as well as in colour."""
    pen = QPen(theme().color("right" if right else "wrong"), 2.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.save()
    painter.setPen(pen)
    painter.translate(corner)
    if right:
        painter.drawPolyline([QPointF(3, 8.5), QPointF(6.5, 12), QPointF(13, 4)])
    else:
        painter.drawLine(QPointF(4, 4), QPointF(12, 12))
        painter.drawLine(QPointF(12, 4), QPointF(4, 12))
    painter.restore()


def _font(painter: QPainter, pixels: int, strong: bool = False) -> QFont:
    font = QFont(painter.font())
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    return font
