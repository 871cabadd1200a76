"""Next best to label: the articles from whose sections a model would learn most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

POOL = 500
"""Articles among which is chosen: those with the smallest margins."""
NUMBER = 50
ALIKE = 0.9
"""From this cosine on, two articles are near-duplicates: one of them teaches as much as both."""
_WIDTH = 4096
_GRAM = 4
_MOST_CHARACTERS = 4000
_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


def next_best(
    texts: Sequence[str], margins: Sequence[float] | Floats, number: int = NUMBER, pool: int = POOL
) -> Ints:
    """Places of up to `number` texts, the one that teaches most first, shape (picked,).

    margins: shape (N,), the probability of the likeliest section less that of the second, 0 to 1;
    those that are not finite are left out. Of the `pool` smallest margins one after another is
    taken that adds most to what is covered: the sum, over the pool, of each article's uncertainty
    (1 - margin) times its likeness to the nearest one taken, weighted by the candidate's own
    uncertainty (facility location, greedily: Wei, Iyer & Bilmes 2015). So articles are taken that
    are doubtful, unlike one another, and like many others; the farthest-first order takes the odd
    ones and teaches less than chance does. Near-duplicates are taken once.
    """
    values = np.asarray(margins, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    order = order[np.isfinite(values[order])][:pool]
    if not len(order):
        return np.zeros(0, dtype=np.int64)
    features = features_of([texts[place] for place in order])
    unsure = 1.0 - np.clip(values[order], 0.0, 1.0)
    twins, likeness = features @ features.T > ALIKE, _likeness(features)
    covered = np.zeros(len(order))
    free = np.ones(len(order), dtype=np.bool_)
    picked: list[int] = []
    while len(picked) < number and free.any():
        gains = np.maximum(likeness - covered, 0.0) @ unsure * unsure
        best = int(np.where(free, gains, -1.0).argmax())
        picked.append(best)
        covered = np.maximum(covered, likeness[best])
        free &= ~twins[best]
        free[best] = False
    return np.asarray(order[picked], dtype=np.int64)


def _likeness(features: Floats) -> NDArray[np.float64]:
    """How alike articles are beyond what all have in common, 0 to 1, shape (N, N)."""
    apart = (features - features.mean(axis=0)).astype(np.float64)
    lengths = np.linalg.norm(apart, axis=1, keepdims=True)
    apart /= np.where(lengths > 0, lengths, 1)
    return np.asarray(np.maximum(apart @ apart.T, 0.0))


def features_of(texts: Sequence[str]) -> Floats:
    """TF-IDF of hashed runs of four characters, shape (N, 4096), each row of length 1 or 0.

    Counts are dampened by their logarithm (Salton & Buckley 1988); runs are put into columns by
    a hash (Weinberger et al. 2009), so that nothing is learned and every script is read alike.
    """
    counts = np.stack([_counts(text) for text in texts]) if texts else np.zeros((0, _WIDTH))
    held = (counts > 0).sum(axis=0)
    weights = np.log((1 + len(texts)) / (1 + held)) + 1
    values = np.log1p(counts) * weights
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    return np.asarray(values / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def _counts(text: str) -> NDArray[np.float64]:
    """How often each column's runs of characters occur, shape (4096,)."""
    plain = " ".join(text[:_MOST_CHARACTERS].casefold().split())
    codes = np.frombuffer(plain.encode("utf-32-le", "replace"), dtype="<u4").astype(np.uint64)
    if len(codes) < _GRAM:
        return np.zeros(_WIDTH)
    total = np.zeros(len(codes) - _GRAM + 1, dtype=np.uint64)
    for offset in range(_GRAM):
        total = total * _FACTOR + codes[offset : offset + len(total)]
    mixed = (total ^ (total >> np.uint64(33))) * _FACTOR
    columns = (mixed >> np.uint64(52)).astype(np.int64)
    return np.bincount(columns, minlength=_WIDTH).astype(np.float64)
