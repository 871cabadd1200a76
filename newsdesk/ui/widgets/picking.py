"""The keys that pick what the keyboard stands on."""

from __future__ import annotations

from PySide6.QtCore import Qt

PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
