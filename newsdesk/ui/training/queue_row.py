"""How one row of the queue is painted: name, state, recipe, what goes on, and how far."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.core.job import ACTIVE, Job
from newsdesk.ui.theme import theme
from newsdesk.ui.training.queue_model import JOB, LINE
from newsdesk.ui.training.words import STATES, TOKENS, Line, recipe_line
from newsdesk.ui.widgets.chip import paint_bar

MARGIN = 12.0
HEIGHT = 75
BAR = 13
"""What the bar of an active job adds."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Index = QModelIndex | QPersistentModelIndex


class QueueRowDelegate(QStyledItemDelegate):
    """acted: the word at the right of a row was clicked: the job's id and what it offers."""

    acted = Signal(int, str)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        job = index.data(JOB)
        active = isinstance(job, Job) and job.state in ACTIVE
        return QSize(200, HEIGHT + (BAR if active else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        job, line = index.data(JOB), index.data(LINE)
        if not isinstance(job, Job) or not isinstance(line, Line):
            return
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, area, option.state)
        inner = area.adjusted(MARGIN, 8, -MARGIN, 0)
        row = QRectF(inner.left(), inner.top(), inner.width(), 20)
        _pair(painter, row, _Text(job.name, "ink", True), _state(job))
        row.translate(0, 19)
        _pair(painter, row, _Text(recipe_line(job), "soft"), None)
        row.translate(0, 20)
        told = "accent" if line.deed else "soft"
        _pair(painter, row, _Text(line.left, "ink"), _Text(line.right, told))
        if line.share is not None:
            bar = QRectF(inner.left(), area.bottom() - 15, inner.width(), 5)
            paint_bar(painter, bar, line.share, theme().color("accent"))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        job, line = index.data(JOB), index.data(LINE)
        if (
            event.type() == QEvent.Type.MouseButtonRelease
            and isinstance(event, QMouseEvent)
            and event.button() == Qt.MouseButton.LeftButton
            and isinstance(line, Line)
            and line.deed
            and self.action_area(option, line).contains(event.position())
        ):
            self.acted.emit(job.id, line.deed)
            return True
        return super().editorEvent(event, model, option, index)

    def action_area(self, option: QStyleOptionViewItem, line: Line) -> QRectF:
        """Where the word that can be clicked stands."""
        area = QRectF(option.rect)
        width = QFontMetricsF(_font(option.font, False)).horizontalAdvance(line.right) + 8
        return QRectF(area.right() - MARGIN - width, area.top() + 45, width + MARGIN, 26)

    def _ground(self, painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme().color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme().color("hover"))
        line = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
        painter.fillRect(line, theme().color("hairline"))
        if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus:
            bar = QRectF(area.left(), area.top(), 3, area.height() - 1)
            painter.fillRect(bar, theme().color("accent"))


class _Text:
    """A piece of text with its colour and weight."""

    def __init__(self, text: str, token: str, bold: bool = False) -> None:
        self.text, self.bold = text, bold
        self.color: QColor = theme().color(token)


def _state(job: Job) -> _Text:
    return _Text(STATES[job.state], TOKENS.get(job.state, "soft"), True)


def _font(base: QFont, bold: bool) -> QFont:
    font = QFont(base)
    font.setPixelSize(13 if bold else 12)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def _pair(painter: QPainter, area: QRectF, left: _Text, right: _Text | None) -> None:
    """A text at the left, cut where it would meet the one at the right."""
    base, room = painter.font(), area.width()
    if right is not None and right.text:
        painter.setFont(_font(base, right.bold))
        painter.setPen(right.color)
        painter.drawText(area, _RIGHT, right.text)
        room -= painter.fontMetrics().horizontalAdvance(right.text) + 10
    painter.setFont(_font(base, left.bold))
    painter.setPen(left.color)
    shown = painter.fontMetrics().elidedText(left.text, Qt.TextElideMode.ElideRight, int(room))
    painter.drawText(area, _LEFT, shown)
    painter.setFont(base)
