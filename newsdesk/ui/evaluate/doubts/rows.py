"""The labels in doubt as a list: title, the section that it has, the one that it should have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from newsdesk.analysis.doubts.review import Item
from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import section_name
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_chip, percent
from newsdesk.ui.widgets.painted_text import paint_text
from newsdesk.ui.widgets.row_list import ITEM, Index, RowDelegate, RowList, RowModel

ROW = 28
_CHIP, _ARROW, _STATE = 118, 18, 60


class DoubtModel(RowModel):
    """Items of a review, in the order given; one and the same object a row."""

    items: Sequence[Item]

    def __init__(self) -> None:
        super().__init__()
        self.dataset: Dataset | None = None

    def show_doubts(self, dataset: Dataset | None, items: Sequence[Item]) -> None:
        """Show others."""
        self.dataset = dataset
        self.show_items(items if dataset is not None else ())

    def note_change(self, number: int) -> None:
        """A row's state is another one; 0: any."""
        places = [i for i, item in enumerate(self.items) if number in (0, item.number)]
        if places:
            self.dataChanged.emit(self.index(places[0]), self.index(places[-1]))

    def name(self, item: Item) -> str:
        return item.title or f"Row {item.number:,}"

    def spoken(self, item: Item) -> str:
        assert self.dataset is not None
        return words.spoken(item, self.dataset)


class DoubtList(RowList):
    """A list whose keys are first offered to somebody else."""

    def __init__(self, model: DoubtModel, press: Callable[[QKeyEvent], bool]) -> None:
        """press: whether a key meant something."""
        super().__init__("Labels in doubt", model, _DoubtDelegate(ROW))
        self._press = press

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._press(event):
            super().keyPressEvent(event)


class _DoubtDelegate(RowDelegate):
    """Title, chip of the section, arrow, chip of the other one, probability or state."""

    def paint_row(self, painter: QPainter, area: QRectF, index: Index) -> None:
        model, item = index.model(), index.data(ITEM)
        assert isinstance(model, DoubtModel)
        if model.dataset is None:
            return
        if _first_of_its_kind(model.items, index.row()):
            painter.setPen(theme().color("hairline"))
            painter.drawLine(area.topLeft(), area.topRight())
        middle, state = Qt.AlignmentFlag.AlignVCenter, words.state(item)
        clear = item.found or bool(item.group)
        left = area.right() - _STATE - 2 * _CHIP - _ARROW
        title = QRectF(area.left(), area.top(), left - area.left() - 10, area.height())
        painter.setPen(theme().color("ink" if clear and not state else "soft"))
        paint_text(painter, title, model.name(item))
        top = area.center().y() - CHIP_HEIGHT / 2
        target = item.now if item.changed and item.now else item.suggested
        name = section_name(model.dataset, item.section) or "none"
        paint_chip(painter, QPointF(left, top), name, item.section, _CHIP - 4, outlined=True)
        if state not in ("kept", "agrees"):
            painter.setPen(theme().color("soft"))
            arrow = QRectF(left + _CHIP, area.top(), _ARROW, area.height())
            painter.drawText(arrow, middle, "→")
            chip = QPointF(left + _CHIP + _ARROW, top)
            paint_chip(painter, chip, section_name(model.dataset, target), target, _CHIP - 4)
        sure = percent(item.p_suggested) if item.p_suggested is not None else ""
        painter.setPen(theme().color("green_ink" if state else "ink" if clear else "soft"))
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, state or sure)


def _first_of_its_kind(items: Sequence[Item], row: int) -> bool:
    """Whether a line divides this row from the one above: another group, or no longer found."""
    if not row:
        return False
    one, above = items[row], items[row - 1]
    return one.group != above.group or (not one.group and one.found != above.found)
