"""Models that answer together: chosen by what they share and what they cost."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import ModelError
from newsdesk.engine.ensemble import Ensemble
from newsdesk.services.classification import Classification
from newsdesk.services.ensembles import Ensembles
from newsdesk.ui.widgets.labels import label

HELP = (
    "Each article gets the mean of the models’ probabilities. Their sections are paired by name. "
    "A model that cannot read a text is not counted for it."
)


class EnsembleDialog(QDialog):
    """Makes an ensemble, or gives the one of a name other members.

    made: a new one of this name is here. said: a line for the foot of the window, and whether it
    can be undone.
    """

    made = Signal(str)
    said = Signal(str, bool)

    def __init__(
        self,
        ensembles: Ensembles,
        classification: Classification,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """name: of the ensemble to change; empty to make one."""
        super().__init__(parent)
        self.setWindowTitle("Ensemble")
        self.resize(560, 560)
        self._ensembles, self._classification = ensembles, classification
        self._edited = name
        self._title = ensembles.title(name) if name else ""
        self._speeds: dict[str, float | None] = {}
        self._folders = {model.name: model for model in ensembles.models()}
        self.name = QLineEdit(name)
        self.name.setAccessibleName("Name of the ensemble")
        self.name.setPlaceholderText("Such as newsroom-duo")
        self.name.setReadOnly(bool(name))
        self.list = QListWidget()
        self.list.setAccessibleName("Models that answer together")
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verdict = label("", "", wrap=True)
        self.cost = label("", "soft", wrap=True)
        self._build()
        self._fill()
        self.name.textChanged.connect(lambda _: self._look())
        self.list.itemChanged.connect(lambda _: self._look())
        classification.measured.connect(self._note_speed)
        self._look()
        (self.list if name else self.name).setFocus()

    @property
    def members(self) -> list[str]:
        """The models that are chosen, in the order of the list."""
        items = (self.list.item(place) for place in range(self.list.count()))
        return [
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        ]

    @property
    def wanted_name(self) -> str:
        """The name as it is kept: what a file cannot be called is left out, spaces are dashes."""
        return re.sub(r"[^\w.-]+", "-", self.name.text().strip()).strip("-.")

    def accept(self) -> None:
        """Make it, or change it; where that is refused, say why and stay."""
        name, members = self.wanted_name, self.members
        title = self._title or self.name.text().strip()
        try:
            if self._edited:
                self._ensembles.change(self._edited, members)
            else:
                self._ensembles.make(name, members, title)
        except ModelError as error:
            self._refuse(str(error))
            return
        what = "Changed" if self._edited else "Made"
        self.said.emit(f"{what} the ensemble {title}", True)
        super().accept()
        if not self._edited:
            self.made.emit(name)

    def remove(self) -> None:
        """Remove the ensemble; it can be undone."""
        try:
            self._ensembles.remove(self._edited)
        except ModelError as error:
            self._refuse(str(error))
            return
        self.said.emit(f"Removed the ensemble {self._title}", True)
        super().reject()

    def _fill(self) -> None:
        chosen: tuple[str, ...] = ()
        if self._edited:
            try:
                chosen = self._ensembles.members(self._edited)
            except ModelError as error:
                self._trouble.setText(str(error))
        gone = [name for name in chosen if name not in self._folders]
        if gone:
            self._trouble.setText(f"No longer here: {', '.join(gone)}.")
        self._trouble.setVisible(bool(self._trouble.text()))
        for name, folder in self._folders.items():
            sections = ", ".join(section.name() for section in folder.manifest.sections)
            item = QListWidgetItem(f"{name}   {sections}")
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setToolTip(sections)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            checked = Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked
            item.setCheckState(checked)
            self.list.addItem(item)

    def _look(self) -> None:
        """Say what the chosen ones share and cost, or why they do not go together."""
        members = self.members
        if len(members) < 2:
            self._refuse("Choose two models or more.", role="soft")
            return
        try:
            found = self._ensembles.preview([self._folders[name] for name in members])
        except ModelError as error:
            self._refuse(str(error))
            return
        self._show(shared_sentence(found), "")
        memory = sum(self._folders[name].weights for name in members)
        for name in members:
            if name not in self._speeds:
                self._speeds[name] = None
                self._classification.measure(name)
        known = [self._speeds[name] for name in members]
        total = sum(value for value in known if value is not None)
        speed = "measuring the time…" if None in known else f"{total:.0f} ms an article"
        self.cost.setText(f"Together about {memory / 1e6:.0f} MB of memory, {speed}.")
        self._save.setEnabled(bool(self.wanted_name))

    def _note_speed(self, model: str, milliseconds: float | None) -> None:
        if milliseconds is not None and model in self._speeds:
            self._speeds[model] = milliseconds
            if model in self.members:
                self._look()

    def _refuse(self, why: str, role: str = "error") -> None:
        self._show(why, role)
        self.cost.setText("")
        self._save.setEnabled(False)

    def _show(self, text: str, role: str) -> None:
        self.verdict.setText(text)
        self.verdict.setProperty("role", role)
        self.verdict.style().polish(self.verdict)

    def _build(self) -> None:
        self._trouble = label("", "error", wrap=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        save = "Change it" if self._edited else "Make it"
        self._save = buttons.addButton(save, QDialogButtonBox.ButtonRole.AcceptRole)
        self._save.setProperty("role", "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        if self._edited:
            self.remove_button = buttons.addButton(
                "Remove", QDialogButtonBox.ButtonRole.DestructiveRole
            )
            self.remove_button.clicked.connect(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(9)
        heading = f"The ensemble {self._title}" if self._edited else "A new ensemble"
        column.addWidget(label(heading, "heading", wrap=True))
        column.addWidget(label(HELP, "soft", wrap=True))
        column.addWidget(self._trouble)
        if not self._edited:
            column.addWidget(label("Name", "caption"))
            column.addWidget(self.name)
        column.addWidget(label("Models", "caption"))
        column.addWidget(self.list, 1)
        column.addWidget(self.verdict)
        column.addWidget(self.cost)
        column.addWidget(buttons)


def shared_sentence(ensemble: Ensemble) -> str:
    """Which sections an ensemble knows, and which are left out, since not all members have them."""
    shared = ", ".join(section.name() for section in ensemble.sections)
    said = f"They share {len(ensemble.sections)} sections: {shared}."
    for name, sections in ensemble.left_out.items():
        if sections:
            names = ", ".join(section.name() for section in sections)
            said += f" Left out of {name}: {names}."
    return said
