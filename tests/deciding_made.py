"""Fast hands at the desk: articles with their answers, and keys as a person presses them."""

from __future__ import annotations

from desk_made import Told
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newsdesk.store.records import Decision
from newsdesk.ui.main_window import MainWindow

Key = Qt.Key
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT, PAD = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.KeypadModifier
NONE = Qt.KeyboardModifier.NoModifier
ARTICLES = (
    Told("Bank lifts profit", {"business": 0.6, "sport": 0.3, "health": 0.1}),
    Told("Cup final tonight", {"sport": 0.9, "style": 0.1}),
    Told("Nobody has read this", {}),
    Told("圖書館重新開放", {"health": 0.5, "sport": 0.5}, abstains="It looks Chinese."),
    Told("Nurses on strike", {"health": 0.8, "business": 0.2}),
)


def pick(window: MainWindow, qtbot: QtBot, number: int) -> int:
    article = number + 1
    window.desk.inbox.pick(article)
    qtbot.waitUntil(lambda: window.desk.inbox.current == article)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[number].title)
    return article


def press(window: MainWindow, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key where the keyboard is."""
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def type_in(window: MainWindow, text: str) -> None:
    """Type letters of any script where the keyboard is."""
    target = QApplication.focusWidget() or window
    for letter in text:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, Key(ord(letter.upper())), NONE, letter)
            QApplication.sendEvent(target, event)


def stands(window: MainWindow, article: int) -> tuple[str | None, str | None, str]:
    line = window.session.store.decisions.newest(article)
    return (line.to_section, line.also, line.reason) if line else (None, None, "")


def lines(window: MainWindow, article: int) -> list[Decision]:
    return window.session.store.decisions.history(article)
