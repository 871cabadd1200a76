"""Live curves of one trial. The only module that imports pyqtgraph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QWheelEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from newsdesk.services.job_details import Packed
from newsdesk.ui.theme import theme
from newsdesk.ui.training.series import Series, Values, smoothed
from newsdesk.ui.training.words import rate, size
from newsdesk.ui.widgets.labels import ElidedLabel, label

TALL, LOW = 176, 96


@dataclass(frozen=True, slots=True)
class CurveKind:
    """One plot. scale: from the stored value to the axis. shown: a value in words."""

    name: str
    title: str
    hint: str
    shown: Callable[[float], str]
    scale: float = 1.0
    smooth: bool = False
    dots: bool = False
    tall: bool = False


KINDS = (
    CurveKind(
        "loss", "Loss", "each step, and smoothed", lambda v: f"{v:.3f}", smooth=True, tall=True
    ),
    CurveKind(
        "dev_macro_f1", "Dev macro-F1", "at each epoch's end", lambda v: f"{v:.1f}", 100.0,
        dots=True, tall=True,
    ),
    CurveKind("rate", "Rate", "of the encoder", rate),
    CurveKind("articles_a_second", "Articles a second", "", lambda v: f"{v:,.0f}"),
    CurveKind("memory", "Memory", "highest so far", lambda v: size(v * 1e9), 1e-9),
)  # fmt: skip

TERMS = tuple(
    CurveKind(name, title, "part of the loss", lambda v: f"{v:.4f}", smooth=True)
    for name, title in (
        ("loss_attention", "Attention"),
        ("loss_hidden", "Hidden states"),
        ("loss_embeddings", "Embeddings"),
        ("loss_relation", "Relations"),
        ("loss_words", "Masked words"),
        ("loss_cosine", "Direction of the states"),
        ("loss_teacher", "The teacher’s answers"),
        ("loss_labels", "Labels"),
    )
)
"""Of a student's loss; those that a job has are shown below the others."""
STAGE = 0
"""The trial under which a stage before the trials tells its points."""


class _RateAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis of learning rates: 5e-5."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [rate(value) if value else "0" for value in values]


