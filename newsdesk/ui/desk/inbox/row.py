"""How one row of the inbox is painted: thumbnail, title, section, confidence, state, source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import PurePath

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.services.desk import rendition
from newsdesk.store.records import InboxRow
from newsdesk.ui.desk.inbox.model import ROW
from newsdesk.ui.desk.inbox.words import differs, source_words, state_word, time_words
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_bar, paint_chip, percent
from newsdesk.ui.widgets.drawn_title import draw_title
from newsdesk.ui.widgets.row_ground import paint_ground
from newsdesk.ui.widgets.thumbnails import THUMBNAIL, Thumbnails, thumbnail_shape

HEIGHT = 90
MARGIN = 12
GAP = 8
CHIP_WIDEST = 128.0
CHIP_LEAST = 84.0
BAR = 52.0
PERCENT = 49.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class InboxRowDelegate(QStyledItemDelegate):
    """Paints rows; all of them have one height, so that a long list needs no measuring.

    terms: the words of the search, marked in the titles.
    """

    def __init__(self, thumbnails: Thumbnails, name_of: Callable[[str], str]) -> None:
        """name_of: a section's name by its code."""
        super().__init__()
        self._thumbnails = thumbnails
        self._name_of = name_of
        self.terms: Sequence[str] = ()

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
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, area, option.state)
        left = area.left() + MARGIN + THUMBNAIL.width() + 10
        text = QRectF(left, area.top() + 8, area.right() - left - MARGIN, HEIGHT - 14)
        if isinstance(row, InboxRow):
            self._thumbnail(painter, area, row)
            self._title(painter, QRectF(text.left(), text.top(), text.width(), 35), row)
            foot = QRectF(text.left(), text.top() + 38, text.width(), CHIP_HEIGHT)
            self._foot(painter, foot, row)
            _paint_source(painter, QRectF(text.left(), text.top() + 60, text.width(), 15), row)
        else:
            _paint_placeholder(painter, area, text)
        painter.restore()

    def _thumbnail(self, painter: QPainter, area: QRectF, row: InboxRow) -> None:
        shape = _thumbnail(area)
        if not self._thumbnails.paint(painter, shape, rendition(row.cover_digest)):
            name, token = ("warning", "red_ink") if row.problem else ("desk", "soft")
            corner = shape.boundingRect().center() - QPointF(10, 10)
            icon = theme().icon(name, token)
            icon.paint(painter, round(corner.x()), round(corner.y()), 20, 20)

    def _title(self, painter: QPainter, area: QRectF, row: InboxRow) -> None:
        font = QFont(painter.font())
        font.setPixelSize(13)
        font.setWeight(QFont.Weight.DemiBold)
        title = row.title or PurePath(row.source).name
        draw_title(painter, area, title, font, self.terms)

    def _foot(self, painter: QPainter, area: QRectF, row: InboxRow) -> None:
        painter.setFont(_small(painter, 12))
        word = state_word(row)
        painter.setPen(theme().color(_state_ink(row)))
        painter.drawText(area, _RIGHT, word)
        room = QRectF(area)
        room.setRight(area.right() - QFontMetricsF(painter.font()).horizontalAdvance(word) - GAP)
        if row.problem is not None:
            painter.setPen(theme().color("soft"))
            _elided(painter, room, row.problem.message)
        elif row.section is not None:
            self._sections(painter, room, row)

    def _sections(self, painter: QPainter, room: QRectF, row: InboxRow) -> None:
        """Chip, second section, the second model's chip, confidence: as far as there is room."""
        assert row.section is not None
        shows_confidence = row.confidence is not None and row.state != "decided"
        # In a narrow column a section that can be read says more than a number.
        shows_confidence = shows_confidence and room.width() > CHIP_LEAST + GAP + PERCENT
        kept = PERCENT if shows_confidence else 0.0
        other = differs(row)
        widest = min(CHIP_WIDEST, room.width() - kept - (60.0 if other else 0.0))
        name = row.section_name or row.section
        room.setLeft(room.left() + paint_chip(painter, room.topLeft(), name, row.section, widest))
        if row.also:
            self._also(painter, room, row.also, kept)
        if other and room.width() - kept - GAP > 40:
            corner = QPointF(room.left() + 4, room.top())
            widest = min(CHIP_WIDEST, room.width() - kept - GAP)
            said = row.beside_name or row.beside_section or ""
            used = paint_chip(painter, corner, said, row.beside_section or "", widest, True)
            room.setLeft(corner.x() + used)
        if shows_confidence:
            self._confidence(painter, room, row)

    def _also(self, painter: QPainter, room: QRectF, also: str, kept: float) -> None:
        text = f"+ {self._name_of(also)}"
        painter.setPen(theme().color("soft"))
        width = min(QFontMetricsF(painter.font()).horizontalAdvance(text) + 1, room.width() - kept)
        place = QRectF(room.left() + 6, room.top(), width, room.height())
        _elided(painter, place, text)
        room.setLeft(place.right())

    def _confidence(self, painter: QPainter, room: QRectF, row: InboxRow) -> None:
        assert row.confidence is not None
        bar = min(BAR, room.width() - PERCENT - GAP)
        left = room.left() + GAP
        if bar >= 16:
            area = QRectF(left, room.top() + CHIP_HEIGHT / 2 - 2.5, bar, 5)
            paint_bar(painter, area, row.confidence, theme().section(row.section))
            left = area.right() + GAP
        painter.setPen(theme().color("soft"))
        painter.drawText(QRectF(left, room.top(), PERCENT, CHIP_HEIGHT), _LEFT, _sure(row))


def _state_ink(row: InboxRow) -> str:
    """Amber is what waits for a person; whatever the model said, the decided does not."""
    if row.state == "failed":
        return "red_ink"
    waits = row.state == "to_decide" or (row.state == "unread" and row.abstains)
    return "amber_ink" if waits else "soft"


def _sure(row: InboxRow) -> str:
    return percent(row.confidence) if row.confidence is not None else ""


def _paint_source(painter: QPainter, area: QRectF, row: InboxRow) -> None:
    """Source and time; the source gives way where room is short."""
    painter.setFont(_small(painter, 11))
    painter.setPen(theme().color("soft"))
    moment = f" · {time_words(row.added, datetime.now().astimezone())}"
    metrics = QFontMetricsF(painter.font())
    room = area.width() - metrics.horizontalAdvance(moment)
    source = metrics.elidedText(source_words(row), Qt.TextElideMode.ElideMiddle, room)
    painter.drawText(area, _LEFT, source + moment)


def _paint_placeholder(painter: QPainter, area: QRectF, text: QRectF) -> None:
    """What stands for a row until it has come."""
    colour = theme().color("ground")
    shape = _thumbnail(area)
    painter.fillPath(shape, colour)
    for top, share in ((2, 0.9), (19, 0.55), (42, 0.35)):
        line = QPainterPath()
        line.addRoundedRect(QRectF(text.left(), text.top() + top, text.width() * share, 11), 4, 4)
        painter.fillPath(line, colour)


def _thumbnail(area: QRectF) -> QPainterPath:
    return thumbnail_shape(area.left() + MARGIN, area.top() + 11)


def _small(painter: QPainter, pixels: int) -> QFont:
    font = QFont(painter.font())
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.Normal)
    return font


def _elided(painter: QPainter, area: QRectF, text: str) -> None:
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
    painter.drawText(area, _LEFT, shown)
