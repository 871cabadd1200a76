"""The filters of the inbox: bar, panel, and the words for what they leave out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newsdesk.services.session import Session
from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.inbox.filter_bar import FilterBar
from newsdesk.ui.desk.inbox.filter_words import (
    STATES,
    Restriction,
    everything,
    nothing_words,
    restrictions,
    unfiltered,
)

if TYPE_CHECKING:
    from newsdesk.ui.desk.inbox.filter_panel import FilterPanel
    from newsdesk.ui.desk.inbox.inbox import Inbox


class Filters(QObject):
    """query_asked: list what this query finds. said: worth a line, and whether to offer Undo."""

    query_asked = Signal(object)
    said = Signal(str, bool)

    def __init__(self, session: Session, bar: FilterBar, inbox: Inbox) -> None:
        super().__init__(inbox)
        self._session = session
        self._bar = bar
        self._inbox = inbox
        self._query = InboxQuery("")
        self._panel: FilterPanel | None = None
        bar.lifted.connect(self.query_asked)
        bar.cleared.connect(lambda: self.query_asked.emit(unfiltered(self._query)))
        bar.panel_asked.connect(self.toggle)

    @property
    def panel(self) -> FilterPanel:
        """The panel, made when it is first needed."""
        if self._panel is None:
            from newsdesk.ui.desk.inbox.filter_panel import FilterPanel

            self._panel = FilterPanel(self._session.saved_filters, self._inbox.window())
            self._panel.anchor = self._bar.filter_button
            self._panel.changed.connect(self.query_asked)
            self._panel.said.connect(self.said)
            self._panel.closed.connect(self._closed)
        return self._panel

    @property
    def is_open(self) -> bool:
        """Whether the panel is seen."""
        return self._panel is not None and self._panel.isVisible()

    def toggle(self) -> None:
        """Open the panel, or close it."""
        if self.is_open:
            self.panel.close_panel()
            return
        model, second = self._session.desk.model, self._session.desk.second
        self.panel.show_query(self._query)
        self.panel.offer(
            model.manifest.sections if model else (),
            [card.name for card in self._session.models.cards],
            [(run.id, run.name) for run in self._session.store.runs.list()],
            second.name if second else "",
        )
        self._bar.filter_button.setChecked(True)
        self.panel.open_beside(self._bar.filter_button)

    def open_saved(self) -> None:
        """Open the panel where the filters are that were kept under a name."""
        if not self.is_open:
            self.toggle()
        self.panel.saved.choice.setFocus()

    def toggle_order(self) -> None:
        """The least certain first, or the newest first where that is so already."""
        least = self._query.order == "least_certain"
        self.query_asked.emit(replace(self._query, order="newest" if least else "least_certain"))
        self.said.emit("Newest first" if least else "Least certain first", False)

    def show_query(self, query: InboxQuery) -> None:
        """Show what is in force."""
        self._query = query
        self._bar.show_query(query, self._restrictions(query))
        if self.is_open:
            self.panel.show_query(query)

    def explain_nothing(self) -> None:
        """Say why the list is empty; what hides articles is found out and offered to be lifted."""
        query = self._query
        filtered = query != unfiltered(query)
        text = nothing_words(query, filtered)
        if not text:
            self._inbox.nothing.show_words("")
            return
        ways = [(f"the filter “{r.text}”", r.without) for r in self._restrictions(query)]
        if len(ways) > 1:
            ways.append(("all filters", unfiltered(query)))
        if query.search:
            ways.append(("the search", replace(query, search="")))
        if query.state != "all" and (query.search or filtered):
            ways.append((f"“{STATES.get(query.state, query.state)}”", replace(query, state="all")))
        if len(ways) > 1:
            ways.append(("filters and search", everything(query)))
        self._inbox.nothing.show_words(text)

        def show(numbers: list[int]) -> None:
            if query != self._query or len(self._inbox.listing):
                return
            offered = [
                (f"Without {words}: {number:,}", without)
                for (words, without), number in zip(ways, numbers, strict=True)
                if number
            ]
            self._inbox.nothing.show_words(text, offered)

        self._inbox.listing.ask_numbers([without for _, without in ways], show)

    def _restrictions(self, query: InboxQuery) -> list[Restriction]:
        return restrictions(query, self._session.desk.section_name, self._run_name)

    def _run_name(self, number: int) -> str:
        run = self._session.store.runs.get(number)
        return run.name if run is not None else f"Archive run {number}"

    def _closed(self) -> None:
        self._bar.filter_button.setChecked(False)
        self._inbox.list.setFocus()
