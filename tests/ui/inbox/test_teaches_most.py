"""The inbox's filter for the articles that would teach the model most."""

from __future__ import annotations

from dataclasses import replace

from inbox_made import listed
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.ui.main_window import MainWindow


def chosen(window: MainWindow, qtbot: QtBot) -> list[str]:
    """Choose it in the panel; the titles that are listed then."""
    inbox = window.desk.inbox
    QTest.mouseClick(inbox.bar.filter_button, Qt.MouseButton.LeftButton)
    order = inbox.filters.panel.order
    order.setCurrentIndex(order.findText("Teaches most"))
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.order == "teaches_most")
    inbox.filters.panel.close_panel()
    return listed(window)


def test_the_doubtful_come_first_and_what_nobody_read_is_left_out(
    window: MainWindow, qtbot: QtBot
) -> None:
    titles = chosen(window, qtbot)
    assert titles[0] in ("Мост открыли для проезда", "Bank lifts profit")
    assert "Nobody has read this" not in titles
    assert len(titles) == 6
    assert window.desk.inbox.bar.chips[0].text() == "Teaches most  ✕"


def test_one_that_is_decided_leaves_and_the_others_keep_their_order(
    window: MainWindow, qtbot: QtBot
) -> None:
    titles, inbox = chosen(window, qtbot), window.desk.inbox
    inbox.list.setFocus()
    inbox.pick(inbox.listing.ids()[0])
    QTest.keyClick(inbox.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(inbox.listing) == len(titles) - 1)
    inbox.refresh()
    qtbot.waitUntil(lambda: inbox.settled)
    assert listed(window) == titles[1:]


def test_it_is_lifted_by_its_chip_and_a_saved_filter_keeps_the_wish_alone(
    window: MainWindow, qtbot: QtBot
) -> None:
    chosen(window, qtbot)
    inbox = window.desk.inbox
    window.session.saved_filters.save("next to label", inbox.query)
    inbox.bar.chips[0].click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.order == "newest")
    assert len(listed(window)) == 7
    kept = window.session.saved_filters.get("next to label")
    assert kept is not None
    assert (kept.query.order, kept.query.among) == ("teaches_most", None)
    inbox.show_query(replace(kept.query, model=inbox.query.model))
    qtbot.waitUntil(lambda: inbox.settled)
    assert len(listed(window)) == 6
