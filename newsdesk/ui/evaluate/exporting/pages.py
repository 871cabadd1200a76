"""A report as PDF: A4 pages with numbers, charts as vectors, nothing cut in two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtWidgets import QApplication

from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.exporting.files import DPI, PAPER
from newsdesk.ui.evaluate.exporting.report import (
    Block,
    Bullets,
    Charts,
    Grid,
    Heading,
    Paragraph,
)
from newsdesk.ui.evaluate.exporting.sentences import sentence

RESOLUTION = 600
MARGINS_MM = (17.0, 15.0, 17.0, 12.0)
_FOOT, _GAP, _CELL, _INDENT = 26.0, 22.0, 5.0, 14.0
_TEXT = 12
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def pdf_of(title: str, blocks: Sequence[Block]) -> bytes:
    """The file's bytes."""
    counted = _Pages(title, 0)
    counted.draw(blocks)
    pages = _Pages(title, counted.page)
    pages.draw(blocks)
    return pages.bytes


class _Pages:
    """Lays blocks out from top to bottom. Lengths are points of the screen, 96 to an inch."""

    def __init__(self, title: str, pages: int) -> None:
        """pages: how many there are, 0 where it is not known yet."""
        self._title, self._pages = title, pages
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = QPdfWriter(self._buffer)
        self._writer.setResolution(RESOLUTION)
        self._writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        self._writer.setPageMargins(QMarginsF(*MARGINS_MM), QPageLayout.Unit.Millimeter)
        self._writer.setTitle(title)
        self._writer.setCreator("Newsdesk")
        scale = RESOLUTION / DPI
        self._wide = self._writer.width() / scale
        self._high = self._writer.height() / scale - _FOOT
        self._painter = QPainter(self._writer)
        self._painter.scale(scale, scale)
        self._y = 0.0
        self.page = 1

    @property
    def bytes(self) -> bytes:
        """What was written, once it is drawn."""
        return bytes(self._buffer.data().data())

    def draw(self, blocks: Sequence[Block]) -> None:
        """Draw everything."""
        for block, following in zip_longest(blocks, blocks[1:]):
            match block:
                case Heading():
                    self._heading(block, self._least(following))
                case Paragraph():
                    self._paragraph(block, self._least(following))
                case Bullets(texts):
                    for text in texts:
                        self._text(f"·  {text}", _font(_TEXT - 1), PAPER.soft, _INDENT)
                    self._y += 3
                case Grid():
                    self._table(block)
                case Charts():
                    self._charts(block)
        self._number()
        self._painter.end()

    def _least(self, block: Block | None) -> float:
        """The room that the beginning of a block needs, so that nothing is parted from it."""
        match block:
            case Bullets(texts):
                return sum(_height(text, _font(_TEXT - 1), self._wide) + 3 for text in texts)
            case Charts(charts, told, columns):
                row = zip(charts[:columns], told[:columns], strict=True)
                return max(sum(self._parts(chart, text, columns)) for chart, text in row)
            case Paragraph() | None:
                return 50.0
            case _:
                return 70.0

    def _parts(self, chart: Chart, told: str, columns: int) -> tuple[float, float]:
        """Heights of a chart's caption and of the chart."""
        wide = (self._wide - (columns - 1) * _GAP) / columns
        caption = _caption_height(chart, told, wide)
        return caption, _fitted(chart, wide, self._high - caption - 60).height()

    def _heading(self, block: Heading, least: float) -> None:
        if block.level == 1:
            self._text(block.text, _font(24, bold=True), PAPER.ink)
            return
        self._y += 18 if self._y else 0
        self._need(36 + least)
        self._text(block.text, _font(15, bold=True), PAPER.ink)
        line = QRectF(0, self._y + 2, self._wide, 1)
        self._painter.fillRect(line, QColor(PAPER.hairline))
        self._y += 9

    def _paragraph(self, block: Paragraph, least: float) -> None:
        if block.keep:
            self._y += 4
            self._need(20 + least)
        colour = PAPER.soft if block.quiet else PAPER.ink
        self._text(block.text, _font(_TEXT, bold=block.keep), colour)
        self._y += 3

    def _text(self, text: str, font: QFont, colour: str, indent: float = 0.0) -> None:
        room = QRectF(indent, 0, self._wide - indent, 10_000)
        high = _height(text, font, room.width())
        self._need(high)
        self._write(text, font, colour, QRectF(indent, self._y, room.width(), high + 2))
        self._y += high + 2

    def _table(self, grid: Grid) -> None:
        font = _font(_TEXT - 1)
        widths = _widths(grid, self._wide)
        if grid.header:
            self._row(grid, grid.header, widths, font, PAPER.soft)
        for cells in grid.rows:
            high = _row_height(cells, widths, font)
            if self._y + high > self._high:
                self._turn()
                if grid.header:
                    self._row(grid, grid.header, widths, font, PAPER.soft)
            self._row(grid, cells, widths, font, PAPER.ink)
        self._y += 4

    def _row(
        self, grid: Grid, cells: Sequence[str], widths: Sequence[float], font: QFont, colour: str
    ) -> None:
        high, left = _row_height(cells, widths, font), 0.0
        numbers = set(grid.numbers)
        for place, (text, wide) in enumerate(zip(cells, widths, strict=True)):
            label = not grid.header and place == 0
            side = Qt.AlignmentFlag.AlignRight if place in numbers else Qt.AlignmentFlag.AlignLeft
            flags = side | Qt.AlignmentFlag.AlignTop | _wrapping(text, font, wide - _CELL)
            area = QRectF(left, self._y + 3, wide - (0 if place in numbers else _CELL), high)
            self._write(text, font, PAPER.soft if label else colour, area, flags)
            left += wide
        self._y += high
        self._painter.fillRect(QRectF(0, self._y - 1, self._wide, 0.6), QColor(PAPER.hairline))

    def _charts(self, block: Charts) -> None:
        columns = block.columns
        wide = (self._wide - (columns - 1) * _GAP) / columns
        pairs = list(zip(block.charts, block.told, strict=True))
        for start in range(0, len(pairs), columns):
            row = pairs[start : start + columns]
            parts = [self._parts(chart, text, columns) for chart, text in row]
            told, high = (max(values) for values in zip(*parts, strict=True))
            sizes = [_fitted(chart, wide, self._high - told - 60) for chart, _ in row]
            self._need(told + high)
            for place, ((chart, text), size) in enumerate(zip(row, sizes, strict=True)):
                left = place * (wide + _GAP)
                self._caption(chart, text, left, wide)
                self._chart(chart, left, self._y + told, size)
            self._y += told + high + 14

    def _caption(self, chart: Chart, told: str, left: float, wide: float) -> None:
        high = _height(chart.title, _font(_TEXT, bold=True), wide)
        self._write(
            chart.title, _font(_TEXT, bold=True), PAPER.ink, QRectF(left, self._y, wide, high)
        )
        below = QRectF(left, self._y + high + 1, wide, 200)
        self._write(told, _font(_TEXT - 2), PAPER.soft, below)

    def _chart(self, chart: Chart, left: float, top: float, size: QSizeF) -> None:
        own = chart.size()
        self._painter.save()
        self._painter.translate(left, top)
        part = size.width() / own.width()
        self._painter.scale(part, part)
        self._painter.setClipRect(QRectF(-1, -1, own.width() + 2, own.height() + 2))
        chart.paint(self._painter, own, PAPER)
        self._painter.restore()

    def _write(
        self, text: str, font: QFont, colour: str, area: QRectF, flags: int | Qt.TextFlag = _WRAP
    ) -> None:
        self._painter.setFont(font)
        self._painter.setPen(QColor(colour))
        self._painter.drawText(area, int(flags), text)

    def _need(self, high: float) -> None:
        """Go to another page where there is less room than that, unless the page is empty."""
        if self._y and self._y + high > self._high:
            self._turn()

    def _turn(self) -> None:
        self._number()
        self._writer.newPage()
        self.page, self._y = self.page + 1, 0.0

    def _number(self) -> None:
        told = sentence("page", page=self.page, pages=self._pages)
        foot = QRectF(0, self._high + _FOOT - 16, self._wide, 16)
        self._write(self._title, _font(10), PAPER.soft, foot)
        self._write(told, _font(10), PAPER.soft, foot, Qt.AlignmentFlag.AlignRight)


