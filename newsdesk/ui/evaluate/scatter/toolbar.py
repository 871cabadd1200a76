"""What is done with the scatterplots: colouring, method, and the tool of the mouse."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from newsdesk.services.evaluate.point_looks import COLOURINGS, Colouring
from newsdesk.ui.evaluate.scatter.marking import Tool
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

METHODS = {"tsne": "t-SNE", "umap": "UMAP", "pca": "PCA"}
_WORDS = {
    "tsne": "Keeps neighbours together; distances between heaps mean little.",
    "umap": "Keeps neighbours together, and more of how the heaps lie to one another.",
    "pca": "The two directions in which the articles differ most; at once, and always the same.",
}
_TOOLS: tuple[tuple[Tool, str], ...] = (
    ("lasso", "Lasso (L): draw a line around articles to pick them"),
    ("box", "Box (B): draw a box over articles to pick them"),
    ("hand", "Hand (H): move the points; so does the middle button, or Space held down"),
)
_MORE = "Shift adds to what is picked, Alt takes away, Shift and Alt keep what is in both."


class ScatterToolbar(QWidget):
    """coloured, drawn_by, tool_picked: what was chosen. fit_asked: all points into sight.

    widened: whether the points are to have the whole width of the screen.
    """

    coloured = Signal(str)
    drawn_by = Signal(str)
    tool_picked = Signal(str)
    fit_asked = Signal()
    widened = Signal(bool)

    def __init__(self, colouring: str, method: str) -> None:
        super().__init__()
        self.colours = Choice("What the colours stand for")
        self.methods = Choice("How the points are placed")
        for key, name in COLOURINGS.items():
            self.colours.addItem(name, key)
        for way, name in METHODS.items():
            self.methods.addItem(name, way)
            place = self.methods.count() - 1
            self.methods.setItemData(place, _WORDS[way], Qt.ItemDataRole.ToolTipRole)
        self.colours.setCurrentIndex(max(0, self.colours.findData(colouring)))
        self.methods.setCurrentIndex(max(0, self.methods.findData(method)))
        self.tools: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._build()
        self.colours.activated.connect(lambda: self.coloured.emit(self.colours.currentData()))
        self.methods.activated.connect(lambda: self.drawn_by.emit(self.methods.currentData()))
        theme().changed.connect(self._tint)
        self._tint()

    @property
    def colouring(self) -> Colouring:
        """What the colours are to stand for."""
        found: Colouring = self.colours.currentData()
        return found

    @property
    def method(self) -> str:
        """How the points are to be placed."""
        return str(self.methods.currentData())

    def offer_models(self, offered: bool) -> None:
        """Whether two models can be told apart by colour."""
        place = self.colours.findData("model")
        if offered and place < 0:
            self.colours.insertItem(list(COLOURINGS).index("model"), COLOURINGS["model"], "model")
        elif not offered and place >= 0:
            self.colours.removeItem(place)

    def use_tool(self, tool: str) -> None:
        """Show which tool the mouse has."""
        self.tools[tool].setChecked(True)
        self.tool_picked.emit(tool)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(label("Coloured by", "soft"))
        row.addWidget(self.colours)
        row.addWidget(self.methods)
        row.addStretch(1)
        for tool, words in _TOOLS:
            button = self._button(words.split(":")[0], f"{words}\n{_MORE}" if tool != "hand"
                                  else words)  # fmt: skip
            button.setCheckable(True)
            button.clicked.connect(lambda _, tool=tool: self.tool_picked.emit(tool))
            self._group.addButton(button)
            self.tools[tool] = button
            row.addWidget(button)
        self.fit = self._button("Show all points", "Show all points (0, or a double click)")
        self.fit.clicked.connect(self.fit_asked)
        row.addWidget(self.fit)
        self.wide = self._button("Whole width", "Whole width (W): points instead of the pages")
        self.wide.setCheckable(True)
        self.wide.toggled.connect(self.widened)
        row.addWidget(self.wide)
        self.tools["lasso"].setChecked(True)

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton()
        button.setProperty("role", "filter")
        button.setAccessibleName(name)
        button.setToolTip(words)
        button.setIconSize(QSize(18, 18))
        return button

    def _tint(self) -> None:
        for name, button in (*self.tools.items(), ("fit", self.fit), ("wide", self.wide)):
            button.setIcon(theme().icon(name))
