"""How the cells of a matrix look: one painting code for the screen and for files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
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
        self._zeros = width >= ZEROS_FROM

    def fits(self, text: str) -> bool:
        """Whether a number has room in a cell."""
        return sum(self._widths[sign] for sign in text) <= self._width - 3

    def paint(
        self, painter: QPainter, rows: Iterable[tuple[int, float]],
        columns: Iterable[tuple[int, float]],
    ) -> None:  # fmt: skip
        """Paint cells. rows, columns: their places and where they begin, in points."""
        look, across = self._look, list(columns)
        painter.setFont(self.font)
        centre = Qt.AlignmentFlag.AlignCenter
        for row, top in rows:
            for column, left in across:
                area = QRectF(left, top, self._width - 1, self._height - 1)
                sign = look.signs[row][column]
                if sign:
                    ground, ink = self._ramps[sign][look.steps[row][column]]
                else:
                    ground, ink = self._nothing, self._pale
                painter.fillRect(area, ground)
                if not sign and not self._zeros:
                    continue
                text = look.text(row, column)
                if self.fits(text):
                    painter.setPen(ink)
                    painter.drawText(area, centre, text)


def _steps(levels: NDArray[np.float64]) -> list[list[int]]:
    steps: list[list[int]] = np.rint(np.clip(levels, 0, 1) * (STEPS - 1)).astype(int).tolist()
    return steps
