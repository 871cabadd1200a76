"""Two ramps of colour: blue for what is right or better, red for what is wrong or worse.

Both run from a quiet tint of the ground to a full colour in even steps, so that they are told
apart by lightness alone; blue and red stay apart for all kinds of colour blindness.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QColor

from newsdesk.ui.theme.palette import INKS, Tokens

STEPS = 32
READABLE = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
_PALEST = 0.12


@cache
def ramp(full: str, ground: str) -> tuple[tuple[QColor, QColor], ...]:
    """STEPS colours with the text colour for each, from pale to full; colours as #rrggbb."""
    colours = []
    for step in range(STEPS):
        part = _PALEST + (1 - _PALEST) * step / (STEPS - 1)
        colour = mixed(QColor(ground), QColor(full), part)
        colours.append((colour, ink_on(colour)))
    return tuple(colours)


def ramps(tokens: Tokens) -> dict[int, tuple[tuple[QColor, QColor], ...]]:
    """The ramp of good news (1) and of bad news (-1)."""
    return {1: ramp(tokens.right, tokens.ground), -1: ramp(tokens.wrong, tokens.ground)}


def mixed(one: QColor, other: QColor, part: float) -> QColor:
    """So much of the other colour in the one, 0 to 1."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return QColor(*(round(a + (b - a) * part) for a, b in pairs))


def ink_on(ground: QColor) -> QColor:
    """The text colour that is read well on a ground."""
    inks = [QColor(ink) for ink in INKS]
    readable = (ink for ink in inks if contrast(ink, ground) >= READABLE)
    return next(readable, max(inks, key=lambda ink: contrast(ink, ground)))


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: QColor) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    parts = (value / 255 for value in _channels(colour))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()
