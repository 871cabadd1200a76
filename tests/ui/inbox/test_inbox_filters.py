"""Filters of the inbox: narrowing, keeping them, and what an empty list says."""

from __future__ import annotations

from dataclasses import replace

from desk_made import NAME
from inbox_made import listed, show
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.store.records import InboxCounts
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.widgets.ask import Question


def test_a_state_shows_its_articles_and_says_how_many(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    QTest.mouseClick(inbox.bar.states["to_decide"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: inbox.settled and inbox.state == "to_decide")
    assert len(listed(window)) == 6
    assert inbox.bar.found.text() == "6 articles"
    assert inbox.bar.states["to_decide"].accessibleName() == "To decide: 6"
    assert inbox.bar.states["unread"].isVisible()
    assert not inbox.bar.states["failed"].isVisible()


def test_every_state_says_its_number_in_whole_words(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    bar = window.desk.inbox.bar
    bar.show_counts(InboxCounts(21_503, 12_600, 6400, 1203, 1300, 0, 123_456))
    shown = [button for button in bar.states.values() if button.isVisible()]
    assert [button.text() for button in shown] == [
        "To decide 12.6k", "All 21.5k", "Filed 6,400", "Decided 1,203", "Not answered 1,300",
        "Failed 123k",
    ]  # fmt: skip
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in shown))
    assert all(button.geometry().right() <= bar.width() for button in shown)


def test_filters_of_the_panel_narrow_the_list_and_are_lifted_one_by_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    QTest.mouseClick(inbox.bar.filter_button, Qt.MouseButton.LeftButton)
    panel = inbox.filters.panel
    assert panel.isVisible()
    panel._sections["sport"].click()
    panel.least.setValue(80)
    panel.order.setCurrentIndex(panel.order.findData("newest"))
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.least == 0.8)
    assert listed(window) == ["Cup replay on Friday", "Cup final tonight"]
    assert inbox.bar.found.text() == "2 found"
    sections, confidence, _clear = inbox.bar.chips
    assert sections.text().startswith("Sport")
    assert confidence.text().startswith("80 % to 100 %")
    confidence.click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.least == 0)
    assert "Coach of the bank's team" in listed(window)
    inbox.bar.chips[-1].click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.sections == ())
    assert len(listed(window)) == 7
    assert not inbox.bar.chips
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_a_click_beside_the_panel_closes_it(window: MainWindow) -> None:
    window.desk.inbox.filters.toggle()
    panel = window.desk.inbox.filters.panel
    assert panel.isVisible()
    QTest.mouseClick(panel.saved.name, Qt.MouseButton.LeftButton)
    assert panel.isVisible()
    QTest.mouseClick(window.desk.sections, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()


def test_least_certain_first_puts_the_doubtful_on_top(window: MainWindow, qtbot: QtBot) -> None:
    query = replace(window.desk.inbox.query, order="least_certain", state="to_decide")
    assert show(window, qtbot, query)[:2] == ["Мост открыли для проезда", "Bank lifts profit"]


def test_articles_of_today_are_found_by_the_day(window: MainWindow, qtbot: QtBot) -> None:
    query = window.desk.inbox.query
    assert len(show(window, qtbot, replace(query, arrived="today"))) == 7
    assert show(window, qtbot, replace(query, arrived="yesterday")) == []


def test_an_empty_list_says_what_hides_articles_and_the_way_out_works(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    query = replace(inbox.query, search="cup", sections=("business",))
    assert show(window, qtbot, query) == []
    assert "“cup”" in inbox.nothing_text
    qtbot.waitUntil(lambda: bool(inbox.nothing.ways))
    texts = [way.text() for way in inbox.nothing.ways]
    assert texts[:2] == ["Without the filter “Business”: 2", "Without the search: 2"]
    inbox.nothing.ways[0].click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.sections == ())
    assert len(listed(window)) == 2
    assert inbox.list.isVisible()


def test_a_filter_is_saved_picked_replaced_and_removed_with_undo(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, sections=("sport",), arrived="week"))
    inbox.filters.toggle()
    box = inbox.filters.panel.saved
    QTest.keyClicks(box.name, "Sport this week")
    QTest.keyClick(box.name, Qt.Key.Key_Return)
    assert box.choice.currentText() == "Sport this week"
    show(window, qtbot, replace(inbox.query, sections=(), arrived=""))
    box.choice.setCurrentIndex(0)
    box.choice.setCurrentIndex(1)
    box.choice.activated.emit(1)
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.sections == ("sport",))
    assert inbox.query.arrived == "week"
    assert inbox.query.model == NAME

    show(window, qtbot, replace(inbox.query, sections=("health",)))
    box.save()
    question = window.findChild(Question)
    assert question is not None
    assert "saved already" in question.explanation
    question.yes.click()
    assert _kept(window) == {"Sport this week": ("health",)}

    box.name.setText("Health")
    box.rename_button.click()
    assert _kept(window) == {"Health": ("health",)}
    box.remove_button.click()
    assert _kept(window) == {}
    for expected in ({"Health": ("health",)}, {"Sport this week": ("health",)}):
        window.background.undo()
        assert _kept(window) == expected
    window.background.undo()
    assert _kept(window) == {"Sport this week": ("sport",)}


def _kept(window: MainWindow) -> dict[str, tuple[str, ...]]:
    return {kept.name: kept.query.sections for kept in window.session.saved_filters.list()}
