"""Above the list: what it shows, its order, a search, and what can be done with the articles."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.services.evaluate.articles import PickedArticles
from newsdesk.ui.evaluate.articles import words
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import ElidedLabel, label

PAUSE_MS = 200


class ArticlesHead(QWidget):
    """collect_asked, export_asked, relabel_asked: for the selected articles, else all listed."""

    collect_asked = Signal()
    export_asked = Signal()
    relabel_asked = Signal()
    cancel_asked = Signal()
    clear_asked = Signal()

    def __init__(self, listed: PickedArticles) -> None:
        super().__init__()
        self._listed = listed
        self.title = label("", "strong")
        self.count = ElidedLabel()
        self.count.setProperty("role", "soft")
        self.clear = QPushButton("Clear")
        self.clear.setToolTip("Pick nothing: all that are wrong are listed")
        self.clear.setAccessibleName("Pick nothing and list all that are wrong")
        self.clear.setProperty("role", "plain")
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search these")
        self.search.setAccessibleName("Search in the listed articles")
        self.search.setClearButtonEnabled(True)
        self.order = Choice("Order of the articles")
        for order, text in words.ORDERS.items():
            self.order.addItem(text, order)
        self.more = QPushButton("Articles")
        self.more.setProperty("role", "small")
        self.menu = QMenu(self.more)
        self.relabel = QAction("Relabel…", self)
        self.collect = QAction("Add to a data set…", self)
        self.export = QAction("Export…", self)
        self.menu.addActions([self.relabel, self.collect, self.export])
        self.more.setMenu(self.menu)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("The articles are being written")
        self.cancel = QPushButton("Cancel")
        self.cancel.setProperty("role", "plain")
        self.cancel.setAccessibleName("Cancel what is being written")
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._build()
        self._connect()
        self.show_writing(False)

    def show_listed(self) -> None:
        """Say what the list shows."""
        title, count = words.heading(self._listed)
        self.title.setText(title)
        self.count.setText(count)
        self.clear.setVisible(self._listed.picked)
        if self.search.text().strip() != self._listed.search:
            self.search.setText(self._listed.search)
        self.more.setEnabled(len(self._listed) > 0)

    def show_selected(self, number: int) -> None:
        """Say how many articles the menu is about."""
        self.more.setText(f"{number:,} selected" if number > 1 else "Articles")
        which = f"these {number:,}" if number > 1 else f"all {len(self._listed):,}"
        few = "this one" if number == 1 else which
        self.relabel.setText(f"Relabel {few if number else 'the selected ones'}…")
        self.relabel.setEnabled(number > 0)
        self.collect.setText(f"Add {which} to a data set…")
        self.export.setText(f"Export {which}…")
        self.more.setAccessibleName(f"What to do with {which} articles")

    def show_writing(self, going: bool) -> None:
        """Whether a file or a data set is being written."""
        self.bar.setVisible(going)
        self.cancel.setVisible(going)

    def find_now(self) -> None:
        """Search for what was typed."""
        self._pause.stop()
        self._listed.find(self.search.text().strip())

    def _connect(self) -> None:
        self.order.activated.connect(lambda _: self._listed.sort(self.order.currentData()))
        self.search.textEdited.connect(lambda _: self._pause.start())
        self.search.textChanged.connect(lambda text: None if text else self._pause.start())
        self.search.returnPressed.connect(self.find_now)
        self._pause.timeout.connect(self.find_now)
        self.relabel.triggered.connect(self.relabel_asked)
        self.collect.triggered.connect(self.collect_asked)
        self.export.triggered.connect(self.export_asked)
        self.clear.clicked.connect(self.clear_asked)
        self.cancel.clicked.connect(self.cancel_asked)

    def _build(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.title)
        first.addWidget(self.count, 1)
        first.addWidget(self.clear)
        second = QHBoxLayout()
        second.setSpacing(8)
        second.addWidget(self.search, 1)
        second.addWidget(self.order)
        second.addWidget(self.more)
        third = QHBoxLayout()
        third.addWidget(self.bar, 1)
        third.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(7)
        column.addLayout(first)
        column.addLayout(second)
        column.addLayout(third)
