"""Where the list was scrolled to and what was selected, kept while what it lists changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from newsdesk.services.desk_state import DeskState
from newsdesk.services.listing import Listing
from newsdesk.ui.desk.inbox.list import InboxList

KEEP_MS = 150


class KeptView(QObject):
    """Remembers by article, not by row; the place is kept on disk as well."""

    def __init__(
        self, listing: Listing, view: InboxList, state: DeskState, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._listing, self._list, self._state = listing, view, state
        self._restarts = True  # the place is the one of the last start
        self._row = 0
        self._top, self._above = state.place.top, state.place.above
        self._selected: list[int] = []
        self.horizon = 0
        """The newest line of the ledger when the person selected what is selected."""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(KEEP_MS)
        self._pause.timeout.connect(self.keep)
        view.scrolled.connect(self._scrolled)

    @property
    def waits(self) -> bool:
        """Whether the last move is still to be kept on disk."""
        return self._pause.isActive()

    def remember(self) -> None:
        """Note what is in view and what is selected, where that is more than one article."""
        self._row, self._above = self._list.top
        self._top = self._listing.id_at(self._row)
        self._selected = []
        if self._list.selected_count() > 1:
            for first, last in self._list.selected_places():
                self._selected += self._listing.ids(first, last + 1)

    def scroll_back(self) -> None:
        """Show the row that was on top, as far above as it was.

        A list that stood at its very beginning stays there, so that what arrives is seen.
        """
        place = self._listing.place(self._top)
        if place is not None and (self._row or self._above or self._restarts):
            self._list.show_top(place, self._above)
        elif self._row:
            self._list.show_top(self._row, self._above)
        self._restarts = False

    def note_selected(self) -> None:
        """The person selects, knowing what is listed now."""
        self.horizon = self._listing.horizon

    def select_again(self) -> None:
        """Select the several articles that were selected, where they are listed."""
        if self._selected:
            seen = self.horizon  # the person has not chosen anew
            self._list.select_places(self._listing.places(self._selected))
            self._selected, self.horizon = [], seen

    def keep(self) -> None:
        """Keep the place on disk."""
        row, above = self._list.top
        if self._listing.answered:
            self._state.keep(view=(self._listing.id_at(row), above))

    def _scrolled(self) -> None:
        self._listing.note_seen(self._list.top[0])
        if not self._pause.isActive():
            self._pause.start()
