"""Several articles in one text: the line that divides them, and what comes of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.services.intake import Intake
from newsdesk.services.intake_told import Division, Several
from newsdesk.ui.widgets.labels import label

PAGE_BREAK = "\f"
PAGE_BREAK_NAME = "a page break"
WAIT_MS = 150
LONGEST_TITLE = 90
EXPLANATION = (
    "The text is divided at each line that reads exactly so. The line itself goes; "
    "each part becomes an article of its own, and the first line of a part is its title."
)


class DivideDialog(QDialog):
    """Shows the articles that a line would give while it is chosen or typed."""

    def __init__(self, intake: Intake, several: Several, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Divide into several articles")
        self.setMinimumSize(560, 460)
        self._intake = intake
        self._several = several
        self._separator = several.separator
        self.line = QComboBox()
        self.line.setEditable(True)
        self.line.setAccessibleName("Line between two articles")
        self.line.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.count = label("", "strong")
        self.parts = QListWidget()
        self.parts.setAccessibleName("Articles that this gives")
        self.buttons = QDialogButtonBox()
        self.divide = self.buttons.addButton("Divide", QDialogButtonBox.ButtonRole.AcceptRole)
        self.divide.setProperty("role", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._build()
        self._connect()
        self.line.setEditText(_shown(several.separator))
        self._wait.stop()
        intake.ask_division(several, several.separator)

    @property
    def separator(self) -> str:
        """The line that was chosen or typed."""
        text = self.line.currentText()
        return PAGE_BREAK if text.strip() == PAGE_BREAK_NAME else text

    def accept(self) -> None:
        self._intake.divide(self._several, self._separator)
        super().accept()

    def _ask(self) -> None:
        self._intake.ask_division(self._several, self.separator)

    def _show(self, article_id: int, division: Division) -> None:
        if article_id != self._several.article_id:
            return
        if self.line.count() == 0:
            self._offer(division)
        if division.separator != self.separator and self.separator.strip():
            return  # an answer about what was typed before
        self._separator = division.separator
        self.parts.clear()
        for title, length in division.parts:
            self.parts.addItem(_item(title, length))
        if division.total > len(division.parts):
            more = division.total - len(division.parts)
            self.parts.addItem(QListWidgetItem(f"… and {more:,} more"))
        several = division.total > 1
        self.divide.setEnabled(several)
        self.divide.setText(f"Divide into {division.total:,}" if several else "Divide")
        self.count.setText(
            f"{division.total:,} articles" if several else "No line of the text reads so."
        )

    def _offer(self, division: Division) -> None:
        typed = self.line.currentText()
        self.line.blockSignals(True)
        for separator, articles in division.found:
            self.line.addItem(_shown(separator))
            tip = f"gives {articles:,} articles"
            self.line.setItemData(self.line.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.line.setEditText(typed)
        self.line.blockSignals(False)

    def _fail(self, problem: Problem) -> None:
        self.count.setText(f"{problem.message} {problem.remedy}")
        self.divide.setEnabled(False)

    def _connect(self) -> None:
        self._wait.timeout.connect(self._ask)
        self.line.editTextChanged.connect(lambda _: self._wait.start())
        self._intake.division_told.connect(self._show)
        self._intake.not_divided.connect(self._fail)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        caption = label("Line between two articles", "")
        caption.setBuddy(self.line)
        row.addWidget(caption)
        row.addWidget(self.line, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(label("Several articles in one text", "heading"))
        column.addWidget(label(EXPLANATION, "soft", wrap=True))
        column.addLayout(row)
        column.addWidget(self.count)
        column.addWidget(self.parts, 1)
        column.addWidget(self.buttons)
        self.divide.setEnabled(False)
        self.divide.setDefault(True)
        self.parts.setFocus()


def _shown(separator: str) -> str:
    return PAGE_BREAK_NAME if separator == PAGE_BREAK else separator


def _item(title: str, length: int) -> QListWidgetItem:
    short = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    return QListWidgetItem(f"{short or '(no title)'}  ·  {length:,} characters")
