"""Pairs of sections that share articles, as a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import QPainter

from newsdesk.analysis.doubts.doubts import Overlap
from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import section_name
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.evaluate.doubts.rows import RowDelegate
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_chip

_Index = QModelIndex | QPersistentModelIndex
PAIR = Qt.ItemDataRole.UserRole
_CHIP = 128


class PairModel(QAbstractListModel):
    """Overlaps, the largest first."""

    def __init__(self) -> None:
        super().__init__()
        self.dataset: Dataset | None = None
        self.pairs: Sequence[Overlap] = ()

    def show_pairs(self, dataset: Dataset | None, pairs: Sequence[Overlap]) -> None:
        """Show others."""
        self.beginResetModel()
        self.dataset, self.pairs = dataset, pairs
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.pairs)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self.dataset is None or not index.isValid():
            return None
        pair = self.pairs[index.row()]
        if role == PAIR:
            return pair
        if role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            return words.overlap(pair, self.dataset)
        return None


class PairDelegate(RowDelegate):
    """Two chips, and what is between them."""

    def paint_row(self, painter: QPainter, area: QRectF, index: _Index) -> None:
        model, pair = index.model(), index.data(PAIR)
        assert isinstance(model, PairModel)
        if model.dataset is None:
            return
        left, top = area.left(), area.center().y() - CHIP_HEIGHT / 2
        for code in pair.sections:
            name = section_name(model.dataset, code)
            left += paint_chip(painter, QPointF(left, top), name, code, _CHIP) + 8
        painter.setPen(theme().color("ink"))
        rest = QRectF(left + 4, area.top(), area.right() - left - 4, area.height())
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, words.shared(pair))
