"""The inbox: filters above, the list of articles below."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QListView,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from newsdesk.services.desk import Desk
from newsdesk.store.records import InboxCounts, InboxRow, StateFilter
from newsdesk.ui.desk.inbox_model import InboxModel
from newsdesk.ui.desk.inbox_row import InboxRowDelegate
from newsdesk.ui.desk.thumbnails import Thumbnails
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label

FILTERS: tuple[tuple[StateFilter, str], ...] = (
    ("all", "All"),
    ("to_decide", "To decide"),
    ("decided", "Decided"),
    ("failed", "Failed"),
)
assert {code for code, _ in FILTERS} <= set(get_args(StateFilter))
MARGIN = 12
WIDTH = 366
MOST_KEPT = 500
"""A selection of more articles is kept by place, not by article."""


class InboxList(QListView):
    """The list. remove_asked: Delete was pressed over these articles."""

    remove_asked = Signal(list)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.selectedIndexes():
            self.remove_asked.emit([index.row() for index in self.selectedIndexes()])
            return
        # Enter and digits belong to the decision, not to the list's search by typing.
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter or (event.text() and event.text().isprintable()):
            event.ignore()
            return
        super().keyPressEvent(event)


class Inbox(QWidget):
    """picked: the article that should be open now, or None where nothing is selected.

    remove_asked: ids of articles to take out. search_cleared: a search stood in the way.
    """

    picked = Signal(object)
    remove_asked = Signal(list)
    search_cleared = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inbox")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(252)
        self._desk = desk
        self._search = ""
        self._current: int | None = None
        self.model = InboxModel(desk)
        self._thumbnails = Thumbnails(self)
        self.list = self._make_list()
        self._nothing = label("", "soft", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(24, 36, 24, 0)
        self._filters = self._make_filters()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 1, 0)
        layout.setSpacing(0)
        layout.addWidget(self._filter_bar())
        stacked = QWidget()
        self._stack = QStackedLayout(stacked)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._nothing)
        layout.addWidget(stacked, 1)
        theme().changed.connect(self.list.viewport().update)

    @property
    def current(self) -> int | None:
        """The id of the article that is picked."""
        return self._current

    @property
    def nothing_text(self) -> str:
        """What an empty list says."""
        return self._nothing.text()

    @property
    def state(self) -> StateFilter:
        """The filter in force."""
        return next(code for code, button in self._filters.items() if button.isChecked())

    def search(self, text: str) -> None:
        """Show only articles in which all these words occur."""
        self._search = text.strip()
        self.ask()

    def set_state(self, state: StateFilter) -> None:
        """Show only articles in one state."""
        self._filters[state].setChecked(True)
        self.ask()

    def ask(self) -> None:
        """Ask the store anew; the open article stays picked where it is still listed."""
        self.model.ask(self._desk.query(self.state, self._search))
        self._keep_selection()

    def refresh(self, counts: InboxCounts) -> None:
        """Show what changed in the store, without losing the place."""
        for code, name in FILTERS:
            _label(self._filters[code], name, getattr(counts, code))
        several = self.selected() if len(self.list.selectedIndexes()) <= MOST_KEPT else []
        query = self._desk.query(self.state, self._search)
        if query == self.model.query:
            self.model.refresh()
        else:
            self.model.ask(query)
        self._keep_selection()
        if len(several) > 1 and several != self.selected():
            self.select(several)

    def pick(self, article_id: int) -> None:
        """Open an article, in all of the inbox where the filter hides it."""
        position = self.model.position(article_id)
        if position is None and (self.state != "all" or self._search):
            self._search = ""
            self.search_cleared.emit()
            self.set_state("all")
            position = self.model.position(article_id)
        if position is not None:
            self._select(position)

    def selected(self) -> list[int]:
        """The ids of the selected articles, in the order of the list."""
        rows = (self.model.row_at(p) for p in sorted(i.row() for i in self.list.selectedIndexes()))
        return [row.id for row in rows if row]

    def select(self, articles: list[int]) -> None:
        """Select several articles; those that are not listed are left out."""
        selection = QItemSelection()
        for article_id in articles:
            position = self.model.position(article_id)
            if position is not None:
                index = self.model.index(position)
                selection.select(index, index)
        mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().select(selection, mode)

    def step(self, by: int) -> None:
        """Move the selection down or up."""
        position = self.list.currentIndex().row() + by
        if 0 <= position < self.model.rowCount():
            self._select(position)

    def close_workers(self) -> None:
        """Let go of threads before the window goes."""
        self._thumbnails.close()

    def _select(self, position: int) -> None:
        index = self.model.index(position)
        mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().setCurrentIndex(index, mode)
        self.list.scrollTo(index)

    def _keep_selection(self) -> None:
        """After rows moved: the same article, else the row that took its place."""
        empty = self.model.rowCount() == 0
        self._nothing.setText(self._why_nothing() if empty else "")
        self._stack.setCurrentWidget(self._nothing if empty else self.list)
        if empty:
            self._set_current(None)
            return
        position = self.model.position(self._current) if self._current is not None else None
        here = self.list.currentIndex().row()
        if position is None:
            position = min(max(here, 0), self.model.rowCount() - 1)
        if position != here:
            self._select(position)
        else:
            self._take_current(self.list.currentIndex())

    def _take_current(self, index: QModelIndex, _previous: QModelIndex | None = None) -> None:
        row = self.model.row_at(index.row())
        self._set_current(row.id if row else None)

    def _set_current(self, article_id: int | None) -> None:
        self._current = article_id
        self.picked.emit(article_id)

    def _ask_removal(self, positions: list[int]) -> None:
        rows = [self.model.row_at(position) for position in positions]
        self.remove_asked.emit([row.id for row in rows if isinstance(row, InboxRow)])

    def _why_nothing(self) -> str:
        if self._search:
            return f"No article holds “{self._search}”."
        return {
            "all": "",
            "to_decide": "Nothing is waiting for you.",
            "decided": "Nothing is decided yet.",
            "failed": "Everything could be read.",
        }.get(self.state, "")

    def _make_list(self) -> InboxList:
        view = InboxList()
        view.setObjectName("inboxList")
        view.setAccessibleName("Inbox")
        view.setModel(self.model)
        view.setItemDelegate(InboxRowDelegate(self._thumbnails))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.selectionModel().currentChanged.connect(self._take_current)
        view.remove_asked.connect(self._ask_removal)
        self._thumbnails.arrived.connect(view.viewport().update)
        return view

    def _make_filters(self) -> dict[StateFilter, QPushButton]:
        group = QButtonGroup(self)
        buttons: dict[StateFilter, QPushButton] = {}
        for code, name in FILTERS:
            button = QPushButton(name)
            button.setProperty("role", "filter")
            button.setCheckable(True)
            button.setChecked(code == "all")
            button.clicked.connect(self.ask)
            group.addButton(button)
            buttons[code] = button
        return buttons

    def _filter_bar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("filters")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        row.setContentsMargins(MARGIN, 10, MARGIN, 10)
        row.setSpacing(5)
        for button in self._filters.values():
            row.addWidget(button)
        row.addStretch(1)
        return bar


def _label(button: QPushButton, name: str, number: int) -> None:
    """A filter with its count, short enough that all filters stand in one row."""
    count = f"{number / 1000:.1f}k" if number >= 10_000 else f"{number:,}"
    button.setText(f"{name} {count}" if number else name)
    button.setMinimumWidth(button.sizeHint().width())
