"""The articles of a data set: search, filters, the table, one article opened beside it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset, LabelChange, LabelledArticle
from newsdesk.services.datasets import Datasets, RowQuery, section_name
from newsdesk.ui.datasets import words
from newsdesk.ui.datasets.article_pane import ArticlePane
from newsdesk.ui.datasets.paged_model import ROW, Column, PagedModel
from newsdesk.ui.datasets.row_table import RowTable, SectionDelegate
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

SEARCH_DELAY_MS = 250
Index = QModelIndex | QPersistentModelIndex
SECTION_COLUMN = 2


class ArticleModel(PagedModel[LabelledArticle]):
    """Rows of one data set. section_chosen: row and code, from an editor in the table."""

    section_chosen = Signal(object, str)

    def __init__(self) -> None:
        super().__init__(
            (
                Column("No.", 64, lambda row: f"{row.number:,}", right=True),
                Column("Title", 0, lambda row: row.title or words.short(row.body, 80)),
                Column("Section", 130, lambda row: self.name(row.section)),
                Column("Split", 62, lambda row: row.split or _fold(row), spare=1),
                Column("Group", 68, _group, right=True, spare=2),
                Column("Language", 88, lambda row: words.language(row.language), spare=3),
            )
        )
        self.dataset: Dataset | None = None

    def name(self, code: str) -> str:
        """A section's name."""
        return section_name(self.dataset, code) if self.dataset and code else code

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        editable = index.column() == SECTION_COLUMN
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.row_at(index.row())
        if row is None or role != Qt.ItemDataRole.EditRole or value == row.section:
            return False
        self.section_chosen.emit(row, value)
        return True


