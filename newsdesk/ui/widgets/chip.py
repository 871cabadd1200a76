"""How a section and a probability look, wherever they are painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from newsdesk.ui.theme import theme
from newsdesk.ui.theme.palette import ON_SECTION

CHIP_HEIGHT = 19.0


def chip_font(base: QFont) -> QFont:
    """The font of a chip's name."""
    font = QFont(base)
    font.setPixelSize(12)
    font.setWeight(QFont.Weight.DemiBold)
    return font


def paint_chip(
    painter: QPainter, left: QPointF, name: str, code: str, widest: float, outlined: bool = False
) -> float:
    """Paint a section's chip with its left upper corner at `left`; its width in pixels."""
    font = chip_font(painter.font())
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, widest - 16)
    width = metrics.horizontalAdvance(shown) + 16
    area = QRectF(left.x(), left.y(), width, CHIP_HEIGHT)
    painter.save()
    painter.setFont(font)
    if outlined:
        painter.setPen(QPen(theme().section(code), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inside = area.adjusted(0.7, 0.7, -0.7, -0.7)
        painter.drawRoundedRect(inside, inside.height() / 2, inside.height() / 2)
        painter.setPen(theme().color("ink"))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().section(code))
        painter.drawRoundedRect(area, CHIP_HEIGHT / 2, CHIP_HEIGHT / 2)
        painter.setPen(QColor(ON_SECTION))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, shown)
    painter.restore()
    return width


def paint_bar(painter: QPainter, area: QRectF, share: float, color: QColor) -> None:
    """A rounded track, filled from the left by `share` (0 to 1)."""
    radius = area.height() / 2
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().color("track"))
    painter.drawRoundedRect(area, radius, radius)
    filled = QRectF(area)
    filled.setWidth(max(area.width() * min(share, 1.0), 2.0 if share > 0.002 else 0.0))
    if filled.width() > 0:
        painter.setClipRect(filled)
        painter.setBrush(color)
        painter.drawRoundedRect(area, radius, radius)
    painter.restore()


def percent(p: float) -> str:
    """A probability as people read it: never 100 % unless it is."""
    if 0.995 <= p < 0.99995:
        return "> 99 %"
    if 0 < p < 0.005:
        return "< 1 %"
    return f"{p:.0%}".replace("%", " %")
