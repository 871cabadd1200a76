"""A line of text inside an area, cut with an ellipsis where it does not fit."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

_LEFT = Qt.AlignmentFlag.AlignLeft


def paint_text(
    painter: QPainter,
    area: QRectF,
    text: str,
    side: Qt.AlignmentFlag = _LEFT,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """Paint it with the painter's font and pen, in the middle of the area's height.

    side: where it stands when there is room to spare. cut: where the ellipsis goes.
    """
    shown = QFontMetricsF(painter.font()).elidedText(text, cut, area.width())
    painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, shown)
