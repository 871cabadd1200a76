"""Geometry of many points in the plane. A point that is not finite is nowhere: never found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


_OUTERMOST = 0.0005
_BEYOND = 0.25


def somewhere(points: Floats) -> Mask:
    """Whether each point of shape (N, 2) has a place, shape (N,)."""
    found: Mask = np.isfinite(points[:, 0]) & np.isfinite(points[:, 1])
    return found


def bounds(points: Floats) -> tuple[float, float, float, float]:
    """Left, low, right and high edge of points of shape (N, 2).

    A few that lie far away from all others are left outside, or they would shrink those to a dot.
    Where there are no points, or all lie in one place, the square around them has sides of 2.
    """
    there = np.sort(points[somewhere(points)], axis=0)
    if not len(there):
        return -1.0, -1.0, 1.0, 1.0
    few = int(_OUTERMOST * len(there))
    low, high = there[few], there[-1 - few]
    beyond = _BEYOND * (high - low)
    low, high = (
        np.maximum(there[0], low - beyond),
        np.minimum(there[-1], high + beyond),
    )
    if not (high > low).any():
        low, high = low - 1, high + 1
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def nearest(x: Floats, y: Floats, at: tuple[float, float], within: float) -> int:
    """Place of the point nearest to `at`, -1 where none is nearer than `within`.

    All are looked at: 100,000 take well under a millisecond, less than it takes to keep a grid.
    """
    if not len(x):
        return -1
    away = (x - at[0]) ** 2 + (y - at[1]) ** 2
    away[np.isnan(away)] = np.inf
    place = int(away.argmin())
    return place if away[place] <= within**2 else -1


def in_box(x: Floats, y: Floats, one: tuple[float, float], other: tuple[float, float]) -> Mask:
    """Whether each point lies in the box between two corners, its edges among it."""
    left, right = sorted((one[0], other[0]))
    low, high = sorted((one[1], other[1]))
    return (x >= left) & (x <= right) & (y >= low) & (y <= high)


def in_polygon(x: Floats, y: Floats, corners: Floats) -> Mask:
    """Whether each point lies within a closed polygon with corners of shape (M, 2).

    Even-odd: what a line that crosses itself goes around twice is outside. A side is asked only
    about the points between its two heights, which sorting makes one stretch; so a line of many
    corners costs hardly more than one of few.
    """
    inside = np.zeros(len(x), dtype=np.bool_)
    if len(corners) < 3:
        return inside
    low, high = corners.min(axis=0), corners.max(axis=0)
    maybe = np.flatnonzero(in_box(x, y, (low[0], low[1]), (high[0], high[1])))
    maybe = maybe[np.argsort(y[maybe])]
    across, up = x[maybe], y[maybe]
    odd = np.zeros(len(maybe), dtype=np.bool_)
    ends = np.roll(corners, -1, axis=0)
    lower = np.where((corners[:, 1] <= ends[:, 1])[:, None], corners, ends)
    upper = np.where((corners[:, 1] <= ends[:, 1])[:, None], ends, corners)
    first, past = np.searchsorted(up, lower[:, 1]), np.searchsorted(up, upper[:, 1])
    for side in np.flatnonzero(past > first):
        stretch = slice(first[side], past[side])
        (x0, y0), (x1, y1) = lower[side], upper[side]
        odd[stretch] ^= across[stretch] < x0 + (up[stretch] - y0) * ((x1 - x0) / (y1 - y0))
    inside[maybe] = odd
    return inside


def centres(points: Floats, groups: Ints, number: int) -> Floats:
    """The median of the points of each group, shape (number, 2); NaN where a group has none.

    points: shape (N, 2). groups: shape (N,), from 0 to number - 1.
    """
    found = np.full((number, 2), np.nan)
    there = somewhere(points)
    known, kept = points[there], groups[there]
    order = np.argsort(kept.astype(np.int16), kind="stable")  # so small, they need no comparing
    edges = np.searchsorted(kept[order], np.arange(number + 1))
    for group in range(number):
        members = known[order[edges[group] : edges[group + 1]]]
        if len(members):
            found[group] = np.median(members, axis=0)
    return found


@dataclass(frozen=True, slots=True)
class Density:
    """How many points lie in each cell of a grid.

    cells: shape (C,): row * columns + column of the cells that hold any.
    counts: shape (C,): points in each. groups: shape (C,): the group that most of them are of.
    rows, columns: of the whole grid.
    """

    rows: int
    columns: int
    cells: Ints
    counts: Ints
    groups: Ints


def density(x: Floats, y: Floats, groups: Ints, size: tuple[int, int], cell: int) -> Density:
    """Count points in cells of `cell` × `cell` over an area of (width, height) from (0, 0).

    Points outside the area are left out. groups: shape (N,), of each point.
    """
    columns, rows = -(-size[0] // cell), -(-size[1] // cell)
    there = (x >= 0) & (x < size[0]) & (y >= 0) & (y < size[1])
    places = (y[there] / cell).astype(np.int64) * columns + (x[there] / cell).astype(np.int64)
    kinds = groups[there]
    number = int(kinds.max(initial=0)) + 1
    # Pairs of cell and group are sorted: a table of every cell by 60 groups would be far larger.
    pairs, counts = np.unique(places * number + kinds, return_counts=True)
    cells, first = np.unique(pairs // number, return_index=True)
    order = np.lexsort((counts, pairs // number))
    last = np.append(first[1:], len(pairs)) - 1
    most = order[last] if len(pairs) else np.zeros(0, dtype=np.int64)
    totals = np.add.reduceat(counts, first) if len(pairs) else np.zeros(0, dtype=np.int64)
    return Density(rows, columns, cells, totals, pairs[most] % number)
