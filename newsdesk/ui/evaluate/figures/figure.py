"""One large number with its name above it and what belongs to it beside and below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from newsdesk.ui.widgets.labels import label

WIDEST = 260


class BigFigure(QWidget):
    """A caption, a value, an interval beside it, and the other model's value below."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.caption = label(caption, "soft")
        self.value = label("", "title")
        self.beside = label("", "soft")
        self.other = label("", "soft")
        self.caption.setMaximumWidth(WIDEST)
        self._row = QHBoxLayout()
        self._row.setSpacing(5)
        self._row.addWidget(self.value)
        self._row.addWidget(self.beside, 0, Qt.AlignmentFlag.AlignBottom)
        self._row.addStretch(1)
        self.beside.setContentsMargins(0, 0, 0, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.caption)
        column.addLayout(self._row)
        column.addWidget(self.other)
        self.other.hide()

    def add_beside(self, widget: QWidget) -> None:
        """Put a widget to the right of the value."""
        self._row.insertWidget(2, widget)

    def show_caption(self, text: str) -> None:
        """Another caption; cut where it is long, then its tooltip says it in full."""
        metrics = self.caption.fontMetrics()
        self.caption.setText(metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, WIDEST))
        self.caption.setToolTip(text)
        self._name()

    def show_value(self, text: str) -> None:
        """Another value."""
        self.value.setText(text)
        self._name()

    def show_beside(self, text: str) -> None:
        """What is read with it, such as its interval."""
        self.beside.setText(text)
        self._name()

    def show_other(self, text: str, name: str) -> None:
        """The value of the model held against; empty for none. name: of that model."""
        self.other.setText(f"against {text}" if text else "")
        self.other.setToolTip(f"{name}: {text}" if text else "")
        self.other.setVisible(bool(text))
        self._name()

    def _name(self) -> None:
        """One sentence for the screen reader."""
        said = (self.caption.text(), self.value.text(), self.beside.text(), self.other.text())
        self.setAccessibleName(" ".join(part for part in said if part))
        self.updateGeometry()
