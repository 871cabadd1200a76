"""The chosen data set: what it is, what can be done with it, and its four pages."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import Datasets, Overview
from newsdesk.ui.datasets import words
from newsdesk.ui.datasets.articles_page import ArticlesPage
from newsdesk.ui.datasets.overview_page import OverviewPage
from newsdesk.ui.datasets.problems_page import ProblemsPage
from newsdesk.ui.datasets.splits_page import SplitsPage
from newsdesk.ui.widgets.labels import ElidedLabel, label
from newsdesk.ui.widgets.tabs import Tabs

OVERVIEW, ARTICLES, PROBLEMS, SPLITS = "Overview", "Articles", "Problems", "Splits"
MOST_OFFERS = 3


class SetPage(QWidget):
    """Everything about one set. The *_asked signals: what the person wants done with it."""

    train_asked = Signal()
    export_asked = Signal()
    rename_asked = Signal()
    merge_asked = Signal()
    remove_asked = Signal()

    def __init__(self, datasets: Datasets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("setPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._datasets = datasets
        self.dataset: Dataset | None = None
        self._declined: set[tuple[int, str]] = set()
        self._title = ElidedLabel()
        self._title.setProperty("role", "title")
        self._title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._facts = label("", "soft", wrap=True)
        self._source = ElidedLabel()
        self._source.setProperty("role", "soft")
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.train = QPushButton("Train on it…")
        self.export = QPushButton("Export…")
        self.more = QPushButton("More")
        self._offers = QVBoxLayout()
        self._offers.setSpacing(6)
        self.overview = OverviewPage()
        self.articles = ArticlesPage(datasets)
        self.problems = ProblemsPage(datasets)
        self.splits = SplitsPage()
        self.tabs = Tabs()
        for name, page in (
            (OVERVIEW, self.overview),
            (ARTICLES, self.articles),
            (PROBLEMS, self.problems),
            (SPLITS, self.splits),
        ):
            self.tabs.add(name, page)
        self._build()
        self._connect()

    @property
    def facts(self) -> str:
        """The line below the title."""
        return self._facts.text()

    @property
    def title(self) -> str:
        """The title as it is shown."""
        return self._title.text()

    def show_set(self, dataset: Dataset) -> None:
        """Show a set; what needs counting follows."""
        if self.dataset == dataset:
            return
        if self.dataset is None or self.dataset.id != dataset.id:
            self._clear_offers()
        self.dataset = dataset
        self._title.setText(dataset.name)
        self._facts.setText(_facts(dataset))
        self._source.setText(f"from {words.source(dataset)}")
        self.tabs.button(ARTICLES).setText(f"Articles {dataset.rows:,}")
        self.tabs.button(PROBLEMS).setText(f"Problems {dataset.problems:,}")
        self.train.setEnabled(dataset.labelled > 0)
        self.articles.show_set(dataset)
        self.problems.show_set(dataset)
        self._datasets.overview(dataset, self._show_overview)

    def _show_overview(self, overview: Overview) -> None:
        if self.dataset is None or overview.dataset.id != self.dataset.id:
            return
        self.overview.show_overview(overview)
        self.splits.show_overview(overview)
        self._show_offers(overview)

    def _show_offers(self, overview: Overview) -> None:
        self._clear_offers()
        offers = [
            (into, others)
            for into, others in overview.merges
            if (overview.dataset.id, into) not in self._declined
        ]
        for into, others in offers[:MOST_OFFERS]:
            self._offers.addWidget(self._offer(overview, into, others))

    def _offer(self, overview: Overview, into: str, others: tuple[str, ...]) -> QFrame:
        rows = {count.section: count.total for count in overview.counts}
        named = ", ".join(f"“{other}” ({rows.get(other, 0):,})" for other in others)
        text = f"{named} may be the same section as “{into}” ({rows.get(into, 0):,})."
        frame = QFrame()
        frame.setProperty("role", "notice")
        row = QHBoxLayout(frame)
        row.setContentsMargins(13, 5, 8, 5)
        said = label(text, "", wrap=True)
        merge = QPushButton("Merge")
        dismiss = QPushButton("Keep apart")
        for button in (merge, dismiss):
            button.setProperty("role", "plain")
            button.setAccessibleName(f"{button.text()}: {text}")
        dataset = overview.dataset
        merge.clicked.connect(lambda: self._datasets.merge(dataset, others, into))
        dismiss.clicked.connect(lambda: self._decline(overview, into))
        row.addWidget(said, 1)
        row.addWidget(merge)
        row.addWidget(dismiss)
        return frame

    def _decline(self, overview: Overview, into: str) -> None:
        self._declined.add((overview.dataset.id, into))
        self._show_offers(overview)

    def _clear_offers(self) -> None:
        while (item := self._offers.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()

    def _show_section(self, code: str) -> None:
        self.articles.filter_section(code)
        self.tabs.show_page(ARTICLES)
        self.articles.table.setFocus()

    def _show_source_row(self, row: int) -> None:
        if self.dataset is not None:
            self._datasets.find(self.dataset, row, self._open_number)

    def _open_number(self, number: int | None) -> None:
        if number is not None:
            self.tabs.show_page(ARTICLES)
            self.articles.open_number(number)

    def _connect(self) -> None:
        self.train.clicked.connect(self.train_asked)
        self.export.clicked.connect(self.export_asked)
        self.overview.section_picked.connect(self._show_section)
        self.problems.row_asked.connect(self._show_source_row)

    def _build(self) -> None:
        self.export.setToolTip("Write the set to a file that can be imported again")
        self.train.setToolTip("Choose this data set for a new training job")
        self._title.setToolTip("")
        menu = QMenu(self.more)
        for text, signal in (
            ("Rename…", self.rename_asked),
            ("Merge sections…", self.merge_asked),
            ("Remove…", self.remove_asked),
        ):
            action = QAction(text, menu)
            action.triggered.connect(lambda _=False, wanted=signal: wanted.emit())
            menu.addAction(action)
        self.more.setMenu(menu)
        self.more.setAccessibleName("More that can be done with this data set")
        heading = QHBoxLayout()
        heading.setSpacing(10)
        heading.addWidget(self._title, 1)
        for button in (self.train, self.export, self.more):
            heading.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 16, 22, 14)
        column.setSpacing(6)
        column.addLayout(heading)
        column.addWidget(self._facts)
        column.addWidget(self._source)
        column.addLayout(self._offers)
        column.addSpacing(2)
        column.addWidget(self.tabs, 1)


def _facts(dataset: Dataset) -> str:
    unlabelled = dataset.rows - dataset.labelled
    parts = [
        words.number(dataset.rows, "row"),
        f"{unlabelled:,} unlabelled" if unlabelled else "",
        words.number(len(dataset.sections), "section"),
        words.languages(dataset.languages),
        words.number(dataset.covers, "cover") if dataset.covers else "",
        words.plan(dataset.plan),
        f"fingerprint {words.short_fingerprint(dataset.fingerprint)}",
    ]
    return " · ".join(part for part in parts if part)
