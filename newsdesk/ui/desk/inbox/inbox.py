"""The inbox: filters above, the list of articles below, and which of them is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from newsdesk.services.desk_state import DeskState
from newsdesk.services.session import Session
from newsdesk.store.records import InboxQuery, StateFilter
from newsdesk.ui.desk.inbox.bulk import InboxBulk
from newsdesk.ui.desk.inbox.bulk_bar import BulkBar
from newsdesk.ui.desk.inbox.filter_bar import FilterBar
from newsdesk.ui.desk.inbox.filter_words import everything, found_words, unfiltered
from newsdesk.ui.desk.inbox.filters import Filters
from newsdesk.ui.desk.inbox.list import InboxList
from newsdesk.ui.desk.inbox.model import InboxModel
from newsdesk.ui.desk.inbox.nothing_listed import NothingListed
from newsdesk.ui.desk.inbox.row import HEIGHT, InboxRowDelegate
from newsdesk.ui.desk.inbox.view import KeptView
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.thumbnails import Thumbnails

WIDTH = 366
_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect


class Inbox(QWidget):
    """picked: the article that should be open now, or None; said again when it may have changed.

    remove_asked: ids of articles to take out. search_changed: another search than was typed.
    export_asked: ids of articles to write into a file. said: worth a line, and whether to undo.
    """

    picked = Signal(object)
    remove_asked = Signal(list)
    search_changed = Signal(str)
    export_asked = Signal(list)
    said = Signal(str, bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inbox")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(252)
        self._session = session
        self._desk = session.desk
        self.listing = session.listing
        self.remembered = self._kept = DeskState(self)
        self._current: int | None = self._kept.place.article
        self._place = 0
        """Where the open article stands, or stood when it left the list."""
        self._wanted: int | None = None
        """An article that is to be selected once it is listed."""
        self._quiet = False
        self._first = True
        self._moves_on = False
        """What is open was decided along with others, and will leave the list."""
        # Before the model hears of it, as the view then forgets what it showed.
        self.listing.replacing.connect(self._before_replacing)
        self.listing.removing.connect(self._leaving)
        self.model = InboxModel(self.listing, self._desk.section_name)
        self._thumbnails = Thumbnails(self)
        self.delegate = InboxRowDelegate(self._thumbnails, self._desk.section_name)
        self.list = InboxList(HEIGHT)
        self.bar = FilterBar()
        self.bulk = BulkBar()
        self.nothing = NothingListed()
        self.filters = Filters(session, self.bar, self)
        self._view = KeptView(self.listing, self.list, self._kept, self)
        self.several = InboxBulk(session, self.bulk, self, self._view)
        self._build()
        self._connect()
        self._ask(self._kept.place.query)

    # What others ask

    @property
    def current(self) -> int | None:
        """The id of the article that is open."""
        return self._current

    @property
    def state(self) -> StateFilter:
        """Which state is listed."""
        return self.query.state

    @property
    def query(self) -> InboxQuery:
        """What is asked for: filter, search and order."""
        return self.listing.asked

    @property
    def terms(self) -> list[str]:
        """The words of the search, to be marked."""
        return self.listing.terms

    @property
    def settled(self) -> bool:
        """Whether the list shows what was asked for, and nothing newer is known of."""
        return not self.listing.busy and self.listing.query == self.query

    @property
    def kept(self) -> bool:
        """Whether a kill would lose nothing of the filter, the open article and the place."""
        return self._kept.kept and not self._view.waits

    @property
    def nothing_text(self) -> str:
        """What an empty list says."""
        return self.nothing.text

    def search(self, text: str) -> None:
        """Show only articles in which all these words occur."""
        if text.strip() != self.query.search:
            self.show_query(replace(self.query, search=text.strip()))

    def set_state(self, state: StateFilter) -> None:
        """Show only articles in one state."""
        self.show_query(replace(self.query, state=state))

    def show_query(self, query: InboxQuery) -> None:
        """List what this query finds; the open article stays open where it is listed."""
        searched = query.search != self.query.search
        self._ask(query)
        if searched:
            self.search_changed.emit(query.search)

    def show_everything(self) -> None:
        """Lift every filter, the state and the search."""
        self.show_query(everything(self.query))

    def refresh(self) -> None:
        """Show what changed in the store, without losing the place."""
        if self._as_seen(self.query) != self.query:  # another model
            self._ask(self.query)
        else:
            self.listing.refresh()

    def pick(self, article_id: int) -> None:
        """Open an article, in all of the inbox where the filter hides it."""
        place = self.listing.place(article_id)
        if place is not None:
            self._wanted = None
            self._select(place)
            return
        self._quiet = True
        self.list.selectionModel().clear()  # no row is the open article's now
        self._quiet = False
        self._set_current(article_id)
        self._wanted = article_id
        self.listing.refresh()

    def step(self, by: int) -> bool:
        """Go down or up in the list; whether there was a row to go to."""
        place = self.listing.place(self._current)
        if place is not None:
            place += by
        else:  # where it stood there is by now the next one
            place = self._place + (by - 1 if by > 0 else by)
        if not 0 <= place < len(self.listing):
            return False
        self._select(place)
        return True

    def advance(self) -> None:
        """Open the next article after a decision; at the end the one before, as this one leaves."""
        if self.step(+1):
            return
        if self.listing.place(self._current) is not None:
            self._moves_on = True
            self.picked.emit(self._current)
        elif len(self.listing):
            self._select(len(self.listing) - 1)
        else:
            self._set_current(None)

    def selected(self) -> list[int]:
        """The ids of the selected articles, in the order of the list."""
        ids: list[int] = []
        for first, last in self.list.selected_places():
            ids += self.listing.ids(first, last + 1)
        return ids

    def select(self, articles: Sequence[int]) -> None:
        """Select several articles; those that are not listed are left out."""
        self.list.select_places(self.listing.places(articles))

    def select_all(self) -> None:
        """Select everything that is listed."""
        self.list.selectAll()

    def remove_selected(self) -> None:
        """Take what is selected out of the inbox."""
        self.several.remove()

    def close_workers(self) -> None:
        """Let go of threads before the window goes."""
        self._view.keep()
        self._kept.close()
        self.listing.close()
        self.several.close()
        self._thumbnails.close()

    # The listing

    def _ask(self, query: InboxQuery) -> None:
        query = self._as_seen(query)
        self._kept.keep(query=query)
        self.filters.show_query(query)
        near = self._kept.place.top if self._first else self._current
        self.listing.ask(query, near)
        self.delegate.terms = self.terms

    def _as_seen(self, query: InboxQuery) -> InboxQuery:
        """The query as seen with the models on the desk."""
        model, second = self._desk.model, self._desk.second
        name = model.name if model else query.model or self._session.settings.model
        beside = second.name if second else ""
        return replace(query, model=name, beside=beside, differs=query.differs and bool(beside))

    def _before_replacing(self) -> None:
        """The list is about to forget where it was."""
        if not self._first:
            self._view.remember()
        self._shown = self.listing.query
        self._quiet = True

    def _after_replacing(self) -> None:
        self._quiet = False
        self.list.fit()
        same = self._first or _alike(self._shown, self.listing.query)
        if same:
            self._view.scroll_back()
        place = self.listing.place(self._current)
        if place is not None:
            self._show_current(place)
        if not same:
            self.list.scrollTo(self.model.index(place or 0))
        self._view.select_again()
        self._settle(same)
        self._first = False
        self._say_found()

    def _settle(self, same: bool) -> None:
        """Decide which article is open, now that the list is another one."""
        if self._wanted is not None:
            self._go_to_wanted()
            return
        place = self.listing.place(self._current)
        if place is not None:
            self._stand_at(place)
            self.picked.emit(self._current)
        elif same and not self._moves_on and self._is_there():
            self.picked.emit(self._current)  # it left the list, and stays open
        elif len(self.listing):
            self._select(min(self._place, len(self.listing) - 1) if same else 0)
        else:
            self._set_current(None)

    def _go_to_wanted(self) -> None:
        wanted = self._wanted
        place = self.listing.place(wanted)
        self._wanted = None
        if place is not None:
            self._show_current(place)
            self.list.scrollTo(self.model.index(place))
            self._set_current(wanted)  # once more: by now more may be known of it
        elif self.listing.busy:
            self._wanted = wanted  # what is listed is older than the wish
        elif self.query != everything(self.query):
            self._wanted = wanted
            self.show_query(everything(self.query))
        else:
            self._set_current(wanted if self._is_there() else None)

    def _is_there(self) -> bool:
        """Whether the open article is in the inbox at all."""
        return self._current is not None and self.listing.exists(self._current)

    def _refreshed(self) -> None:
        self._settle(same=True)
        self._say_found()

    def _leaving(self, place: int) -> None:
        self._quiet = True

    def _left(self, place: int) -> None:
        """One row left at once, as it was decided here."""
        self._quiet = False
        self.list.fit()
        now = self.listing.place(self._current)
        if now is None:
            self._quiet = True
            self.list.selectionModel().clearCurrentIndex()
            self._quiet = False
        self._stand_at(place if now is None else now)
        self._say_found()

    def _say_found(self) -> None:
        query = self.listing.query
        filtered = query != unfiltered(query)
        self.bar.show_found(found_words(len(self.listing), query, filtered))
        empty = self.listing.answered and not len(self.listing)
        self._stack.setCurrentWidget(self.nothing if empty else self.list)
        if empty:
            self.filters.explain_nothing()
        self._show_selected()

    # Which one is open

    def _select(self, place: int) -> None:
        index = self.model.index(place)
        self.list.selectionModel().setCurrentIndex(index, _SELECT)
        self.list.scrollTo(index)
        if self._current != self.listing.id_at(place):  # its row was the current one already
            self._take_current(index)

    def _show_current(self, place: int) -> None:
        """Put the mark back onto the open article's row, neither opening it nor scrolling."""
        self._quiet = True
        self.list.setAutoScroll(False)
        self.list.selectionModel().setCurrentIndex(self.model.index(place), _SELECT)
        self.list.setAutoScroll(True)
        self._quiet = False
        self._stand_at(place)

    def _stand_at(self, place: int) -> None:
        """The open article stands at this place, or left it a moment ago."""
        self._place = self.list.next_row = place

    def _take_current(self, index: QModelIndex, _previous: QModelIndex | None = None) -> None:
        if self._quiet or not index.isValid():
            return
        self._stand_at(index.row())
        self._moves_on, self._wanted = False, None
        self.listing.keep_near(self._place)
        self._set_current(self.listing.id_at(self._place))

    def _set_current(self, article_id: int | None) -> None:
        self._current = article_id
        self._kept.keep(article=article_id or 0)
        self.picked.emit(article_id)

    # Several

    def _note_selected(self) -> None:
        if not self._quiet:
            self._view.note_selected()
        self._show_selected()

    def _show_selected(self) -> None:
        if not self._quiet:
            self.bulk.show_selected(self.list.selected_count(), len(self.listing))

    def _move_on(self, deciding: list[int]) -> None:
        self._moves_on = self._current in deciding

    def _connect(self) -> None:
        listing, view = self.listing, self.list
        listing.replaced.connect(self._after_replacing)
        listing.refreshed.connect(self._refreshed)
        listing.removed.connect(self._left)
        listing.counted.connect(self.bar.show_counts)
        view.selectionModel().currentChanged.connect(self._take_current)
        view.selectionModel().selectionChanged.connect(lambda *_: self._note_selected())
        view.remove_asked.connect(self.remove_selected)
        self.bar.state_asked.connect(self.set_state)
        self.filters.query_asked.connect(self.show_query)
        self.filters.said.connect(self.said)
        self.nothing.query_asked.connect(self.show_query)
        self.several.deciding.connect(self._move_on)
        self.several.said.connect(self.said)
        self._thumbnails.arrived.connect(view.viewport().update)
        theme().changed.connect(view.viewport().update)

    def _build(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(self.delegate)
        stacked = QWidget()
        self._stack = QStackedLayout(stacked)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.bulk)
        column.addWidget(stacked, 1)


def _alike(one: InboxQuery, other: InboxQuery) -> bool:
    """Whether two queries are the same question, seen with whichever models."""
    return replace(one, model=other.model, beside=other.beside) == other


__all__ = ["WIDTH", "Inbox", "InboxList"]
