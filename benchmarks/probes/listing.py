"""What the inbox shows at a moment."""

from __future__ import annotations

from dataclasses import replace

from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.inbox.inbox import Inbox
from newsdesk.ui.main_window import MainWindow


def rows_shown(inbox: Inbox) -> bool:
    """Whether the rows in view are there, not only their places."""
    view = inbox.list
    area = view.viewport().rect()
    first = view.indexAt(area.topLeft()).row()
    last = view.indexAt(area.bottomLeft()).row()
    return first >= 0 and all(
        inbox.model.row_at(position) is not None
        for position in (first, last if last >= 0 else first)
    )


def answers(inbox: Inbox, question: InboxQuery) -> bool:
    """Whether the inbox shows what a question finds, be it nothing."""
    listing = inbox.listing
    if listing.query != replace(question, beside=listing.query.beside):
        return False
    return rows_shown(inbox) if len(listing) else inbox.nothing.isVisible()


def ready(window: MainWindow) -> bool:
    """Whether rows and an article are shown, and the model is loaded."""
    loaded = window.session.classification.state.loaded
    inbox = window.desk.inbox
    return loaded and rows_shown(inbox) and inbox.current is not None


def go_to_top(inbox: Inbox) -> None:
    """Open the first article that is listed."""
    first = inbox.listing.id_at(0)
    assert first is not None
    inbox.pick(first)
