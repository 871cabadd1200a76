"""A small histogram: bars, a few edges below, and the bar under the mouse in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from newsdesk.ui.theme import theme

FOOT = 20


class Histogram(QWidget):
    """Bars over bins of one width; the last bin has no upper edge."""

    def __init__(self, title: str, unit: str, noun: str, parent: QWidget | None = None) -> None:
        """title: for the screen reader. unit: of the edges. noun: what is counted, plural."""
        super().__init__(parent)
        self._title, self._unit, self._noun = title, unit, noun
        self._bins: list[tuple[int, int]] = []
        self._at: int | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(240, 150)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 150)

    def show_bins(self, bins: Sequence[tuple[int, int]]) -> None:
        """Show lower edges and numbers."""
        self._bins = list(bins)
        self._at = None
        self.setAccessibleName(self._title)
        self.setAccessibleDescription("; ".join(self.sentence(i) for i in range(len(self._bins))))
        self.update()

    def sentence(self, place: int) -> str:
        """One bar in words."""
        edge, rows = self._bins[place]
        if place + 1 < len(self._bins):
            return f"{edge:,} to {self._bins[place + 1][0]:,} {self._unit}: {rows:,} {self._noun}"
        return f"{edge:,} {self._unit} and more: {rows:,} {self._noun}"

    def bin_at(self, x: float) -> int | None:
        """The bar at a distance from the left edge, in pixels."""
        place = int(x / self._step()) if self._bins else -1
        return place if 0 <= place < len(self._bins) else None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            place = self.bin_at(event.pos().x())
            if place is not None:
                QToolTip.showText(event.globalPos(), self.sentence(place), self)
            return True
        if event.type() == QEvent.Type.MouseMove:
            place = self.bin_at(event.position().x())  # type: ignore[attr-defined]
            if place != self._at:
                self._at = place
                self.update()
        elif event.type() == QEvent.Type.Leave:
            self._at = None
            self.update()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        floor = self.height() - FOOT
        painter.setPen(theme().color("hairline"))
        painter.drawLine(QPointF(0, floor + 0.5), QPointF(self.width(), floor + 0.5))
        highest = max((rows for _, rows in self._bins), default=0)
        step = self._step()
        painter.setPen(Qt.PenStyle.NoPen)
        for place, (_, rows) in enumerate(self._bins):
            height = max((floor - 6) * rows / max(highest, 1), 1.5 if rows else 0.0)
            painter.setBrush(theme().color("ink" if place == self._at else "accent"))
            bar = QRectF(place * step + 0.5, floor - height, max(step - 1.5, 1.0), height)
            painter.drawRect(bar)
        self._paint_edges(painter, step, floor)

    def _paint_edges(self, painter: QPainter, step: float, floor: float) -> None:
        font = QFont(painter.font())
        font.setPixelSize(11)
        painter.setFont(font)
        painter.setPen(theme().color("soft"))
        metrics = painter.fontMetrics()
        free = 0.0
        for place, (edge, _) in enumerate(self._bins):
            text = f"{edge:,}"
            width = metrics.horizontalAdvance(text)
            left = min(max(place * step - (width / 2 if place else 0), 0.0), self.width() - width)
            if left < free:
                continue
            painter.drawText(
                QRectF(left, floor + 3, width + 2, FOOT - 3), Qt.AlignmentFlag.AlignTop, text
            )
            free = left + width + 22

    def _step(self) -> float:
        return self.width() / max(len(self._bins), 1)