class ArticlesPage(QWidget):
    """counted: how many rows the filters list."""

    counted = Signal(int)

    def __init__(self, datasets: Datasets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._datasets = datasets
        self._dataset: Dataset | None = None
        self._wanted: int | None = None
        self.model = ArticleModel()
        self.table = RowTable(self.model, "Articles")
        self.table.setItemDelegate(SectionDelegate(SECTION_COLUMN, self.table))
        self.pane = ArticlePane()
        self.pane.hide()
        self.search = QLineEdit()
        self.section = Choice("Only this section")
        self.split = Choice("Only this split")
        self.duplicates = _filter("Duplicates", "Near-duplicates, beside the first of their group")
        self.unlabelled = _filter("Unlabelled", "Rows without a section: never learned from")
        self._count = label("", "soft")
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_DELAY_MS)
        self._build()
        self._connect()

    @property
    def query(self) -> RowQuery | None:
        """What is asked for."""
        if self._dataset is None:
            return None
        return RowQuery(
            self._dataset.id,
            section=self.section.currentData() or "",
            split=self.split.currentData() or "",
            search=self.search.text().strip(),
            only_duplicates=self.duplicates.isChecked(),
            unlabelled=self.unlabelled.isChecked(),
        )

    @property
    def said(self) -> str:
        """How many rows are listed, in words."""
        return self._count.text()

    def show_set(self, dataset: Dataset) -> None:
        """Show a set; the same one again keeps filters, place and the opened article."""
        same = self._dataset is not None and self._dataset.id == dataset.id
        self._dataset = self.model.dataset = dataset
        self._offer_filters(dataset, keep=same)
        if not same:
            with QSignalBlocker(self.search):
                self.search.clear()
            self.duplicates.setChecked(False)
            self.unlabelled.setChecked(False)
            self._close_article()
        self._ask(keep=same)
        if same and self.pane.row is not None and self.pane.isVisibleTo(self):
            self._open_number(self.pane.row.number)

    def filter_section(self, code: str) -> None:
        """Show the articles of one section only."""
        for button in (self.duplicates, self.unlabelled):
            button.setChecked(False)
        with QSignalBlocker(self.split), QSignalBlocker(self.search):
            self.split.setCurrentIndex(0)
            self.search.clear()
        self.section.setCurrentIndex(max(self.section.findData(code), 0))
        self._ask()

    def open_number(self, number: int) -> None:
        """Open a row by its number."""
        self._open_number(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.pane.isVisible():
            self._close_article()
            self.table.setFocus()
        else:
            super().keyPressEvent(event)

    def _ask(self, keep: bool = False) -> None:
        query = self.query
        if query is None:
            return
        self._count.setText("counting…" if not keep else self._count.text())
        self.model.ask(
            lambda answer: self._datasets.count(query, answer),
            lambda offset, limit, answer: self._datasets.page(query, offset, limit, answer),
            keep=keep,
        )

    def _show_count(self, rows: int) -> None:
        if self._dataset is not None:
            whole = rows == self._dataset.rows
            of = f" of {self._dataset.rows:,}"
            self._count.setText(words.number(rows, "row") if whole else f"{rows:,}{of}")
        self.counted.emit(rows)

    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, LabelledArticle):
            self._open_number(row.number)

    def _follow(self, index: QModelIndex) -> None:
        if self.pane.isVisible():
            self._open(index)

    def _open_number(self, number: int) -> None:
        if self._dataset is not None:
            self._wanted = number
            self._datasets.row(self._dataset.id, number, self._show_row)

    def _show_row(self, found: tuple[LabelledArticle | None, list[LabelChange]]) -> None:
        row, changes = found
        if self._dataset is None or row is None or row.number != self._wanted:
            return
        self.pane.show_row(self._dataset, row, changes)
        self.pane.show()

    def _close_article(self) -> None:
        self._wanted = None
        self.pane.row = None
        self.pane.hide()

    def _change(self, row: LabelledArticle, section: str) -> None:
        if self._dataset is not None:
            self._datasets.change_label(self._dataset, row, section)

    def _offer_filters(self, dataset: Dataset, keep: bool) -> None:
        chosen = self.section.currentData() if keep else None
        with QSignalBlocker(self.section), QSignalBlocker(self.split):
            self.section.clear()
            self.section.addItem("Every section", "")
            for section in dataset.sections:
                self.section.addItem(section.name(), section.code)
            self.section.setCurrentIndex(max(self.section.findData(chosen), 0))
            if not keep:
                self.split.setCurrentIndex(0)
        self.split.setVisible(dataset.plan.way != "folds")

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _: self._pause.start())
        self._pause.timeout.connect(self._ask)
        self.section.currentIndexChanged.connect(lambda _: self._ask())
        self.split.currentIndexChanged.connect(lambda _: self._ask())
        for button in (self.duplicates, self.unlabelled):
            button.clicked.connect(lambda: self._ask())
        self.model.counted.connect(self._show_count)
        self.model.section_chosen.connect(self._change)
        self.pane.section_chosen.connect(self._change)
        self.pane.closed.connect(self._close_article)
        self.table.opened.connect(self._open)
        self.table.moved.connect(self._follow)
        theme().changed.connect(self._tint)

    def _tint(self) -> None:
        self._search_icon.setIcon(theme().icon("search", "soft"))

    def _build(self) -> None:
        self.search.setObjectName("search")
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search the articles of this data set")
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        self.search.setMinimumWidth(120)
        self.search.setMaximumWidth(250)
        self._search_icon = self.search.addAction(
            theme().icon("search", "soft"), QLineEdit.ActionPosition.LeadingPosition
        )
        self.section.setMinimumContentsLength(12)
        self.section.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.split.addItem("Every split", "")
        for code in ("train", "dev", "test"):
            self.split.addItem(code, code)
        bar = QHBoxLayout()
        bar.setSpacing(8)
        bar.addWidget(self.search, 1)
        for widget in (self.section, self.split, self.duplicates, self.unlabelled):
            bar.addWidget(widget)
        bar.addStretch(1)
        bar.addWidget(self._count)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(10)
        splitter.setObjectName("gap")
        splitter.addWidget(self.table)
        splitter.addWidget(self.pane)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(bar)
        column.addWidget(splitter, 1)


def _filter(text: str, hint: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "filter")
    button.setToolTip(hint)
    button.setCheckable(True)
    return button


def _group(row: LabelledArticle) -> str:
    return f"{row.group:,}" if row.group not in (0, row.number) else ""


def _fold(row: LabelledArticle) -> str:
    return f"fold {row.fold}" if row.fold else ""
