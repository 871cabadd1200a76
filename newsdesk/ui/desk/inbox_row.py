"""How one row of the inbox is painted: thumbnail, title, section, confidence, state."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.services.desk import rendition
from newsdesk.store.records import InboxRow
from newsdesk.ui.desk.inbox_model import ROW
from newsdesk.ui.desk.thumbnails import THUMBNAIL, Thumbnails
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_bar, paint_chip, percent

HEIGHT = 77
MARGIN = 12
STATES = {"to_decide": "to decide", "decided": "decided", "waiting": "waiting", "failed": "failed"}


class InboxRowDelegate(QStyledItemDelegate):
    """Paints rows; all of them have one height, so that a long list needs no measuring."""

    def __init__(self, thumbnails: Thumbnails) -> None:
        super().__init__()
        self._thumbnails = thumbnails

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(200, HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW)
        if not isinstance(row, InboxRow):
            return
        area = QRectF(option.rect)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, area, state)
        self._thumbnail(painter, area, row)
        left = area.left() + MARGIN + THUMBNAIL.width() + 10
        self._title(painter, QRectF(left, area.top() + 9, area.right() - left - MARGIN, 36), row)
        self._foot(painter, QRectF(left, area.top() + 49, area.right() - left - MARGIN, 20), row)
        painter.restore()

    def _ground(self, painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme().color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme().color("hover"))
        painter.setPen(theme().color("hairline"))
        painter.drawLine(QPointF(area.left(), area.bottom()), area.bottomRight())
        if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus:
            bar = QRectF(area.left(), area.top(), 3, area.height() - 1)
            painter.fillRect(bar, theme().color("accent"))

    def _thumbnail(self, painter: QPainter, area: QRectF, row: InboxRow) -> None:
        place = QRectF(area.left() + MARGIN, area.top() + 11, THUMBNAIL.width(), THUMBNAIL.height())
        shape = QPainterPath()
        shape.addRoundedRect(place, 4, 4)
        painter.fillPath(shape, theme().color("ground"))
        path = rendition(row.cover_digest)
        ratio = painter.device().devicePixelRatioF()
        picture = self._thumbnails.get(path, ratio) if path else None
        if picture is not None:
            painter.save()
            painter.setClipPath(shape)
            painter.drawPixmap(place.toRect(), picture)
            painter.restore()
            return
        name, token = ("warning", "red_ink") if row.problem else ("desk", "soft")
        side = 20
        theme().icon(name, token).paint(
            painter,
            round(place.center().x() - side / 2),
            round(place.center().y() - side / 2),
            side,
            side,
        )

    def _title(self, painter: QPainter, area: QRectF, row: InboxRow) -> None:
        font = QFont(painter.font())
        font.setPixelSize(13)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setPen(theme().color("ink"))
        draw_two_lines(painter, area, row.title or PurePath(row.source).name, font)

    def _foot(self, painter: QPainter, area: QRectF, row: InboxRow) -> None:
        font = QFont(painter.font())
        font.setPixelSize(12)
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        token = {"to_decide": "amber_ink", "failed": "red_ink"}.get(row.state, "soft")
        painter.setPen(theme().color(token))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, right, STATES[row.state])
        if row.problem is not None:
            self._problem(painter, area.adjusted(0, 0, -56, 0), row.problem.message)
        if row.problem is not None or row.section is None:
            return
        used = paint_chip(
            painter, area.topLeft(), row.section_name or row.section, row.section, 130
        )
        if row.confidence is None or row.state == "decided":
            return
        bar = QRectF(area.left() + used + 8, area.top() + CHIP_HEIGHT / 2 - 2.5, 52, 5)
        if bar.right() + 110 > area.right():
            bar.setWidth(max(0.0, area.right() - 110 - bar.left()))
        paint_bar(painter, bar, row.confidence, theme().section(row.section))
        painter.setPen(QPen(theme().color("soft")))
        text = QRectF(bar.right() + 8, area.top(), 56, CHIP_HEIGHT)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, left, percent(row.confidence))

    def _problem(self, painter: QPainter, area: QRectF, message: str) -> None:
        painter.setPen(theme().color("soft"))
        width = int(area.width())
        shown = painter.fontMetrics().elidedText(message, Qt.TextElideMode.ElideRight, width)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, middle, shown)


def draw_two_lines(painter: QPainter, area: QRectF, text: str, font: QFont) -> None:
    """Draw text in at most two lines, the second cut with an ellipsis."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(text.replace("\n", " "), font)
    layout.setTextOption(option)
    painter.setFont(font)
    metrics = painter.fontMetrics()
    step = metrics.height()
    layout.beginLayout()
    line = layout.createLine()
    top = area.top()
    for number in range(2):
        if not line.isValid():
            break
        line.setLineWidth(area.width())
        rest = layout.text()[line.textStart() :]
        shown = rest[: line.textLength()]
        if number == 1:
            shown = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.drawText(QPointF(area.left(), top + metrics.ascent()), shown)
        top += step
        line = layout.createLine()
    layout.endLayout()
