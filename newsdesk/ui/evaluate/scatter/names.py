"""Names of sections at the middle of their points, moved apart where they would overlap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
)

from newsdesk.ui.theme.palette import Tokens

_HALO = 3.0
_WIDEST = 130.0
_LINES = (0, -1, 1, -2, 2, -3, 3)
_SIDES = (0.0, -0.5, 0.5)


def name_font() -> QFont:
    """The font of the names."""
    font = QFont()
    font.setPixelSize(11)
    font.setWeight(QFont.Weight.Bold)
    return font


def shortened(name: str, font: QFont) -> str:
    """A name as it is drawn: a very long one is cut."""
    return QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, _WIDEST)


def placed(
    middles: NDArray[np.float64], sizes: Sequence[QSizeF], order: Sequence[int], area: QRectF
) -> dict[int, QPointF]:
    """Where each name's middle goes. In a crowd the last of `order` find no room: left out.

    middles: shape (names, 2), where they should be, in pixels; those that are NaN or out of sight
    are left out. sizes: of the names.
    """
    taken = np.empty((len(sizes), 4))
    found: dict[int, QPointF] = {}
    for name in order:
        x, y = middles[name]
        if not (np.isfinite(x) and area.contains(x, y)):
            continue
        width, height = sizes[name].width(), sizes[name].height()
        for line in _LINES:
            for side in _SIDES:
                left = x + side * width - width / 2
                left = min(max(left, area.left()), max(area.right() - width, area.left()))
                top = y + line * height * 0.9 - height / 2
                top = min(max(top, area.top()), max(area.bottom() - height, area.top()))
                others = taken[: len(found)]
                hit = (others[:, 0] < left + width) & (left < others[:, 2])
                hit &= (others[:, 1] < top + height) & (top < others[:, 3])
                if not hit.any():
                    taken[len(found)] = left, top, left + width, top + height
                    found[name] = QPointF(left + width / 2, top + height / 2)
                    break
            if name in found:
                break
    return found


class Names:
    """The names of groups, drawn once each and kept as little pictures."""

    def __init__(self, names: Sequence[str], tokens: Tokens) -> None:
        self.names, self.tokens = list(names), tokens
        self._font = name_font()
        self._names = [shortened(name, self._font) for name in names]
        metrics = QFontMetricsF(self._font)
        self.sizes = [
            QSizeF(metrics.horizontalAdvance(name) + 2 * _HALO, metrics.height() + 1)
            for name in self._names
        ]
        self._images: dict[tuple[int, float], QImage] = {}

    def is_written(self, painter: QPainter, name: int) -> bool:
        """Whether there is a picture of a name already."""
        return (name, painter.device().devicePixelRatioF()) in self._images

    def paint(self, painter: QPainter, name: int, middle: QPointF) -> None:
        """Paint a name around its middle from its picture."""
        ratio = painter.device().devicePixelRatioF()
        size = self.sizes[name]
        corner = QPointF(middle.x() - size.width() / 2, middle.y() - size.height() / 2)
        image = self._images.get((name, ratio))
        if image is None:
            image = QImage((size * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            image.setDevicePixelRatio(ratio)
            drawing = QPainter(image)
            drawing.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.write(drawing, name, QRectF(QPointF(), size))
            drawing.end()
            self._images[name, ratio] = image
        at = QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio)
        painter.drawImage(at, image)

    def write(self, painter: QPainter, name: int, area: QRectF) -> None:
        """Write a name as text, with a seam in the colour of the ground around it."""
        base = QPointF(area.left() + _HALO, area.top() + QFontMetricsF(self._font).ascent())
        path = QPainterPath()
        path.addText(base, self._font, self._names[name])
        seam = QPen(QColor(self.tokens.panel), _HALO)
        seam.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, seam)
        painter.setPen(QColor(self.tokens.ink))
        painter.setFont(self._font)
        painter.drawText(base, self._names[name])
