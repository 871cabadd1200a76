"""Searching the inbox."""

from __future__ import annotations

import pytest
from inbox_made import ARTICLES, listed, painted, picture, search
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.ui.main_window import MainWindow


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cup", ["Cup final tonight", "Cup replay on Friday"]),
        ("cup friday", ["Cup replay on Friday"]),
        ("圖書館", ["圖書館重新開放"]),
        ("開放", ["圖書館重新開放"]),
        ("мост", ["Мост открыли для проезда"]),
    ],
)
def test_typing_finds_articles_in_any_script_and_marks_the_words(
    window: MainWindow, qtbot: QtBot, words: str, found: list[str]
) -> None:
    plain = picture(window, ARTICLES.index(next(a for a in ARTICLES if a.title == found[0])))
    assert painted(plain, "mark") == 0
    assert search(window, qtbot, words) == found
    inbox = window.desk.inbox
    assert inbox.terms == words.split()
    assert inbox.bar.found.text() == f"{len(found)} found"
    assert painted(picture(window, 0), "mark") > 50


def test_escape_clears_the_search_and_down_goes_into_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    search(window, qtbot, "cup")
    field = window.desk.toolbar.search
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert window.desk.inbox.list.hasFocus()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    qtbot.waitUntil(lambda: window.desk.inbox.settled and not window.desk.inbox.query.search)
    assert len(listed(window)) == 7


def test_the_open_article_stays_open_while_it_is_found(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    inbox.pick(7)
    search(window, qtbot, "cup")
    assert inbox.current == 7
    assert inbox.selected() == [7]
    search(window, qtbot, "bank")
    assert inbox.current == 1


def test_picking_what_the_filter_hides_lifts_the_filter(window: MainWindow, qtbot: QtBot) -> None:
    search(window, qtbot, "cup")
    inbox = window.desk.inbox
    inbox.pick(1)
    assert window.desk.article.heading == "Bank lifts profit"
    qtbot.waitUntil(lambda: inbox.settled and inbox.selected() == [1])
    assert window.desk.toolbar.search.text() == ""
