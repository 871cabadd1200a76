"""Features made ready for a projection: what cannot be placed is left out and counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.errors import NewsdeskError

Floats = NDArray[np.float32]
Watch = Callable[[Floats, int, int], None]
"""Gets points, steps done and in all; what it raises ends the work."""
FEWEST = 3
WIDTH = 50
"""Principal components that t-SNE and UMAP work on, as is usual (van der Maaten & Hinton 2008)."""
_ROUNDING = 1e-6
"""What differs by less than that of its size differs by how it was computed."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Articles that can be placed.

    places: of theirs among all N articles, shape (M,). values: features, shape (M, width) with at
    most `WIDTH` columns, the principal components by falling variance.
    """

    total: int
    places: NDArray[np.int64]
    values: Floats

    @property
    def plane(self) -> Floats:
        """The first two components, shape (M, 2)."""
        if self.values.shape[1] >= 2:
            return self.values[:, :2]
        return np.column_stack([self.values, np.zeros_like(self.values)])

    def spread(self, points: Floats) -> Floats:
        """Points of the placed articles among all, shape (N, 2); the others are NaN."""
        every = np.full((self.total, 2), np.nan, dtype=np.float32)
        every[self.places] = points
        return every


def prepare(features: Floats) -> Prepared:
    """Features of shape (N, width) by their principal components; rows with NaN are left out.

    Raises NewsdeskError: `too_few_articles`; `all_the_same` where every article has the same.
    """
    places = np.flatnonzero(np.isfinite(features).all(axis=1))
    if len(places) < FEWEST:
        raise NewsdeskError(
            "too_few_articles",
            f"{len(places)} articles have these features; {FEWEST} are the fewest for a picture.",
            "Evaluate the model on more articles.",
        )
    values = features[places].astype(np.float64)
    sizes = np.abs(values).max(axis=0)
    values -= values.mean(axis=0)
    spreads = np.abs(values).max(axis=0)
    if (spreads <= _ROUNDING * sizes).all():
        raise NewsdeskError(
            "all_the_same",
            "The features of all articles are the same, so there is nothing to see.",
            "Look at other features, or at another model.",
        )
    values /= spreads.max()
    _, axes = np.linalg.eigh(values.T @ values)
    kept = axes[:, ::-1][:, : min(WIDTH, len(places), values.shape[1])]
    # The sign of a component is arbitrary: the same features always give the same picture.
    kept = kept * np.where(kept[np.abs(kept).argmax(axis=0), range(kept.shape[1])] < 0, -1, 1)
    return Prepared(len(features), places, (values @ kept).astype(np.float32))
