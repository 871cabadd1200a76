"""One section on the right of the desk: its digit, name, probability, and what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu

from newsdesk.core.section import Section
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import paint_bar, percent

HEIGHT = 27
NAME_LEFT, BAR_LEFT, NUMBER_WIDTH, PLUS_WIDTH = 29, 133, 57, 19
Typed = Literal["", "fits", "best"]
"""Whether the letters that were typed fit this section, and whether Enter would take it."""


@dataclass(frozen=True, slots=True)
class BarState:
    """What a bar shows.

    p: the model's probability; None where there is no answer. beside: the second model's.
    decided, also: the article stands in this section, in it as well.
    muted: the model cannot read the text, so its numbers mean little.
    """

    p: float | None = None
    beside: float | None = None
    beside_model: str = ""
    decided: bool = False
    also: bool = False
    muted: bool = False


class SectionBar(QAbstractButton):
    """Clicking decides for the section. also_asked: in this section as well, or no longer."""

    also_asked = Signal()

    def __init__(self, section: Section, digit: int) -> None:
        super().__init__()
        self.section = section
        self.state = BarState()
        self._digit = digit
        self._typed: Typed = ""
        self.setText(section.name())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_state(self.state)

    @property
    def typed(self) -> Typed:
        return self._typed

    def show_state(self, state: BarState) -> None:
        """Show what is known of the article and this section."""
        self.state = state
        self.setAccessibleName(", ".join(self._spoken(state)))
        self.setToolTip("\n".join(self._told(state)))
        self.update()

    def show_typed(self, typed: Typed) -> None:
        """Mark a bar that the typed letters fit."""
        if typed != self._typed:
            self._typed = typed
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, HEIGHT)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.isEnabled():
            return
        menu = QMenu(self)
        menu.addAction(f"Decide for {self.text()}", self.click)
        menu.addAction(self._also_text(), self.also_asked.emit)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isDown() and self._plus().contains(event.position()):
            self.setDown(False)
            self.also_asked.emit()
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        self._paint_ground(painter, area)
        self._paint_digit(painter, QRectF(5, area.center().y() - 7.5, 17, 15))
        self._paint_name(painter, area)
        self._paint_bars(painter, area)
        painter.setPen(theme().color("soft"))
        number = "" if self.state.p is None else percent(self.state.p)
        painter.drawText(area.adjusted(0, 0, -5, 0), _at(Qt.AlignmentFlag.AlignRight), number)

    def _paint_ground(self, painter: QPainter, area: QRectF) -> None:
        ground = "selected" if self.state.decided or self.state.also else "ground"
        if self._typed:
            ground = "mark" if self._typed == "best" else "selected"
        marked = self.state.decided or self.state.also or self._typed
        if not (marked or self.underMouse() or self.hasFocus()):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        if self.hasFocus() or self._typed == "best":
            painter.setPen(QPen(theme().color("accent"), 1))
        painter.setBrush(theme().color(ground))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_digit(self, painter: QPainter, area: QRectF) -> None:
        if self._digit > 9:
            return
        painter.save()
        painter.setPen(theme().color("hairline"))
        painter.setBrush(theme().color("panel"))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        font = painter.font()
        font.setPixelSize(11)
        painter.setFont(font)
        painter.setPen(theme().color("soft"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(self._digit))
        painter.restore()

    def _paint_name(self, painter: QPainter, area: QRectF) -> None:
        state = self.state
        painter.setPen(theme().color("ink" if self.isEnabled() else "soft"))
        font = QFont(painter.font())
        font.setPixelSize(13)
        font.setBold(state.decided or state.also)
        painter.setFont(font)
        room = BAR_LEFT - NAME_LEFT - 4
        name = f"+ {self.text()}" if state.also else self.text()
        shown = QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideRight, room)
        place = QRectF(NAME_LEFT, 0, room + 2, area.height())
        painter.drawText(place, _at(Qt.AlignmentFlag.AlignLeft), shown)

    def _paint_bars(self, painter: QPainter, area: QRectF) -> None:
        state = self.state
        colour = theme().color("soft") if state.muted else theme().section(self.section.code)
        offered = self.isEnabled() and (self.underMouse() or self.hasFocus())
        right = self._plus().left() - 3 if offered else self.width() - NUMBER_WIDTH
        bar = QRectF(BAR_LEFT, area.center().y() - 3.5, right - BAR_LEFT, 7)
        if state.beside is not None:
            bar.translate(0, -1.5)
            beside = QRectF(bar.left(), bar.bottom() + 2, bar.width(), 3)
            paint_bar(painter, beside, state.beside, theme().color("soft"))
        paint_bar(painter, bar, state.p or 0.0, colour)
        if offered:
            middle = self._plus().center()
            painter.setPen(QPen(theme().color("accent"), 1.6))
            for arm in (QPointF(3.5, 0), QPointF(0, 3.5)):
                if not (state.also and arm.y()):
                    painter.drawLine(middle - arm, middle + arm)

    def _plus(self) -> QRectF:
        """Where the small + stands, once the bar is pointed at."""
        left = self.width() - NUMBER_WIDTH - PLUS_WIDTH + 8
        return QRectF(left, 3, PLUS_WIDTH, self.height() - 6)

    def _also_text(self) -> str:
        return f"No longer in {self.text()}" if self.state.also else f"Also in {self.text()}"

    def _spoken(self, state: BarState) -> list[str]:
        said = "no answer yet" if state.p is None else percent(state.p)
        parts = [self.text(), said]
        if state.beside is not None:
            parts.append(f"{state.beside_model} {percent(state.beside)}")
        if state.decided:
            parts.append("decided")
        if state.also:
            parts.append("also in it")
        return parts

    def _told(self, state: BarState) -> list[str]:
        keyed = self._digit <= 9
        lines = [f"Decide for {self.text()}" + (f" ({self._digit})" if keyed else "")]
        lines.append(self._also_text() + (f": + or Alt+{self._digit}" if keyed else ": +"))
        if state.beside is not None:
            lines.append(f"{state.beside_model} says {percent(state.beside)}")
        return lines


def _at(side: Qt.AlignmentFlag) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignVCenter | side
