"""One row of a data set, opened beside the table: its text, its section, what was changed."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset, LabelChange, LabelledArticle
from newsdesk.ui.datasets import words
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

LONGEST = 60_000
"""Characters shown at first; a longer text is cut there and says so."""
NO_SECTION = "(no section)"


class ArticlePane(QFrame):
    """section_chosen: row and code. closed: the person wants the room for the table."""

    section_chosen = Signal(object, str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setMinimumWidth(240)
        self._dataset: Dataset | None = None
        self.row: LabelledArticle | None = None
        self._number = label("", "caption")
        self.close_button = QPushButton("Close")
        self.close_button.setProperty("role", "plain")
        self.close_button.setToolTip("Close the article (Escape)")
        self.close_button.clicked.connect(self.closed)
        self._title = label("", "cardTitle", wrap=True)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = label("", "soft", wrap=True)
        self.section = Choice("Section of this article")
        self.section.activated.connect(self._choose)
        self._history = label("", "soft", wrap=True)
        self.text = QTextBrowser()
        self.text.setObjectName("body")
        self.text.setAccessibleName("Article text")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.text.setAcceptDrops(False)  # a drop anywhere is a data set
        self.text.viewport().setAcceptDrops(False)
        self.text.document().setDocumentMargin(0)
        top = QHBoxLayout()
        top.addWidget(self._number)
        top.addStretch(1)
        top.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 12)
        column.setSpacing(7)
        column.addLayout(top)
        for widget in (self._title, self._facts, self.section, self._history):
            column.addWidget(widget)
        column.addWidget(self.text, 1)

    @property
    def history(self) -> str:
        """What was done to the section, in words."""
        return self._history.text()

    def show_row(self, dataset: Dataset, row: LabelledArticle, changes: list[LabelChange]) -> None:
        """Show a row; the same one again keeps the place in its text."""
        other = self.row is None or (row.number, row.body) != (self.row.number, self.row.body)
        self._dataset, self.row = dataset, row
        self._number.setText(f"Row {row.number:,}")
        self._title.setText(row.title or "(no title)")
        self._facts.setText(_facts(row))
        self._show_section(dataset, row)
        self._history.setText("\n".join(_change(dataset, change) for change in changes[-5:]))
        self._history.setVisible(bool(changes))
        if other:
            self.text.setHtml(_html(row.body))

    def _show_section(self, dataset: Dataset, row: LabelledArticle) -> None:
        with QSignalBlocker(self.section):
            self.section.clear()
            self.section.addItem(NO_SECTION, "")
            for section in dataset.sections:
                self.section.addItem(section.name(), section.code)
            self.section.setCurrentIndex(max(self.section.findData(row.section), 0))

    def _choose(self) -> None:
        if self.row is not None:
            self.section_chosen.emit(self.row, self.section.currentData())


def _facts(row: LabelledArticle) -> str:
    parts = [
        row.split or (f"fold {row.fold}" if row.fold else "in no split"),
        words.language(row.language) if row.language else "",
        row.date[:10],
        f"{len(row.title) + len(row.body):,} characters",
        f"row {row.source_row:,} of the source" if row.source_row else "",
        f"near-duplicate of row {row.group:,}" if row.group not in (0, row.number) else "",
        f"came as “{row.label}”" if row.label and row.label != row.section else "",
        "has a cover" if row.cover else "",
    ]
    return " · ".join(part for part in parts if part)


def _change(dataset: Dataset, change: LabelChange) -> str:
    names = {section.code: section.name() for section in dataset.sections}
    before, after = (
        names.get(code, code) or "no section" for code in (change.from_section, change.to_section)
    )
    why = f" ({change.reason})" if change.reason else ""
    return f"{words.when(change.at)} · {change.who}: {before} → {after}{why}"


def _html(body: str) -> str:
    paragraphs = [escape(part).replace("\n", "<br>") for part in body[:LONGEST].split("\n\n")]
    shown = "".join(
        f'<p style="line-height:148%; margin-top:0; margin-bottom:9px">{part}</p>'
        for part in paragraphs
        if part.strip()
    )
    if len(body) > LONGEST:
        soft = theme().tokens.soft
        shown += f'<p style="color:{soft}">The rest of this long text is not shown.</p>'
    return shown
