"""Tooltips that tell the key in force."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from newsdesk.ui.keys.keymap import Keymap


class Hints(QObject):
    """Adds keys to the tooltips of controls, anew whenever a key is changed."""

    def __init__(self, keymap: Keymap, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keymap = keymap
        self._told: list[tuple[QWidget, str, str]] = []
        keymap.changed.connect(self._tell_all)

    def tell(self, widget: QWidget, action_id: str, text: str = "") -> None:
        """Let a control say what it does and by which key. text: other words than the table's."""
        told = (widget, action_id, text or self._keymap.actions[action_id].text.rstrip("…"))
        self._told.append(told)
        self._tell(*told)

    def _tell_all(self) -> None:
        for told in self._told:
            self._tell(*told)

    def _tell(self, widget: QWidget, action_id: str, text: str) -> None:
        keys = self._keymap.text(action_id)
        widget.setToolTip(f"{text} ({keys})" if keys else text)
