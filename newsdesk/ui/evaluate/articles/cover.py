"""The cover of an article, small, read on a thread."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPixmap
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from newsdesk.services.desk import rendition
from newsdesk.services.reader import Reader

LARGEST = QSize(168, 150)


class SmallCover(QLabel):
    """Hidden while there is no picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reader = Reader(self)
        self.setAccessibleName("Cover")
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_cover(self, digest: str) -> None:
        """Show the cover of a digest; none for an empty one."""
        self.hide()
        path = rendition(digest or None)
        if path is None:
            self._reader.forget("cover")
            return
        size = LARGEST * self.devicePixelRatioF()

        def read() -> QImage:
            reader = QImageReader(str(path))
            if reader.size().isValid():
                fit = reader.size().scaled(size, Qt.AspectRatioMode.KeepAspectRatio)
                reader.setScaledSize(fit)
            return reader.read()

        self._reader.ask("cover", read, self._show)

    def rest(self) -> None:
        """Nobody looks: wait for the picture that is being read."""
        self._reader.forget("cover")
        self._reader.settle(1.0)

    def _show(self, image: QImage) -> None:
        if image.isNull():
            return
        picture = QPixmap.fromImage(image)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.setPixmap(picture)
        self.setFixedSize(picture.deviceIndependentSize().toSize())
        self.show()
