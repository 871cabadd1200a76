"""How many rows each section has, and how they are divided."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from newsdesk.core.dataset import SectionCount
from newsdesk.ui.theme import theme

HEIGHT = 28
NAME_WIDTH = 130
COUNT_WIDTH = 62
GAP = 2.0
STRENGTH = {"train": 1.0, "dev": 0.6, "test": 0.34}
"""How strongly each part is painted in its section's colour."""


def part_colour(code: str | None, part: str) -> QColor:
    """The colour of one part of a section's bar; without a section, as a legend shows it."""
    strong, ground = theme().section(code), theme().color("panel")
    share = STRENGTH[part]
    return QColor.fromRgbF(
        share * strong.redF() + (1 - share) * ground.redF(),
        share * strong.greenF() + (1 - share) * ground.greenF(),
        share * strong.blueF() + (1 - share) * ground.blueF(),
    )


class SectionBar(QAbstractButton):
    """One section: name, bar, rows. Clicking shows its articles."""

    def __init__(self, count: SectionCount, name: str, longest: int, folds: int) -> None:
        super().__init__()
        self.count = count
        self._longest = max(longest, 1)
        self.setText(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        said = f"{count.total:,} in {folds} folds" if folds else _divided(count)
        self.setAccessibleName(f"{name}: {said}")
        self.setToolTip(f"{name}: {said}")

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(NAME_WIDTH + COUNT_WIDTH + 60, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self.underMouse() or self.hasFocus():
            painter.setPen(theme().color("accent") if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("hover"))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        font = QFont(painter.font())
        font.setPixelSize(13)
        painter.setFont(font)
        painter.setPen(theme().color("ink"))
        middle = Qt.AlignmentFlag.AlignVCenter
        name = QRectF(6, 0, NAME_WIDTH - 12, area.height())
        shown = QFontMetrics(font).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, int(name.width())
        )
        painter.drawText(name, middle | Qt.AlignmentFlag.AlignLeft, shown)
        self._paint_bar(painter, area)
        painter.setPen(theme().color("soft"))
        counted = QRectF(area.right() - COUNT_WIDTH, 0, COUNT_WIDTH - 6, area.height())
        painter.drawText(counted, middle | Qt.AlignmentFlag.AlignRight, f"{self.count.total:,}")

    def _paint_bar(self, painter: QPainter, area: QRectF) -> None:
        room = area.width() - NAME_WIDTH - COUNT_WIDTH
        left = float(NAME_WIDTH)
        painter.setPen(Qt.PenStyle.NoPen)
        for part in STRENGTH:
            rows = getattr(self.count, part)
            width = room * rows / self._longest
            if rows == 0:
                continue
            drawn = max(width - GAP, 1.5)
            painter.setBrush(part_colour(self.count.section, part))
            painter.drawRoundedRect(QRectF(left, area.center().y() - 6.5, drawn, 13), 2.5, 2.5)
            left += max(width, 1.5 + GAP)


class SectionChart(QWidget):
    """A bar a section, longest share of the room for the largest. picked: a section's code."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: list[SectionBar] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)

    def show_counts(
        self, counts: Sequence[SectionCount], names: dict[str, str], folds: int = 0
    ) -> None:
        """Show one bar a section. folds: the set is divided into so many, else 0."""
        for bar in self.bars:
            self._column.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        longest = max((count.total for count in counts), default=0)
        for count in counts:
            theme().section(count.section)  # all have their colours before any is painted
        self.bars = [
            SectionBar(count, names.get(count.section, count.section), longest, folds)
            for count in counts
        ]
        for bar in self.bars:
            bar.clicked.connect(lambda _=False, code=bar.count.section: self.picked.emit(code))
            self._column.addWidget(bar)


class SplitLegend(QWidget):
    """Which strength of a colour is which part, and how many rows each has."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: dict[str, str] = {}
        self.setFixedHeight(20)
        theme().changed.connect(self.update)

    def show_counts(self, counts: Sequence[SectionCount], folds: int = 0) -> None:
        """Show the sums over all sections."""
        total = sum(count.total for count in counts)
        if folds:
            self._texts = {"train": f"{total:,} in {folds} folds, each tested once"}
        else:
            sums = {part: sum(getattr(count, part) for count in counts) for part in STRENGTH}
            self._texts = {part: f"{part} {rows:,}" for part, rows in sums.items()}
        self.setAccessibleName(", ".join(self._texts.values()))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(painter.font())
        font.setPixelSize(12)
        painter.setFont(font)
        left, middle = 6.0, self.height() / 2
        for part, text in self._texts.items():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(part_colour(None, part))
            painter.drawRoundedRect(QRectF(left, middle - 5, 10, 10), 2.5, 2.5)
            painter.setPen(theme().color("soft"))
            width = painter.fontMetrics().horizontalAdvance(text)
            box = QRectF(left + 16, 0, width + 4, self.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
            left += width + 34


def _divided(count: SectionCount) -> str:
    parts = ", ".join(f"{getattr(count, part):,} {part}" for part in STRENGTH)
    return f"{count.total:,} ({parts})"
