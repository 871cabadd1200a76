"""What filing by itself costs: a curve of mistakes over coverage, with a mark that can be moved."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from newsdesk.core.filing import FEWEST, FilingCurve, FilingPoint
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import percent

LEFT, FOOT, TOP, RIGHT = 72, 17, 8, 12
LOWEST_TOP = 0.1
"""The upper edge is at least at 10 % wrong, so that good curves look as good as they are."""
HEIGHT = 86


class CostCurve(QAbstractSlider):
    """Left nothing is filed, right everything; up is the part of it that is filed wrongly.

    Its value counts points from the highest threshold: 0 files nothing.
    chosen: the threshold that the mark stands at, None where nothing is filed.
    """

    chosen = Signal(object)

    def __init__(self, name: str, colour: QColor, parent: QWidget | None = None) -> None:
        """name: of the section, for the screen reader."""
        super().__init__(parent)
        self._colour = colour
        self._curve = FilingCurve("", 0, ())
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(f"What {name} files by itself")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(lambda _: self._tell())
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(330, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, HEIGHT)

    def show_curve(self, curve: FilingCurve, threshold: float | None) -> None:
        """Show a curve with the mark at a threshold, or where the next one is that it has."""
        self._curve = curve
        self.blockSignals(True)
        self.setRange(0, len(curve.points))
        self.setPageStep(max(1, len(curve.points) // 10))
        self.set_threshold(threshold)
        self.blockSignals(False)
        self.update()

    @property
    def threshold(self) -> float | None:
        """The confidence from which on is filed; None where nothing is."""
        point = self._point(self.value())
        return point.threshold if point else None

    def set_threshold(self, threshold: float | None) -> None:
        """Move the mark."""
        points = self._curve.points
        place = len(points)
        if threshold is not None:
            reached = (i for i, point in enumerate(points) if point.threshold >= threshold - 1e-9)
            place = next(reached, len(points))
        self.setValue(len(points) - place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._move_to(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list of sections is scrolled, no threshold is moved by accident

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(painter.font())
        font.setPixelSize(11)
        painter.setFont(font)
        area, top = self._area(), self._top()
        self._paint_axes(painter, area, top)
        spots = [self._spot(value, area, top) for value in range(1, len(self._curve.points) + 1)]
        few = sum(point.filed < FEWEST for point in self._curve.points)
        # What few articles say is drawn, but pale: it may be chance.
        self._paint_line(painter, spots[: few + 1], theme().color("soft"), 1.2)
        colour = self._colour.lighter(140) if theme().tokens.dark else self._colour
        self._paint_line(painter, spots[few:], colour, 2.0)
        self._paint_mark(painter, area, top)

    def _paint_axes(self, painter: QPainter, area: QRectF, top: float) -> None:
        for share in (0.0, top / 2, top):
            y = area.bottom() - area.height() * share / top
            painter.setPen(theme().color("hairline"))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme().color("soft"))
            label = QRectF(0, y - 8, LEFT - 7, 16)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            text = f"{percent(share)} wrong" if share == top else percent(share)
            painter.drawText(label, right, text)
        painter.setPen(theme().color("soft"))
        foot = QRectF(area.left(), area.bottom() + 3, area.width(), FOOT - 3)
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, "files nothing")
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, "all")

    def _paint_line(
        self, painter: QPainter, spots: list[QPointF], colour: QColor, width: float
    ) -> None:
        pen = QPen(colour, width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(spots) > 1:
            painter.drawPolyline(spots)

    def _paint_mark(self, painter: QPainter, area: QRectF, top: float) -> None:
        spot = self._spot(self.value(), area, top)
        pen = QPen(theme().color("accent" if self.hasFocus() else "ink"), 1.4)
        painter.setPen(pen)
        painter.drawLine(QPointF(spot.x(), area.top() - 3), QPointF(spot.x(), area.bottom()))
        painter.setPen(QPen(theme().color("accent" if self.hasFocus() else "ink"), 2.0))
        painter.setBrush(theme().color("panel"))
        radius = 5.5 if self.hasFocus() else 4.5
        painter.drawEllipse(spot, radius, radius)

    def _area(self) -> QRectF:
        return QRectF(LEFT, TOP, self.width() - LEFT - RIGHT, self.height() - TOP - FOOT)

    def _top(self) -> float:
        """The part wrong at the upper edge, a multiple of 10 %; few articles do not stretch it."""
        enough = [point for point in self._curve.points if point.filed >= FEWEST]
        worst = max((point.wrong / point.filed for point in enough), default=0.0)
        return max(LOWEST_TOP, -(-round(worst * 100) // 10) / 10)

    def _point(self, value: int) -> FilingPoint | None:
        return self._curve.points[-value] if value > 0 else None

    def _spot(self, value: int, area: QRectF, top: float) -> QPointF:
        point = self._point(value)
        coverage = point.filed / self._curve.articles if point else 0.0
        error = min(point.wrong / point.filed, top) if point else 0.0
        x = area.left() + area.width() * coverage
        return QPointF(x, area.bottom() - area.height() * error / top)

    def _move_to(self, event: QMouseEvent) -> None:
        area = self._area()
        share = (event.position().x() - area.left()) / max(area.width(), 1.0)
        wanted = share * self._curve.articles
        values = range(self.maximum() + 1)
        self.setValue(min(values, key=lambda value: abs(self._filed(value) - wanted)))

    def _filed(self, value: int) -> int:
        point = self._point(value)
        return point.filed if point else 0

    def _tell(self) -> None:
        self.update()
        self.chosen.emit(self.threshold)
