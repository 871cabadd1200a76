"""How the cells of a matrix look: one painting code for the screen and for files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from newsdesk.analysis.matrix import Matrix, Scale
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.evaluate.matrix.ramp import STEPS, mixed, ramps
from newsdesk.ui.theme.palette import Tokens

SMALLEST_TEXT, LARGEST_TEXT = 9, 13
ZEROS_FROM = 30.0
"""Narrower cells say nothing where they are empty."""
_FLOOR = 0.1
"""A mistake is full red from this part of the fullest right cell on, or if it is the worst."""

Shade = tuple[int, int]
"""A sign and a step of its ramp."""
_EMPTY: Shade = (0, 0)


@dataclass(frozen=True)
class CellLook:
    """Every cell's number and its place on a ramp.

    signs: 1 where it is good news, -1 where it is bad, 0 for empty cells. steps: 0 to STEPS - 1.
    scale: None where the numbers are the difference of two models. All of shape (S, S).
    """

    values: list[list[float]]
    signs: list[list[int]]
    steps: list[list[int]]
    scale: Scale | None

    def text(self, row: int, column: int) -> str:
        """What the cell says."""
        value = self.values[row][column]
        return words.change(int(value)) if self.scale is None else words.number(value, self.scale)


def look_of(matrix: Matrix, scale: Scale) -> CellLook:
    """Blue on the diagonal, red beside it, each the fuller the greater the number.

    The diagonal is measured by its fullest cell, what is beside it by the worst mistake; where
    even that is rare it stays pale.
    """
    values = matrix.shares(scale)
    right = np.eye(len(matrix), dtype=np.bool_)
    best = float(values[right].max(initial=0.0))
    worst = max(float(values[~right].max(initial=0.0)), _FLOOR * best)
    levels = np.where(right, values / (best or 1.0), values / (worst or 1.0))
    signs = np.where(values > 0, np.where(right, 1, -1), 0)
    return CellLook(values.tolist(), signs.tolist(), _steps(levels), scale)


def difference_look_of(matrix: Matrix) -> CellLook:
    """Blue where the model is better than the other one, red where it is worse."""
    most = int(np.abs(matrix.gain).max(initial=0)) or 1
    levels = np.abs(matrix.gain) / most
    signs = np.sign(matrix.gain)
    return CellLook(matrix.change.tolist(), signs.tolist(), _steps(levels), None)


class CellPainter:
    """Paints cells of one size. width, height: of a cell with the gap beside it."""

    def __init__(
        self, look: CellLook, tokens: Tokens, width: float, height: float, font: QFont
    ) -> None:
        self._look = look
        self._ramps = ramps(tokens)
        self._nothing = mixed(QColor(tokens.ground), QColor(tokens.panel), 0.45)
        self._pale = QColor(tokens.track)
        self._width, self._height = width, height
        self.font = QFont(font)
        size = min(max(round(min(width, height) * 0.5), SMALLEST_TEXT), LARGEST_TEXT)
        self.font.setPixelSize(size)
        metrics = QFontMetricsF(self.font)
        self._widths = {sign: metrics.horizontalAdvance(sign) for sign in "0123456789,+−<"}
        self._base = (height - 1 + metrics.ascent() - metrics.descent()) / 2
        self._zeros = width >= ZEROS_FROM
        self._known: dict[float, tuple[str, float]] = {}

    def fits(self, text: str) -> bool:
        """Whether a number has room in a cell."""
        return self._wide(text) <= self._width - 3

    def paint(
        self, painter: QPainter, rows: Iterable[tuple[int, float]],
        columns: Iterable[tuple[int, float]],
    ) -> None:  # fmt: skip
        """Paint cells. rows, columns: their places and where they begin, in points.

        Those of one colour together: with 60 sections the changes of colour took most of the time.
        """
        across, wide, high = list(columns), self._width - 1, self._height - 1
        areas: dict[Shade, list[QRectF]] = defaultdict(list)
        numbers: dict[Shade, list[tuple[QPointF, str]]] = defaultdict(list)
        for row, top in rows:
            signs, steps = self._look.signs[row], self._look.steps[row]
            for column, left in across:
                sign = signs[column]
                shade = (sign, steps[column]) if sign else _EMPTY
                areas[shade].append(QRectF(left, top, wide, high))
                if sign or self._zeros:
                    text, width = self._text(row, column)
                    if width <= wide - 2:
                        place = QPointF(left + (wide - width) / 2, top + self._base)
                        numbers[shade].append((place, text))
        painter.setPen(Qt.PenStyle.NoPen)
        for shade, found in areas.items():
            painter.setBrush(self._colours(shade)[0])
            painter.drawRects(found)
        painter.setFont(self.font)
        for shade, written in numbers.items():
            painter.setPen(self._colours(shade)[1])
            for place, text in written:
                painter.drawText(place, text)

    def _colours(self, shade: Shade) -> tuple[QColor, QColor]:
        """Ground and ink."""
        sign, step = shade
        return self._ramps[sign][step] if sign else (self._nothing, self._pale)

    def _text(self, row: int, column: int) -> tuple[str, float]:
        """What a cell says, and how wide that is; equal numbers are written once."""
        value = self._look.values[row][column]
        if value not in self._known:
            text = self._look.text(row, column)
            self._known[value] = text, self._wide(text)
        return self._known[value]

    def _wide(self, text: str) -> float:
        return sum(self._widths[sign] for sign in text)


def _steps(levels: NDArray[np.float64]) -> list[list[int]]:
    steps: list[list[int]] = np.rint(np.clip(levels, 0, 1) * (STEPS - 1)).astype(int).tolist()
    return steps
