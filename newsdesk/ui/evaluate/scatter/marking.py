"""Lasso and box: what is being drawn with the mouse, and which points are in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from newsdesk.analysis.points import in_box, in_polygon
from newsdesk.services.evaluate.selection import How

Tool = Literal["lasso", "box", "hand"]
NEAR = 2.0
"""Pixels that the mouse goes before a lasso has another corner."""


def how_of(keys: Qt.KeyboardModifier) -> How:
    """What is done with the articles picked before: Shift adds, Alt removes, both intersect."""
    add = bool(keys & Qt.KeyboardModifier.ShiftModifier)
    remove = bool(keys & Qt.KeyboardModifier.AltModifier)
    if add and remove:
        return "intersect"
    return "add" if add else "remove" if remove else "replace"


@dataclass
class Marking:
    """A line or a box under way, in pixels of the canvas."""

    tool: Tool
    start: QPointF
    spots: list[QPointF] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.spots.append(self.start)

    def go_on(self, spot: QPointF) -> None:
        """The mouse is here now."""
        if self.tool == "box":
            self.spots[1:] = [spot]
        elif (spot - self.spots[-1]).manhattanLength() >= NEAR:
            self.spots.append(spot)

    @property
    def path(self) -> QPainterPath:
        """What is painted."""
        path = QPainterPath()
        if self.tool == "box":
            path.addRect(QRectF(self.spots[0], self.spots[-1]).normalized())
        else:
            path.addPolygon(QPolygonF(self.spots))
            path.closeSubpath()
        return path

    def holds(self, across: NDArray[np.float64], down: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Whether each point, given in pixels, is in it."""
        if self.tool == "box":
            return in_box(across, down, self.spots[0].toTuple(), self.spots[-1].toTuple())
        return in_polygon(across, down, np.array([spot.toTuple() for spot in self.spots]))
