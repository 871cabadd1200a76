"""How separate the sections are in the features, as figures and as a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEIGHBOURS = 10
MOST_ASKED = 5_000
"""Articles whose neighbours are looked for, among all; of more a sample is asked, always the same.

The part that is told is then uncertain by .014 at most (95 % interval of a proportion)."""
_BLOCK, _ASKED_BLOCK = 10_000, 250
_SEED = 13
_NO_DISTANCE = 1e-12
"""Where articles are nearer than that they are in one place, and neither near nor far."""


@dataclass(frozen=True, slots=True)
class Separation:
    """How well features tell the true sections apart.

    silhouette: mean silhouette coefficient by cosine, -1 to 1 (Rousseeuw 1987).
    knn: part of the articles whose ten nearest others, by cosine, tell their section by majority;
        of more than `MOST_ASKED` articles so many are asked.
    guessing: part of the largest section; what knowing nothing would give.
    articles: that were looked at. sections: that these have.
    """

    silhouette: float
    knn: float
    guessing: float
    articles: int
    sections: int

    def sentence(self, what: str) -> str:
        """What the figures mean, for people. what: “covers”, “texts”."""
        tells = f"The nearest {what} tell the section in {_percent(self.knn)} of cases"
        guess = f"guessing would in {_percent(self.guessing)}"
        if self.knn <= self.guessing + 0.03:
            return f"{tells}; {guess}: the {what} carry next to nothing."
        return f"{tells}; {guess}."


def separation(
    features: NDArray[np.float32],
    truth: NDArray[np.int64],
    check: Callable[[], None] = lambda: None,
) -> Separation:
    """How separate the sections are. features: shape (N, width); rows with NaN are left out.

    truth: shape (N,). check: what it raises between blocks ends the work.
    """
    places = np.flatnonzero(np.isfinite(features).all(axis=1))
    names, labels = np.unique(truth[places], return_inverse=True)
    counts = np.bincount(labels, minlength=len(names))
    number = len(places)
    if number < 2 or len(names) < 2:
        guessing = float(counts.max(initial=0) / max(number, 1))
        return Separation(0.0, guessing, guessing, number, len(names))
    blocks = [slice(start, start + _BLOCK) for start in range(0, number, _BLOCK)]
    rows = np.empty((number, features.shape[1]), dtype=np.float32)
    # Cosine distance to a whole section needs only the sum of its members.
    sums = np.zeros((len(names), rows.shape[1]))
    for block in blocks:
        check()
        directions = _directions(features[places[block]])
        rows[block] = directions
        np.add.at(sums, labels[block], directions)
    silhouettes = 0.0
    for block in blocks:
        check()
        directions = _directions(features[places[block]])
        silhouettes += _silhouettes(directions, labels[block], sums, counts)
    asked = np.arange(number)
    if number > MOST_ASKED:
        asked = np.sort(np.random.default_rng(_SEED).choice(number, MOST_ASKED, replace=False))
    right = 0
    for start in range(0, len(asked), _ASKED_BLOCK):
        check()
        right += _told(rows, labels, asked[start : start + _ASKED_BLOCK], len(names))
    guessing = float(counts.max() / number)
    return Separation(silhouettes / number, right / len(asked), guessing, number, len(names))


def _told(
    rows: NDArray[np.float32],
    labels: NDArray[np.int64],
    asked: NDArray[np.int64],
    sections: int,
) -> int:
    """How many of these articles are told by the majority of their nearest others."""
    alike = rows[asked] @ rows.T
    size = len(asked)
    alike[np.arange(size), asked] = -np.inf
    near = min(NEIGHBOURS, rows.shape[0] - 1)
    nearest = np.argpartition(-alike, near - 1, axis=1)[:, :near]
    votes = np.zeros((size, sections))
    for column in nearest.T:
        # Of sections with as many votes the one with the nearer articles counts.
        votes[np.arange(size), labels[column]] += 1 + 1e-3 * alike[np.arange(size), column]
    return int((votes.argmax(axis=1) == labels[asked]).sum())


def _directions(features: NDArray[np.float32]) -> NDArray[np.float64]:
    """Rows of length 1; those of zeros stay. Near the same direction single precision is noise."""
    rows = features.astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    np.divide(rows, lengths, out=rows, where=lengths > 0)
    return rows


def _silhouettes(
    rows: NDArray[np.float64],
    labels: NDArray[np.int64],
    sums: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> float:
    """The sum of the silhouette coefficients of a block; articles alone in a section count 0."""
    apart = np.maximum(counts - rows @ sums.T, 0)  # to each section, summed over its members
    every = np.arange(len(rows))
    # An article of zeros is as far from itself as from any other, which is not to be counted.
    itself = np.where(rows.any(axis=1), 0.0, 1.0)
    own = (apart[every, labels] - itself) / np.maximum(counts[labels] - 1, 1)
    means = apart / np.maximum(counts, 1)
    means[every, labels] = np.inf
    other = means.min(axis=1)
    widths = (other - own) / np.maximum(np.maximum(other, own), _NO_DISTANCE)
    return float(widths[counts[labels] > 1].sum())


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
