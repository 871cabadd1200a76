"""The cover above the article: rounded, never stretched, with what the model made of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from newsdesk.ui.theme import theme

TALLEST = 300


class CoverView(QWidget):
    """Shows a picture file as wide as the column, cropped to at most TALLEST pixels.

    A bar with what can be done to it shows under the mouse and with the focus.
    """

    open_asked = Signal()
    replace_asked = Signal()
    remove_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QPixmap()
        self._label = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("takesEnter", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.bar = QWidget(self)
        self.bar.setObjectName("coverBar")
        self.bar.setCursor(Qt.CursorShape.ArrowCursor)
        self.open_button = self._button("Open large", self.open_asked)
        self.replace_button = self._button("Replace…", self.replace_asked)
        self.remove_button = self._button("Remove", self.remove_asked)
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(2)
        for button in (self.open_button, self.replace_button, self.remove_button):
            row.addWidget(button)
        self.bar.hide()

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

    # The bar

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_bar()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_bar()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_bar()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QTimer.singleShot(0, self, self._show_bar)  # the focus may go to one of the buttons

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, self._show_bar)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.open_asked.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.pos()):
            self.open_asked.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_bar()

    def _show_bar(self) -> None:
        focused = self.hasFocus() or any(
            button.hasFocus() for button in self.bar.findChildren(QPushButton)
        )
        self.bar.setVisible(focused or self.underMouse())
        self._place_bar()
        self.update()

    def _place_bar(self) -> None:
        size = self.bar.sizeHint()
        self.bar.setGeometry(self.width() - size.width() - 8, 8, size.width(), size.height())

    def _button(self, text: str, asked: SignalInstance) -> QPushButton:
        button = QPushButton(text, self.bar)
        button.setProperty("role", "onCover")
        button.setAccessibleName(f"{text.rstrip('…')} the cover")
        button.clicked.connect(asked)
        button.installEventFilter(self)
        return button

    # Painting

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
        if self.hasFocus():
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme().color("accent"))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)

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
