"""The inbox while articles come and go: what stays open, what opens next, and how fast."""

from __future__ import annotations

import time
from dataclasses import replace

from desk_made import Told, add, said
from inbox_made import SPORT, listed, show
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.ui.main_window import MainWindow


def test_a_decided_article_leaves_the_list_at_once_and_the_next_one_opens(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, state="to_decide"))
    inbox.pick(2)
    QTest.keyClick(inbox.list, Qt.Key.Key_Return)
    assert "Cup final tonight" not in listed(window)
    assert inbox.current == 3
    qtbot.waitUntil(lambda: inbox.settled)
    assert inbox.current == 3
    assert inbox.selected() == [3]


def test_where_the_desk_stays_the_decided_article_stays_open_and_down_leads_on(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    window.desk.sections.go_on.setChecked(False)
    show(window, qtbot, replace(inbox.query, state="to_decide"))
    inbox.pick(2)
    QTest.keyClick(inbox.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: inbox.settled)
    assert inbox.current == 2
    assert window.desk.article.heading == "Cup final tonight"
    QTest.keyClick(inbox.list, Qt.Key.Key_Down)
    assert inbox.current == 3


def test_new_articles_do_not_move_the_open_one(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, order="newest"))
    inbox.pick(5)
    add(window.session.store, *(Told(f"News {number}", SPORT) for number in range(50)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 57)
    assert inbox.current == 5
    assert inbox.selected() == [5]


def test_new_articles_do_not_move_what_is_looked_at(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    add(window.session.store, *(Told(f"News {number}", SPORT) for number in range(200)))
    show(window, qtbot, replace(inbox.query, order="newest"))
    inbox.pick(207)
    inbox.list.show_top(100, 30)  # far away from the open article
    looked_at = inbox.listing.id_at(100)
    add(window.session.store, *(Told(f"More {number}", SPORT) for number in range(50)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 257)
    row, above = inbox.list.top
    assert (inbox.listing.id_at(row), above) == (looked_at, 30)
    assert inbox.current == 207


OWN_WORK_S = 0.06
"""Processor time of the window's thread for one act; well above what it takes."""


def test_twenty_thousand_articles_keep_the_window_free(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    add(window.session.store, *(Told(f"News {number}", SPORT) for number in range(19_993)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 20_000, timeout=20_000)
    bar = inbox.list.verticalScrollBar()
    acts = {
        "select all": inbox.select_all,
        "to the end": lambda: bar.setValue(bar.maximum()),
        "to the middle": lambda: bar.setValue(bar.maximum() // 2),
        "another filter": lambda: inbox.set_state("to_decide"),
        "a step": lambda: inbox.step(+1),
        "paint": inbox.list.viewport().repaint,
    }
    for name, act in acts.items():
        begun = time.thread_time()
        act()
        took = time.thread_time() - begun
        assert took < OWN_WORK_S, f"{name}: {took:.3f} s"
        qtbot.waitUntil(lambda: inbox.settled, timeout=20_000)
    assert inbox.bulk.isHidden()
    inbox.select_all()
    assert inbox.bulk.text == "19,999 selected"
    place = inbox.list.seen[0]
    qtbot.waitUntil(lambda: inbox.model.row_at(place) is not None)


def test_what_has_just_come_is_opened_at_once_with_its_answer_as_soon_as_it_is_there(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    (article,) = add(store, Told("Just in", {}))
    inbox.pick(article)
    assert window.desk.article.heading == "Just in"
    assert not window.desk.sections.confirm.isEnabled()
    # The answer comes before the list has looked for the article.
    store.predictions.add([(article, said(SPORT))])
    qtbot.waitUntil(lambda: inbox.settled and inbox.selected() == [article])
    assert window.desk.sections.confirm.isEnabled()
    QTest.keyClick(inbox.list, Qt.Key.Key_Up)
    assert inbox.current == 7
