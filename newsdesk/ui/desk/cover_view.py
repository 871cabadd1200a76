"""The cover above the article: rounded, never stretched, with what the model made of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.ui.theme import theme

TALLEST = 300


class CoverView(QWidget):
    """Shows a picture file as wide as the column, cropped to at most TALLEST pixels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QPixmap()
        self._label = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_picture(self, path: Path | None, label: str) -> None:
        """Show a picture with a line in its corner; None hides the whole cover."""
        self._picture = QPixmap(str(path)) if path else QPixmap()
        self._label = label
        self.setVisible(not self._picture.isNull())
        self.setAccessibleName(f"Cover, {label}")
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._picture.isNull():
            return 0
        return min(TALLEST, round(width * self._picture.height() / self._picture.width()))

    def sizeHint(self) -> QSize:
        return QSize(480, self.heightForWidth(480))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(area, 9, 9)
        painter.setClipPath(shape)
        painter.fillRect(area, theme().color("track"))
        painter.drawPixmap(area, self._picture, self._source(area))
        self._paint_label(painter, area)

    def _source(self, area: QRectF) -> QRectF:
        """The part of the picture that fills the area: all its width, or the middle of it."""
        width, height = float(self._picture.width()), float(self._picture.height())
        scale = max(area.width() / width, area.height() / height)
        seen_width, seen_height = area.width() / scale, area.height() / scale
        return QRectF((width - seen_width) / 2, (height - seen_height) / 3, seen_width, seen_height)

    def _paint_label(self, painter: QPainter, area: QRectF) -> None:
        font = painter.font()
        font.setPixelSize(11)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(self._label) + 16
        tag = QRectF(area.right() - width - 8, area.bottom() - 30, width, 22)
        ground = theme().color("rail")
        ground.setAlphaF(0.85)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(tag, 6, 6)
        painter.setPen(theme().color("rail_ink"))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, self._label)
