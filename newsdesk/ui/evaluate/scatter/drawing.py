"""Points on a widget: shown, moved and zoomed as one picture that is drawn anew at rest."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.analysis.points import nearest
from newsdesk.services.evaluate.point_looks import Looks
from newsdesk.ui.evaluate.scatter.names import Names, placed
from newsdesk.ui.evaluate.scatter.raster import Picture, Raster, paint_picture
from newsdesk.ui.evaluate.scatter.scene import Scene
from newsdesk.ui.evaluate.scatter.view import View
from newsdesk.ui.theme import theme

REST_MS = 90
QUICK_S = 0.006
"""A picture that is drawn within this time is drawn for every frame of a gesture."""
NAMES_S = 0.012
"""Names are written for the first time for so long in one frame."""
MARGIN = 0.25
"""Part of the canvas that is drawn beyond each edge, for what comes into sight while moving."""
_MOST_DRAWN = 2_400_000
"""Pixels of a picture, from which on it has no margin."""
REACH = 9.0
"""Pixels from a point within which the mouse is on it."""
_CORNER = 8.0


class Drawing(QWidget):
    """The points of a scene in a view of it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.scene = Scene()
        self.view = View()
        self.picture: Picture | None = None
        self._fitted = True
        self._names: Names | None = None
        self._offsets: dict[int, QPointF] = {}
        self._ring = -1
        self._cost_s = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.settle)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(110, 90)
        self.setAccessibleName(f"Scatterplot of {title}")
        theme().changed.connect(self._forget)

    def sizeHint(self) -> QSize:
        return QSize(260, 200)

    def show_points(self, points: NDArray[np.floating], looks: Looks, anew: bool = False) -> None:
        """Show points of shape (N, 2). anew: all of them are to be in sight."""
        self.scene = Scene(
            np.asarray(points, dtype=np.float64), looks, self._mask(len(points)),
            self.scene.isolated,
        )  # fmt: skip
        if anew or self._fitted:
            self.fit()
        self._forget()

    def clear(self) -> None:
        """Show nothing."""
        self.scene = Scene()
        self.fit()
        self._forget()

    def show_looks(self, looks: Looks) -> None:
        """Colour by something else; every group is shown."""
        self.scene = replace(self.scene, looks=looks, isolated=None)
        self._forget()

    def show_picked(self, mask: NDArray[np.bool_]) -> None:
        """Outline these."""
        self.scene = self.scene.with_picked(mask)
        self._forget()

    def isolate(self, groups: frozenset[int] | None) -> None:
        """Show only some groups; None for all."""
        self.scene = replace(self.scene, isolated=groups)
        self._forget()

    def show_ring(self, article: int) -> None:
        """Ring an article's point, -1 for none."""
        if article != self._ring:
            self._ring = article
            self.update()

    def fit(self) -> None:
        """Show all points."""
        self._fitted = True
        self._go(View.fit(self.scene.points, self.width(), self.height()), fitted=True)

    def zoom(self, times: float, at: QPointF | None = None) -> None:
        """Larger by `times` about a place, the middle where none is given."""
        spot = at or QPointF(self.width() / 2, self.height() / 2)
        self._go(self.view.zoomed(times, spot.x(), spot.y()))

    def move_by(self, across: float, down: float) -> None:
        """Move the points by so many pixels."""
        self._go(self.view.moved(across, down))

    def article_at(self, spot: QPointF) -> int:
        """The article whose point is nearest to a place, -1 where none is near."""
        scene = self.scene
        if not len(scene.points):
            return -1
        reach = REACH / self.view.scale
        x, y = self.view.point(spot.x(), spot.y())
        found = nearest(scene.points[:, 0], scene.points[:, 1], (x, y), reach)
        if found >= 0 and not scene.shown[found]:
            shown = scene.points[scene.places]
            found = nearest(shown[:, 0], shown[:, 1], (x, y), reach)
            found = int(scene.places[found]) if found >= 0 else -1
        return found

    def spot_of(self, article: int) -> QPointF:
        """Where an article's point lies on the canvas."""
        across, down = self.view.pixels(self.scene.points[article : article + 1])
        return QPointF(across[0], down[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._fitted:
            self.fit()
        else:
            self._go(self.view.resized(self.width(), self.height()))
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.picture is None or (self.picture.view != self.view and self._cost_s < QUICK_S):
            self._draw()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(edge, _CORNER, _CORNER)
        painter.fillRect(self.rect(), theme().color("panel"))
        if self.picture is not None:
            paint_picture(painter, self.picture, self.view)
        self._paint_names(painter)
        self._paint_ring(painter)
        self.paint_marks(painter)
        # Corners painted over: a clip that is no rectangle makes every frame many times slower.
        corners = QPainterPath()
        corners.addRect(QRectF(self.rect()))
        painter.fillPath(corners.subtracted(outline), theme().color("ground"))
        focused = self.hasFocus()
        painter.setPen(QPen(theme().color("accent" if focused else "hairline"), 1))
        painter.drawPath(outline)
        painter.end()

    def paint_marks(self, painter: QPainter) -> None:
        """What is drawn above the points."""

    def _paint_ring(self, painter: QPainter) -> None:
        if 0 <= self._ring < len(self.scene.points) and self.scene.shown[self._ring]:
            painter.setPen(QPen(theme().color("ink"), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.spot_of(self._ring), 6.5, 6.5)

    def _draw(self) -> None:
        """A new picture of what is in sight, and the places of the names in it."""
        begun = time.perf_counter()
        ratio = self.devicePixelRatioF()
        margin = float(round(MARGIN * min(self.width(), self.height())))
        if (self.width() + 2 * margin) * (self.height() + 2 * margin) * ratio**2 > _MOST_DRAWN:
            margin = 0.0
        self.picture = Raster(self.scene, theme().tokens).draw(self.view, ratio, margin)
        self._place_names()
        self._cost_s = time.perf_counter() - begun

    def _place_names(self) -> None:
        """Where names stand, as steps from the middles of their points."""
        self._offsets = {}
        scene = self.scene
        if not scene.names_at_centres or not len(scene.places):
            return
        shown = [group.name for group in scene.looks.groups], theme().tokens
        if self._names is None or (self._names.names, self._names.tokens) != shown:
            self._names = Names(*shown)
        middles = np.column_stack(self.view.pixels(scene.centres))
        order = np.argsort(-scene.looks.counts, kind="stable").tolist()
        area = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        for name, spot in placed(middles, self._names.sizes, order, area).items():
            self._offsets[name] = spot - QPointF(*middles[name])

    def _paint_names(self, painter: QPainter) -> None:
        if self._names is None or not self._offsets:
            return
        across, down = self.view.pixels(self.scene.centres)
        begun = time.perf_counter()
        for name, step in self._offsets.items():
            late = time.perf_counter() - begun > NAMES_S
            if late and not self._names.is_written(painter, name):
                self.update()  # it comes with the next frame
                continue
            self._names.paint(painter, name, QPointF(across[name], down[name]) + step)

    def _go(self, view: View, fitted: bool = False) -> None:
        self._fitted = fitted
        self.view = view
        if self.picture is not None and self.picture.view != view:
            self._rest.start()
        self.update()

    def settle(self) -> None:
        """The gesture is over: draw anew what is in sight."""
        if self.picture is not None and self.picture.view != self.view:
            self.picture = None
            self.update()

    def _forget(self) -> None:
        """Something else is to be drawn."""
        self.picture = None
        self.setAccessibleDescription(self.scene.told())
        self.update()

    def _mask(self, number: int) -> NDArray[np.bool_]:
        picked = self.scene.picked
        return picked if len(picked) == number else np.zeros(number, dtype=np.bool_)
