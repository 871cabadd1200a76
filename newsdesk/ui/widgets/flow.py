"""A layout that puts its widgets side by side and goes on in the next line where room ends."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets in lines, each as wide as it asks for."""

    def __init__(self, gap: int = 5, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._gap = gap
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Take out every widget and let it go."""
        while (item := self.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, area: QRect, move: bool) -> int:
        """Put the widgets into their places; the height that they take."""
        inside = area.marginsRemoved(self.contentsMargins())
        left, top, line = inside.left(), inside.top(), 0
        for item in self._items:
            widget = item.widget()
            if widget is None or widget.isHidden():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), inside.width()))
            if left > inside.left() and left + size.width() > inside.right() + 1:
                left, top, line = inside.left(), top + line + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(left, top), size))
            left += size.width() + self._gap
            line = max(line, size.height())
        return top + line - area.top() + self.contentsMargins().bottom()
