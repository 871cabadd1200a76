"""The list itself: keys and the small links in its rows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from newsdesk.ui.evaluate.articles.row import HEIGHT, ArticleDelegate
from newsdesk.ui.widgets.long_list import LongList

_STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
_ONE = QItemSelectionModel.SelectionFlag.ClearAndSelect


class ArticlesList(LongList):
    """act_asked: relabel, why or open, for the row of this number."""

    act_asked = Signal(str, int)

    def __init__(
        self,
        delegate: ArticleDelegate,
        press: Callable[[QKeyEvent], bool],
        parent: QWidget | None = None,
    ) -> None:
        """press: is offered each key first; whether it meant something."""
        super().__init__(HEIGHT, "Articles", parent)
        self._delegate, self._press = delegate, press
        self.setItemDelegate(delegate)

    def go_to(self, number: int) -> None:
        """Make a row the current one, the only one that is selected."""
        index = self.model().index(number, 0)
        self.selectionModel().setCurrentIndex(index, _ONE)
        self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers()
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._rows():
                self.act_asked.emit("open", max(0, self.currentIndex().row()))
            return
        if plain and event.key() in _STEPS:
            rows = self._rows()
            here = self.currentIndex().row() if self.currentIndex().isValid() else -1
            if rows:
                self.go_to(min(max(here + _STEPS[Qt.Key(event.key())], 0), rows - 1))
            return
        if not self._press(event):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action, row = self._action(event.position())
        if action and event.button() == Qt.MouseButton.LeftButton:
            self.act_asked.emit(action, row)
            return
        super().mouseReleaseEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        action, _ = self._action(event.position())
        shape = Qt.CursorShape.PointingHandCursor if action else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.act_asked.emit("open", index.row())

    def _action(self, point: QPointF) -> tuple[str, int]:
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return "", -1
        return self._delegate.action_at(QRectF(self.visualRect(index)), point), index.row()
