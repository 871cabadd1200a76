"""How a data set is divided, and another way to do it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset, SectionCount, SplitPlan
from newsdesk.services.datasets import Overview
from newsdesk.ui.datasets import words
from newsdesk.ui.datasets.plan_form import PlanForm
from newsdesk.ui.widgets.labels import label

SHORT_NOTE = 330
"""Characters of a note that are shown at first."""
COLUMNS = ("Section", "Train", "Dev", "Test", "In all", "Tested")


class SplitsPage(QWidget):
    """divide_asked: the person wants the set divided by this plan."""

    divide_asked = Signal(SplitPlan)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[int, SplitPlan] | None = None
        self.form = PlanForm()
        self.divide = QPushButton("Divide again")
        self.divide.clicked.connect(lambda: self.divide_asked.emit(self.form.plan()))
        self._now = label("", "soft", wrap=True)
        self._note = QVBoxLayout()
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setAccessibleName("Rows of each section by split")
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setDefaultSectionSize(96)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        first = QTableWidgetItem(COLUMNS[0])
        self.table.setHorizontalHeaderItem(0, first)
        first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        frame = QFrame()
        frame.setProperty("role", "card")
        row = QHBoxLayout(frame)
        row.setContentsMargins(14, 12, 14, 12)
        row.setSpacing(12)
        row.addWidget(self.form, 1)
        row.addWidget(self.divide, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._now)
        column.addLayout(self._note)
        column.addWidget(self.table, 1)
        column.addWidget(frame)

    @property
    def note(self) -> str:
        """How the set is divided, in words."""
        return self._now.text()

    def show_overview(self, overview: Overview) -> None:
        """Show how a set is divided."""
        dataset = overview.dataset
        if self._shown != (dataset.id, dataset.plan):
            self._shown = (dataset.id, dataset.plan)
            self.form.show_plan(dataset.plan)
        self._now.setText(f"Now {words.plan(dataset.plan)}. Near-duplicates are never divided.")
        while (item := self._note.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        if dataset.note:
            self._note.addWidget(NoteCard(dataset.note))
        self._fill(dataset, overview.counts)

    def _fill(self, dataset: Dataset, counts: list[SectionCount]) -> None:
        names = {section.code: section.name() for section in dataset.sections}
        folds = dataset.plan.way == "folds"
        for place in (1, 2, 3, 5):
            self.table.setColumnHidden(place, folds)
        whole = SectionCount(
            "",
            sum(count.train for count in counts),
            sum(count.dev for count in counts),
            sum(count.test for count in counts),
        )
        lines = [(names.get(count.section, count.section), count) for count in counts]
        lines.append(("All sections", whole))
        self.table.setRowCount(len(lines))
        for row, (name, count) in enumerate(lines):
            tested = count.test / count.total if count.total else 0.0
            cells = (
                name,
                *(f"{rows:,}" for rows in (count.train, count.dev, count.test, count.total)),
                f"{tested * 100:.1f} %",
            )
            for column, text in enumerate(cells):
                self.table.setItem(row, column, _item(text, column > 0, row + 1 == len(lines)))


class NoteCard(QFrame):
    """What dividing could not do. A long note shows its beginning, and all of it on request."""

    def __init__(self, note: str) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self._note = note
        self._said = label(words.short(note, SHORT_NOTE), "", wrap=True)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.all = QPushButton("Show all")
        self.all.setProperty("role", "plain")
        self.all.setAccessibleName("Show all of the note about the division")
        self.all.clicked.connect(self._show_all)
        self.all.setVisible(len(note) > SHORT_NOTE)
        row = QHBoxLayout(self)
        row.setContentsMargins(13, 8, 8, 8)
        row.addWidget(self._said, 1)
        row.addWidget(self.all, 0, Qt.AlignmentFlag.AlignBottom)

    def _show_all(self) -> None:
        self._said.setText(self._note)
        self.all.hide()


def _item(text: str, right: bool, bold: bool) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    if right:
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    if bold:
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item
