"""One palette file, one stylesheet made from it, icons tinted by it."""

from newsdesk.ui.theme.palette import DARK, LIGHT, Tokens
from newsdesk.ui.theme.theme import Theme, theme

__all__ = ["DARK", "LIGHT", "Theme", "Tokens", "theme"]
