"""The form of a specification, made from its schema: what matters first, the rest folded."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.core.recipes import FinetuneSpec, parse_recipe, write_recipe
from newsdesk.ui.training.fields import Row
from newsdesk.ui.training.schema import GROUPS, Path, Unfit, form_fields, value_at, with_values
from newsdesk.ui.widgets.labels import label

BASICS: tuple[Path, ...] = (
    ("name",),
    ("dataset",),
    ("teachers",),
    ("encoder",),
    ("drop",),
    ("strategy",),
    ("student", "layers"),
    ("student", "width"),
    ("student", "pieces"),
    ("intermediate", "epochs"),
    ("intermediate", "attention"),
    ("intermediate", "hidden"),
    ("intermediate", "relation"),
    ("prediction", "alpha"),
    ("preprocessing", "max_tokens"),
    ("tuning", "encoder_rate"),
    ("tuning", "batch"),
    ("tuning", "micro_batch"),
    ("tuning", "epochs"),
    ("seed",),
    ("sweep", "way"),
    ("sweep", "encoder_rates"),
    ("sweep", "head_rates"),
    ("sweep", "seeds"),
    ("schedule", "device"),
    ("schedule", "night"),
    ("schedule", "after"),
)
SWEEP_ONLY: tuple[Path, ...] = (("sweep", "encoder_rates"), ("sweep", "head_rates"))
# What `parse_recipe` compares across fields, and the field that is told of it.
ACROSS: tuple[tuple[str, Path], ...] = (
    ("micro-batch", ("tuning", "micro_batch")),
    ("encoder rate", ("sweep", "encoder_rates")),
)
TITLED = ("student", "intermediate", "prediction")
LEARNING = "Learning, reading, where and when"
MORE, LESS = "More settings ▸", "Fewer settings ▾"


class RecipeForm(QWidget):
    """Edits a specification. changed: the person moved something."""

    changed = Signal()

    def __init__(
        self,
        choices: dict[Path, tuple[list[tuple[str, str]], bool]],
        recipe: type[FinetuneSpec] = FinetuneSpec,
    ) -> None:
        """choices: for some fields, what to choose from, and whether others may be typed."""
        super().__init__()
        self._base: FinetuneSpec | None = None
        groups = form_fields(recipe)
        self.rows = {field.path: Row(field, self) for _, fields in groups for field in fields}
        for path, (offered, editable) in choices.items():
            if path in self.rows:
                self.rows[path].offer(offered, editable)
        for row in self.rows.values():
            row.changed.connect(self._moved)
        self.problem = ""
        self.more = QWidget()
        self.more_button = QPushButton(MORE)
        self.more_button.setProperty("role", "plain")
        self.more_button.clicked.connect(lambda: self.unfold(not self.more.isVisibleTo(self)))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 6, 14, 14)
        column.setSpacing(10)
        for title, rows in _parted([self.rows[path] for path in BASICS if path in self.rows]):
            if title:
                column.addWidget(label(title, "strong"))
            column.addWidget(_grid(rows))
        column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.more)
        column.addStretch(1)
        inner = QVBoxLayout(self.more)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        for name, fields in groups:
            rest = [self.rows[field.path] for field in fields if field.path not in BASICS]
            if rest:
                inner.addWidget(label(GROUPS.get(name, name.capitalize()), "strong"))
                inner.addWidget(_grid(rest))
        self.more.hide()

    def show_spec(self, spec: FinetuneSpec) -> None:
        """Fill the form; changes are marked against this."""
        self._base = spec
        for path, row in self.rows.items():
            row.base = value_at(spec, path)
            row.show_value(row.base)
        self._check()

    def change(self, values: dict[Path, Any]) -> None:
        """Change some fields, as the person would."""
        for path, value in values.items():
            self.rows[path].show_value(value)
        self._moved()

    def spec(self) -> FinetuneSpec | None:
        """What the form says; None while something is wrong."""
        if self._base is None:
            return None
        try:
            values = {path: row.value() for path, row in self.rows.items()}
        except Unfit:
            return None
        spec = with_values(self._base, values)
        try:
            return parse_recipe(write_recipe(spec))
        except NewsdeskError as error:
            self.problem = error.problem.message.partition("is wrong: ")[2]
            return None

    def problems(self) -> dict[Path, str]:
        """What is wrong, by field."""
        return {path: row.problem for path, row in self.rows.items() if row.problem}

    def set_problem(self, path: Path, problem: str) -> None:
        """Say beside a field what others found wrong with it; empty: nothing."""
        row = self.rows[path]
        row.foreign_problem = problem
        row.check()

    def unfold(self, open_: bool) -> None:
        """Show or hide what is seldom changed."""
        self.more.setVisible(open_)
        self.more_button.setText(LESS if open_ else MORE)

    def _moved(self) -> None:
        self._check()
        self.changed.emit()

    def _check(self) -> None:
        for _, path in ACROSS:
            self.rows[path].foreign_problem = ""
        self.problem = ""
        self.spec()
        for words, path in ACROSS:
            if words in self.problem:
                self.rows[path].foreign_problem = f"{self.problem[:1].upper()}{self.problem[1:]}"
        single = self.rows["sweep", "way"].value() == "single"
        for path in SWEEP_ONLY:
            self.rows[path].editor.setEnabled(not single)
        self.rows["tuning", "encoder_rate"].editor.setEnabled(single)
        for row in self.rows.values():
            row.check()
            if row.problem and row.field.path not in BASICS:
                self.unfold(True)


def _parted(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    """What matters first, with a title over each stage of a distillation."""
    parts: list[tuple[str, list[Row]]] = []
    for row in rows:
        group = row.field.path[0] if row.field.path[0] in TITLED else ""
        title = GROUPS[group] if group else LEARNING if parts and parts[-1][0] else ""
        if not parts or (title and parts[-1][0] != title):
            parts.append((title, []))
        parts[-1][1].append(row)
    return parts


def _grid(rows: list[Row]) -> QWidget:
    made = QWidget()
    grid = QGridLayout(made)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(3)
    grid.setColumnMinimumWidth(0, 128)
    grid.setColumnStretch(2, 1)
    for place, row in enumerate(rows):
        row.place(grid, 2 * place)
    return made
