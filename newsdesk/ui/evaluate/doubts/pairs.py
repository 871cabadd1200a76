"""Pairs of sections that share articles, as a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from newsdesk.analysis.doubts.doubts import Overlap
from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import section_name
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.evaluate.doubts.rows import ROW
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_chip
from newsdesk.ui.widgets.row_list import ITEM, Index, RowDelegate, RowList, RowModel

_CHIP = 128


class PairModel(RowModel):
    """Overlaps, the largest first."""

    def __init__(self) -> None:
        super().__init__()
        self.dataset: Dataset | None = None

    def show_pairs(self, dataset: Dataset | None, pairs: Sequence[Overlap]) -> None:
        """Show others."""
        self.dataset = dataset
        self.show_items(pairs if dataset is not None else ())

    def spoken(self, item: Overlap) -> str:
        assert self.dataset is not None
        return words.overlap(item, self.dataset)


class PairList(RowList):
    """picked: an Overlap."""

    def __init__(self, model: PairModel) -> None:
        super().__init__("Sections that share articles", model, _PairDelegate(ROW))


class _PairDelegate(RowDelegate):
    """Two chips, and what is between them."""

    def paint_row(self, painter: QPainter, area: QRectF, index: Index) -> None:
        model, pair = index.model(), index.data(ITEM)
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
