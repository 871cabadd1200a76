"""Keys: every action of the window, the key in force for each, and the sheet that shows them."""

from newsdesk.ui.keys.actions import ACTIONS, Action
from newsdesk.ui.keys.hints import Hints
from newsdesk.ui.keys.keyboard import Keyboard
from newsdesk.ui.keys.keymap import Keymap

__all__ = ["ACTIONS", "Action", "Hints", "Keyboard", "Keymap"]
