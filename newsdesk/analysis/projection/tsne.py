"""t-SNE (van der Maaten & Hinton 2008; openTSNE, Poličar et al. 2024), watched while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from newsdesk.analysis.linear import check_extra
from newsdesk.analysis.projection.neighbours import neighbours
from newsdesk.analysis.projection.prepared import Floats, Prepared, Watch

PERPLEXITY = 30.0
EARLY, LATE, FINDING = 250, 500, 100
"""Iterations with and without early exaggeration; what finding the neighbours counts for."""
EVERY = 5
_MANY = 20_000
"""From here on forces are interpolated on a grid (Linderman et al. 2019); below, by a tree.

From here on all of the 15 nearest count alike, too, in place of 90 that fade by distance: it
gives nearly the same pictures (Böhm, Berens & Kobak 2022) in half the time.
"""
_NEAREST = 15
_THETA = 0.8
_FEW = 2_000
"""Below this threads wait for one another longer than they work."""
_SEED = 13


def tsne(prepared: Prepared, threads: int, watch: Watch) -> Floats:
    """Points of shape (M, 2); `watch` sees them move."""
    check_extra("openTSNE")
    total = FINDING + EARLY + LATE
    watch(prepared.plane, 0, total)  # before the library is loaded, which takes a second
    import openTSNE

    number = len(prepared.places)
    if number < _FEW:
        threads = 1
    affinities = _affinities(
        prepared, threads, lambda part: watch(prepared.plane, int(part * FINDING), total)
    )
    options: dict[str, Any] = {"n_jobs": threads, "random_state": _SEED}
    if number >= _MANY:
        options["negative_gradient_method"] = "fft"
    else:
        options |= {"negative_gradient_method": "bh", "theta": _THETA}
    start = openTSNE.initialization.rescale(prepared.plane.astype(np.float64))
    embedding = openTSNE.TSNEEmbedding(start, affinities, **options)
    before = FINDING

    def look(iteration: int, _error: float, moved: Any) -> None:
        watch(np.asarray(moved, dtype=np.float32), before + iteration, total)

    told: dict[str, Any] = {"callbacks": look, "callbacks_every_iters": EVERY}
    embedding = embedding.optimize(EARLY, exaggeration=12, momentum=0.5, **told)
    before += EARLY
    embedding = embedding.optimize(LATE, momentum=0.8, **told)
    return np.asarray(embedding, dtype=np.float32)


def _affinities(prepared: Prepared, threads: int, found: Callable[[float], None]) -> Any:
    """How much each article is drawn to each other one."""
    from openTSNE import affinity
    from openTSNE.nearest_neighbors import PrecomputedNeighbors

    number = len(prepared.places)
    perplexity = min(PERPLEXITY, max(1.0, (number - 1) / 3))
    many = number >= _MANY
    near = neighbours(
        prepared.values, _NEAREST if many else min(int(3 * perplexity), number - 1), found
    )
    index = PrecomputedNeighbors(near.places, near.distances.astype(np.float64))
    if many:
        return affinity.Uniform(knn_index=index, n_jobs=threads)
    return affinity.PerplexityBasedNN(perplexity=perplexity, knn_index=index, n_jobs=threads)
