"""What would move on the desk: from where to where as one list, the articles as another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from newsdesk.analysis.promotion import CANNOT, Move, Preview, Replayed, Said
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_bar, paint_chip, percent
from newsdesk.ui.widgets.painted_text import paint_text
from newsdesk.ui.widgets.row_list import ITEM, Index, RowDelegate, RowList, RowModel

MOVE_ROW, ARTICLE_ROW = 32, 48
_RIGHT = 10
_NUMBER, _BAR, _ARROW = 40, 44, 22
_GAP = 8
NOTHING, UNREAD = "cannot read it", "cannot read"


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


class MoveModel(RowModel):
    """Groups of articles of one preview."""

    preview: Preview
    items: Sequence[Group]

    def show_groups(self, groups: Sequence[Group], preview: Preview) -> None:
        """Show others."""
        self.preview = preview
        self.show_items(groups)

    def spoken(self, item: Group) -> str:
        return f"{item.name}: {articles(len(item.articles))}"


class MoveList(RowList):
    """moved: another Group is looked at."""

    def __init__(self) -> None:
        self.groups = MoveModel()
        super().__init__("What would move", self.groups, _MoveDelegate(MOVE_ROW, right=_RIGHT))

    def show_groups(self, groups: Sequence[Group], preview: Preview) -> None:
        """Show what moves; the first group is looked at."""
        self.groups.show_groups(groups, preview)
        if groups:
            self.setCurrentIndex(self.groups.index(0))


class ReplayedModel(RowModel):
    """Articles of one preview."""

    preview: Preview
    items: Sequence[Replayed]

    def show_articles(self, rows: Sequence[Replayed], preview: Preview) -> None:
        """Show others."""
        self.preview = preview
        self.show_items(rows)

    def line(self, row: Replayed) -> str:
        """What the model on the desk and the candidate say of an article, and the decision."""
        told = f"{_answer(row.now)} → {_answer(row.then)}"
        if row.decided:
            names = [self.preview.names.get(code, code) for code in (row.decided, row.also) if code]
            told += " · decided: " + " and ".join(names)
        return told

    def spoken(self, item: Replayed) -> str:
        return f"{item.title}. {self.line(item)}"


class ReplayedList(RowList):
    """picked: an article, Replayed, that is to be read."""

    def __init__(self) -> None:
        self.replayed = ReplayedModel()
        super().__init__(
            "Articles that would move",
            self.replayed,
            _ArticleDelegate(ARTICLE_ROW, right=_RIGHT),
        )

    def show_articles(self, rows: Sequence[Replayed], preview: Preview) -> None:
        """Show these, from the first one on."""
        self.replayed.show_articles(rows, preview)
        self.scrollToTop()


class _MoveDelegate(RowDelegate):
    """Two chips with an arrow between them, and how many articles go that way."""

    def paint_row(self, painter: QPainter, area: QRectF, index: Index) -> None:
        model, group = index.model(), index.data(ITEM)
        assert isinstance(model, MoveModel)
        preview = model.preview
        plain, right = painter.font(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        number = QRectF(area.right() - _NUMBER, area.top(), _NUMBER, area.height())
        painter.setPen(theme().color("ink"))
        painter.setFont(_bold(plain))
        painter.drawText(number, right, f"{len(group.articles):,}")
        painter.setFont(plain)
        if group.move is None:
            paint_text(painter, area.adjusted(0, 0, -_NUMBER - _GAP, 0), group.name)
            return
        bar = QRectF(number.left() - _BAR, area.center().y() - 3, _BAR, 6)
        most = max((len(move.articles) for move in preview.moves), default=1)
        paint_bar(painter, bar, len(group.articles) / most, theme().color("accent"))
        room = bar.left() - area.left() - _GAP
        self._paint_way(painter, area, group.move, preview, room)

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
                paint_text(painter, QRectF(left, area.top(), widest, area.height()), UNREAD)
                wide = QFontMetricsF(painter.font()).horizontalAdvance(UNREAD)
                left += min(wide, widest) + 2
            else:
                name = preview.names.get(code, code)
                left += paint_chip(painter, QPointF(left, top), name, code, widest)


class _ArticleDelegate(RowDelegate):
    """A title, and below it what each model says and what was decided."""

    def paint_row(self, painter: QPainter, area: QRectF, index: Index) -> None:
        model, row = index.model(), index.data(ITEM)
        assert isinstance(model, ReplayedModel)
        plain, half = painter.font(), area.height() / 2
        painter.setPen(theme().color("ink"))
        painter.setFont(_bold(plain))
        paint_text(painter, area.adjusted(0, 3, 0, 1 - half), row.title)
        plain.setPixelSize(12)
        painter.setFont(plain)
        painter.setPen(theme().color("soft"))
        paint_text(painter, area.adjusted(0, half, 0, -4), model.line(row))


def _bold(base: QFont) -> QFont:
    font = QFont(base)
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _place(code: str, preview: Preview) -> str:
    return UNREAD if code == CANNOT else preview.names.get(code, code)


def _answer(said: Said | None) -> str:
    if said is None:
        return "no answer"
    if said.place == CANNOT:
        return NOTHING
    filed = " filed" if said.verdict == "filed" else ""
    return f"{said.name} {percent(said.confidence)}{filed}"
