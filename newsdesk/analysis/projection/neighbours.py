"""The nearest neighbours of every article, found exactly and in blocks that can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.projection.prepared import Floats

_BLOCK = 50_000_000
"""Distances of one block: a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """places: of the nearest others, nearest first, shape (M, k). distances: to them, shape (M, k).

    Distances are Euclidean, in the units of the features.
    """

    places: NDArray[np.int64]
    distances: Floats


def neighbours(values: Floats, number: int, found: Callable[[float], None]) -> Neighbours:
    """The `number` nearest others of each of M articles; values: shape (M, width), number < M.

    found: gets the part of the articles that is done, 0 to 1; what it raises ends the work.
    They are looked for among all: up to some 50,000 articles that takes no longer than trees,
    which would miss one in twenty.
    """
    from sklearn.neighbors import NearestNeighbors

    among = NearestNeighbors(n_neighbors=number + 1, algorithm="brute").fit(values)
    articles = len(values)
    places = np.empty((articles, number), dtype=np.int64)
    distances = np.empty((articles, number), dtype=np.float32)
    rows = max(1, _BLOCK // articles)
    for start in range(0, articles, rows):
        found(start / articles)
        block = np.arange(start, min(start + rows, articles))
        away, near = among.kneighbors(values[block])
        others = near != block[:, None]
        # Of many at the same place an article may not be among its own nearest.
        others[others.all(axis=1), -1] = False
        places[block] = near[others].reshape(len(block), number)
        distances[block] = away[others].reshape(len(block), number)
    return Neighbours(places, distances)
