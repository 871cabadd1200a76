"""Which key does what: the table's keys, as the person changed them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from newsdesk.services.settings import Settings
from newsdesk.ui.keys.actions import ACTIONS, Action
from newsdesk.ui.keys.chord import LEFT_TO_LISTS, has_modifier, shown

NONE = "-"
"""Stands in the settings for: no key at all."""
RESERVED = {
    "Esc": "Esc leaves and clears; it stays as it is.",
    "Tab": "Tab goes from one control to the next; it stays as it is.",
    "Backtab": "Tab goes from one control to the next; it stays as it is.",
    "Backspace": "Backspace takes back a typed letter. Use Ctrl, Alt or a function key with it.",
}
DIGITS = "The numbers decide for sections; they stay as they are."
LETTERS = "Letters pick sections by their names. Use Ctrl, Alt or a function key with it."


class Keymap(QObject):
    """The keys in force. changed: some action has other keys now."""

    changed = Signal()

    def __init__(
        self,
        settings: Settings,
        parent: QObject | None = None,
        actions: Sequence[Action] = ACTIONS,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self.actions = {action.id: action for action in actions}
        self._keys: dict[str, tuple[str, ...]] = {}
        self._read()

    def keys(self, action_id: str) -> tuple[str, ...]:
        """The keys of an action, in Qt's portable form."""
        return self._keys[action_id]

    def text(self, action_id: str) -> str:
        """An action's keys as people read them; empty where it has none."""
        action = self.actions[action_id]
        return action.fixed or ", ".join(shown(key) for key in self._keys[action_id])

    def action_of(self, key: str) -> Action | None:
        """What a key does."""
        owner = next((each for each, keys in self._keys.items() if key in keys), None)
        return self.actions[owner] if key and owner else None

    def is_changed(self, action_id: str) -> bool:
        """Whether the person gave the action other keys than it comes with."""
        return bool(self._settings.text(_setting(action_id)))

    def refusal(self, action_id: str, key: str) -> str:
        """Why an action cannot have a key; empty where it can."""
        last = key.rpartition("+")[2]
        if key in RESERVED:
            return RESERVED[key]
        if _is_digit(last) and key in (last, f"Shift+{last}", f"Alt+{last}", f"Alt+Shift+{last}"):
            return DIGITS
        if len(last) == 1 and last.isalpha() and not has_modifier(key):
            return LETTERS
        owner = self.action_of(key)
        if owner is not None and owner.id != action_id:
            return f"{shown(key)} is taken: {owner.text}. Give that another key first."
        if last in LEFT_TO_LISTS and key == last and key not in self.actions[action_id].keys:
            return f"{shown(key)} moves about in lists and texts; it stays as it is."
        return ""

    def assign(self, action_id: str, key: str) -> str:
        """Give an action one key and no other; why not, where it cannot be."""
        refusal = self.refusal(action_id, key)
        if not refusal:
            self._remember(action_id, key)
        return refusal

    def clear(self, action_id: str) -> None:
        """Leave an action without a key; the sheet still does it."""
        self._remember(action_id, NONE)

    def reset(self, action_id: str) -> str:
        """Give an action the keys it comes with; why not, where another has them now."""
        for key in self.actions[action_id].keys:
            owner = self.action_of(key)
            if owner is not None and owner.id != action_id:
                return f"{shown(key)} is taken: {owner.text}. Give that another key first."
        self._remember(action_id, "")
        return ""

    def reset_all(self) -> None:
        """All keys as they come."""
        for action_id in self.actions:
            if self.is_changed(action_id):
                self._settings.set_text(_setting(action_id), "")
        self._settings.save()
        self._read()
        self.changed.emit()

    def _remember(self, action_id: str, text: str) -> None:
        self._settings.set_text(_setting(action_id), text)
        self._settings.save()
        self._read()
        self.changed.emit()

    def _read(self) -> None:
        """Take what the person chose first; a key that it took is no longer where it comes from."""
        chosen = {each: self._settings.text(_setting(each)) for each in self.actions}
        taken = {
            key: each
            for each, text in chosen.items()
            if (key := _portable(text)) and not self.actions[each].fixed
        }
        self._keys = {}
        for each, action in self.actions.items():
            if action.fixed or chosen[each] == NONE:
                self._keys[each] = ()
            elif _portable(chosen[each]):
                key = _portable(chosen[each])
                self._keys[each] = (key,) if taken[key] == each else ()
            else:
                self._keys[each] = tuple(key for key in action.keys if key not in taken)


def _setting(action_id: str) -> str:
    return f"keys/{action_id}"


def _portable(text: str) -> str:
    """A key from the settings as Qt writes it; empty where it is none."""
    if not text or text == NONE:
        return ""
    sequence = QKeySequence(text, QKeySequence.SequenceFormat.PortableText)
    return sequence.toString() if sequence.count() == 1 else ""


def _is_digit(last: str) -> bool:
    return len(last) == 1 and last in "123456789"
