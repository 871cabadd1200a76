"""The worst confusions as a list: true section, predicted section, how many articles."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from newsdesk.analysis.matrix import Matrix, Mistake
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import percent

_Index = QModelIndex | QPersistentModelIndex
_MISTAKE = Qt.ItemDataRole.UserRole
ROW = 25
_NUMBER = 46


class MistakeModel(QAbstractListModel):
    """Mistakes of one matrix; against: the other model where they are differences."""

    def __init__(self) -> None:
        super().__init__()
        self.matrix: Matrix | None = None
        self.mistakes: Sequence[Mistake] = ()
        self.against = ""

    def show_mistakes(self, matrix: Matrix | None, against: str, limit: int) -> None:
        """Show another matrix's."""
        self.beginResetModel()
        self.matrix, self.against = matrix, against
        if matrix is None:
            self.mistakes = ()
        else:
            self.mistakes = matrix.changes(limit) if against else matrix.mistakes(limit)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.mistakes)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self.matrix is None or not index.isValid():
            return None
        mistake = self.mistakes[index.row()]
        place = mistake.truth, mistake.predicted
        if role == _MISTAKE:
            return mistake
        if role == Qt.ItemDataRole.DisplayRole:
            return words.mistake_name(self.matrix, mistake)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            if self.against:
                return words.change_sentence(self.matrix, *place, self.against)
            return words.cell_sentence(self.matrix, *place)
        return None


class MistakeList(QListView):
    """picked: a Mistake was clicked, or Enter or Space pressed on it."""

    picked = Signal(Mistake)

    def __init__(self) -> None:
        super().__init__()
        self.mistakes = MistakeModel()
        self.setModel(self.mistakes)
        self.setItemDelegate(_MistakeDelegate(self))
        self.setUniformItemSizes(True)
        self.setProperty("role", "list")
        self.setAccessibleName("Worst confusions")
        self.setMouseTracking(True)
        self.clicked.connect(self._pick)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and self.currentIndex().isValid():
            self._pick(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _pick(self, index: QModelIndex) -> None:
        self.picked.emit(index.data(_MISTAKE))


class _MistakeDelegate(QStyledItemDelegate):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme().changed.connect(parent.update)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model, mistake = index.model(), index.data(_MISTAKE)
        assert isinstance(model, MistakeModel)
        painter.save()
        area = QRectF(option.rect)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme().color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme().color("hover"))
        middle = Qt.AlignmentFlag.AlignVCenter
        inside = area.adjusted(0, 0, -8, 0)
        note = _note(mistake, bool(model.against))
        noted = QFontMetricsF(painter.font()).horizontalAdvance(note) + 12
        font = painter.font()
        painter.setPen(theme().color("soft"))
        painter.drawText(inside, middle | Qt.AlignmentFlag.AlignRight, note)
        painter.setPen(theme().color("ink"))
        name = QRectF(inside.left() + _NUMBER + 10, inside.top(),
                      inside.width() - _NUMBER - 10 - noted, inside.height())  # fmt: skip
        shown = QFontMetricsF(font).elidedText(
            str(index.data()), Qt.TextElideMode.ElideMiddle, name.width()
        )
        painter.drawText(name, middle | Qt.AlignmentFlag.AlignLeft, shown)
        font.setBold(True)
        painter.setFont(font)
        number = words.change(mistake.change) if model.against else f"{mistake.articles:,}"
        if model.against:
            painter.setPen(theme().color("right" if _better(mistake) else "wrong"))
        painter.drawText(
            QRectF(inside.left(), inside.top(), _NUMBER, inside.height()),
            middle | Qt.AlignmentFlag.AlignRight, number,
        )  # fmt: skip
        painter.restore()


def _note(mistake: Mistake, differs: bool) -> str:
    if differs:
        return "better" if _better(mistake) else "worse"
    return f"{percent(mistake.share)} of the section"


def _better(mistake: Mistake) -> bool:
    return (mistake.change > 0) == (mistake.truth == mistake.predicted)
