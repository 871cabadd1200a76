"""Points as pixels: a hundred thousand at once, with no item for any of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from newsdesk.analysis.points import density
from newsdesk.ui.evaluate.scatter.colours import colours_of, shapes_of
from newsdesk.ui.evaluate.scatter.scene import Scene
from newsdesk.ui.evaluate.scatter.shapes import LEVELS, sprite
from newsdesk.ui.evaluate.scatter.view import View
from newsdesk.ui.theme.palette import Tokens

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pixels = NDArray[np.uint32]
MOST_SINGLE = 20_000
"""Where more points than these are in sight, their density is shown."""
SIZES = ((300, 7.5), (1_500, 6.5), (6_000, 5.5))
SMALLEST = 5.0
FADED = 0.72
"""How far towards the ground the colour of a point goes that is not picked while others are."""
_RIM = 2.4
_MOST_RIMS = 2_000
_CELL = 3
_MOST_CELLS = 100_000
_FAINTEST = 0.3


def point_size(number: int) -> float:
    """Diameter of a point where so many are in sight, in pixels."""
    return next((size for most, size in SIZES if number <= most), SMALLEST)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture of points. view: what it shows; margin: pixels drawn beyond each edge."""

    image: QImage
    view: View
    margin: float


class Raster:
    """Draws the points of a scene in the colours of one appearance."""

    def __init__(self, scene: Scene, tokens: Tokens) -> None:
        self._scene = scene
        self._ground = QColor(tokens.panel)
        self._ink = QColor(tokens.ink)
        self._colours = colours_of(scene.looks.groups, tokens)
        self._shapes = np.array(shapes_of(scene.looks.groups), dtype=np.int64)

    def draw(self, view: View, ratio: float = 1.0, margin: float = 0.0) -> Picture:
        """A picture of a view. ratio: device pixels a pixel. margin: pixels beyond each edge."""
        width = round((view.width + 2 * margin) * ratio)
        height = round((view.height + 2 * margin) * ratio)
        scene = self._scene
        across, down = view.pixels(scene.points[scene.places])
        across, down = (across + margin) * ratio, (down + margin) * ratio
        room = 8 * ratio
        seen = (across > -room) & (across < width + room)
        seen &= (down > -room) & (down < height + room)
        places, across, down = scene.places[seen], across[seen], down[seen]
        groups = scene.looks.of[places]
        picked = scene.picked[places] if scene.picked.any() else np.zeros(len(places), np.bool_)
        faded = FADED if scene.picked.any() else 0.0
        pad = round(20 * ratio)
        board = _Board(width, height, pad, self._ground)
        size = point_size(len(places)) * ratio
        rest = ~picked
        if rest.sum() > MOST_SINGLE:
            self._shade(board, across[rest], down[rest], groups[rest], faded, ratio)
        else:
            self._dot(board, across[rest], down[rest], groups[rest], faded, size)
        if picked.sum() > MOST_SINGLE:
            self._shade(board, across[picked], down[picked], groups[picked], 0.0, ratio)
        elif picked.any():
            chosen = across[picked], down[picked], groups[picked]
            if picked.sum() <= _MOST_RIMS:
                self._dot(board, *chosen, 0.0, size + _RIM * ratio, self._ink)
            self._dot(board, *chosen, 0.0, size)
        return Picture(board.image(ratio), view, margin)

    def _dot(
        self,
        board: _Board,
        across: Floats,
        down: Floats,
        groups: Ints,
        faded: float,
        size: float,
        colour: QColor | None = None,
    ) -> None:
        """Single points. Soft edges first: none of them is drawn over another point's inside."""
        if not len(across):
            return
        table = self._table([colour] * len(self._colours) if colour else self._colours, faded)
        spots = board.spots(across, down)
        shapes = self._shapes[groups]
        of_shape = [(shape, np.flatnonzero(shapes == shape)) for shape in np.unique(shapes)]
        for level in range(LEVELS):
            for shape, members in of_shape:
                rows, columns = sprite(int(shape), size)[level]
                if len(rows):
                    where = spots[members, None] + board.steps(rows, columns)
                    board.flat[where] = table[groups[members], level][:, None]

    def _shade(
        self,
        board: _Board,
        across: Floats,
        down: Floats,
        groups: Ints,
        faded: float,
        ratio: float,
    ) -> None:
        """Density: stronger where points lie closer, in the colour that most of them have."""
        width, height = board.size
        cell = max(round(_CELL * ratio), math.ceil(math.sqrt(width * height / _MOST_CELLS)))
        found = density(across, down, groups, board.size, cell)
        strength = np.log1p(found.counts) / np.log1p(max(1, found.counts.max(initial=1)))
        strength = (_FAINTEST + (1 - _FAINTEST) * strength) * (1 - faded)
        colours = np.array([_channels(each) for each in self._colours])
        layer = np.zeros((found.rows * found.columns, 4), dtype=np.float32)
        layer[found.cells, :3] = colours[found.groups] * strength[:, None]
        layer[found.cells, 3] = strength * 255
        soft = _blurred(layer.reshape(found.rows, found.columns, 4))
        # Cells keep what they have; between them the colours run into one another.
        whole = np.maximum(soft, 0.75 * layer.reshape(soft.shape))
        board.lay(whole.clip(0, 255).astype(np.uint8), cell)

    def _table(self, colours: Sequence[QColor], faded: float) -> Pixels:
        """The pixel of each group at each level of a soft edge, shape (groups, LEVELS)."""
        ground = np.array(_channels(self._ground))
        whole = np.array([_channels(each) for each in colours])
        whole = whole + (ground - whole) * faded
        share = (np.arange(1, LEVELS + 1) / LEVELS)[None, :, None]
        mixed = np.rint(ground + (whole[:, None] - ground) * share).astype(np.uint32)
        red, green, blue = mixed[..., 2], mixed[..., 1], mixed[..., 0]
        packed: Pixels = np.uint32(0xFF000000) | red << 16 | green << 8 | blue
        return packed


