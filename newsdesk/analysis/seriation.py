"""Seriation: an order of the sections in which those that are confused stand together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.figures import Counts

_Likeness = NDArray[np.float64]


def likeness_of(counts: Counts) -> _Likeness:
    """How much two sections are taken for one another, shape (S, S), 0 to 1, symmetrical.

    The articles of both that were put into the other one, as a part of the articles of both.
    """
    between = (counts + counts.T).astype(np.float64)
    support = counts.sum(axis=1)
    likeness: _Likeness = between / np.maximum(np.add.outer(support, support), 1)
    np.fill_diagonal(likeness, 0.0)
    return likeness


def similar_together(counts: Counts) -> list[int]:
    """Places of the sections in an order in which like ones are neighbours.

    Groups of sections are joined, always the two that are most alike on average (average linkage,
    Sokal & Michener 1958). Of the four ways in which two groups can be laid end to end, the one
    is taken whose touching ends are most alike (Gruvaeus & Wainer 1972): a group stays together,
    and leans towards its nearest neighbours. Ties keep the order that the sections have.
    """
    ends = likeness_of(counts)
    between = ends.copy()
    groups: dict[int, list[int]] = {place: [place] for place in range(len(counts))}
    np.fill_diagonal(between, -1.0)
    for _ in range(len(counts) - 1):
        first, second = sorted(divmod(int(between.argmax()), len(counts)))
        one, other = groups[first], groups.pop(second)
        weights = np.array([len(one), len(other)]) / (len(one) + len(other))
        between[first] = weights @ between[[first, second]]
        between[:, first] = between[first]
        between[first, first] = between[second] = between[:, second] = -1.0
        groups[first] = _laid_end_to_end(one, other, ends)
    return groups[0] if groups else []


def _laid_end_to_end(one: list[int], other: list[int], ends: _Likeness) -> list[int]:
    ways = [(one, other), (one, other[::-1]), (one[::-1], other), (one[::-1], other[::-1])]
    left, right = max(ways, key=lambda way: ends[way[0][-1], way[1][0]])
    return [*left, *right]
