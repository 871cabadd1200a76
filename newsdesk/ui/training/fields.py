"""One row of the form: title, editor, what is wrong or what it means, and the way back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QPushButton, QWidget

from newsdesk.ui.training.schema import FormField, Unfit, text_of, value_of
from newsdesk.ui.widgets.labels import ElidedLabel, label

SHORT = 118


class Row(QObject):
    """The widgets of one field, put into a grid by the form. changed: the person moved it."""

    changed = Signal()

    def __init__(self, field: FormField, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.base: Any = None
        self.title = label(field.title, "")
        self.title.setToolTip(field.description)
        self.editor = self._make_editor()
        self.editor.setAccessibleName(field.title)
        self.editor.setAccessibleDescription(field.description)
        self.editor.setToolTip(field.description)
        self.hint = ElidedLabel()
        self.hint.setProperty("role", "soft")
        self.hint.setText(field.description)
        self.error = label("", "error", wrap=True)
        self.reset = QPushButton("Reset")
        self.reset.setProperty("role", "plain")
        self.reset.setAccessibleName(f"Reset {field.title}")
        self.reset.clicked.connect(self.go_back)
        self._problem = ""
        self.foreign_problem = ""

    @property
    def problem(self) -> str:
        """What is wrong with it, in words; empty where nothing is."""
        return self._problem or self.foreign_problem

    @property
    def is_wide(self) -> bool:
        """Whether the editor takes the room of the hint, too."""
        return not (self.field.is_short or self.field.is_switch)

    def value(self) -> Any:
        """The value that stands there; Unfit where it is none."""
        editor = self.editor
        if isinstance(editor, QCheckBox):
            return editor.isChecked()
        if isinstance(editor, QLineEdit):
            return value_of(self.field, editor.text())
        assert isinstance(editor, QComboBox)
        if editor.isEditable():
            return value_of(self.field, editor.currentText())
        data = editor.currentData()
        return value_of(self.field, editor.currentText() if data is None else str(data))

    def show_value(self, value: Any) -> None:
        """Put a value there."""
        editor = self.editor
        if isinstance(editor, QCheckBox):
            editor.setChecked(bool(value))
        elif isinstance(editor, QLineEdit):
            editor.setText(text_of(value))
        elif isinstance(editor, QComboBox):
            self._choose(editor, text_of(value))
        self.check()

    def go_back(self) -> None:
        """Put back what the recipe says."""
        self.show_value(self.base)
        self.changed.emit()

    def offer(self, choices: list[tuple[str, str]], editable: bool) -> QComboBox:
        """Choose from these (shown, value) rather than type. Before the row is placed."""
        box = QComboBox()
        box.setEditable(editable)
        for shown, value in choices:
            box.addItem(shown, value)
        box.setAccessibleName(self.field.title)
        box.setMinimumContentsLength(18)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if editable and (line := box.lineEdit()) is not None:
            line.setAccessibleName(self.field.title)
            line.textEdited.connect(self._moved)
        box.activated.connect(self._moved)
        self.editor.deleteLater()
        self.editor = box
        return box

    def check(self) -> None:
        """Say what is wrong, and whether it differs from the recipe."""
        differs = False
        try:
            differs = self.value() != self.base
            self._problem = ""
        except Unfit as unfit:
            self._problem = str(unfit)
            differs = True
        self.error.setText(self.problem)
        self.error.setVisible(bool(self.problem))
        self.hint.setVisible(not self.problem and not self.is_wide)
        self.reset.setVisible(differs)
        role = "changed" if differs else ""
        if self.title.property("role") != role:
            self.title.setProperty("role", role)
            self.title.style().unpolish(self.title)
            self.title.style().polish(self.title)

    def place(self, grid: QGridLayout, row: int) -> None:
        """Stand in a row of the form."""
        grid.addWidget(self.title, row, 0)
        if self.is_wide:
            grid.addWidget(self.editor, row, 1, 1, 2)
        else:
            if not self.field.is_switch:
                self.editor.setFixedWidth(SHORT)
            grid.addWidget(self.editor, row, 1, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(self.hint, row, 2)
        grid.addWidget(self.error, row + 1, 1, 1, 2)
        grid.addWidget(self.reset, row, 3)

    def _moved(self, *_: object) -> None:
        self.check()
        self.changed.emit()

    def _choose(self, box: QComboBox, text: str) -> None:
        place = box.findData(text)
        if place < 0:
            place = box.findText(text)
        if place >= 0:
            box.setCurrentIndex(place)
        if box.isEditable():
            box.setEditText(text)
        elif place < 0 and text:
            box.insertItem(0, text, text)
            box.setCurrentIndex(0)

    def _make_editor(self) -> QWidget:
        field = self.field
        if field.is_switch:
            switch = QCheckBox()
            switch.clicked.connect(self._moved)
            return switch
        if field.choices:
            box = QComboBox()
            for choice in field.choices:
                box.addItem(choice, choice)
            box.activated.connect(self._moved)
            return box
        line = QLineEdit()
        line.setPlaceholderText("" if field.is_short else field.description)
        line.textEdited.connect(self._moved)
        return line
