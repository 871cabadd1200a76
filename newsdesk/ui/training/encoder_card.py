"""The chosen base model: what it is good for, and its download where it is not here."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newsdesk.services.encoders import EncoderChoice, is_here, problem_with
from newsdesk.ui.widgets.labels import label


class EncoderCard(QWidget):
    """download_asked: a name. folder_asked, name_asked: another base model than those listed."""

    download_asked = Signal(str)
    folder_asked = Signal()
    name_asked = Signal()

    def __init__(self, choices: list[EncoderChoice]) -> None:
        super().__init__()
        self._choices = {choice.name: choice for choice in choices}
        self._name = ""
        self.purpose = label("", "", wrap=True)
        self.facts = label("", "soft", wrap=True)
        self.download = QPushButton("Download…")
        self.download.clicked.connect(lambda: self.download_asked.emit(self._name))
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.download)
        for text, asked in (("Other name…", self.name_asked), ("Folder…", self.folder_asked)):
            button = QPushButton(text)
            button.setProperty("role", "plain")
            button.clicked.connect(asked)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label("Base model", "cardTitle"))
        column.addWidget(self.purpose)
        column.addWidget(self.facts)
        column.addLayout(row)

    def show_encoder(self, name: str) -> str:
        """Show a base model; returns why it cannot be used yet, or nothing."""
        self._name = name
        choice = self._choices.get(name)
        here = bool(name) and is_here(name)
        self.purpose.setText(choice.purpose if choice else "")
        self.purpose.setVisible(bool(choice and choice.purpose))
        where = "It is on this machine." if here else "It is not on this machine yet."
        if not name:
            where = "None is chosen."
        self.facts.setText(
            "\n".join(part for part in (choice.facts if choice else "", where) if part)
        )
        self.download.setVisible(bool(name) and not here)
        if not name:
            return ""
        if not here:
            return "It is not on this machine yet: download it first."
        problem = problem_with(name)
        return str(problem) if problem else ""
