"""Can it be believed? One line a meter; folded, only the one to look at first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from newsdesk.ui.desk.insight.meters import Level, Meter, worst
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import paint_bar
from newsdesk.ui.widgets.labels import label

_INK: dict[Level, str] = {
    "good": "green_ink",
    "unknown": "soft",
    "doubt": "amber_ink",
    "bad": "red_ink",
}
_SAID: dict[Level, str] = {"good": "good", "unknown": "open", "doubt": "doubtful", "bad": "bad"}
_SIGN: dict[Level, str] = {"good": "✓", "unknown": "·", "doubt": "!", "bad": "✕"}


class MetersCard(QFrame):
    """unfolded_changed: whether all meters are shown from here on."""

    unfolded_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._meters: list[Meter] = []
        self._shown: list[Meter] = []
        self.all = QPushButton("all")
        self.all.setProperty("role", "plain")
        self.all.setCheckable(True)
        self.all.setAccessibleName("Show all meters")
        self.all.toggled.connect(self._fold)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(3)
        self._build()
        self.hide()

    @property
    def lines(self) -> list[str]:
        """What is shown, as a screen reader says it."""
        return [_said(meter) for meter in self._shown]

    def show_meters(self, found: Sequence[Meter]) -> None:
        """Show these; none hides the card."""
        if list(found) == self._meters:
            return
        self._meters = list(found)
        self._show()

    def _fold(self, unfolded: bool) -> None:
        self.all.setText("fewer" if unfolded else "all")
        self._show()
        self.unfolded_changed.emit(unfolded)

    def _show(self) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._shown = self._meters if self.all.isChecked() else self._first()
        for meter in self._shown:
            self._lines.addWidget(MeterLine(meter))
        self.setVisible(bool(self._meters))

    def _first(self) -> list[Meter]:
        if not self._meters:
            return []
        first = worst(self._meters)
        if first.level != "good":
            return [first]
        return [Meter("", "good", "Nothing speaks against it.")]

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(label("Can it be believed?", "caption"))
        head.addStretch(1)
        head.addWidget(self.all)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 6, 13, 9)
        column.setSpacing(2)
        column.addLayout(head)
        column.addLayout(self._lines)


class MeterLine(QWidget):
    """Sign and name, a small bar where there is something to measure, and words."""

    def __init__(self, meter: Meter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_said(meter))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(_Sign(meter.level), 0, Qt.AlignmentFlag.AlignTop)
        if meter.name:
            row.addWidget(label(meter.name, "soft"), 0, Qt.AlignmentFlag.AlignTop)
        if meter.share is not None:
            row.addWidget(_Bar(meter), 0, Qt.AlignmentFlag.AlignTop)
        words = label(meter.words, "meter", wrap=True)
        words.setProperty("ink", _INK[meter.level])
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(words, 1)


def _said(meter: Meter) -> str:
    name = f"{meter.name}: " if meter.name else ""
    return f"{name}{meter.words} ({_SAID[meter.level]})"


class _Sign(QWidget):
    """The level as a sign, in its colour."""

    def __init__(self, level: Level) -> None:
        super().__init__()
        self._level = level
        self.setFixedSize(QSize(12, 16))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = painter.font()
        font.setPixelSize(12)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(theme().color(_INK[self._level]))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, _SIGN[self._level])


class _Bar(QWidget):
    """How much, with a tick where the doubt begins."""

    def __init__(self, meter: Meter) -> None:
        super().__init__()
        self._meter = meter
        self.setFixedSize(QSize(46, 16))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(0, 5.5, self.width(), 5)
        colour = theme().color("accent" if self._meter.level == "good" else _INK[self._meter.level])
        paint_bar(painter, area, self._meter.share or 0.0, colour)
        if self._meter.limit is not None:
            painter.setPen(QPen(theme().color("ink"), 1))
            x = round(area.width() * self._meter.limit) + 0.5
            painter.drawLine(int(x), 3, int(x), 13)
