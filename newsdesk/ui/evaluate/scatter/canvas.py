"""The canvas of a scatterplot: mouse, lasso and box, and keys."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent

from newsdesk.ui.evaluate.scatter.drawing import Drawing
from newsdesk.ui.evaluate.scatter.marking import NEAR, Marking, Tool, how_of
from newsdesk.ui.theme import theme

_STEP = 40.0
_TIMES = 1.25


class ScatterCanvas(Drawing):
    """marked: a mask of shape (N,) and how it goes with what is picked already.

    pointed: the article under the mouse, -1 for none, and where on the canvas.
    cleared: nothing is to be picked any more. tool_asked: the key of another tool was pressed.
    menu_asked: where on the whole screen the menu is to open. width_asked: more width, or less.
    """

    marked = Signal(object, str)
    pointed = Signal(int, QPoint)
    cleared = Signal()
    tool_asked = Signal(str)
    menu_asked = Signal(QPoint)
    width_asked = Signal()

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.tool: Tool = "lasso"
        self._marking: Marking | None = None
        self._pressed: QPointF | None = None
        self._moving: QPointF | None = None
        self._space = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.use_tool("lasso")

    def use_tool(self, tool: Tool) -> None:
        """What a drag with the left button does."""
        self.tool = tool
        self._show_cursor()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = event.position()
        hand = self.tool == "hand" or self._space
        if event.button() == Qt.MouseButton.MiddleButton or (
            hand and event.button() == Qt.MouseButton.LeftButton
        ):
            self._moving = spot
            self._pressed = spot if event.button() == Qt.MouseButton.LeftButton else None
            self._show_cursor()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed = spot
        else:
            super().mousePressEvent(event)
        self._point_at(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = event.position()
        if self._moving is not None:
            way = spot - self._moving
            self._moving = spot
            self.move_by(way.x(), way.y())
        elif self._pressed is not None:
            if self._marking is None and (spot - self._pressed).manhattanLength() > 2 * NEAR:
                self._marking = Marking(self.tool, self._pressed)
            if self._marking is not None:
                self._marking.go_on(spot)
                self.update()
        else:
            self._point_at(spot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        spot, pressed, marking = event.position(), self._pressed, self._marking
        self._pressed = self._marking = self._moving = None
        self._show_cursor()
        if marking is not None:
            marking.go_on(spot)
            self._mark(marking, event.modifiers())
        elif pressed is not None and (spot - pressed).manhattanLength() <= 2 * NEAR:
            self._click(spot, event.modifiers())
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.fit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._point_at(None)
        self.menu_asked.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y() or event.angleDelta().x()
        self.zoom(_TIMES ** (turned / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Left: (1, 0), Qt.Key.Key_Right: (-1, 0), Qt.Key.Key_Up: (0, 1),
                Qt.Key.Key_Down: (0, -1)}  # fmt: skip
        tools = {Qt.Key.Key_L: "lasso", Qt.Key.Key_B: "box", Qt.Key.Key_H: "hand"}
        key = Qt.Key(event.key())
        whole = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_A and whole:
            self.marked.emit(self.scene.shown.copy(), "replace")
        elif whole:
            super().keyPressEvent(event)
        elif key in ways:
            self.move_by(ways[key][0] * _STEP, ways[key][1] * _STEP)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_TIMES)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _TIMES)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_W:
            self.width_asked.emit()
        elif key in tools:
            self.tool_asked.emit(tools[key])
        elif key == Qt.Key.Key_Escape and self._marking is not None:
            self._marking = self._pressed = None
            self.update()
        elif key == Qt.Key.Key_Escape and self.scene.picked.any():
            self.cleared.emit()
        elif key == Qt.Key.Key_Space:
            self._space = True
            self._show_cursor()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_cursor()
        super().keyReleaseEvent(event)

    def paint_marks(self, painter: QPainter) -> None:
        if self._marking is not None:
            painter.setPen(QPen(theme().color("ink"), 1.2, Qt.PenStyle.DashLine))
            fill = theme().color("accent")
            fill.setAlphaF(0.08)
            painter.setBrush(fill)
            painter.drawPath(self._marking.path)

    def _mark(self, marking: Marking, keys: Qt.KeyboardModifier) -> None:
        """Pick what is in the lasso or the box."""
        places = self.scene.places
        mask = np.zeros(len(self.scene.points), dtype=np.bool_)
        mask[places] = marking.holds(*self.view.pixels(self.scene.points[places]))
        self.marked.emit(mask, how_of(keys))

    def _click(self, spot: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Pick the article under the mouse; a click on nothing picks nothing any more."""
        article = self.article_at(spot)
        if article >= 0:
            mask = np.zeros(len(self.scene.points), dtype=np.bool_)
            mask[article] = True
            self.marked.emit(mask, how_of(keys))
        elif how_of(keys) == "replace" and self.scene.picked.any():
            self.cleared.emit()

    def _point_at(self, spot: QPointF | None) -> None:
        article = self.article_at(spot) if spot is not None else -1
        if article != self._ring:
            self.show_ring(article)
            place = self.spot_of(article).toPoint() if article >= 0 else QPoint()
            self.pointed.emit(article, place)

    def _show_cursor(self) -> None:
        if self.tool == "hand" or self._space or self._moving is not None:
            closed = self._moving is not None
            shape = Qt.CursorShape.ClosedHandCursor if closed else Qt.CursorShape.OpenHandCursor
            self.setCursor(shape)
        else:
            self.setCursor(Qt.CursorShape.CrossCursor)
