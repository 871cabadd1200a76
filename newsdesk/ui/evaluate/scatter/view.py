"""Where points lie on a canvas: moved, and zoomed about a place."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.points import bounds

Floats = NDArray[np.float64]
ROOM = 0.07
"""Part of the canvas that is left free on each side when all points are shown."""
MOST, LEAST = 5000.0, 0.2
"""How far it can be zoomed in and out, in times of all points shown."""


@dataclass(frozen=True, slots=True)
class View:
    """scale: pixels a unit. x, y: the point in the middle. width, height: of the canvas, pixels.

    fitted: the scale at which all points are shown. Up is up: y grows against the pixels.
    """

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0
    fitted: float = 1.0

    @classmethod
    def fit(cls, points: Floats, width: float, height: float) -> View:
        """Show all of the points, shape (N, 2)."""
        left, low, right, high = bounds(points)
        free = 1 - 2 * ROOM
        scale = min(
            free * max(width, 1.0) / max(right - left, 1e-12),
            free * max(height, 1.0) / max(high - low, 1e-12),
        )
        return cls(scale, (left + right) / 2, (low + high) / 2, width, height, scale)

    def pixels(self, points: Floats) -> tuple[Floats, Floats]:
        """Where points of shape (N, 2) lie, as x and y of shape (N,), in pixels from the corner."""
        across = points[:, 0] * self.scale + (self.width / 2 - self.x * self.scale)
        down = points[:, 1] * -self.scale + (self.height / 2 + self.y * self.scale)
        return across, down

    def point(self, across: float, down: float) -> tuple[float, float]:
        """The point that lies at a pixel."""
        return (
            self.x + (across - self.width / 2) / self.scale,
            self.y - (down - self.height / 2) / self.scale,
        )

    def moved(self, across: float, down: float) -> View:
        """Everything so many pixels further."""
        return replace(self, x=self.x - across / self.scale, y=self.y + down / self.scale)

    def zoomed(self, times: float, across: float, down: float) -> View:
        """Larger by `times`; what lies at the pixel stays there."""
        scale = min(max(self.scale * times, self.fitted * LEAST), self.fitted * MOST)
        x, y = self.point(across, down)
        left, low = across - self.width / 2, down - self.height / 2
        return replace(self, scale=scale, x=x - left / scale, y=y + low / scale)

    def resized(self, width: float, height: float) -> View:
        """On a canvas of another size, with the same point in the middle."""
        return replace(self, width=width, height=height)
