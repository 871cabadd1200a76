"""Where keys go: to the field that is typed into, to the list that moves, or to an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QInputMethodQueryEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from newsdesk.ui.keys import chord
from newsdesk.ui.keys.actions import Action
from newsdesk.ui.keys.keymap import Keymap

Acts = Mapping[str, Callable[[], object]]


class Letters(Protocol):
    """Who takes the digits and letters that are typed outside of any field."""

    def press_digit(self, digit: int, also: bool) -> None:
        """Decide for the section with this number; also: as the second section."""

    def type_text(self, text: str) -> bool:
        """Take letters; whether they could mean a section."""

    def compose(self, text: str) -> None:
        """Show what an input method is still composing."""

    def rub_out(self) -> bool:
        """Take back a letter; whether there was one."""

    def clear(self) -> bool:
        """Forget what was typed; whether there was anything."""

    def typing_place(self) -> QRect:
        """Where typed letters are shown, in coordinates of the screen."""

    def take_keyboard(self) -> None:
        """Have the keyboard in the list again."""

    def refuse(self, button: str) -> None:
        """Say why nothing is decided while this button has the keyboard."""


class Keyboard(QObject):
    """Watches the widget of a window that has the focus, and does what a key stands for.

    An input method comes first: while it composes, no key does anything else.
    A button that is clicked leaves the keyboard where it was, so that the next Space or Enter
    means the article. One that was gone to by Tab is pressed by both; nothing decides from there.
    """

    def __init__(
        self,
        window: QWidget,
        keymap: Keymap,
        acts: Acts,
        letters: Letters,
        on_desk: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._keymap = keymap
        self.acts = acts
        self._letters = letters
        self._on_desk = on_desk
        self._watched: QWidget | None = None
        self._before: QWidget | None = None
        self._composing = False
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._watch)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key that nobody wanted; whether it did something."""
        return self._press(event, typing=takes_typing(self._window.focusWidget()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isValid(self._window):
            return False  # it is being taken down, and its parts with it
        kind = event.type()
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if isinstance(watched, QAbstractButton) and not self._composing:
                return self._press_at(watched, event)
            left = not self._composing and _is_left_to(watched, event)
            return not left and self._press(event, typing=False)
        if not self._on_desk():
            return False
        if kind == QEvent.Type.MouseButtonPress and isinstance(watched, QAbstractButton):
            self._give_back()
            return False
        if kind == QEvent.Type.InputMethodQuery and isinstance(event, QInputMethodQueryEvent):
            return self._answer(watched, event)
        if kind == QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            return self._compose(event)
        return False

    def _watch(self, old: QWidget | None, new: QWidget | None) -> None:
        if not isValid(self._window):
            return
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
            self._watched.destroyed.disconnect(self._forget)
        self._watched = None
        if self._composing:
            self._composing = False
            self._letters.compose("")
        if new is None or new.window() is not self._window or takes_typing(new):
            return
        self._watched, self._before = new, old
        new.installEventFilter(self)
        new.destroyed.connect(self._forget)
        if old is not None and isinstance(new, QAbstractButton) and not _is_there(old):
            # Nobody went to this button: Qt put the keyboard here as its place went.
            QTimer.singleShot(0, self, lambda: self._take_from(new))
        QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImEnabled)

    def _forget(self) -> None:
        self._watched = None

    def _give_back(self) -> None:
        """The keyboard goes where it was before a click."""
        before = self._before
        if before is None or not _is_there(before) or isinstance(before, QAbstractButton):
            self._letters.take_keyboard()
        else:
            before.setFocus(Qt.FocusReason.MouseFocusReason)

    def _take_from(self, button: QWidget) -> None:
        if isValid(self._window) and isValid(button) and button.hasFocus() and self._on_desk():
            self._letters.take_keyboard()

    def _press_at(self, button: QAbstractButton, event: QKeyEvent) -> bool:
        """A key while a button has the keyboard: it presses the button, or decides nothing."""
        key = chord.chord(event)
        last = key.rpartition("+")[2]
        if last == "Return":
            if key == last and not event.isAutoRepeat():
                button.click()
            return True
        if last == "Space" or _is_left_to(button, event):
            return False
        if not self._on_desk():
            return self._press(event, typing=False)
        if key == "Esc":
            if not self._letters.clear():
                self._letters.take_keyboard()
            return True
        action = self._keymap.action_of(key)
        if action is not None and action.typing:
            return self._press(event, typing=False)
        if action is not None or chord.digit(event) is not None or chord.typed(event):
            self._letters.refuse(button.accessibleName() or button.text())
            return True
        return False

    def _press(self, event: QKeyEvent, typing: bool) -> bool:
        if self._composing:
            return True
        key = chord.chord(event)
        if not key:
            return False
        on_desk = self._on_desk()
        if on_desk and not typing and self._take_digit(event):
            return True
        action = self._keymap.action_of(key)
        if action is not None and self._may(action, key, on_desk, typing):
            if event.isAutoRepeat() and not action.repeats:
                return True
            if key == "Space" and self._letters.type_text(" "):
                return True
            self.acts[action.id]()
            return True
        return on_desk and not typing and self._take_letter(event, key)

    def _may(self, action: Action, key: str, on_desk: bool, typing: bool) -> bool:
        if action.scope == "desk" and not on_desk:
            return False
        return not typing or (action.typing and chord.has_modifier(key))

    def _take_digit(self, event: QKeyEvent) -> bool:
        number = chord.digit(event)
        if number is None:
            return False
        also = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if not event.isAutoRepeat():
            self._letters.press_digit(number, also)
        return True

    def _take_letter(self, event: QKeyEvent, key: str) -> bool:
        if key == "Esc":
            return self._letters.clear()
        if key == "Backspace":
            return self._letters.rub_out()
        text = chord.typed(event)
        if not text or text.isspace():
            return False
        if not event.isAutoRepeat():
            self._letters.type_text(text)
        return True

    def _answer(self, watched: QObject, event: QInputMethodQueryEvent) -> bool:
        """Tell the input method that letters are welcome, and where they are shown."""
        place = self._letters.typing_place()
        if isinstance(watched, QWidget):
            place = QRect(watched.mapFromGlobal(place.topLeft()), place.size())
        answers: dict[Qt.InputMethodQuery, object] = {
            Qt.InputMethodQuery.ImEnabled: True,
            Qt.InputMethodQuery.ImHints: int(Qt.InputMethodHint.ImhNoPredictiveText.value),
            Qt.InputMethodQuery.ImCursorRectangle: place,
            Qt.InputMethodQuery.ImCursorPosition: 0,
            Qt.InputMethodQuery.ImSurroundingText: "",
            Qt.InputMethodQuery.ImCurrentSelection: "",
        }
        for query, answer in answers.items():
            if event.queries() & query:
                event.setValue(query, answer)
        event.accept()
        return True

    def _compose(self, event: QInputMethodEvent) -> bool:
        was_composing = self._composing
        self._composing = bool(event.preeditString())
        committed = event.commitString()
        number = chord.digit_of(committed)
        if number is not None and not was_composing:
            self._letters.press_digit(number, also=False)
        elif committed:
            self._letters.type_text(committed)
        self._letters.compose(event.preeditString())
        event.accept()
        return True


def _is_left_to(widget: QObject, event: QKeyEvent) -> bool:
    """Whether the widget itself has the first say: lists move, some are pressed (`takesEnter`)."""
    key = chord.chord(event)
    if key in ("Space", "Return") and widget.property("takesEnter"):
        return True
    last = key.rpartition("+")[2]
    return last in chord.LEFT_TO_LISTS and key in (last, f"Shift+{last}")


def _is_there(widget: QWidget) -> bool:
    """Whether a widget can have the keyboard."""
    return isValid(widget) and widget.isVisible() and widget.isEnabled()


def takes_typing(widget: QWidget | None) -> bool:
    """Whether letters typed here become text, or belong to a panel of its own (`keepsKeys`)."""
    if widget is None or _in_panel(widget):
        return widget is not None
    if isinstance(widget, QTextEdit | QPlainTextEdit | QLineEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QAbstractSpinBox | QComboBox)


def _in_panel(widget: QWidget) -> bool:
    """Whether it stands in a panel that lies over the desk."""
    place: QWidget | None = widget
    while place is not None and not place.isWindow():
        if place.property("keepsKeys"):
            return True
        place = place.parentWidget()
    return False
