"""Where picked articles go: into a new data set, or one that is here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset
from newsdesk.core.recipes import NAME
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

LONGEST = 100


class CollectDialog(QDialog):
    """`name` and `is_new` say what was chosen once it is accepted."""

    def __init__(
        self, number: int, datasets: Sequence[Dataset], source: str, parent: QWidget | None = None
    ) -> None:
        """number: of articles. source: the set that they are rows of, which is not offered."""
        super().__init__(parent)
        self.setWindowTitle("Add to a data set")
        self.setProperty("role", "form")
        self.setMinimumWidth(440)
        self._names = {each.name for each in datasets}
        self._few = articles(number)
        self.new, self.old = QRadioButton("A new data set"), QRadioButton("One that is here")
        self.field = QLineEdit()
        self.field.setPlaceholderText("Name, such as local-life")
        self.field.setMaxLength(LONGEST)
        self.field.setAccessibleName("Name of the new data set")
        self.choice = Choice("The data set")
        for each in datasets:
            if each.name != source:
                self.choice.addItem(each.title or each.name, each.name)
        self.note = label("", "soft", wrap=True)
        self._buttons = QDialogButtonBox()
        self.start = self._buttons.addButton("Add", QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setProperty("role", "primary")
        self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self.old.setEnabled(self.choice.count() > 0)
        self.new.setChecked(True)
        for signal in (self.new.toggled, self.field.textChanged, self.choice.activated):
            signal.connect(lambda _: self._check())
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._check()
        self.field.setFocus()

    @property
    def is_new(self) -> bool:
        """Whether a new set is to be made."""
        return self.new.isChecked()

    @property
    def name(self) -> str:
        """The set's name."""
        return self.field.text().strip() if self.is_new else str(self.choice.currentData() or "")

    def _check(self) -> None:
        self.field.setEnabled(self.is_new)
        self.choice.setEnabled(not self.is_new)
        self.start.setText("Make" if self.is_new else "Add")
        self.start.setEnabled(bool(self.name))
        if not self.is_new:
            self.note.setText(
                f"{self._few} with the sections that they have now. Near-duplicates of its rows "
                "join them in their part; all others are learned from."
            )
        elif self.name in self._names:
            self._refuse(f"There is a data set called {self.name} already.")
        elif self.name and not re.match(NAME, self.name):
            self._refuse("Use letters, digits, points, hyphens and underscores, a letter first.")
        else:
            self.note.setText(
                f"{self._few} with the sections that they have now, divided for learning, "
                "choosing and testing."
            )

    def _refuse(self, why: str) -> None:
        self.note.setText(why)
        self.start.setEnabled(False)

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        grid.addWidget(self.new, 0, 0)
        grid.addWidget(self.field, 0, 1)
        grid.addWidget(self.old, 1, 0)
        grid.addWidget(self.choice, 1, 1)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        column.addLayout(grid)
        column.addWidget(self.note)
        column.addStretch(1)
        column.addWidget(self._buttons)
