"""The models under one another, each figure with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from newsdesk.core.manifest import Metric
from newsdesk.services.evaluate.comparison import Compared, Row
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import Axis, Frame, chart_font, percents
from newsdesk.ui.evaluate.charts.marks import (
    Look,
    paint_guide,
    paint_interval,
    paint_point,
    paint_ring,
)
from newsdesk.ui.evaluate.charts.plot import WIDTH, Plot
from newsdesk.ui.evaluate.words import points
from newsdesk.ui.theme.palette import Tokens

_ROW, _REST = 34.0, 66.0
_LONGEST = 150.0
_APART = 0.16
"""How far the two figures of a model stand off its middle, in rows."""
_RADIUS = 4.0


class ForestChart(Plot):
    """Macro-F1 and accuracy of every evaluation that takes part. names: of them, by id."""

    title = "Models side by side"
    told = "Each figure with the interval in which it lies with 95 % confidence."

    def __init__(self, compared: Compared, names: dict[int, str]) -> None:
        self.rows: Sequence[Row] = compared.rows
        self.models = [names[row.evaluation.id] for row in self.rows]
        metrics = QFontMetricsF(chart_font())
        shown = [
            metrics.elidedText(name, Qt.TextElideMode.ElideRight, _LONGEST) for name in self.models
        ]
        all_of = [each for row in self.rows for each in _figures(row)]
        low = min((each.low for each in all_of), default=0.0)
        high = max((each.high for each in all_of), default=1.0)
        # The first row stands on top.
        up = Axis("", len(self.rows) - 0.5, -0.5, tuple(enumerate(shown)))
        super().__init__(percents("", low, min(1.0, high)), up, ("macro-F1", "accuracy"))

    @property
    def description(self) -> str:
        return "; ".join(self.reading(stop) for stop in range(self.stops))

    @property
    def stops(self) -> int:
        return len(self.rows)

    def size(self) -> QSizeF:
        return QSizeF(WIDTH, _REST + _ROW * len(self.rows))

    def place_of(self, stop: int) -> tuple[float, float]:
        return self.rows[stop].standing.macro_f1.value, stop - _APART

    def reading(self, stop: int) -> str:
        f1, accuracy = (_told(each) for each in _figures(self.rows[stop]))
        return f"{self.models[stop]}: macro-F1 {f1}, accuracy {accuracy}"

    def radius(self, stop: int) -> float:
        return _RADIUS

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        first = self.rows[0].standing.macro_f1.value if self.rows else 0.0
        top, foot = frame.area.top(), frame.area.bottom()
        paint_guide(painter, QPointF(frame.x(first), top), QPointF(frame.x(first), foot), tokens)
        for stop, row in enumerate(self.rows):
            for metric, off, look in zip(_figures(row), (-_APART, _APART), styles, strict=True):
                ends = (frame.at(metric.low, stop + off), frame.at(metric.high, stop + off))
                paint_interval(painter, *ends, look)
                paint_point(painter, frame.at(metric.value, stop + off), _RADIUS, look, tokens)

    def paint_stop(self, painter: QPainter, size: QSizeF, tokens: Tokens, stop: int) -> None:
        frame = self.frame(size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.soft), 1, Qt.PenStyle.DotLine))
        y = frame.y(stop)
        painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y))
        for metric, off in zip(_figures(self.rows[stop]), (-_APART, _APART), strict=True):
            paint_ring(painter, frame.at(metric.value, stop + off), _RADIUS, tokens)
        painter.restore()

    def stop_at(self, point: QPointF, size: QSizeF) -> int | None:
        frame = self.frame(size)
        if not self.stops or not frame.area.adjusted(-200, -6, 6, 6).contains(point):
            return None
        return min(range(self.stops), key=lambda stop: abs(frame.y(stop) - point.y()))

    def table(self) -> Table:
        header = ["model", "evaluation"]
        for name in ("macro_f1", "accuracy"):
            header += [name, f"{name}_low", f"{name}_high"]
        rows: list[list[object]] = []
        for model, row in zip(self.models, self.rows, strict=True):
            values: list[object] = [model, row.evaluation.id]
            for metric in _figures(row):
                values += [metric.value, metric.low, metric.high]
            rows.append([*values, row.standing.ece])
        return [*header, "ece"], rows


def _figures(row: Row) -> tuple[Metric, Metric]:
    return row.standing.macro_f1, row.standing.accuracy


def _told(metric: Metric) -> str:
    return f"{points(metric.value)} ({points(metric.low)}–{points(metric.high)})"
