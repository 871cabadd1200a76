"""The grid of a sweep: encoder rate by head rate, the value in each cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from newsdesk.core.job import Trial
from newsdesk.ui.theme import theme
from newsdesk.ui.training.words import rate

LABELS = 52.0
HEAD = 38.0
CELL = QSize(74, 34)
GAP = 2.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair of rates. value: mean dev macro-F1 over its trials, 0 to 1; None while none."""

    encoder: float
    head: float
    trials: tuple[Trial, ...]
    value: float | None


def cells_of(trials: Sequence[Trial]) -> list[Cell]:
    """The pairs of rates that were, or will be, tried."""
    pairs: dict[tuple[float, float], list[Trial]] = defaultdict(list)
    for trial in trials:
        pairs[trial.encoder_rate, trial.head_rate].append(trial)
    cells = []
    for (encoder, head), members in pairs.items():
        known = [trial.dev_macro_f1 for trial in members if trial.dev_macro_f1 is not None]
        value = sum(known) / len(known) if known else None
        cells.append(Cell(encoder, head, tuple(members), value))
    return cells


class HeatMap(QWidget):
    """picked: the number of the trial whose cell was chosen (the best of its seeds and folds)."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Grid of the sweep: encoder rate by head rate")
        self._cells: list[Cell] = []
        self._encoders: list[float] = []
        self._heads: list[float] = []
        self._trial = 0
        theme().changed.connect(self.update)

    @property
    def cells(self) -> list[Cell]:
        """The cells as painted."""
        return self._cells

    @property
    def best(self) -> Cell | None:
        """The cell with the highest value."""
        known = [cell for cell in self._cells if cell.value is not None]
        return max(known, key=lambda cell: cell.value or 0.0, default=None)

    def show_trials(self, trials: Sequence[Trial], current: int) -> None:
        """Show the grid. current: the trial whose curves are drawn."""
        self._cells = cells_of(trials)
        self._encoders = sorted({cell.encoder for cell in self._cells})
        self._heads = sorted({cell.head for cell in self._cells})
        self._trial = current
        best = self.best
        if best is not None and best.value is not None:
            self.setAccessibleDescription(
                f"Best: encoder {rate(best.encoder)}, head {rate(best.head)}, "
                f"dev macro-F1 {100 * best.value:.1f}"
            )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        columns, rows = max(1, len(self._heads)), max(1, len(self._encoders))
        width = LABELS + columns * CELL.width()
        return QSize(round(width), round(HEAD + rows * CELL.height()) + 2)

    def area_of(self, cell: Cell) -> QRectF:
        """Where a cell stands."""
        room = (self.width() - LABELS) / max(1, len(self._heads))
        width = min(float(CELL.width()) * 1.6, room)
        column, row = self._heads.index(cell.head), self._encoders.index(cell.encoder)
        left, top = LABELS + column * width, HEAD + row * CELL.height()
        return QRectF(left, top, width - GAP, CELL.height() - GAP)

    def cell_at(self, place: QPoint) -> Cell | None:
        """The cell under a point."""
        return next((c for c in self._cells if self.area_of(c).contains(place)), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._cells:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(12)
        painter.setFont(font)
        self._paint_labels(painter)
        known = [cell.value for cell in self._cells if cell.value is not None]
        low, high = min(known, default=0.0), max(known, default=1.0)
        for cell in self._cells:
            self._paint_cell(painter, cell, low, high)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().toPoint())
        if cell is not None:
            self._pick(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        here = self._current_cell()
        if event.key() not in steps or here is None:
            super().keyPressEvent(event)
            return
        down, right = steps[Qt.Key(event.key())]
        row, column = self._encoders.index(here.encoder), self._heads.index(here.head)
        while True:  # to the next cell that was tried, over those that were not
            row, column = row + down, column + right
            if not (0 <= row < len(self._encoders) and 0 <= column < len(self._heads)):
                return
            place = self._encoders[row], self._heads[column]
            found = next((c for c in self._cells if (c.encoder, c.head) == place), None)
            if found is not None:
                self._pick(found)
                return

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            cell = self.cell_at(event.pos())
            text = _tip(cell) if cell else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _pick(self, cell: Cell) -> None:
        best = max(cell.trials, key=lambda trial: trial.dev_macro_f1 or 0.0)
        self._trial = best.number
        self.update()
        self.picked.emit(best.number)

    def _current_cell(self) -> Cell | None:
        return next(
            (c for c in self._cells if any(t.number == self._trial for t in c.trials)), None
        )

    def _paint_labels(self, painter: QPainter) -> None:
        painter.setPen(theme().color("soft"))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        centre = Qt.AlignmentFlag.AlignCenter
        painter.drawText(QRectF(0, 0, self.width(), 18), left, "encoder rate ↓   head rate →")
        seen: set[float] = set()
        for cell in self._cells:
            area = self.area_of(cell)
            if cell.head not in seen:
                seen.add(cell.head)
                painter.drawText(QRectF(area.left(), 19, area.width(), 18), centre, rate(cell.head))
        for row, encoder in enumerate(self._encoders):
            top = HEAD + row * CELL.height()
            painter.drawText(QRectF(0, top, LABELS, CELL.height() - GAP), left, rate(encoder))

    def _paint_cell(self, painter: QPainter, cell: Cell, low: float, high: float) -> None:
        area = self.area_of(cell)
        ground = heat(cell.value, low, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(area, 4, 4)
        best = cell is self.best
        font = painter.font()
        font.setBold(best)
        painter.setFont(font)
        painter.setPen(ink_on(ground) if cell.value is not None else theme().color("soft"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, _text(cell, best))
        font.setBold(False)
        painter.setFont(font)
        if cell is self._current_cell():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("ink"), 2))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4)


def _text(cell: Cell, best: bool) -> str:
    if cell.value is not None:
        return f"{100 * cell.value:.1f}" + (" ★" if best else "")
    states = {trial.state for trial in cell.trials}
    return "collapsed" if "collapsed" in states else "running" if "running" in states else "–"


def _tip(cell: Cell) -> str:
    lines = [f"Encoder {rate(cell.encoder)}, head {rate(cell.head)}"]
    for trial in cell.trials:
        found = f"{100 * trial.dev_macro_f1:.1f}" if trial.dev_macro_f1 is not None else trial.state
        fold = f", fold {trial.fold}" if trial.fold else ""
        lines.append(f"trial {trial.number}, seed {trial.seed}{fold}: {found}")
    return "\n".join(lines)


def heat(value: float | None, low: float, high: float) -> QColor:
    """From the page's quiet track colour for the lowest to the accent for the highest."""
    cold, hot = theme().color("track"), theme().color("accent")
    if value is None:
        return theme().color("ground")
    share = 1.0 if high <= low else (value - low) / (high - low)
    channels = (
        round(a + (b - a) * share)
        for a, b in zip(cold.getRgb()[:3], hot.getRgb()[:3], strict=True)  # type: ignore[index]
    )
    return QColor(*channels)


def luminance(color: QColor) -> float:
    """Relative luminance (WCAG 2.2), 0 to 1."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(ground: QColor) -> QColor:
    """Dark or light text, whichever is read more easily on this ground."""
    inks = (QColor(theme().tokens.ink), QColor(theme().tokens.panel))
    return max(inks, key=lambda ink: _contrast(ink, ground))


def _contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
