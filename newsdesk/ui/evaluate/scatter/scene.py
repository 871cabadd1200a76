"""What a scatterplot shows: points, what each stands for, which are picked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.points import centres, somewhere
from newsdesk.services.evaluate.point_looks import Looks

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


_WORKED_OUT = ("shown", "places", "centres")


def _no_points() -> Floats:
    return np.empty((0, 2))


def _no_looks() -> Looks:
    return Looks("truth", (), np.empty(0, dtype=np.int64))


def _nothing_picked() -> Mask:
    return np.zeros(0, dtype=np.bool_)


@dataclass(frozen=True)
class Scene:
    """points: shape (N, 2), rows that are nowhere NaN. picked: shape (N,).

    isolated: places of the groups that are shown; None for all of them.
    """

    points: Floats = field(default_factory=_no_points)
    looks: Looks = field(default_factory=_no_looks)
    picked: Mask = field(default_factory=_nothing_picked)
    isolated: frozenset[int] | None = None

    def with_picked(self, picked: Mask) -> Scene:
        """The same points with others of them picked; what was worked out of them is kept."""
        other = replace(self, picked=picked)
        known = {name: self.__dict__[name] for name in _WORKED_OUT if name in self.__dict__}
        other.__dict__.update(known)
        return other

    @cached_property
    def shown(self) -> Mask:
        """Whether each point is drawn and can be picked, shape (N,)."""
        there = somewhere(self.points)
        if self.isolated is None:
            return there
        wanted = np.zeros(len(self.looks.groups), dtype=np.bool_)
        wanted[sorted(self.isolated)] = True
        return there & wanted[self.looks.of]

    @cached_property
    def places(self) -> Ints:
        """The articles whose points are drawn, in order."""
        return np.flatnonzero(self.shown)

    @cached_property
    def centres(self) -> Floats:
        """The middle of each group's points, shape (groups, 2), NaN where none is drawn."""
        middles = centres(self.points, self.looks.of, len(self.looks.groups))
        if self.isolated is not None:
            hidden = [i for i in range(len(middles)) if i not in self.isolated]
            middles[hidden] = np.nan
        return middles

    @property
    def names_at_centres(self) -> bool:
        """Whether the groups lie somewhere: sections do, the right and the wrong do not."""
        return bool(self.looks.groups) and self.looks.groups[0].look == "section"

    def told(self) -> str:
        """What is shown, in a sentence or two, for those who do not see it."""
        groups, counts = self.looks.groups, np.bincount(
            self.looks.of[self.places], minlength=len(self.looks.groups)
        )  # fmt: skip
        parts = [f"{groups[i].name} {counts[i]:,}" for i in np.argsort(-counts) if counts[i]]
        picked = int((self.picked & self.shown).sum()) if len(self.picked) else 0
        missing = len(self.points) - int(somewhere(self.points).sum())
        told = f"{len(self.places):,} points: {', '.join(parts)}."
        if missing:
            told += f" {missing:,} articles have no place in it."
        return told + (f" {picked:,} of them are picked." if picked else " None is picked.")
