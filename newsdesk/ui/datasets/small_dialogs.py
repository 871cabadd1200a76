"""Small questions about one data set: another name, sections to merge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset
from newsdesk.ui.datasets.name_field import NameField
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label


class RenameDialog(QDialog):
    """Accepted with a name that is free."""

    def __init__(
        self, dataset: Dataset, taken: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rename")
        self.resize(420, 130)
        others = [name for name in taken if name != dataset.name]
        self.name = NameField(others, dataset.name)
        self.name.line.selectAll()
        self._buttons, self._ok = _buttons(self, "Rename")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(f"Another name for {dataset.name}", "heading", wrap=True))
        layout.addWidget(self.name)
        layout.addWidget(self._buttons)
        self.name.changed.connect(self._check)
        self._check()

    def _check(self) -> None:
        self._ok.setEnabled(bool(self.name.name))


class MergeDialog(QDialog):
    """Accepted with at least one section that goes into another one."""

    def __init__(self, dataset: Dataset, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Merge sections")
        self.resize(420, 420)
        self.list = QListWidget()
        self.list.setAccessibleName("Sections to merge")
        for section in dataset.sections:
            item = QListWidgetItem(section.name())
            item.setData(Qt.ItemDataRole.UserRole, section.code)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.into = Choice("The section that they become")
        for section in dataset.sections:
            self.into.addItem(section.name(), section.code)
        self._buttons, self._ok = _buttons(self, "Merge")
        form = QFormLayout()
        form.addRow("become", self.into)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label("These sections", "heading"))
        layout.addWidget(self.list, 1)
        layout.addLayout(form)
        layout.addWidget(
            label("Every row keeps what it was in its history; jobs keep their copy.", "soft", True)
        )
        layout.addWidget(self._buttons)
        self.list.itemChanged.connect(lambda _: self._check())
        self.into.currentIndexChanged.connect(lambda _: self._check())
        self._check()

    @property
    def sections(self) -> list[str]:
        """The codes of those that go."""
        items = [self.list.item(row) for row in range(self.list.count())]
        codes = [
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        ]
        return [code for code in codes if code != self.into.currentData()]

    def _check(self) -> None:
        self._ok.setEnabled(bool(self.sections))


def _buttons(dialog: QDialog, verb: str) -> tuple[QDialogButtonBox, QWidget]:
    buttons = QDialogButtonBox()
    ok = buttons.addButton(verb, QDialogButtonBox.ButtonRole.AcceptRole)
    ok.setProperty("role", "primary")
    buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, ok
