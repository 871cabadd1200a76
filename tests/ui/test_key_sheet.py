"""The sheet behind “?”: every action is there, can be done from it, and can get another key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_made import Told, close, desk_window
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu
from pytestqt.qtbot import QtBot

from newsdesk.core.article import Article
from newsdesk.ui.keys import ACTIONS
from newsdesk.ui.keys.sheet import KeySheet
from newsdesk.ui.keys.sheet_rows import KEY, WHAT
from newsdesk.ui.main_window import MainWindow

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
ARTICLES = (
    Told("Bank lifts profit", {"business": 0.6, "sport": 0.4}),
    Told("Cup final tonight", {"sport": 0.9, "style": 0.1}),
)
BY_LETTER_OR_DIGIT = {"decide.digit", "decide.letters", "decide.also"}
"""The keyboard itself takes these, as they are many keys."""


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, *ARTICLES)
    made.desk.inbox.pick(1)
    qtbot.waitUntil(lambda: made.desk.article.heading == ARTICLES[0].title)
    yield made
    close(made)


@pytest.fixture
def sheet(window: MainWindow, qtbot: QtBot) -> KeySheet:
    """The sheet, opened by its key."""
    target = QApplication.focusWidget()
    assert target is not None
    question = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Question, SHIFT, "?")
    QApplication.sendEvent(target, question)
    made = window.shortcuts.sheet
    assert made is not None
    qtbot.waitActive(made)
    return made


def shown(sheet: KeySheet) -> dict[str, str]:
    """What the sheet lists: texts and keys."""
    rows = sheet.rows
    lines = [row for row in range(rows.rowCount()) if rows.action(row) is not None]
    return {rows.index(r, WHAT).data(): rows.index(r, KEY).data() for r in lines}


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def test_every_action_is_in_the_sheet_and_is_bound_to_something(
    window: MainWindow, sheet: KeySheet
) -> None:
    assert set(shown(sheet)) == {action.text for action in ACTIONS}
    bound = set(window.shortcuts.acts)
    assert bound | BY_LETTER_OR_DIGIT == {action.id for action in ACTIONS}
    for action in ACTIONS:
        assert action.keys or action.fixed or shown(sheet)[action.text] == "no key"


def test_an_action_is_found_by_its_words_or_its_key_and_done_by_enter(
    window: MainWindow, sheet: KeySheet, qtbot: QtBot
) -> None:
    QTest.keyClicks(sheet.search, "ctrl+f")
    assert "Search the inbox" in shown(sheet)
    sheet.search.setText("skip")
    assert sheet.marked == "decide.skip"
    press(window, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    qtbot.waitUntil(lambda: window.desk.inbox.current == 2)
    sheet.search.setText("no such thing")
    assert "No action holds" in sheet.said.text()


def test_an_action_without_a_key_can_be_done_from_the_sheet(
    window: MainWindow, sheet: KeySheet
) -> None:
    before = window.desk.insight.why.by_itself.isChecked()
    sheet.mark("article.why_by_itself")
    sheet.table.setFocus()
    press(window, Qt.Key.Key_Return)
    assert window.desk.insight.why.by_itself.isChecked() is not before


def test_a_key_is_changed_by_pressing_the_new_one_and_works_at_once(
    window: MainWindow, sheet: KeySheet, qtbot: QtBot
) -> None:
    sheet.mark("decide.second")
    place = sheet.table.visualRect(sheet.rows.index(sheet.table.currentIndex().row(), KEY))
    qtbot.mouseClick(sheet.table.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert "Press the new key" in sheet.said.text()
    press(window, Qt.Key.Key_F4)
    assert shown(sheet)["Decide for the second choice"] == "F4"
    assert "(F4)" in window.desk.sections.runner_up.toolTip()
    sheet.close()
    window.desk.take_focus()
    press(window, Qt.Key.Key_Return, SHIFT)
    assert window.session.store.decisions.newest(1) is None
    press(window, Qt.Key.Key_F4)
    line = window.session.store.decisions.newest(1)
    assert line is not None
    assert line.to_section == "sport"


def test_a_key_that_is_taken_is_refused_and_another_can_be_pressed(
    window: MainWindow, sheet: KeySheet
) -> None:
    sheet.mark("decide.skip")
    sheet.ask_key()
    press(window, Qt.Key.Key_F, CTRL)
    assert sheet.said.text() == "Ctrl+F is taken: Search the inbox. Give that another key first."
    press(window, Qt.Key.Key_S)
    assert "Letters" in sheet.said.text()
    press(window, Qt.Key.Key_J, CTRL)
    assert shown(sheet)["Skip: go on without deciding"] == "Ctrl+J"
    sheet.reset.click()
    assert shown(sheet)["Skip: go on without deciding"] == "Space"


def test_escape_leaves_the_key_and_the_sheet_as_they_are(
    window: MainWindow, sheet: KeySheet
) -> None:
    sheet.mark("decide.skip")
    sheet.ask_key()
    press(window, Qt.Key.Key_Escape)
    assert sheet.isVisible()
    assert shown(sheet)["Skip: go on without deciding"] == "Space"
    sheet.mark("decide.digit")
    sheet.ask_key()
    assert sheet.said.text() == "This key stays as it is."
    press(window, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_enter_on_a_button_of_the_sheet_presses_that_button(
    window: MainWindow, sheet: KeySheet
) -> None:
    sheet.mark("decide.confirm")
    sheet.no_key.setFocus()
    press(window, Qt.Key.Key_Return)
    assert sheet.isVisible()
    assert shown(sheet)["Confirm the likeliest section, or the one typed"] == "no key"
    assert window.session.store.decisions.newest(1) is None


def test_the_editors_name_and_going_on_are_set_here(window: MainWindow, sheet: KeySheet) -> None:
    sheet.name.setText("Anna Lindqvist")
    sheet.go_on.click()
    sheet.close()
    assert window.session.editor.name == "Anna Lindqvist"
    assert not window.desk.sections.go_on.isChecked()


def test_a_small_button_opens_the_sheet_as_well(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.desk.toolbar.help_button, Qt.MouseButton.LeftButton)
    sheet = window.shortcuts.sheet
    assert sheet is not None
    assert sheet.isVisible()
    assert "(?, F1)" in window.desk.toolbar.help_button.toolTip()
    sheet.close()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_open_file_is_read_in_another_encoding_from_the_sheet(
    window: MainWindow, sheet: KeySheet, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet.close()
    window.shortcuts.do("article.encoding")
    assert window.strip.text == "No article is open that came from a file."
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(window.session.intake, "read_again", lambda *which: asked.append(which))
    file = Path("/wire/old mail.txt").absolute()
    made = window.session.store.articles.add([Article("Old mail", "Ð¡Ð¿Ð¾Ñ€Ñ‚", str(file))])[0]
    window.desk.inbox.pick(made)
    qtbot.waitUntil(lambda: window.desk.article.heading == "Old mail")
    window.shortcuts.do("article.encoding")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(each for each in menu.actions() if each.text() == "UTF-8").trigger()
    menu.close()
    assert asked == [(made, file, None, "utf-8")]


def test_lists_are_reached_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Qt.Key.Key_F8)
    assert window.desk.inbox.state == "decided"
    press(window, Qt.Key.Key_F6)
    assert window.desk.inbox.state == "all"
    press(window, Qt.Key.Key_L, CTRL | SHIFT)
    assert window.desk.inbox.query.order == "least_certain"
    press(window, Qt.Key.Key_R, CTRL | SHIFT)
    assert window.strip.text == "No file is open that could not be read."
    press(window, Qt.Key.Key_M, CTRL | SHIFT)
    assert window.strip.text == "There is no other model here to ask beside it."
    press(window, Qt.Key.Key_S, CTRL | SHIFT)
    assert window.desk.inbox.filters.panel.saved.choice.hasFocus()
    qtbot.waitUntil(lambda: window.desk.inbox.settled)


def test_no_key_decides_while_the_filter_panel_has_the_keyboard(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(window, Qt.Key.Key_F, CTRL | SHIFT)
    panel = window.desk.inbox.filters.panel
    buttons = [each for each in panel.findChildren(QAbstractButton) if each.isVisible()]
    assert buttons
    for button in buttons:
        button.setFocus()
        for key in (Qt.Key.Key_2, Qt.Key.Key_S, Qt.Key.Key_Return):
            press(window, key)
    assert window.session.store.decisions.newest(1) is None
    assert window.desk.sections.caption == "Section"
    qtbot.waitUntil(lambda: window.desk.inbox.settled)
