"""The worst confusions as a list: true section, predicted section, how many articles."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from newsdesk.analysis.matrix import Matrix, Mistake
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.painted_text import paint_text
from newsdesk.ui.widgets.row_list import ITEM, Index, RowDelegate, RowList, RowModel

ROW = 25
_NUMBER, _GAP = 46, 10


class MistakeModel(RowModel):
    """Mistakes of one matrix; against: the other model where they are differences."""

    items: Sequence[Mistake]

    def __init__(self) -> None:
        super().__init__()
        self.matrix: Matrix | None = None
        self.against = ""

    def show_mistakes(self, matrix: Matrix | None, against: str, limit: int) -> None:
        """Show another matrix's."""
        self.matrix, self.against = matrix, against
        if matrix is None:
            self.show_items(())
        else:
            self.show_items(matrix.changes(limit) if against else matrix.mistakes(limit))

    def name(self, item: Mistake) -> str:
        assert self.matrix is not None
        return words.mistake_name(self.matrix, item)

    def spoken(self, item: Mistake) -> str:
        assert self.matrix is not None
        if self.against:
            return words.change_sentence(self.matrix, item.truth, item.predicted, self.against)
        return words.cell_sentence(self.matrix, item.truth, item.predicted)


class MistakeList(RowList):
    """picked: a Mistake."""

    def __init__(self) -> None:
        self.mistakes = MistakeModel()
        super().__init__("Worst confusions", self.mistakes, _MistakeDelegate(ROW, left=0))


class _MistakeDelegate(RowDelegate):
    """How many articles, what was taken for what, and how much of the section that is."""

    def paint_row(self, painter: QPainter, area: QRectF, index: Index) -> None:
        model, mistake = index.model(), index.data(ITEM)
        assert isinstance(model, MistakeModel)
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        note = _note(mistake, bool(model.against))
        painter.setPen(theme().color("soft"))
        painter.drawText(area, right, note)
        noted = QFontMetricsF(painter.font()).horizontalAdvance(note) + 12
        painter.setPen(theme().color("ink"))
        name = area.adjusted(_NUMBER + _GAP, 0, -noted, 0)
        paint_text(painter, name, model.name(mistake), cut=Qt.TextElideMode.ElideMiddle)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        number = words.change(mistake.change) if model.against else f"{mistake.articles:,}"
        if model.against:
            painter.setPen(theme().color("right" if _better(mistake) else "wrong"))
        painter.drawText(QRectF(area.left(), area.top(), _NUMBER, area.height()), right, number)


def _note(mistake: Mistake, differs: bool) -> str:
    if differs:
        return "better" if _better(mistake) else "worse"
    return f"{percent(mistake.share)} of the section"


def _better(mistake: Mistake) -> bool:
    return (mistake.change > 0) == (mistake.truth == mistake.predicted)
