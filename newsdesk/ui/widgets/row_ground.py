"""The ground of a row in a list: chosen, under the mouse, with the keyboard, and a line below."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

from newsdesk.ui.theme import theme


def paint_state(painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
    """Paint whether the row is chosen or under the mouse, and nothing else."""
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, theme().color("selected"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, theme().color("hover"))


def paint_ground(painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
    """Paint it under what stands on the row."""
    paint_state(painter, area, state)
    line = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
    painter.fillRect(line, theme().color("hairline"))
    if state & QStyle.StateFlag.State_HasFocus:
        bar = QRectF(area.left(), area.top(), 3, area.height() - 1)
        painter.fillRect(bar, theme().color("accent"))
