"""What would move on the desk: from where to where as one list, the articles as another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.analysis.promotion import CANNOT, Move, Preview, Replayed, Said
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_bar, paint_chip, percent

_Index = QModelIndex | QPersistentModelIndex
_ITEM = Qt.ItemDataRole.UserRole
MOVE_ROW, ARTICLE_ROW = 32, 48
_NUMBER, _BAR, _ARROW = 40, 44, 22
NOTHING = "cannot read it"


@dataclass(frozen=True, slots=True)
class Group:
    """Articles that are looked at together. move: None where it is no single move."""

    name: str
    articles: tuple[Replayed, ...]
    move: Move | None = None


def groups_of(preview: Preview, current: str, candidate: str) -> list[Group]:
    """All that moves, what only one of the two has right, then move by move."""
    everything = tuple(row for move in preview.moves for row in move.articles)
    gained = [row for row in everything if row.decided and row.is_right(row.then)]
    lost = [row for row in everything if row.decided and row.is_right(row.now)]
    found = [
        Group("All that move", everything),
        Group(f"Only {candidate} right", tuple(gained)),
        Group(f"Only {current} right", tuple(lost)),
    ]
    found += [
        Group(
            f"{_place(move.before, preview)} → {_place(move.after, preview)}", move.articles, move
        )
        for move in preview.moves
    ]
    return [group for group in found if group.articles]


class _Items(QAbstractListModel):
    """Items of either list with what a screen reader says of each."""

    def __init__(self) -> None:
        super().__init__()
        self.items: Sequence[Any] = ()
        self.spoken: Sequence[str] = ()

    def show_items(self, items: Sequence[Any], spoken: Sequence[str]) -> None:
        self.beginResetModel()
        self.items, self.spoken = items, spoken
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == _ITEM:
            return self.items[index.row()]
        spoken = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        )
        return self.spoken[index.row()] if role in spoken else None


class _List(QListView):
    def __init__(self, name: str, delegate: QStyledItemDelegate) -> None:
        super().__init__()
        self.items = _Items()
        self.setModel(self.items)
        self.setItemDelegate(delegate)
        delegate.setParent(self)
        self.setUniformItemSizes(True)
        self.setProperty("role", "list")
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme().changed.connect(self.viewport().update)


class MoveList(_List):
    """chosen: another Group is looked at."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("What would move", _MoveDelegate())
        self.selectionModel().currentChanged.connect(self._choose)

    def show_groups(self, groups: Sequence[Group], preview: Preview) -> None:
        """Show what moves; the first group is looked at."""
        self.preview = preview
        spoken = [f"{group.name}: {articles(len(group.articles))}" for group in groups]
        self.items.show_items(groups, spoken)
        if groups:
            self.setCurrentIndex(self.items.index(0))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.data(_ITEM))


class ReplayedList(_List):
    """opened: id of an article that is to be read."""

    opened = Signal(int)

    def __init__(self) -> None:
        super().__init__("Articles that would move", _ArticleDelegate())
        self.clicked.connect(self._open)

    def show_articles(self, rows: Sequence[Replayed], preview: Preview) -> None:
        """Show articles, what the model on the desk and the candidate say, and the decision."""
        lines = [_line(row, preview) for row in rows]
        spoken = [f"{row.title}. {line}" for row, line in zip(rows, lines, strict=True)]
        self.items.show_items(list(zip(rows, lines, strict=True)), spoken)
        self.scrollToTop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        row: Replayed = index.data(_ITEM)[0]
        self.opened.emit(row.article)


class _MoveDelegate(QStyledItemDelegate):
    """Two chips with an arrow between them, and how many articles go that way."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, MOVE_ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        group: Group = index.data(_ITEM)
        moves = self.parent()
        assert isinstance(moves, MoveList)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = _ground(painter, option)
        middle = Qt.AlignmentFlag.AlignVCenter
        number = QRectF(area.right() - _NUMBER, area.top(), _NUMBER, area.height())
        painter.setPen(theme().color("ink"))
        painter.setFont(_font(option.font, bold=True))
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, f"{len(group.articles):,}")
        bar = QRectF(number.left() - _BAR, area.center().y() - 3, _BAR, 6)
        most = max((len(move.articles) for move in moves.preview.moves), default=1)
        if group.move is not None:
            paint_bar(painter, bar, len(group.articles) / most, theme().color("accent"))
        room = ((group.move and bar.left()) or number.left()) - area.left() - 8
        painter.setFont(option.font)
        if group.move is None:
            name = QRectF(area.left(), area.top(), room, area.height())
            painter.drawText(name, middle, _elided(painter, group.name, room))
        else:
            self._paint_way(painter, area, group.move, moves.preview, room)
        painter.restore()

    def _paint_way(
        self, painter: QPainter, area: QRectF, move: Move, preview: Preview, room: float
    ) -> None:
        widest = (room - _ARROW) / 2
        top = area.center().y() - CHIP_HEIGHT / 2
        left = area.left()
        for place, code in enumerate((move.before, move.after)):
            if place:
                arrow = QRectF(left, area.top(), _ARROW, area.height())
                painter.setPen(theme().color("soft"))
                painter.drawText(arrow, Qt.AlignmentFlag.AlignCenter, "→")
                left += _ARROW
            if code == CANNOT:
                painter.setPen(theme().color("soft"))
                text = _elided(painter, "cannot read", widest)
                words = QRectF(left, area.top(), widest, area.height())
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
                left += QFontMetricsF(painter.font()).horizontalAdvance(text) + 2
            else:
                name = preview.names.get(code, code)
                left += paint_chip(painter, QPointF(left, top), name, code, widest)


class _ArticleDelegate(QStyledItemDelegate):
    """A title, and below it what each model says and what was decided."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, ARTICLE_ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row, line = index.data(_ITEM)
        painter.save()
        area = _ground(painter, option)
        half = area.height() / 2
        painter.setPen(theme().color("ink"))
        painter.setFont(_font(option.font, bold=True))
        title = QRectF(area.left(), area.top() + 3, area.width(), half - 2)
        painter.drawText(
            title, Qt.AlignmentFlag.AlignVCenter, _elided(painter, row.title, area.width())
        )
        font = QFont(option.font)
        font.setPixelSize(12)
        painter.setFont(font)
        painter.setPen(theme().color("soft"))
        below = QRectF(area.left(), area.top() + half, area.width(), half - 4)
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, _elided(painter, line, area.width()))
        painter.restore()


def _ground(painter: QPainter, option: QStyleOptionViewItem) -> QRectF:
    area = QRectF(option.rect)
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, theme().color("selected"))
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, theme().color("hover"))
    return area.adjusted(8, 0, -10, 0)


def _font(base: QFont, bold: bool) -> QFont:
    font = QFont(base)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def _elided(painter: QPainter, text: str, room: float) -> str:
    return QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room)


def _place(code: str, preview: Preview) -> str:
    return "cannot read" if code == CANNOT else preview.names.get(code, code)


def _line(row: Replayed, preview: Preview) -> str:
    told = f"{_answer(row.now)} → {_answer(row.then)}"
    if row.decided:
        codes = [code for code in (row.decided, row.also) if code]
        told += " · decided: " + " and ".join(preview.names.get(code, code) for code in codes)
    return told


def _answer(said: Said | None) -> str:
    if said is None:
        return "no answer"
    if said.place == CANNOT:
        return NOTHING
    filed = " filed" if said.verdict == "filed" else ""
    return f"{said.name} {percent(said.confidence)}{filed}"
