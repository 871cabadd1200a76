"""A cover in a window of its own: all of it, or pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.errors import DocumentError, Problem
from newsdesk.services.intake import Intake
from newsdesk.services.intake_told import LargeCover
from newsdesk.services.reader import Reader
from newsdesk.ui.desk.article.picture_area import PictureArea, smaller_copies
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.labels import ElidedLabel, label

MOVE = 0.15
"""Part of what is seen by which an arrow key moves the picture."""


class CoverViewer(QDialog):
    """Shows the cover of one article, from the picture as it came."""

    def __init__(self, intake: Intake, digest: str, title: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(f"Cover: {title}" if title else "Cover")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(1040, 740)
        self._digest = digest
        self._reader = Reader(self)
        self.area = PictureArea()
        self.facts = ElidedLabel()
        self.facts.setProperty("role", "soft")
        self._zoom = label("", "soft")
        self._zoom.setMinimumWidth(46)
        self._zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._build()
        self.area.zoomed.connect(self._show_zoom)
        intake.enlarged.connect(self._load)
        intake.not_enlarged.connect(self._say)
        self._reader.failed.connect(lambda problem: self._say(self._digest, problem))
        self.facts.setText("Opening the cover…")
        intake.enlarge(digest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Plus: self.area.zoom_in,
            Qt.Key.Key_Equal: self.area.zoom_in,
            Qt.Key.Key_Minus: self.area.zoom_out,
            Qt.Key.Key_0: self.area.fit,
            Qt.Key.Key_1: self._whole,
            Qt.Key.Key_Left: lambda: self.area.move_by(-MOVE, 0),
            Qt.Key.Key_Right: lambda: self.area.move_by(MOVE, 0),
            Qt.Key.Key_Up: lambda: self.area.move_by(0, -MOVE),
            Qt.Key.Key_Down: lambda: self.area.move_by(0, MOVE),
        }
        act = acts.get(Qt.Key(event.key()))
        if act is not None:
            act()
        else:
            super().keyPressEvent(event)  # Esc closes

    def done(self, result: int) -> None:
        self._reader.close()
        super().done(result)

    def _load(self, cover: LargeCover) -> None:
        if cover.digest != self._digest:
            return
        self.facts.setText(_facts(cover))
        self._reader.ask(
            "picture",
            lambda: _picture(cover.path),
            lambda found: self.area.show_picture(found, QSizeF(cover.width, cover.height)),
        )

    def _say(self, digest: str, problem: Problem | None) -> None:
        if digest == self._digest and problem is not None:
            self.facts.setText(f"{problem.message} {problem.remedy}")

    def _show_zoom(self, zoom: float) -> None:
        self._zoom.setText(percent(zoom))

    def _whole(self) -> None:
        self.area.zoom_to(1.0)

    def _build(self) -> None:
        foot = QWidget()
        foot.setObjectName("viewerFoot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(6)
        row.addWidget(self.facts, 1)
        for text, name, act in (
            ("−", "Smaller", self.area.zoom_out),
            ("", "", None),
            ("+", "Larger", self.area.zoom_in),
            ("Fit", "Show all of it", self.area.fit),
            (percent(1.0), "Show it pixel by pixel", self._whole),
            ("Close", "Close", self.close),
        ):
            if act is None:
                row.addWidget(self._zoom)
                continue
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.clicked.connect(act)
            if text in ("−", "+"):
                button.setProperty("role", "plain")
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.area, 1)
        column.addWidget(foot)
        self.area.setFocus()


def _picture(path: str) -> list[QImage]:
    image = QImage(path)
    if image.isNull():
        raise DocumentError(
            "cover_lost",
            "The large picture of this cover cannot be read.",
            "Close this window and open the cover again.",
        )
    return smaller_copies(image.convertToFormat(QImage.Format.Format_RGB32))


def _facts(cover: LargeCover) -> str:
    kind = cover.media_type.rpartition("/")[2].upper()
    size = f"{cover.size / 1e6:.1f} MB" if cover.size >= 1e6 else f"{max(1, cover.size // 1000)} KB"
    return f"{cover.name} · {cover.width:,} × {cover.height:,} · {kind} · {size}"
