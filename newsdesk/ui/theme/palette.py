"""Every colour of the program. Nothing else names one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one appearance, as #rrggbb."""

    dark: bool
    ground: str
    panel: str
    field: str
    hairline: str
    track: str
    ink: str
    soft: str
    accent: str
    on_accent: str
    selected: str
    hover: str
    rail: str
    rail_ink: str
    rail_soft: str
    rail_selected: str
    amber_ground: str
    amber_ink: str
    red_ground: str
    red_ink: str
    green_ink: str
    mark: str
    right: str
    wrong: str


LIGHT = Tokens(
    dark=False,
    ground="#f6f5f2",
    panel="#ffffff",
    field="#f6f5f2",
    hairline="#e3e0d9",
    track="#e3e0d9",
    ink="#1d2126",
    soft="#62676e",
    accent="#1f5fbf",
    on_accent="#ffffff",
    selected="#e8effb",
    hover="#faf9f7",
    rail="#22272e",
    rail_ink="#ffffff",
    rail_soft="#b3b9c1",
    rail_selected="#3b4350",
    amber_ground="#fdf3e0",
    amber_ink="#8f5600",
    red_ground="#fcebe9",
    red_ink="#a82a20",
    green_ink="#1e7a45",
    mark="#fdeeb5",
    right="#1f5fbf",
    wrong="#b03c35",
)

DARK = Tokens(
    dark=True,
    ground="#16191d",
    panel="#1e2227",
    field="#16191d",
    hairline="#31363d",
    track="#363c44",
    ink="#e7e9ec",
    soft="#a2a8b0",
    accent="#79aef5",
    on_accent="#0f1620",
    selected="#22334d",
    hover="#252a30",
    rail="#0f1215",
    rail_ink="#ffffff",
    rail_soft="#a2a8b0",
    rail_selected="#343b47",
    amber_ground="#38291a",
    amber_ink="#f0b25c",
    red_ground="#3a2121",
    red_ink="#f2938a",
    green_ink="#6fcf97",
    mark="#5c4a12",
    right="#79aef5",
    wrong="#f2938a",
)

ON_SECTION = "#ffffff"
"""Text on a section's colour."""
INKS = ("#1d2126", "#ffffff", "#000000")
"""Text on any colour: the first that can be read there."""

# Each is dark enough to carry white text (contrast 4.5 and more) and clear on both grounds.
_NAMED = {
    "business": "#157a6e",
    "entertainment": "#836614",
    "health": "#ad3a7b",
    "politics": "#5a5bc4",
    "sport": "#b84f22",
    "technology": "#2869b0",
}
_OTHERS = (
    "#3f7a34", "#8a4bb0", "#a63d3d", "#4a6a7d", "#7a5a3a", "#0f6f8f",
    "#94486a", "#5f6d1f", "#6a53a8", "#9a5a10", "#2f6f57", "#6d5f6f",
)  # fmt: skip


def section_colours(codes: Sequence[str]) -> dict[str, str]:
    """A colour for each section, the same for the same sections on every screen.

    Well-known sections have colours of their own; the others share a list, in order of code, so
    that it does not matter in which order a model keeps them.
    """
    colours = {code: _NAMED[code] for code in codes if code in _NAMED}
    rest = sorted(code for code in codes if code not in _NAMED)
    return colours | {code: _OTHERS[i % len(_OTHERS)] for i, code in enumerate(rest)}


# From orange to deep blue: ever darker on white, ever lighter on the dark, and as far apart for
# those who do not tell red from green.
_RAMP = ("#e8912d", "#dc5f6b", "#ac2f92", "#6a17ab", "#13127f")
_DARK_RAMP = ("#8d6be0", "#d0589f", "#ee7e63", "#fab243", "#f4ef74")


def ramp_colour(share: float, tokens: Tokens) -> str:
    """The colour of a place on a ramp, 0 to 1, from few to many, from old to new."""
    stops = _DARK_RAMP if tokens.dark else _RAMP
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    pairs = zip(_channels(stops[first]), _channels(stops[first + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - first)):02x}" for a, b in pairs)


def list_colour(share: float) -> str:
    """The colour of a place, 0 up to 1, in the list of those that sections share."""
    return _OTHERS[min(int(share * len(_OTHERS)), len(_OTHERS) - 1)]


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
