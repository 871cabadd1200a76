"""What was decided is undone, done again, taken back, and given a reason."""

from __future__ import annotations

from collections.abc import Callable

from deciding_made import (
    ARTICLES,
    CTRL,
    SHIFT,
    Key,
    lines,
    press,
    stands,
    type_in,
)
from desk_made import close, show
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.services.session import Session
from newsdesk.ui.main_window import MainWindow


def test_what_was_undone_can_be_done_again_at_the_foot(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_Return)
    window.strip.action("Undo").click()
    assert window.strip.text == "Undone: Decided Business for “Bank lifts profit”"
    window.strip.action("Redo").click()
    assert stands(window, 1)[0] == "business"
    window.desk.inbox.select([1, 2])
    window.desk.inbox.several.decide("style")
    qtbot.waitUntil(lambda: window.strip.text == "Style: 2 decided")
    window.strip.action("Undo").click()
    qtbot.waitUntil(lambda: window.strip.text == "2 taken back")
    window.strip.action("Redo").click()
    qtbot.waitUntil(lambda: stands(window, 2)[0] == "style")


def test_a_reason_that_was_begun_waits_with_its_article(
    window: MainWindow, at: Callable[[int], int], qtbot: QtBot
) -> None:
    field = window.desk.sections.reason
    type_in(window, "spo")
    press(window, Key.Key_Return, CTRL)
    QTest.keyClicks(field, "two cups, and")
    at(1)
    assert field.isHidden()
    window.desk.take_focus()
    at(0)
    assert field.isVisible()
    assert not field.hasFocus()
    assert (field.placeholderText(), field.text()) == ("Why Sport?", "two cups, and")
    press(window, Key.Key_Return, CTRL)
    QTest.keyClicks(field, " a prize")
    press(window, Key.Key_Return)
    assert stands(window, 1) == ("sport", None, "two cups, and a prize")
    at(1)
    at(0)
    assert field.isHidden()


def test_a_reason_that_was_begun_is_there_after_a_kill(
    window: MainWindow, at: Callable[[int], int], qtbot: QtBot
) -> None:
    press(window, Key.Key_Return, CTRL)
    QTest.keyClicks(window.desk.sections.reason, "half a rea")
    qtbot.waitUntil(lambda: window.desk.inbox.kept)
    other = show(qtbot, Session())  # as after a kill: nothing of the first was closed
    qtbot.waitUntil(lambda: other.desk.article.heading == ARTICLES[0].title)
    assert other.desk.sections.reason.text() == "half a rea"
    assert other.desk.sections.reason.isVisible()
    close(other)


def test_no_card_says_that_a_decision_was_taken_back_where_it_was_only_undone(
    window: MainWindow, at: Callable[[int], int], qtbot: QtBot
) -> None:
    press(window, Key.Key_3)
    press(window, Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[0].title)
    card = window.desk.sections.decision
    assert card.text == ""
    press(window, Key.Key_H, CTRL)
    assert "Sport → taken back" in card.text
    press(window, Key.Key_3)
    at(0)
    press(window, Key.Key_Backspace, CTRL)
    assert card.text == "The decision was taken back."


def test_a_reason_is_one_line_and_goes_with_the_decision(
    window: MainWindow, at: Callable[[int], int], qtbot: QtBot
) -> None:
    type_in(window, "spo")
    press(window, Key.Key_Return, CTRL)
    field = window.desk.sections.reason
    qtbot.waitUntil(field.hasFocus)
    assert field.placeholderText() == "Why Sport?"
    QTest.keyClicks(field, "2 cups in 1 year")
    assert lines(window, 1) == []
    press(window, Key.Key_Return)
    assert stands(window, 1) == ("sport", None, "2 cups in 1 year")
    assert field.isHidden()
    assert window.desk.inbox.list.hasFocus()
    at(0)
    press(window, Key.Key_Return, CTRL)
    assert field.text() == "2 cups in 1 year"
    field.setText("one cup")
    press(window, Key.Key_Return)
    assert stands(window, 1) == ("sport", None, "one cup")
    assert len(lines(window, 1)) == 2
    assert window.desk.inbox.current == 1
    assert "“one cup”" in window.desk.sections.decision.text


def test_escape_leaves_the_reason_and_keys_decide_again(window: MainWindow) -> None:
    press(window, Key.Key_Return, CTRL)
    QTest.keyClicks(window.desk.sections.reason, "because")
    press(window, Key.Key_Escape)
    assert window.desk.sections.reason.isHidden()
    press(window, Key.Key_3)
    assert stands(window, 1) == ("sport", None, "")


def test_undo_and_redo_say_what_they_did_and_open_the_article_again(
    window: MainWindow, at: Callable[[int], int], qtbot: QtBot
) -> None:
    press(window, Key.Key_Return)
    at(1)
    press(window, Key.Key_3)
    at(4)
    press(window, Key.Key_Z, CTRL)
    assert window.strip.text == "Undone: Decided Sport for “Cup final tonight”"
    qtbot.waitUntil(lambda: window.desk.article.heading == "Cup final tonight")
    assert window.desk.sections.decision.text == ""
    assert window.desk.sections.decision.history.isVisible()
    press(window, Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: window.desk.article.heading == "Bank lifts profit")
    press(window, Key.Key_Z, CTRL)
    assert window.strip.text == "There is nothing to undo."
    press(window, Key.Key_Y, CTRL)
    assert stands(window, 1)[0] == "business"
    press(window, Key.Key_Z, CTRL | SHIFT)
    assert stands(window, 2)[0] == "sport"
    qtbot.waitUntil(lambda: window.desk.article.heading == "Cup final tonight")


def test_a_decision_is_taken_back_and_its_history_told(
    window: MainWindow, at: Callable[[int], int]
) -> None:
    press(window, Key.Key_Backspace, CTRL)
    assert "no decision to take back" in window.strip.text
    press(window, Key.Key_3)
    at(0)
    card = window.desk.sections.decision
    assert card.text.startswith("Sport: decided by")
    press(window, Key.Key_Backspace, CTRL)
    assert stands(window, 1)[0] is None
    assert window.desk.inbox.current == 1
    assert "taken back" in card.text
    press(window, Key.Key_H, CTRL)
    assert "Business → Sport" in card.text
    assert "Sport → taken back" in card.text
    assert "by-hand: Business 60 %" in card.text
    press(window, Key.Key_H, CTRL)
    assert "→" not in card.text
