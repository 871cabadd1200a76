"""The charts of a data set: sections and their parts, lengths, languages."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import Overview
from newsdesk.ui.datasets import words
from newsdesk.ui.datasets.section_chart import SectionChart, SplitLegend
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.histogram import Histogram
from newsdesk.ui.widgets.labels import label

NARROW = 700
"""Below this width, in pixels, the cards stand under one another."""
MOST_LANGUAGES = 8


class OverviewPage(QScrollArea):
    """section_picked: the code of a section whose articles are asked for."""

    section_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: Overview | None = None
        self.sections = SectionChart()
        self.legend = SplitLegend()
        self.lengths = Histogram("Lengths of the articles", "characters", "articles")
        self._lengths_note = label("", "soft", wrap=True)
        self._languages = label("", "soft", wrap=True)
        self._covers = label("", "soft", wrap=True)
        self.sections.picked.connect(self.section_picked)
        first = _card("Rows by section", self.sections, self.legend)
        second = _card("Length in characters", self.lengths, self._lengths_note)
        third = _card("Languages", self._languages)
        fourth = _card("Covers and duplicates", self._covers)
        right = QVBoxLayout()
        right.setSpacing(14)
        for each in (second, third, fourth):
            right.addWidget(each)
        right.addStretch(1)
        left = QVBoxLayout()
        left.addWidget(first)
        left.addStretch(1)
        page = QWidget()
        page.setObjectName("page")
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, page)
        self._columns.setContentsMargins(0, 0, 4, 8)
        self._columns.setSpacing(14)
        self._columns.addLayout(left, 3)
        self._columns.addLayout(right, 2)
        self.setWidget(page)
        theme().changed.connect(self._dress)

    def show_overview(self, overview: Overview) -> None:
        """Show what was counted."""
        dataset = overview.dataset
        self._shown = overview
        folds = dataset.plan.folds if dataset.plan.way == "folds" else 0
        names = {section.code: section.name() for section in dataset.sections}
        self.sections.show_counts(overview.counts, names, folds)
        self.legend.show_counts(overview.counts, folds)
        self.lengths.show_bins(overview.lengths)
        self._lengths_note.setText(_middle(overview.lengths))
        self._languages.setText(_languages(overview))
        self._covers.setText(_covers(dataset))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW
        self._columns.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )

    def _dress(self) -> None:
        for bar in self.sections.bars:
            bar.update()


def _card(title: str, *widgets: QWidget) -> QFrame:
    frame = QFrame()
    frame.setProperty("role", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(14, 12, 14, 12)
    column.setSpacing(8)
    heading = QHBoxLayout()
    heading.addWidget(label(title, "cardTitle"))
    heading.addStretch(1)
    column.addLayout(heading)
    for widget in widgets:
        column.addWidget(widget)
    return frame


def _middle(lengths: list[tuple[int, int]]) -> str:
    """Where the middle article lies, as far as the bins tell."""
    total = sum(rows for _, rows in lengths)
    passed = 0
    for place, (edge, rows) in enumerate(lengths):
        passed += rows
        if total and passed * 2 >= total:
            if place + 1 == len(lengths):
                return f"The middle article has {edge:,} characters or more."
            return f"The middle article has {edge:,} to {lengths[place + 1][0]:,} characters."
    return ""


def _covers(dataset: Dataset) -> str:
    covers = words.number(dataset.covers, "article has a cover", "articles have a cover")
    near = words.number(dataset.duplicates, "row is a near-duplicate", "rows are near-duplicates")
    return (
        f"{covers if dataset.covers else 'No article has a cover'}. "
        f"{near if dataset.duplicates else 'No row is a near-duplicate'} of an earlier one"
        f"{', and on its side' if dataset.duplicates else ''}."
    )


def _languages(overview: Overview) -> str:
    named = sum(overview.languages.values())
    parts = [f"{words.language(code)} {rows:,}" for code, rows in overview.languages.items()]
    if len(parts) > MOST_LANGUAGES:
        parts[MOST_LANGUAGES:] = [f"and {len(parts) - MOST_LANGUAGES} more"]
    if named < overview.dataset.rows:
        parts.append(f"not said {overview.dataset.rows - named:,}")
    return " · ".join(parts)
