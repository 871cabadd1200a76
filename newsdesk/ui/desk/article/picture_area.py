"""A picture that is zoomed and moved about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.ui.theme import theme

LARGEST_ZOOM = 8.0
STEP = 1.25
SMALLEST_LEVEL = 1500
"""Pixels of the longer side below which no smaller copy is of use."""


def smaller_copies(image: QImage) -> list[QImage]:
    """A picture and copies of a half, a quarter… of it: each zoom is drawn from one near it."""
    found = [image]
    while max(found[-1].width(), found[-1].height()) > SMALLEST_LEVEL:
        half = found[-1].size() / 2
        smooth = Qt.TransformationMode.SmoothTransformation
        found.append(found[-1].scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth))
    return found


class PictureArea(QWidget):
    """Shows a picture. zoomed: its size on the screen over its own size, 1 being pixel by pixel."""

    zoomed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pictureArea")
        self.setAccessibleName("Cover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.levels: list[QImage] = []
        self._size = QSizeF()
        self._zoom, self._fits = 1.0, True
        self._middle = QPointF()  # the point of the picture that is in the middle, 0 to 1
        self._grabbed: QPointF | None = None

    @property
    def zoom(self) -> float:
        """Pixels of the screen for one of the picture."""
        return self._zoom

    def show_picture(self, pictures: list[QImage], size: QSizeF) -> None:
        """Show a picture in its levels; size: of the picture as it came, in pixels."""
        self.levels, self._size = pictures, size
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.fit()

    def fit(self) -> None:
        """Show all of it, never larger than it is."""
        self._fits = True
        self._middle = QPointF(0.5, 0.5)
        self._set_zoom(self._fitting())

    def zoom_to(self, zoom: float, about: QPointF | None = None) -> None:
        """Show it at a zoom; the place `about` (of the widget) stays where it is."""
        if not self.levels:
            return
        about = about if about is not None else QPointF(self.rect().center())
        held = self._in_picture(about)
        self._fits = False
        self._set_zoom(zoom)
        self._middle += held - self._in_picture(about)
        self._keep_in()
        self.update()

    def zoom_in(self) -> None:
        """Show it larger."""
        self.zoom_to(self._zoom * STEP)

    def zoom_out(self) -> None:
        """Show it smaller."""
        self.zoom_to(self._zoom / STEP)

    def move_by(self, right: float, down: float) -> None:
        """Look further right or down, by parts of what is seen."""
        self._pan(QPointF(right * self.width(), down * self.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("ground"))
        if not self.levels:
            return
        painter.setRenderHint(
            QPainter.RenderHint.SmoothPixmapTransform, self._zoom * self.devicePixelRatioF() < 3
        )
        level = self._level()
        area = self._area()
        seen = area.intersected(QRectF(self.rect()))
        scale_x, scale_y = level.width() / area.width(), level.height() / area.height()
        source = QRectF(
            (seen.x() - area.x()) * scale_x,
            (seen.y() - area.y()) * scale_y,
            seen.width() * scale_x,
            seen.height() * scale_y,
        )
        painter.drawImage(seen, level, source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self.fit()
        else:
            self._keep_in()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y() / 120
        self.zoom_to(self._zoom * STEP**turns, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None:
            self._pan(self._grabbed - event.position())
            self._grabbed = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._fits:
            self.zoom_to(1.0, event.position())
        else:
            self.fit()

    def _fitting(self) -> float:
        if self._size.isEmpty():
            return 1.0
        across, down = self.width() / self._size.width(), self.height() / self._size.height()
        return min(1.0, across, down)

    def _set_zoom(self, zoom: float) -> None:
        self._zoom = max(min(0.02, self._fitting()), min(LARGEST_ZOOM, zoom))
        self._keep_in()
        self.update()
        self.zoomed.emit(self._zoom)

    def _area(self) -> QRectF:
        """Where the whole picture would be, in the widget."""
        size = self._size * self._zoom
        left = self.width() / 2 - self._middle.x() * size.width()
        top = self.height() / 2 - self._middle.y() * size.height()
        return QRectF(QPointF(left, top), size)

    def _in_picture(self, place: QPointF) -> QPointF:
        area = self._area()
        return QPointF(
            (place.x() - area.x()) / max(1.0, area.width()),
            (place.y() - area.y()) / max(1.0, area.height()),
        )

    def _pan(self, by: QPointF) -> None:
        size = self._size * self._zoom
        if not size.isEmpty():
            self._middle += QPointF(by.x() / size.width(), by.y() / size.height())
            self._keep_in()
            self.update()

    def _keep_in(self) -> None:
        """No ground beside the picture while there is picture to be seen."""
        size = self._size * self._zoom
        self._middle = QPointF(
            _held(self._middle.x(), self.width() / max(1.0, size.width())),
            _held(self._middle.y(), self.height() / max(1.0, size.height())),
        )

    def _level(self) -> QImage:
        wanted = self._size.width() * self._zoom * self.devicePixelRatioF()
        enough = [level for level in self.levels if level.width() >= wanted]
        return enough[-1] if enough else self.levels[0]


def _held(middle: float, seen: float) -> float:
    """The middle kept so that what is seen (a part of the picture, 1 being all) lies inside."""
    return 0.5 if seen >= 1 else min(max(middle, seen / 2), 1 - seen / 2)
