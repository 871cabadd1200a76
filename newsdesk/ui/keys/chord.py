"""One press of a key with its modifiers, written as Qt writes it, the same on every layout."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

MODIFIER_KEYS = frozenset(
    (
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_Super_L,
        Qt.Key.Key_Super_R,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
        Qt.Key.Key_unknown,
    )
)
_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
    | Qt.KeyboardModifier.ShiftModifier
)
_STRONG = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
LEFT_TO_LISTS = frozenset(
    ("Up", "Down", "Left", "Right", "PgUp", "PgDown", "Home", "End", "Tab", "Backtab")
)
"""What lists, texts and buttons move by; they have the first say."""


def chord(event: QKeyEvent) -> str:
    """The press in Qt's portable form; empty for a modifier alone."""
    if event.key() in MODIFIER_KEYS:
        return ""
    key = event.key()
    if key == Qt.Key.Key_Enter:
        key = Qt.Key.Key_Return
    modifiers = event.modifiers() & _MODIFIERS
    if _is_sign(event.text()):
        # "?" is "?" wherever it lies; on many keyboards it takes Shift.
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    combination = QKeyCombination(modifiers, Qt.Key(key))
    return QKeySequence(combination).toString(QKeySequence.SequenceFormat.PortableText)


def digit(event: QKeyEvent) -> int | None:
    """Which of 1 to 9 was pressed, alone or with Alt; on any layout, and on the number pad."""
    if event.modifiers() & _STRONG:
        return None
    if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9:
        return event.key() - Qt.Key.Key_0
    return digit_of(event.text())


def digit_of(text: str) -> int | None:
    """Which of 1 to 9 a character is, in any script."""
    value = unicodedata.digit(text, None) if len(text) == 1 else None
    return value if value else None


def typed(event: QKeyEvent) -> str:
    """The letters that a press types; empty for every other key."""
    if event.modifiers() & (_STRONG | Qt.KeyboardModifier.AltModifier):
        return ""
    text = event.text()
    return text if text and text.isprintable() else ""


def has_modifier(key: str) -> bool:
    """Whether a chord holds Ctrl, Alt or Meta, or is a function key: nothing that types."""
    head, _, last = key.rpartition("+")
    strong = any(word in ("Ctrl", "Alt", "Meta") for word in head.split("+"))
    return strong or (last[:1] == "F" and last[1:].isdigit())


def shown(key: str) -> str:
    """A chord as this system writes it on a button or in a tooltip."""
    names = {"Return": "Enter", "Del": "Delete"}
    native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    head, plus, last = native.rpartition("+")
    return f"{head}{plus}{names.get(last, last)}" if last else native


def _is_sign(text: str) -> bool:
    return len(text) == 1 and text.isprintable() and not text.isalnum() and not text.isspace()
