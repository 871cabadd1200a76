"""Colours and shapes of the groups of points, in either appearance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtGui import QColor

from newsdesk.services.evaluate.point_looks import Group
from newsdesk.ui.evaluate.scatter.shapes import outlines
from newsdesk.ui.theme import theme
from newsdesk.ui.theme.palette import Tokens, list_colour, ramp_colour

_LIGHTER = 150
"""Per cent, of colours made for white text, so that they stand out on a dark ground."""


def colour_of(group: Group, tokens: Tokens) -> QColor:
    """The colour of a group's points."""
    if group.look == "ramp":
        return QColor(ramp_colour(group.share, tokens))
    if group.look in ("section", "list"):
        made = theme().section(group.code) if group.code else QColor(list_colour(group.share))
        return made.lighter(_LIGHTER) if tokens.dark else made
    names = {"right": "accent", "one": "accent", "other": "amber_ink", "wrong": "red_ink"}
    return QColor(getattr(tokens, names.get(group.look, "soft")))


def colours_of(groups: Sequence[Group], tokens: Tokens) -> list[QColor]:
    """The colour of each group."""
    return [colour_of(group, tokens) for group in groups]


def shapes_of(groups: Sequence[Group]) -> list[int]:
    """The shape of each group: those of one colour differ as far as there are shapes.

    A ramp is told by its colours alone: its points are all discs.
    """
    number = len(outlines())
    taken: dict[str, list[int]] = defaultdict(lambda: [0] * number)
    found = []
    for place, group in enumerate(groups):
        if group.look == "ramp":
            found.append(0)
            continue
        colour = theme().section(group.code).name() if group.code else ""
        used = taken[colour]
        fewest = min(used)
        # The first from its own place on: sections side by side in the legend differ as well.
        shape = next(i % number for i in range(place, place + number) if used[i % number] == fewest)
        used[shape] += 1
        found.append(shape)
    return found
