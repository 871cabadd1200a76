"""Without the training libraries: what is missing, how large it is, and its installation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.services.training_extra import SIZE, Installation
from newsdesk.ui.widgets.labels import label

MOST_LINES = 500
WIDTH = 620


class ExtraPanel(QWidget):
    """installed: all is there now."""

    installed = Signal()

    def __init__(self, problem: Problem, installation: Installation) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._installation = installation
        installation.setParent(self)
        installation.line.connect(self._show_line)
        installation.ended.connect(self._ended)
        self.said = label("", "large", wrap=True)
        self.said.hide()
        self.lines = QPlainTextEdit()
        self.lines.setObjectName("lines")
        self.lines.setAccessibleName("What the installer says")
        self.lines.setReadOnly(True)
        self.lines.setMaximumBlockCount(MOST_LINES)
        self.lines.setFixedHeight(220)
        self.lines.hide()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName("Installing")
        self.bar.hide()
        self.button = QPushButton("Install")
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(self._press)
        typed = label(f"Or type it in a terminal:  {installation.command.typed}", "soft", wrap=True)
        typed.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        inner = QWidget()
        inner.setFixedWidth(WIDTH)
        column = QVBoxLayout(inner)
        column.setSpacing(12)
        column.addWidget(label("Training needs more than is installed", "emptyTitle", wrap=True))
        column.addWidget(label(problem.message, "large", wrap=True))
        column.addWidget(
            label(
                f"The training libraries are {SIZE}. They are installed beside Newsdesk; "
                "classifying goes on without them.",
                "large",
                wrap=True,
            )
        )
        column.addLayout(row)
        for widget in (self.bar, self.said, self.lines, typed):
            column.addWidget(widget)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        # Not by alignment: wrapped text would lose its height.
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(inner)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(3)

    def close_workers(self) -> None:
        """End the installer before the window goes."""
        self._installation.close()

    def _press(self) -> None:
        if self._installation.running:
            self.button.setEnabled(False)
            self._installation.cancel()
            return
        self.lines.clear()
        self.lines.setVisible(bool(self._installation.command.command))
        self.said.hide()
        self.bar.show()
        self._dress("Cancel", "")
        self._installation.start()

    def _show_line(self, line: str) -> None:
        self.lines.appendPlainText(line)

    def _ended(self, well: bool, sentence: str) -> None:
        self.bar.hide()
        self.said.setText(sentence)
        self.said.show()
        self.button.setEnabled(True)
        self._dress("Install", "primary")
        if well:
            self.installed.emit()

    def _dress(self, text: str, role: str) -> None:
        self.button.setText(text)
        self.button.setProperty("role", role)
        self.button.style().unpolish(self.button)
        self.button.style().polish(self.button)
