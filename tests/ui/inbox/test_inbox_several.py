"""What is done to several articles of the inbox at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_made import NAME, Told, add
from inbox_made import SPORT, show
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from newsdesk.core.errors import NewsdeskError
from newsdesk.store.records import Choice
from newsdesk.ui.main_window import MainWindow


def fill(window: MainWindow, qtbot: QtBot, number: int) -> None:
    """Have so many articles in the inbox."""
    inbox = window.desk.inbox
    more = number - len(inbox.listing)
    add(window.session.store, *(Told(f"News {place}", SPORT) for place in range(more)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == number)


def test_several_are_decided_in_one_step_and_taken_back_in_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    store.decisions.record(1, "health", who="li", also="style")
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled)
    inbox.select([1, 2, 6])
    assert inbox.bulk.isVisible()
    assert inbox.bulk.text == "3 selected"
    inbox.bulk.menu.actions()[2].trigger()
    qtbot.waitUntil(lambda: "decided" in window.strip.text)
    assert window.strip.text == "Sport: 3 decided"
    assert [store.articles.get(i).decided_section for i in (1, 2, 6)] == ["sport"] * 3  # type: ignore[union-attr]
    window.background.undo()
    qtbot.waitUntil(lambda: "taken back" in window.strip.text)
    first = store.articles.get(1)
    assert first is not None
    assert (first.decided_section, first.also_section) == ("health", "style")
    assert store.decisions.standing(2) is None
    window.background.redo()
    qtbot.waitUntil(lambda: window.strip.text == "Sport: 3 decided")
    assert store.decisions.standing(6) is not None


def test_what_somebody_else_decided_meanwhile_is_left_and_counted(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    inbox.select([2, 5, 7])
    store.decisions.record_many([Choice(5, "business")], "Anna")
    inbox.bulk.decided.emit("sport")
    qtbot.waitUntil(lambda: "decided" in window.strip.text)
    assert window.strip.text == "Sport: 2 decided, 1 was decided by Anna meanwhile"
    standing = store.decisions.standing(5)
    assert standing is not None
    assert (standing.to_section, standing.who) == ("business", "Anna")


def test_select_all_reaches_everything_and_removing_can_be_taken_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    QTest.keyClick(inbox.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert inbox.selected() == [1, 2, 3, 4, 5, 6, 7]
    QTest.keyClick(inbox.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(inbox.listing) == 0)
    assert inbox.current is None
    assert window.strip.text == "7 removed"
    window.background.undo()
    qtbot.waitUntil(lambda: len(inbox.listing) == 7)
    assert inbox.current is not None


def test_a_cancelled_bulk_action_says_what_it_left_and_undo_takes_back_the_rest(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, session = window.desk.inbox, window.session
    fill(window, qtbot, 1500)
    inbox.select_all()
    assert inbox.bulk.text == "1,500 selected"
    write = session.store.decisions.record_many

    def and_cancel(*arguments: object, **more: object) -> object:
        session.bulk.cancel()
        return write(*arguments, **more)  # type: ignore[arg-type]

    session.store.decisions.record_many = and_cancel  # type: ignore[method-assign,assignment]
    inbox.bulk.decided.emit("style")
    qtbot.waitUntil(lambda: "left as they were" in window.strip.text)
    assert window.strip.text == "Style: 300 decided, 1,200 left as they were"
    session.store.decisions.record_many = write  # type: ignore[method-assign]
    assert session.store.articles.counts(NAME).decided == 300
    window.background.undo()
    qtbot.waitUntil(lambda: session.store.articles.counts(NAME).decided == 0)
    qtbot.waitUntil(lambda: not session.bulk.busy)


def test_a_long_bulk_action_shows_how_far_it_is_and_lets_no_second_one_in(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, session = window.desk.inbox, window.session
    fill(window, qtbot, 1000)
    seen: list[str] = []
    session.bulk.moved.connect(lambda text, done, total: seen.append(text))
    inbox.select_all()
    inbox.bulk.decided.emit("style")
    inbox.bulk.remove_asked.emit()
    assert "goes on still" in window.strip.text
    session.bulk._tell_progress()
    assert window.strip.bulk.isVisible()
    assert "of 1,000" in seen[0]
    qtbot.waitUntil(lambda: window.strip.text == "Style: 1,000 decided")
    assert not window.strip.bulk.isVisible()


def test_a_refused_decision_does_not_move_on_from_the_open_article(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, session = window.desk.inbox, window.session
    inbox.set_state("to_decide")
    inbox.pick(1)
    qtbot.waitUntil(lambda: inbox.settled and inbox.current == 1)

    def refuse(*_: object) -> None:
        raise NewsdeskError("bulk_busy", "Deciding goes on still.", "Wait until it is done.")

    monkeypatch.setattr(session.bulk, "decide", refuse)
    inbox.select([1, 2])
    inbox.bulk.decided.emit("style")
    assert "goes on still" in window.strip.text
    session.store.decisions.record(1, "sport", who="Anna")
    listed = len(inbox.listing)
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == listed - 1)
    assert inbox.current == 1


def test_export_names_what_is_selected_in_the_order_of_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, order="newest"))
    inbox.select([2, 5, 7])
    with qtbot.waitSignal(inbox.export_asked) as asked:
        export = next(b for b in inbox.bulk.buttons if b.text() == "Export…")
        assert isinstance(export, QPushButton)
        inbox.bulk.export_asked.emit()
    assert asked.args == [[7, 5, 2]]
