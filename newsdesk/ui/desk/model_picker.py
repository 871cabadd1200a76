"""The model on the desk, with what it scores and how fast it is here; a menu of the others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from newsdesk.services.classification import ClassificationState
from newsdesk.services.models import ModelCard
from newsdesk.ui.theme import theme


class ModelPicker(QPushButton):
    """picked: the model that the person chose. opening: the menu is about to show."""

    picked = Signal(ModelCard)
    opening = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelPicker")
        self.setToolTip("The model on the desk")
        self._name = "No model"
        self._facts = ""
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.opening)
        self.setMenu(self._menu)

    def show_models(self, cards: Sequence[ModelCard], current: ModelCard | None) -> None:
        """Offer these models."""
        self._menu.clear()
        for card in cards:
            action = QAction(f"{card.name}   {_facts(card, None)}", self._menu)
            action.setCheckable(True)
            action.setChecked(current is not None and card.name == current.name)
            action.triggered.connect(lambda _=False, chosen=card: self.picked.emit(chosen))
            self._menu.addAction(action)

    def show_current(self, card: ModelCard | None, state: ClassificationState) -> None:
        """Show the model on the desk and what is known of its speed."""
        self._name = card.name if card else "No model"
        self._facts = _facts(card, state) if card else ""
        self.setAccessibleName(f"Model on the desk: {self._name}, {self._facts}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = self._bold().horizontalAdvance(self._name)
        width += QFontMetricsF(self._small()).horizontalAdvance(self._facts)
        return QSize(round(width) + 62, 33)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        area = QRectF(self.rect()).adjusted(12, 0, -30, 0)
        font = QFont(self.font())
        font.setPixelSize(13)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme().color("ink"))
        painter.drawText(area, middle, self._name)
        area.setLeft(area.left() + self._bold().horizontalAdvance(self._name) + 10)
        painter.setFont(self._small())
        painter.setPen(theme().color("soft"))
        painter.drawText(area, middle, self._facts)
        corner = QPointF(self.width() - 26, self.height() / 2 - 8)
        icon = theme().icon("chevron-down", "soft")
        icon.paint(painter, round(corner.x()), round(corner.y()), 16, 16)

    def _bold(self) -> QFontMetricsF:
        font = QFont(self.font())
        font.setPixelSize(13)
        font.setWeight(QFont.Weight.DemiBold)
        return QFontMetricsF(font)

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font


def _facts(card: ModelCard, state: ClassificationState | None) -> str:
    parts = []
    if card.macro_f1 is not None:
        parts.append(f"macro-F1 {card.macro_f1:.2f}".replace("0.", "."))
    if state is not None:
        if not state.usable:
            parts.append("cannot be used")
        elif not state.loaded:
            parts.append("loading…")
        elif state.milliseconds is not None:
            parts.append(f"{state.milliseconds:.0f} ms")
    parts.append(f"{card.bytes / 1e6:.0f} MB")
    return " · ".join(parts)
