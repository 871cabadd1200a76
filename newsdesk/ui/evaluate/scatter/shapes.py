"""The shapes of points: a second sign beside the colour, as paths and as little masks."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

Ints = NDArray[np.int64]
LEVELS = 4
"""Steps between a pixel that a shape only touches and one that it fills."""


def _polygon(corners: int, turn: float, radius: float) -> QPainterPath:
    angles = (turn + 360 * i / corners for i in range(corners))
    spots = [
        QPointF(radius * math.sin(math.radians(angle)), -radius * math.cos(math.radians(angle)))
        for angle in angles
    ]
    path = QPainterPath()
    path.addPolygon(QPolygonF(spots))
    path.closeSubpath()
    return path


def _bars(turn: float) -> QPainterPath:
    """A cross of two bars."""
    long, wide = 1.12, 0.36
    spots = [(-wide, -long), (wide, -long), (wide, -wide), (long, -wide), (long, wide),
             (wide, wide), (wide, long), (-wide, long), (-wide, wide), (-long, wide),
             (-long, -wide), (-wide, -wide)]  # fmt: skip
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    path = QPainterPath()
    path.addPolygon(
        QPolygonF([QPointF(x * cosine - y * sine, x * sine + y * cosine) for x, y in spots])
    )
    path.closeSubpath()
    return path


def _disc(hole: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(), 1.0, 1.0)
    if hole:
        path.addEllipse(QPointF(), hole, hole)
    return path


@cache
def outlines() -> tuple[QPainterPath, ...]:
    """Every shape around (0, 0), of about the same weight as a circle of radius 1."""
    square = QPainterPath()
    square.addRect(QRectF(-0.9, -0.9, 1.8, 1.8))
    return (
        _disc(),
        _polygon(3, 0, 1.3).translated(0, 0.2),
        square,
        _polygon(4, 0, 1.3),
        _bars(0),
        _polygon(3, 180, 1.3).translated(0, -0.2),
        _bars(45),
        _disc(0.5),
    )


@cache
def sprite(shape: int, across: float) -> tuple[tuple[Ints, Ints], ...]:
    """The pixels of a shape: for each level, from 1 to LEVELS, rows and columns from its middle.

    across: its diameter in pixels. The pixels of the last level are filled whole.
    """
    reach = math.ceil(across * 0.7) + 1
    side = 2 * reach + 1
    image = QImage(side, side, QImage.Format.Format_Alpha8)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(reach + 0.5, reach + 0.5)
    painter.scale(across / 2, across / 2)
    painter.fillPath(outlines()[shape], Qt.GlobalColor.black)
    painter.end()
    line = image.bytesPerLine()
    alpha = np.frombuffer(image.constBits(), np.uint8).reshape(side, line)[:, :side]
    levels = np.rint(alpha / 255 * LEVELS).astype(np.int64)
    found = []
    for level in range(1, LEVELS + 1):
        rows, columns = np.nonzero(levels == level)
        found.append((rows - reach, columns - reach))
    return tuple(found)
