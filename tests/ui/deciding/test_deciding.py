"""Fast hands at the desk: every key that decides, and what it says and does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from deciding_made import (
    ALT,
    CTRL,
    NONE,
    PAD,
    SHIFT,
    Key,
    lines,
    press,
    stands,
    type_in,
)
from desk_made import close, show
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newsdesk.services.session import Session
from newsdesk.ui.main_window import MainWindow


def test_enter_confirms_the_likeliest_and_the_next_article_comes(window: MainWindow) -> None:
    press(window, Key.Key_Return)
    assert stands(window, 1) == ("business", None, "")
    assert window.desk.inbox.current != 1
    assert window.strip.text == "Decided Business for “Bank lifts profit”"


def test_enter_decides_nothing_where_there_is_no_answer_and_says_why(
    window: MainWindow, at: Callable[[int], int]
) -> None:
    for number, why in ((2, "has not answered yet"), (3, "cannot read this text")):
        article = at(number)
        for modifiers in (NONE, SHIFT, CTRL):
            window.strip.say("")
            press(window, Key.Key_Return, modifiers)
            assert why in window.strip.text
        assert lines(window, article) == []
        assert not window.desk.sections.confirm.isEnabled()
        assert window.desk.inbox.current == article


def test_what_the_model_cannot_read_is_said_and_a_digit_still_decides(
    window: MainWindow, at: Callable[[int], int]
) -> None:
    article = at(3)
    assert window.desk.sections.notices.texts == ["It looks Chinese."]
    assert window.desk.sections.bars.bar("health").state.muted
    press(window, Key.Key_2)
    assert stands(window, article) == ("health", None, "")


@pytest.mark.parametrize(("key", "modifiers"), [(Key.Key_3, NONE), (Key.Key_3, PAD)])
def test_a_digit_decides_also_on_the_number_pad(
    window: MainWindow, key: Key, modifiers: Qt.KeyboardModifier
) -> None:
    press(window, key, modifiers)
    assert stands(window, 1) == ("sport", None, "")


def test_a_digit_without_a_section_is_said(window: MainWindow) -> None:
    press(window, Key.Key_9)
    assert "no section with the number 9" in window.strip.text
    assert lines(window, 1) == []


@pytest.mark.parametrize("typed", ["st", "СТ", "時", "sty"])
def test_first_letters_mark_a_section_and_enter_takes_it(window: MainWindow, typed: str) -> None:
    type_in(window, typed)
    panel = window.desk.sections
    assert panel.bars.bar("style").typed == "best"
    assert panel.bars.bar("sport").typed == ""
    assert typed in panel.caption
    assert lines(window, 1) == []
    press(window, Key.Key_Return)
    assert stands(window, 1) == ("style", None, "")
    assert panel.caption == "Section"


def test_of_several_that_fit_enter_takes_the_likeliest(window: MainWindow) -> None:
    type_in(window, "s")
    assert window.desk.sections.bars.bar("sport").typed == "best"
    assert window.desk.sections.bars.bar("style").typed == "fits"
    assert "Sport" in window.desk.sections.confirm.text()
    press(window, Key.Key_Return)
    assert stands(window, 1) == ("sport", None, "")


def test_letters_that_fit_no_section_decide_nothing(window: MainWindow) -> None:
    type_in(window, "xq")
    assert window.desk.sections.caption == "No section: “xq”"
    press(window, Key.Key_Return)
    assert lines(window, 1) == []
    assert "xq" in window.strip.text


def test_escape_and_backspace_take_letters_back(window: MainWindow) -> None:
    type_in(window, "sx")
    press(window, Key.Key_Backspace)
    assert window.desk.sections.bars.bar("sport").typed == "best"
    press(window, Key.Key_Escape)
    assert window.desk.sections.caption == "Section"
    assert window.desk.sections.bars.bar("sport").typed == ""
    press(window, Key.Key_Return)
    assert stands(window, 1)[0] == "business"


def test_the_second_choice_takes_one_key_and_skipping_decides_nothing(window: MainWindow) -> None:
    press(window, Key.Key_Return, SHIFT)
    assert stands(window, 1)[0] == "sport"
    here = window.desk.inbox.current
    assert here is not None
    press(window, Key.Key_Space)
    assert window.desk.inbox.current not in (here, 1)
    assert lines(window, here) == []


def test_a_second_section_goes_with_the_decision_in_one_line(
    window: MainWindow, at: Callable[[int], int]
) -> None:
    press(window, Key.Key_3, ALT)
    assert stands(window, 1) == ("business", "sport", "")
    assert len(lines(window, 1)) == 1
    at(0)
    assert window.desk.sections.bars.bar("sport").state.also
    press(window, Key.Key_3, ALT)
    assert stands(window, 1) == ("business", None, "")
    assert window.desk.inbox.current == 1
    press(window, Key.Key_1, ALT)
    assert "first section already" in window.strip.text
    press(window, Key.Key_3, ALT)
    press(window, Key.Key_3)
    assert stands(window, 1) == ("sport", None, "")


def test_the_small_plus_of_a_bar_adds_the_second_section(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.desk.sections.bars.bar("health")
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar._plus().center().toPoint())
    assert stands(window, 1) == ("business", "health", "")


def test_the_desk_can_stay_with_the_article_and_remembers_that(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(window, Key.Key_G, CTRL)
    assert not window.desk.sections.go_on.isChecked()
    press(window, Key.Key_Return)
    assert window.desk.inbox.current == 1
    assert "Business: decided by" in window.desk.sections.decision.text
    window.session.settings.save()
    other = show(qtbot, Session())
    assert not other.desk.sections.go_on.isChecked()
    close(other)


def test_letters_that_fit_nothing_are_told_in_full(window: MainWindow) -> None:
    type_in(window, "qqqqq")
    caption = window.desk.sections._caption
    assert caption.fontMetrics().horizontalAdvance(caption.text()) <= caption.width()


def test_typing_into_a_field_decides_nothing(window: MainWindow) -> None:
    search = window.desk.toolbar.search
    press(window, Key.Key_F, CTRL)
    assert search.hasFocus()
    QTest.keyClicks(search, "2 st")
    press(window, Key.Key_Return)
    press(window, Key.Key_1, ALT)
    press(window, Key.Key_Backspace, CTRL)
    assert lines(window, 1) == []
    assert window.desk.sections.caption == "Section"


def test_no_key_decides_while_an_input_method_composes(window: MainWindow) -> None:
    target = window.desk.inbox.list
    assert target.hasFocus()
    QApplication.sendEvent(target, QInputMethodEvent("ti", []))
    assert "ti" in window.desk.sections.caption
    for key in (Key.Key_2, Key.Key_Return, Key.Key_Space, Key.Key_Down, Key.Key_A):
        press(window, key)
    assert lines(window, 1) == []
    assert window.desk.inbox.current == 1
    done = QInputMethodEvent("", [])
    done.setCommitString("體")
    QApplication.sendEvent(target, done)
    assert window.desk.sections.bars.bar("sport").typed == "best"
    press(window, Key.Key_Return)
    assert stands(window, 1)[0] == "sport"


def test_an_input_method_is_welcome_on_the_desk_and_told_where_letters_are_shown(
    window: MainWindow,
) -> None:
    method = QGuiApplication.inputMethod()
    assert QGuiApplication.focusObject() is window.desk.inbox.list
    enabled = method.queryFocusObject(Qt.InputMethodQuery.ImEnabled, None)
    assert enabled is True
    place = method.queryFocusObject(Qt.InputMethodQuery.ImCursorRectangle, None)
    panel = window.desk.sections
    shown = panel.typing_place().topLeft()
    assert window.desk.inbox.list.mapToGlobal(place.topLeft()) == shown


def test_a_digit_that_an_input_method_hands_on_decides(window: MainWindow) -> None:
    event = QInputMethodEvent("", [])
    event.setCommitString("３")
    QApplication.sendEvent(window.desk.inbox.list, event)
    assert stands(window, 1)[0] == "sport"


def test_the_name_in_the_ledger_is_the_one_that_was_given(window: MainWindow) -> None:
    window.session.editor.rename("Anna Lindqvist")
    press(window, Key.Key_Return)
    assert lines(window, 1)[0].who == "Anna Lindqvist"