class _Plot(pg.PlotWidget):  # type: ignore[misc]
    """A plot that leaves the wheel to the page that it stands on."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Curve(QWidget):
    """One plot with its title. hovered: the step under the mouse, None where it left."""

    hovered = Signal(object)

    def __init__(self, kind: CurveKind) -> None:
        super().__init__()
        self.kind = kind
        self._x: Values = np.empty(0)
        self._y: Values = np.empty(0)
        self._value = label("", "soft")
        axes = {"left": _RateAxis("left")} if kind.name == "rate" else {}
        self.plot = _Plot(axisItems=axes)
        self.plot.setFixedHeight(TALL if kind.tall else LOW)
        self.plot.setMenuEnabled(False)
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.hideButtons()
        self.plot.setAntialiasing(True)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.getPlotItem().setContentsMargins(4, 8, 10, 2)
        self._others = self.plot.plot([], [], connect="finite") if kind.dots else None
        self._raw = self.plot.plot([], [])
        self._line = self.plot.plot([], []) if kind.smooth else self._raw
        self._cross = pg.InfiniteLine(angle=90, movable=False)
        self._cross.hide()
        self.plot.addItem(self._cross, ignoreBounds=True)
        self.plot.scene().sigMouseMoved.connect(self._move)
        self._build()
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def values(self) -> tuple[Values, Values]:
        """Steps and values as drawn."""
        return self._x, self._y

    @property
    def text(self) -> str:
        """What is written above the plot, at the right."""
        return self._value.text()

    def show_series(self, series: Series, trial: int) -> None:
        """Draw one trial."""
        x, y = series.curve(self.kind.name, trial)
        self._x, self._y = x, y * self.kind.scale
        self._raw.setData(self._x, self._y)
        if self.kind.smooth:
            self._line.setData(self._x, smoothed(self._y))
        if self._others is not None:
            other_x, other_y = series.others(self.kind.name, trial)
            self._others.setData(other_x, other_y * self.kind.scale)
        self.show_step(None)

    def show_step(self, step: float | None) -> None:
        """Mark a step and say its value; None: the last value."""
        self._cross.setVisible(step is not None and len(self._x) > 0)
        if not len(self._x):
            self._value.setText("no value yet")
        elif step is None:
            self._value.setText(self.kind.shown(float(self._y[-1])))
        else:
            place = int(np.abs(self._x - step).argmin())
            self._cross.setValue(self._x[place])
            value = self.kind.shown(float(self._y[place]))
            self._value.setText(f"step {self._x[place]:,.0f}: {value}")
        self.plot.setAccessibleDescription(self._value.text())

    def leaveEvent(self, event: object) -> None:
        self.hovered.emit(None)

    def _move(self, place: QPointF) -> None:
        box = self.plot.getPlotItem().vb
        if box.sceneBoundingRect().contains(place):
            self.hovered.emit(box.mapSceneToView(place).x())
        else:
            self.hovered.emit(None)

    def _build(self) -> None:
        self.plot.setAccessibleName(self.kind.title)
        title = label(self.kind.title, "strong" if self.kind.tall else "caption")
        hint = ElidedLabel()
        hint.setProperty("role", "soft")
        hint.setText(self.kind.hint)
        head = QHBoxLayout()
        head.setSpacing(7)
        head.addWidget(title)
        head.addWidget(hint, 1)
        head.addWidget(self._value)
        frame = QFrame()
        frame.setProperty("role", "card")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(2, 2, 2, 2)
        inner.addWidget(self.plot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addLayout(head)
        column.addWidget(frame)

    def _dress(self) -> None:
        colours = theme()
        self.plot.setBackground(colours.color("panel"))
        accent = colours.color("accent")
        faint = QColor(accent)
        faint.setAlphaF(0.28)
        strong = pg.mkPen(accent, width=2)
        if self.kind.smooth:
            self._raw.setPen(pg.mkPen(faint, width=1))
            self._line.setPen(strong)
        else:
            self._raw.setPen(strong)
        if self.kind.dots:
            self._raw.setSymbol("o")
            self._raw.setSymbolSize(6)
            self._raw.setSymbolBrush(accent)
            self._raw.setSymbolPen(None)
        if self._others is not None:
            self._others.setPen(pg.mkPen(faint, width=1))
        self._cross.setPen(pg.mkPen(colours.color("soft"), width=1, style=Qt.PenStyle.DashLine))
        small = QFont(self.font())
        small.setPixelSize(11)
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(pg.mkPen(colours.color("hairline")))
            axis.setTextPen(pg.mkPen(colours.color("soft")))
            axis.setTickFont(small)
            axis.setStyle(tickLength=-4, maxTickLevel=0)
            axis.enableAutoSIPrefix(False)
        self.plot.getAxis("left").setWidth(46)
        self.plot.getAxis("left").setGrid(40)


class Curves(QWidget):
    """All curves of one job; one trial of it is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.series = Series()
        self.trial = 1
        self.all = {kind.name: Curve(kind) for kind in (*KINDS, *TERMS)}
        self._terms = [self.all[kind.name] for kind in TERMS]
        for curve in self._terms:
            curve.setParent(self)
            curve.hide()
        tall = [curve for curve in self.all.values() if curve.kind.tall]
        low = [self.all[kind.name] for kind in KINDS if not kind.tall]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(16)
        for place, curve in enumerate(tall):
            grid.addWidget(curve, 0, 3 * place, 1, 3)
        for place, curve in enumerate(low):
            grid.addWidget(curve, 1, 2 * place, 1, 2)
        self._grid = grid
        for column in range(6):
            grid.setColumnStretch(column, 1)
        for curve in self.all.values():
            curve.hovered.connect(self._hover)

    def take(self, points: Packed, fresh: bool, anew: Iterable[int]) -> None:
        """Add points. fresh: forget all others. anew: trials whose others are forgotten."""
        self.series.forget(None if fresh else anew)
        self.series.take(points)
        self._draw()

    def show_trial(self, trial: int) -> None:
        """Draw another trial."""
        if trial != self.trial:
            self.trial = trial
            self._draw()

    def _draw(self) -> None:
        last = max(1, self.series.last_step())
        self._lay_out_terms()
        for curve in self.all.values():
            curve.plot.setXRange(0, last, padding=0.02)
            own = self.trial in self.series.trials(curve.kind.name)
            # What only an earlier stage has told stays to be seen.
            curve.show_series(self.series, self.trial if own else STAGE)

    def _lay_out_terms(self) -> None:
        """Show the parts of the loss that there are, three in a row."""
        there = [curve for curve in self._terms if self.series.trials(curve.kind.name)]
        for place, curve in enumerate(there):
            self._grid.addWidget(curve, 2 + place // 3, 2 * (place % 3), 1, 2)
        for curve in self._terms:
            curve.setVisible(curve in there)

    def _hover(self, step: float | None) -> None:
        for curve in self.all.values():
            curve.show_step(step)
