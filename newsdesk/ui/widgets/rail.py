"""The rail on the left: five places, settings at the foot."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from newsdesk.ui.theme import theme

WIDTH = 76


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the program."""

    code: str
    name: str
    icon: str
    shortcut: str
    at_foot: bool = False


class RailButton(QAbstractButton):
    """Icon above name."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.setText(place.name)
        self.setAccessibleName(place.name)
        self.setToolTip(f"{place.name} ({place.shortcut})")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._badge = False

    def set_badge(self, shown: bool) -> None:
        """A dot: something happened there."""
        self._badge = shown
        news = ", something happened" if shown else ""
        self.setAccessibleName(f"{self.place.name}{news}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(64, 54)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        here = self.isChecked()
        if here or self.underMouse():
            ground = QColor(theme().color("rail_selected"))
            ground.setAlphaF(1.0 if here else 0.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        if self.hasFocus():
            painter.setPen(theme().color("rail_soft"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 7, 7)
        token = "rail_ink" if here else "rail_soft"
        icon = theme().icon(self.place.icon, token)
        left = (self.width() - 20) // 2
        icon.paint(painter, left, 8, 20, 20)
        if self._badge:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accent"))
            painter.drawEllipse(QRectF(left + 17, 6, 8, 8))
        painter.setPen(theme().color(token))
        font = self.font()
        font.setPixelSize(11)
        painter.setFont(font)
        area = self.rect().adjusted(0, 31, 0, 0)
        painter.drawText(
            area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, self.text()
        )


class Rail(QWidget):
    """chosen: a place's code, by mouse or by Tab and Space."""

    chosen = Signal(str)

    def __init__(self, places: tuple[Place, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 14, 6, 14)
        layout.setSpacing(4)
        group = QButtonGroup(self)
        group.setExclusive(True)
        self._buttons: dict[str, RailButton] = {}
        for place in places:
            if place.at_foot:
                layout.addStretch(1)
            button = RailButton(place)
            button.clicked.connect(lambda _=False, code=place.code: self.chosen.emit(code))
            group.addButton(button)
            layout.addWidget(button)
            self._buttons[place.code] = button

    def button(self, code: str) -> RailButton:
        """The button of a place."""
        return self._buttons[code]

    def show_place(self, code: str) -> None:
        """Mark a place as the one that is shown."""
        self._buttons[code].setChecked(True)
        self.set_badge(code, False)

    def set_badge(self, code: str, shown: bool) -> None:
        """Mark a place where something happened, unless it is the one that is shown."""
        button = self._buttons[code]
        button.set_badge(shown and not button.isChecked())
