"""Thumbnails of covers, read off the window's thread and kept in Qt's pixmap cache."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QRect, QRectF, QRunnable, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QPainter,
    QPainterPath,
    QPixmap,
    QPixmapCache,
)

from newsdesk.ui.theme import theme

THUMBNAIL = QSize(56, 42)


def thumbnail_shape(left: float, top: float) -> QPainterPath:
    """Where a thumbnail stands in its row, with round corners."""
    shape = QPainterPath()
    shape.addRoundedRect(QRectF(left, top, THUMBNAIL.width(), THUMBNAIL.height()), 4, 4)
    return shape


class _Signals(QObject):
    ready = Signal(str, QImage)


class _Read(QRunnable):
    def __init__(self, key: str, path: Path, size: QSize, signals: _Signals) -> None:
        super().__init__()
        self._key, self._path, self._size, self._signals = key, path, size, signals

    def run(self) -> None:
        reader = QImageReader(str(self._path))
        full = reader.size()
        if full.isValid():
            scaled = full.scaled(self._size, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
            reader.setScaledSize(scaled)
            left = (scaled.width() - self._size.width()) // 2
            top = (scaled.height() - self._size.height()) // 2
            reader.setScaledClipRect(QRect(left, top, self._size.width(), self._size.height()))
        self._signals.ready.emit(self._key, reader.read())


class Thumbnails(QObject):
    """arrived: another thumbnail can be painted now."""

    arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._signals = _Signals(self)
        self._signals.ready.connect(self._take)
        self._asked: set[str] = set()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)

    def get(self, path: Path, ratio: float) -> QPixmap | None:
        """The thumbnail of a picture file, or None until `arrived`."""
        key = f"{path.name}@{ratio}"
        pixmap = QPixmap()
        if QPixmapCache.find(key, pixmap):
            return pixmap
        if key not in self._asked:
            self._asked.add(key)
            self._pool.start(_Read(key, path, THUMBNAIL * ratio, self._signals))
        return None

    def paint(self, painter: QPainter, shape: QPainterPath, path: Path | None) -> bool:
        """Paint the picture of a file inside a shape, on the ground; whether it is there yet."""
        painter.fillPath(shape, theme().color("ground"))
        ratio = painter.device().devicePixelRatioF()
        picture = self.get(path, ratio) if path else None
        if picture is None:
            return False
        painter.save()
        painter.setClipPath(shape)
        painter.drawPixmap(shape.boundingRect().toRect(), picture)
        painter.restore()
        return True

    def close(self) -> None:
        """Wait for the picture that is being read and drop the others."""
        self._pool.clear()
        self._pool.waitForDone()

    def _take(self, key: str, image: QImage) -> None:
        self._asked.discard(key)
        if image.isNull():
            image = QImage(1, 1, QImage.Format.Format_ARGB32)
            image.fill(Qt.GlobalColor.transparent)
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(float(key.rpartition("@")[2]))
        QPixmapCache.insert(key, pixmap)
        self.arrived.emit()
