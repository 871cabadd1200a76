"""A scatterplot as a chart for files and reports."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.scatter.colours import colours_of, shapes_of
from newsdesk.ui.evaluate.scatter.legend import paint_sign
from newsdesk.ui.evaluate.scatter.names import Names, placed
from newsdesk.ui.evaluate.scatter.raster import FADED, MOST_SINGLE, Raster, point_size
from newsdesk.ui.evaluate.scatter.scene import Scene
from newsdesk.ui.evaluate.scatter.shapes import outlines
from newsdesk.ui.evaluate.scatter.view import View
from newsdesk.ui.theme.palette import Tokens

WIDTH, HEIGHT = 640.0, 480.0
_LINE = 18.0
_SIGN = 18.0
_RATIO = 2.0


class ScatterChart:
    """title: what is drawn and how, such as “Text, t-SNE”. Up to 20,000 points are vectors."""

    def __init__(self, title: str, scene: Scene, evaluated: Evaluated) -> None:
        self._title, self._scene, self._evaluated = title, scene, evaluated

    @property
    def title(self) -> str:
        """What it shows."""
        return self._title

    def size(self) -> QSizeF:
        """Room for the points, and for the legend below them."""
        return QSizeF(WIDTH, HEIGHT + self._legend(WIDTH)[1])

    def paint(self, painter: QPainter, size: QSizeF, tokens: Tokens) -> None:
        """Draw points, names and legend into (0, 0, size)."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(), size), QColor(tokens.panel))
        spots, below = self._legend(size.width())
        area = QRectF(0, 0, size.width(), max(size.height() - below, 1.0))
        view = View.fit(self._scene.points, area.width(), area.height())
        if len(self._scene.places) > MOST_SINGLE:
            picture = Raster(self._scene, tokens).draw(view, _RATIO)
            painter.drawImage(area, picture.image)
        else:
            self._paint_points(painter, view, tokens)
        if self._scene.names_at_centres and len(self._scene.places):
            self._paint_names(painter, view, area, tokens)
        painter.setPen(QPen(QColor(tokens.hairline), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        self._paint_legend(painter, spots, area.bottom() + 8, tokens)
        painter.restore()

    def table(self) -> Table:
        """Every article that has a point, with its place."""
        evaluated, points = self._evaluated, self._scene.points
        codes = evaluated.codes
        rows = [
            [
                int(evaluated.keys[i]), evaluated.titles[i], codes[evaluated.truth[i]],
                codes[evaluated.predicted[i]], float(evaluated.confidence[i]),
                float(points[i, 0]), float(points[i, 1]),
            ]
            for i in np.flatnonzero(np.isfinite(points).all(axis=1))
        ]  # fmt: skip
        return ("number", "title", "true", "predicted", "probability", "x", "y"), rows

    def _paint_points(self, painter: QPainter, view: View, tokens: Tokens) -> None:
        scene = self._scene
        across, down = view.pixels(scene.points[scene.places])
        groups = scene.looks.of[scene.places]
        picked = scene.picked[scene.places] if scene.picked.any() else None
        size = point_size(len(scene.places))
        shapes, colours = shapes_of(scene.looks.groups), colours_of(scene.looks.groups, tokens)
        outlined = QPen(QColor(tokens.ink), 2.4 / size)
        for chosen in (False, True) if picked is not None else (True,):
            for group in range(len(colours)):
                members = groups == group
                if picked is not None:
                    members &= picked == chosen
                colour = QColor(colours[group])
                if not chosen:
                    colour.setAlphaF(1 - FADED)
                painter.setBrush(colour)
                painter.setPen(
                    outlined if chosen and picked is not None else QPen(Qt.PenStyle.NoPen)
                )
                path = outlines()[shapes[group]]
                for x, y in zip(across[members], down[members], strict=True):
                    painter.save()
                    painter.translate(x, y)
                    painter.scale(size / 2, size / 2)
                    painter.drawPath(path)
                    painter.restore()

    def _paint_names(self, painter: QPainter, view: View, area: QRectF, tokens: Tokens) -> None:
        names = Names([group.name for group in self._scene.looks.groups], tokens)
        middles = np.column_stack(view.pixels(self._scene.centres))
        order = np.argsort(-self._scene.looks.counts, kind="stable").tolist()
        for name, middle in placed(middles, names.sizes, order, area).items():
            size = names.sizes[name]
            corner = QPointF(middle.x() - size.width() / 2, middle.y() - size.height() / 2)
            names.write(painter, name, QRectF(corner, size))

    def _entries(self) -> list[int]:
        alone = self._scene.isolated
        number = len(self._scene.looks.groups)
        return [place for place in range(number) if alone is None or place in alone]

    def _legend(self, width: float) -> tuple[dict[int, QPointF], float]:
        """Where each entry of the legend stands, and the height of all of them."""
        metrics = QFontMetricsF(_font())
        spots: dict[int, QPointF] = {}
        left, top = 0.0, 0.0
        for place in self._entries():
            room = _SIGN + metrics.horizontalAdvance(self._scene.looks.groups[place].name) + 14
            if left and left + room > width:
                left, top = 0.0, top + _LINE
            spots[place] = QPointF(left, top)
            left += room
        return spots, top + _LINE + 12 if spots else 0.0

    def _paint_legend(
        self, painter: QPainter, spots: dict[int, QPointF], top: float, tokens: Tokens
    ) -> None:
        groups = self._scene.looks.groups
        shapes, colours = shapes_of(groups), colours_of(groups, tokens)
        painter.setFont(_font())
        for place, spot in spots.items():
            painter.save()
            painter.translate(spot.x() + 8, top + spot.y() + _LINE / 2)
            paint_sign(painter, shapes[place], colours[place], 8.5)
            painter.restore()
            painter.setPen(QColor(tokens.ink))
            room = QRectF(spot.x() + _SIGN, top + spot.y(), 600, _LINE)
            middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, middle, groups[place].name)


def _font() -> QFont:
    font = QFont()
    font.setPixelSize(12)
    return font
