"""Articles for tests of the inbox, and what a person sees of it."""

from __future__ import annotations

from desk_made import Told
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.inbox.row import HEIGHT
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.theme import theme

SPORT, BUSINESS = {"sport": 0.9, "style": 0.1}, {"business": 0.6, "sport": 0.4}

ARTICLES = (
    Told("Bank lifts profit", BUSINESS),
    Told("Cup final tonight", SPORT),
    Told("Мост открыли для проезда", {"business": 0.5, "health": 0.5}),
    Told("圖書館重新開放", {"health": 0.7, "sport": 0.3}),
    Told("Coach of the bank's team", {"sport": 0.75, "business": 0.25}),
    Told("Nobody has read this", {}),
    Told("Cup replay on Friday", SPORT),
)


def listed(window: MainWindow) -> list[str]:
    """The titles of the list, in its order."""
    ids = window.desk.inbox.listing.ids()
    rows = window.session.store.articles.rows(ids, window.desk.inbox.query)
    return [row.title for row in rows]


def show(window: MainWindow, qtbot: QtBot, query: InboxQuery) -> list[str]:
    """List a query; the titles, once they are there."""
    window.desk.inbox.show_query(query)
    qtbot.waitUntil(lambda: window.desk.inbox.settled)
    return listed(window)


def search(window: MainWindow, qtbot: QtBot, text: str) -> list[str]:
    """Type into the search field; the titles, once they are there."""
    field = window.desk.toolbar.search
    field.setFocus()
    field.clear()
    QTest.keyClicks(field, text) if text.isascii() else field.setText(text)
    inbox = window.desk.inbox
    qtbot.waitUntil(lambda: inbox.query.search == text and inbox.settled)
    return listed(window)


def picture(window: MainWindow, place: int) -> QImage:
    """One row as it is painted."""
    view, image = window.desk.inbox.list, QImage(366, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme().color("panel"))
    option = QStyleOptionViewItem()
    option.rect = image.rect()
    option.state = QStyle.StateFlag.State_Enabled
    painter = QPainter(image)
    view.itemDelegate().paint(painter, option, window.desk.inbox.model.index(place))
    painter.end()
    return image


def painted(image: QImage, token: str) -> int:
    """How many pixels have exactly this colour of the palette."""
    wanted = theme().color(token).rgb()
    width, height = image.width(), image.height()
    return sum(image.pixel(x, y) == wanted for x in range(width) for y in range(height))
