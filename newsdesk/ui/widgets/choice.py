"""A choice of one among several: as high as is useful, as wide as its longest word."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

MOST_SEEN = 16
WIDEST = 520


class Choice(QComboBox):
    """A combo box whose list has room to breathe and cuts no name."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """name: for the screen reader."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMaxVisibleItems(MOST_SEEN)
        # The delegate of Qt's own list does not heed the stylesheet's padding.
        self.setItemDelegate(QStyledItemDelegate(self))

    def showPopup(self) -> None:
        needed = self.view().sizeHintForColumn(0) + 24
        self.view().setMinimumWidth(max(self.width(), min(needed, WIDEST)))
        super().showPopup()
