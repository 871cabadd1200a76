"""The widget that shows one plot: mouse and keys move a cursor that reads values off."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.services.evaluate.selection import How, Mask
from newsdesk.ui.evaluate.charts.plot import Picked, Plot
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.picking import PICKS

_LEAP = 10


class PlotView(QWidget):
    """read: what stands at the cursor, "" where there is none. picked: articles, and how.

    menu_asked: the menu of the chart, at a place on the whole screen.
    """

    read = Signal(str)
    picked = Signal(Picked, str)
    menu_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.plot: Plot | None = None
        self.stop: int | None = None
        self._marked: list[int] = []
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_plot(self, plot: Plot | None) -> None:
        """Show a plot, or nothing."""
        self.plot, self._marked = plot, []
        self.set_stop(None)
        self.setAccessibleName(plot.title if plot else "")
        self.setAccessibleDescription(plot.description if plot else "")
        if plot is not None:
            self.setFixedHeight(round(plot.size().height()))
            hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
            shape = hand if self.clicks else arrow
            self.setCursor(shape)
        self.update()

    @property
    def clicks(self) -> bool:
        """Whether there are articles behind what is drawn."""
        plot = self.plot
        return plot is not None and plot.stops > 0 and plot.picked(0) is not None

    def show_picked(self, mask: Mask) -> None:
        """Outline the marks behind which there are picked articles."""
        self._marked = []
        if self.plot is not None and self.plot.marks_stops and mask.any():
            behind = ((stop, self.plot.picked(stop)) for stop in range(self.plot.stops))
            self._marked = [
                stop for stop, each in behind if each is not None and np.any(mask[each.places])
            ]
        self.update()

    def set_stop(self, stop: int | None) -> None:
        """Move the cursor; None takes it away."""
        self.stop = stop
        text = self.plot.reading(stop) if self.plot is not None and stop is not None else ""
        self.read.emit(text)
        if text:
            self.setAccessibleDescription(text)
        self.update()

    def pick(self, how: How = "replace") -> None:
        """Pick the articles behind the stop at which the cursor is."""
        if self.plot is not None and self.stop is not None:
            picked = self.plot.picked(self.stop)
            if picked is not None:
                self.picked.emit(picked, how)

    def sizeHint(self) -> QSize:
        return self.plot.size().toSize() if self.plot is not None else QSize(280, 120)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 60)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.plot is None:
            return
        painter, size, tokens = QPainter(self), QSizeF(self.size()), theme().tokens
        self.plot.paint(painter, size, tokens)
        if self._marked:
            self.plot.paint_picked(painter, size, tokens, self._marked)
        if self.stop is not None and self.stop < self.plot.stops:
            self.plot.paint_stop(painter, size, tokens, self.stop)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("accent"), 1))
            painter.drawRoundedRect(self.plot.frame(size).area.adjusted(-4, -5, 5, 5), 5, 5)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.set_stop(self._stop_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self.set_stop(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.set_stop(self._stop_at(event.position()))
            adds = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            self.pick("add" if adds else "replace")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and self.stop is None and self.plot is not None and self.plot.stops:
            self.set_stop(self.plot.first_stop)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        # A menu takes the focus for a while only.
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.set_stop(None)
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -_LEAP, Qt.Key.Key_PageDown: _LEAP,
        }  # fmt: skip
        if self.plot is None or not self.plot.stops:
            super().keyPressEvent(event)
            return
        key, last = Qt.Key(event.key()), self.plot.stops - 1
        now = self.plot.first_stop if self.stop is None else self.stop
        if key in steps:
            self.set_stop(min(max(now + steps[key], 0), last))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.set_stop(0 if key == Qt.Key.Key_Home else last)
        elif key in PICKS:
            adds = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            self.pick("add" if adds else "replace")
        else:
            super().keyPressEvent(event)

    def _stop_at(self, point: QPointF) -> int | None:
        return self.plot.stop_at(point, QSizeF(self.size())) if self.plot is not None else None
