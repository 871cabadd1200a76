"""Above the list: the states with their numbers, how many are listed, the filters in force."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newsdesk.store.records import InboxCounts, InboxQuery, StateFilter
from newsdesk.ui.desk.inbox.filter_words import STATES, Restriction
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.flow import FlowLayout
from newsdesk.ui.widgets.labels import ElidedLabel

MARGIN = 12
GAP = 3
ALWAYS: tuple[StateFilter, ...] = ("to_decide", "all", "filed", "decided")


class FilterBar(QWidget):
    """state_asked: show another state. lifted: show this query, which has a filter less.

    panel_asked: open or close the panel of filters. cleared: drop every filter of the panel.
    """

    state_asked = Signal(str)
    lifted = Signal(object)
    cleared = Signal()
    panel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filters")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._counts = InboxCounts(0, 0, 0, 0, 0, 0, 0)
        self._group = QButtonGroup(self)
        self.states = {code: self._state(code, name) for code, name in STATES.items()}
        self.found = ElidedLabel()
        self.found.setProperty("role", "soft")
        self.filter_button = QPushButton("Filter")
        self.filter_button.setProperty("role", "filter")
        self.filter_button.setCheckable(True)
        self.filter_button.setAccessibleName("Filter the inbox")
        self.filter_button.setToolTip("Filter by section, confidence, time or model")
        self.filter_button.clicked.connect(self.panel_asked)
        self._chips = QWidget()
        self._flow = FlowLayout(GAP, self._chips)
        self._chips.hide()
        self._build()
        theme().changed.connect(self._tint)
        self._tint()

    @property
    def chips(self) -> list[QPushButton]:
        """The filters in force, and Clear as the last."""
        items = (self._flow.itemAt(number) for number in range(self._flow.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def show_query(self, query: InboxQuery, found: Sequence[Restriction]) -> None:
        """Show which state and which filters are in force."""
        state = "unread" if query.state == "waiting" else query.state
        self.states[state].setChecked(True)
        self._say_numbers()
        self._flow.clear()
        for restriction in found:
            chip = QPushButton(f"{restriction.text}  ✕")
            chip.setProperty("role", "restriction")
            chip.setAccessibleName(f"Filter {restriction.text}: remove")
            chip.setToolTip("Remove this filter")
            chip.clicked.connect(lambda _=False, q=restriction.without: self.lifted.emit(q))
            self._flow.addWidget(chip)
        if found:
            clear = QPushButton("Clear")
            clear.setProperty("role", "plain")
            clear.setAccessibleName("Clear all filters")
            clear.clicked.connect(self.cleared)
            self._flow.addWidget(clear)
        self._chips.setVisible(bool(found))
        self._chips.updateGeometry()

    def show_counts(self, counts: InboxCounts) -> None:
        """Show how many articles are in each state."""
        if counts != self._counts:
            self._counts = counts
            self._say_numbers()

    def show_found(self, words: str) -> None:
        """Say how many articles are listed."""
        self.found.setText(words)

    def _say_numbers(self) -> None:
        """Give each state its number; one that is seldom met is shown where there are any."""
        for code, button in self.states.items():
            number = getattr(self._counts, code)
            button.setVisible(code in ALWAYS or bool(number) or button.isChecked())
            button.setAccessibleName(f"{STATES[code]}: {number:,}")
            button.setToolTip(f"{number:,}")
            button.setText(f"{STATES[code]} {_short(number)}" if number else STATES[code])

    def _state(self, code: StateFilter, name: str) -> QPushButton:
        button = QPushButton(name)
        button.setProperty("role", "filter")
        button.setCheckable(True)
        button.setChecked(code == "all")
        button.clicked.connect(lambda: self.state_asked.emit(code))
        self._group.addButton(button)
        return button

    def _build(self) -> None:
        states = QWidget()
        flow = FlowLayout(GAP, states)
        for button in self.states.values():
            flow.addWidget(button)
        line = QHBoxLayout()
        line.setSpacing(GAP)
        line.addWidget(self.found, 1)
        line.addWidget(self.filter_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 10, MARGIN, 8)
        column.setSpacing(7)
        column.addWidget(states)
        column.addLayout(line)
        column.addWidget(self._chips)

    def _tint(self) -> None:
        self.filter_button.setIcon(theme().icon("filter", "soft"))


def _short(number: int) -> str:
    """A number in few characters."""
    if number >= 100_000:
        return f"{number // 1000}k"
    return f"{number / 1000:.1f}k" if number >= 10_000 else f"{number:,}"
