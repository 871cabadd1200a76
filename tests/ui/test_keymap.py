"""Which key does what: the table, changes that are kept, clashes that are refused."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from pytestqt.qtbot import QtBot

from newsdesk.services.settings import Settings
from newsdesk.ui.app import make_application
from newsdesk.ui.keys import ACTIONS, Keymap, chord

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT, PAD = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.KeypadModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def settings() -> Settings:
    make_application()
    return Settings()


@pytest.fixture
def keymap(settings: Settings) -> Keymap:
    return Keymap(settings)


def press(key: int, modifiers: Qt.KeyboardModifier = NONE, text: str = "") -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text)


def test_no_two_actions_come_with_the_same_key_and_each_key_is_one_press() -> None:
    keys = Counter(key for action in ACTIONS for key in action.keys)
    assert [key for key, number in keys.items() if number > 1] == []
    assert len({action.id for action in ACTIONS}) == len(ACTIONS)
    for key in keys:
        sequence = QKeySequence(key)
        assert sequence.count() == 1
        assert sequence.toString() == key


def test_no_action_comes_with_a_key_that_would_be_refused(keymap: Keymap) -> None:
    for action in ACTIONS:
        for key in action.keys:
            assert keymap.refusal(action.id, key) == ""
            found = keymap.action_of(key)
            assert found is not None
            assert found.id == action.id


def test_a_changed_key_is_kept_over_a_restart(keymap: Keymap, settings: Settings) -> None:
    assert keymap.assign("decide.skip", "Ctrl+J") == ""
    again = Keymap(Settings())
    assert again.keys("decide.skip") == ("Ctrl+J",)
    assert again.action_of("Space") is None
    assert again.is_changed("decide.skip")


def test_a_key_that_is_taken_is_refused_by_a_sentence_that_names_the_other(
    keymap: Keymap,
) -> None:
    refusal = keymap.assign("decide.skip", "Ctrl+F")
    assert "Search the inbox" in refusal
    assert "Ctrl+F" in refusal
    assert keymap.keys("decide.skip") == ("Space",)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("J", "Letters"),
        ("Shift+J", "Letters"),
        ("Я", "Letters"),
        ("4", "numbers"),
        ("Alt+4", "numbers"),
        ("Esc", "Esc"),
        ("Tab", "Tab"),
        ("PgDown", "moves about"),
        ("Backspace", "typed letter"),
    ],
)
def test_keys_that_mean_something_else_are_refused(keymap: Keymap, key: str, why: str) -> None:
    assert why in keymap.assign("decide.skip", key)
    assert keymap.keys("decide.skip") == ("Space",)


def test_a_key_given_up_can_be_given_to_another_and_all_can_be_reset(keymap: Keymap) -> None:
    keymap.clear("inbox.find")
    assert keymap.keys("inbox.find") == ()
    assert keymap.assign("decide.skip", "Ctrl+F") == ""
    assert "Skip: go on without deciding" in keymap.reset("inbox.find")
    keymap.reset_all()
    assert keymap.keys("inbox.find") == ("Ctrl+F",)
    assert keymap.keys("decide.skip") == ("Space",)


def test_a_chosen_key_wins_over_one_that_an_action_comes_with(settings: Settings) -> None:
    settings.set_text("keys/decide.skip", "Ctrl+F")
    keymap = Keymap(settings)
    owner = keymap.action_of("Ctrl+F")
    assert owner is not None
    assert owner.id == "decide.skip"
    assert keymap.keys("inbox.find") == ()


def test_rubbish_in_the_settings_leaves_the_keys_as_they_come(settings: Settings) -> None:
    settings.set_text("keys/decide.skip", "Ctrl+A, Ctrl+B")
    settings.set_text("keys/decide.second", "\x00")
    keymap = Keymap(settings)
    assert keymap.keys("decide.skip") == ("Space",)
    assert keymap.keys("decide.second") == ("Shift+Return",)


def test_a_press_is_the_same_on_every_keyboard(qtbot: QtBot) -> None:
    make_application()
    assert chord.chord(press(Qt.Key.Key_Question, SHIFT, "?")) == "?"
    assert chord.chord(press(Qt.Key.Key_Enter, PAD, "\r")) == "Return"
    assert chord.chord(press(Qt.Key.Key_Z, CTRL | SHIFT, "")) == "Ctrl+Shift+Z"
    assert chord.chord(press(Qt.Key.Key_Shift, SHIFT)) == ""
    assert chord.digit(press(Qt.Key.Key_3, PAD, "3")) == 3
    assert chord.digit(press(Qt.Key.Key_3, SHIFT, "3")) == 3  # French keyboards
    assert chord.digit(press(Qt.Key.Key_3, ALT, "")) == 3
    assert chord.digit(press(0x664, NONE, "٤")) == 4
    assert chord.digit(press(Qt.Key.Key_3, CTRL, "")) is None
    assert chord.digit(press(Qt.Key.Key_0, NONE, "0")) is None
