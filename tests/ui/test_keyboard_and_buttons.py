"""Buttons of the desk and keys that decide: no click and no held key decides what is unread."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from desk_made import Told, close, desk_window
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.widgets.status_strip import Action

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
OFFSCREEN_MENU = pytest.mark.qt_log_ignore("This plugin does not support")
ARTICLES = tuple(
    Told(title, {"business": 0.6, "sport": 0.4}) for title in ("First", "Second", "Third", "Fourth")
)


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, *ARTICLES)
    made.desk.inbox.set_state("all")
    made.desk.inbox.pick(1)
    inbox = made.desk.inbox
    qtbot.waitUntil(lambda: inbox.settled and made.desk.article.heading == "First")
    yield made
    close(made)


def press(window: MainWindow, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def hold(window: MainWindow, key: Key, text: str = "") -> None:
    """A key as it comes from a finger that rests on it: once, then again and again."""
    for repeated in (False, True, True, True):
        target = QApplication.focusWidget() or window
        QApplication.sendEvent(
            target, QKeyEvent(QEvent.Type.KeyPress, key, NONE, text, repeated, 1)
        )


def go_to(qtbot: QtBot, button: QWidget) -> None:
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(button.hasFocus)


def decided(window: MainWindow) -> list[tuple[int, str | None]]:
    """The newest line of each article that has any."""
    lines = [window.session.store.decisions.newest(number) for number in range(1, 5)]
    return [(line.article_id, line.to_section) for line in lines if line is not None]


@pytest.mark.parametrize("clicked", ["confirm", "runner_up", "go_on", "bar", "history"])
def test_after_a_click_the_next_space_or_enter_means_the_article_not_the_button(
    window: MainWindow, qtbot: QtBot, clicked: str
) -> None:
    panel = window.desk.sections
    if clicked == "history":
        press(window, Key.Key_1)
        window.desk.inbox.pick(1)
        qtbot.waitUntil(lambda: panel.decision.history.isVisible())
    buttons: dict[str, QAbstractButton] = {
        "confirm": panel.confirm,
        "runner_up": panel.runner_up,
        "go_on": panel.go_on,
        "bar": panel.bars.bar("style"),
        "history": panel.decision.history,
    }
    qtbot.mouseClick(buttons[clicked], LEFT)
    assert window.desk.inbox.list.hasFocus()
    before, here = decided(window), window.desk.inbox.current
    assert here is not None
    press(window, Key.Key_Space)
    assert decided(window) == before
    assert window.desk.inbox.current == here + 1
    assert panel.go_on.isChecked() is (clicked != "go_on")


def test_a_click_leaves_the_keyboard_in_the_text_that_is_being_written(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.desk.writing.edit_body()
    field = QApplication.focusWidget()
    qtbot.mouseClick(window.desk.insight.meters.all, LEFT)
    assert QApplication.focusWidget() is field


def test_an_action_at_the_foot_that_is_clicked_leaves_the_keyboard_in_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(window, Key.Key_2)
    qtbot.mouseClick(window.strip.action("Undo"), LEFT)
    assert decided(window) == [(1, None)]
    assert window.desk.inbox.list.hasFocus()


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space])
def test_enter_and_space_press_the_button_that_was_gone_to_by_tab(
    window: MainWindow, qtbot: QtBot, key: Key
) -> None:
    opened: list[str] = []
    window.desk.toolbar.open_button.clicked.disconnect()
    window.desk.toolbar.open_button.clicked.connect(lambda: opened.append("open"))
    go_to(qtbot, window.desk.toolbar.open_button)
    press(window, key)
    assert opened == ["open"]
    go_to(qtbot, window.rail.button("models"))
    press(window, key)
    assert window.places.currentWidget() is not window.desk
    assert decided(window) == []


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space])
def test_take_back_is_pressed_by_its_key_when_the_keyboard_is_on_it(
    window: MainWindow, qtbot: QtBot, key: Key
) -> None:
    window.desk.sections.go_on.setChecked(False)
    press(window, Key.Key_2)
    card = window.desk.sections.decision
    qtbot.waitUntil(card.take_back.isVisible)
    go_to(qtbot, card.take_back)
    press(window, key)
    assert decided(window) == [(1, None)]
    assert card.text == "The decision was taken back."
    qtbot.waitUntil(window.desk.inbox.list.hasFocus)  # the button went: no other one gets the key


def test_nothing_decides_while_a_button_has_the_keyboard_and_esc_brings_it_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    button = window.desk.toolbar.help_button
    button.clicked.disconnect()
    for key, modifiers in (
        (Key.Key_2, NONE),
        (Key.Key_S, NONE),
        (Key.Key_Return, SHIFT),
        (Key.Key_Return, CTRL),
        (Key.Key_Backspace, CTRL),
    ):
        go_to(qtbot, button)
        press(window, key, modifiers)
    assert decided(window) == []
    assert window.desk.sections.caption == "Section"
    assert "All actions and their keys" in window.strip.text
    press(window, Key.Key_Escape)
    assert window.desk.inbox.list.hasFocus()
    press(window, Key.Key_2)
    assert decided(window) == [(1, "health")]


def test_enter_presses_a_button_of_the_filter_panel(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_F, CTRL | SHIFT)
    panel = window.desk.inbox.filters.panel
    chip = next(b for b in panel.findChildren(QPushButton) if b.text() == "Sport")
    chip.setFocus()
    press(window, Key.Key_Return)
    assert window.desk.inbox.query.sections == ("sport",)
    qtbot.waitUntil(lambda: window.desk.inbox.settled)


@pytest.mark.parametrize(("key", "text"), [(Key.Key_Return, "\r"), (Key.Key_2, "2")])
def test_a_key_that_is_held_decides_one_article(window: MainWindow, key: Key, text: str) -> None:
    hold(window, key, text)
    assert [article for article, _ in decided(window)] == [1]
    assert window.desk.inbox.current == 2


def test_a_held_letter_is_typed_once_and_a_held_space_skips_once(window: MainWindow) -> None:
    hold(window, Key.Key_S, "s")
    assert window.desk.sections.caption == "“s” → Sport: Enter"
    press(window, Key.Key_Escape)
    hold(window, Key.Key_Space, " ")
    assert window.desk.inbox.current == 2


def test_down_goes_on_while_it_is_held(window: MainWindow) -> None:
    hold(window, Key.Key_Down)
    assert window.desk.inbox.current == 4


def test_a_held_enter_presses_a_button_once(window: MainWindow, qtbot: QtBot) -> None:
    pressed: list[int] = []
    window.strip.say("Read", Action("Again", lambda: pressed.append(1)))
    go_to(qtbot, window.strip.action("Again"))
    hold(window, Key.Key_Return, "\r")
    assert pressed == [1]


def shown_menu(qtbot: QtBot) -> QMenu:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@OFFSCREEN_MENU
@pytest.mark.parametrize("way", ["digit", "enter", "letters", "click"])
def test_with_several_selected_a_key_that_decides_asks_about_all_and_is_one_step(
    window: MainWindow, qtbot: QtBot, way: str
) -> None:
    inbox = window.desk.inbox
    inbox.select([1, 2, 3])
    section = {"digit": "health", "enter": "business", "letters": "style", "click": "sport"}[way]
    if way == "digit":
        hold(window, Key.Key_2, "2")
    elif way == "click":
        qtbot.mouseClick(window.desk.sections.bars.bar("sport"), LEFT)
    else:
        if way == "letters":
            QTest.keyClicks(inbox.list, "sty")
        hold(window, Key.Key_Return, "\r")
    menu = shown_menu(qtbot)
    assert decided(window) == []
    assert menu.activeAction().data() == section
    assert "for all 3 that are selected" in window.strip.text
    hold_in = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, NONE, "\r", True, 1)
    QApplication.sendEvent(menu, hold_in)
    assert menu.isVisible()  # the finger that opened it chooses nothing
    QTest.keyClick(menu, Key.Key_Return)
    qtbot.waitUntil(lambda: decided(window) == [(1, section), (2, section), (3, section)])
    qtbot.waitUntil(lambda: not window.session.bulk.busy)
    press(window, Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decided(window) == [(1, None), (2, None), (3, None)])


@OFFSCREEN_MENU
def test_esc_leaves_the_several_selected_and_undecided(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    inbox.select([1, 2, 3])
    press(window, Key.Key_2)
    QTest.keyClick(shown_menu(qtbot), Key.Key_Escape)
    assert decided(window) == []
    assert inbox.selected() == [1, 2, 3]
    press(window, Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert "one at a time" in window.strip.text
    assert inbox.selected() == [1, 2, 3]
    assert decided(window) == []