def _font(pixels: int, bold: bool = False) -> QFont:
    font = QFont(QApplication.font())
    font.setPixelSize(pixels)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def _height(text: str, font: QFont, wide: float) -> float:
    area = QFontMetricsF(font).boundingRect(QRectF(0, 0, wide, 10_000), int(_WRAP), text)
    return ceil(area.height())


def _caption_height(chart: Chart, told: str, wide: float) -> float:
    title = _height(chart.title, _font(_TEXT, bold=True), wide)
    return title + (_height(told, _font(_TEXT - 2), wide) if told else 0) + 8


def _fitted(chart: Chart, wide: float, high: float) -> QSizeF:
    """The chart's size, made smaller where the paper has less room."""
    own = chart.size()
    return own * min(wide / own.width(), high / own.height(), 1.0)


def _widths(grid: Grid, wide: float) -> list[float]:
    """Columns of numbers as wide as their texts; the others share the rest by what they hold."""
    metrics, rows = QFontMetricsF(_font(_TEXT - 1)), [*grid.rows]
    if grid.header:
        rows.append(grid.header)
    needed = [max(map(metrics.horizontalAdvance, column)) for column in zip(*rows, strict=True)]
    fixed = {i: needed[i] + 3 * _CELL for i in grid.numbers}
    texts = [i for i in range(len(needed)) if i not in fixed]
    rest = max(wide - sum(fixed.values()), 80.0 * len(texts))
    if len(texts) == 2:
        fixed[texts[0]] = min(needed[texts[0]] + 3 * _CELL, rest / 2)
        fixed[texts[1]] = rest - fixed[texts[0]]
    else:
        fixed |= {i: rest / len(texts) for i in texts}
    total = sum(fixed.values())
    return [fixed[i] * min(1.0, wide / total) for i in range(len(needed))]


def _row_height(cells: Sequence[str], widths: Sequence[float], font: QFont) -> float:
    metrics = QFontMetricsF(font)
    heights = [
        metrics.boundingRect(
            QRectF(0, 0, wide - _CELL, 10_000),
            int(_wrapping(text, font, wide - _CELL)),
            text or " ",
        ).height()
        for text, wide in zip(cells, widths, strict=True)
    ]
    return ceil(max(heights)) + 7


def _wrapping(text: str, font: QFont, wide: float) -> Qt.TextFlag:
    """Between words, or anywhere where a word alone is too long."""
    metrics = QFontMetricsF(font)
    fits = all(metrics.horizontalAdvance(word) <= wide for word in text.split())
    return Qt.TextFlag.TextWordWrap if fits else Qt.TextFlag.TextWrapAnywhere
