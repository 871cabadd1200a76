"""Sections that a data set has and a model has not: which of the model's they count as."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QScrollArea, QVBoxLayout, QWidget

from newsdesk.core.section import Section
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

_LEFT_OUT = "left out, and said so"
_HIGHEST = 150


class Matching(QWidget):
    """Hidden where the model knows every section of the set."""

    def __init__(self) -> None:
        super().__init__()
        self._choices: dict[str, Choice] = {}
        self._shown: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._said = label("", "soft", wrap=True)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._said)
        column.addWidget(self._area)
        self.hide()

    @property
    def matches(self) -> dict[str, str]:
        """Sections of the set that count as one of the model's."""
        found = {code: str(choice.currentData() or "") for code, choice in self._choices.items()}
        return {code: section for code, section in found.items() if section}

    def choose(self, code: str, section: str) -> None:
        """Let a section of the set count as one of the model's."""
        choice = self._choices[code]
        choice.setCurrentIndex(max(0, choice.findData(section)))

    def show_sections(self, ours: Sequence[Section], theirs: Sequence[Section]) -> None:
        """Ask about those of `theirs` that are not among `ours`, the model's."""
        shown = tuple(section.code for section in ours), tuple(section.code for section in theirs)
        if shown == self._shown:
            return
        self._shown, before = shown, self.matches
        unknown = [section for section in theirs if section.code not in shown[0]]
        form = QWidget()
        rows = QFormLayout(form)
        rows.setContentsMargins(0, 0, 0, 0)
        self._choices = {section.code: self._choice(section, ours) for section in unknown}
        for section in unknown:
            rows.addRow(section.name(), self._choices[section.code])
            if before.get(section.code) in shown[0]:
                self.choose(section.code, before[section.code])
        self._area.setWidget(form)
        self._area.setFixedHeight(min(_HIGHEST, form.sizeHint().height() + 4))
        number = len(unknown)
        self._said.setText(
            f"The model does not know {number:,} of the set’s {len(theirs):,} sections. Articles "
            "of these count as:"
        )
        self.setVisible(bool(unknown))

    def _choice(self, section: Section, ours: Sequence[Section]) -> Choice:
        choice = Choice(f"What articles of {section.name()} count as")
        choice.addItem(_LEFT_OUT, "")
        for each in ours:
            choice.addItem(each.name(), each.code)
        alike = [each.code for each in ours if _alike(section, each)]
        if alike:
            choice.setCurrentIndex(choice.findData(alike[0]))
        return choice


def _alike(one: Section, other: Section) -> bool:
    """Whether two sections have a name in common, or the name of one begins with the other's."""
    names = [{each.casefold() for each in (section.code, *section.names.values())}
             for section in (one, other)]  # fmt: skip
    return any(a == b or (min(len(a), len(b)) >= 4 and (a.startswith(b) or b.startswith(a)))
               for a in names[0] for b in names[1])  # fmt: skip