class _Board:
    """The pixels of a picture, with a border around that is cut off: no point needs clipping."""

    def __init__(self, width: int, height: int, pad: int, ground: QColor) -> None:
        self.size = (width, height)
        self._pad = pad
        self._row = width + 2 * pad
        self.pixels = np.full((height + 2 * pad, self._row), ground.rgb(), dtype=np.uint32)
        self.flat = self.pixels.reshape(-1)

    def spots(self, across: Floats, down: Floats) -> Ints:
        """Where the middles of points lie in `flat`."""
        columns = np.floor(across).astype(np.int64) + self._pad
        return (np.floor(down).astype(np.int64) + self._pad) * self._row + columns

    def steps(self, rows: Ints, columns: Ints) -> Ints:
        """From a point's middle to its pixels, in `flat`."""
        return rows * self._row + columns

    def lay(self, cells: NDArray[np.uint8], cell: int) -> None:
        """Lay a coarse picture with alpha over it. cells: shape (rows, columns, 4)."""
        rows, columns, _ = cells.shape
        flat = np.ascontiguousarray(cells)
        coarse = QImage(
            flat.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32_Premultiplied
        )
        height, width = self.pixels.shape
        whole = QImage(
            self.pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32
        )  # fmt: skip
        painter = QPainter(whole)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRect(self._pad, self._pad, columns * cell, rows * cell), coarse)
        painter.end()

    def image(self, ratio: float) -> QImage:
        """The picture without its border."""
        width, height = self.size
        inner = self.flat[self._pad * self._row + self._pad :]
        line = 4 * self._row
        made = QImage(inner.data, width, height, line, QImage.Format.Format_RGB32).copy()
        made.setDevicePixelRatio(ratio)
        return made


def _channels(colour: QColor) -> tuple[int, int, int]:
    return colour.blue(), colour.green(), colour.red()


def _blurred(layer: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each cell with a part of its neighbours."""
    for axis in (0, 1):
        spread = 0.5 * layer
        ahead = [slice(None)] * 3
        behind = [slice(None)] * 3
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        spread[tuple(ahead)] += 0.25 * layer[tuple(behind)]
        spread[tuple(behind)] += 0.25 * layer[tuple(ahead)]
        layer = spread
    return layer


def paint_picture(painter: QPainter, picture: Picture, view: View) -> None:
    """Paint a picture as it lies in another view, moved and scaled."""
    times = view.scale / picture.view.scale
    left, top = picture.view.point(-picture.margin, -picture.margin)
    across = (left - view.x) * view.scale + view.width / 2
    down = (view.y - top) * view.scale + view.height / 2
    painter.save()
    painter.translate(across, down)
    if times != 1.0:
        painter.scale(times, times)
    painter.drawImage(0, 0, picture.image)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
