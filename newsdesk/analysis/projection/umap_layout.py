"""UMAP (McInnes, Healy & Melville 2018), watched while its layout is worked out."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from newsdesk.analysis.linear import check_extra
from newsdesk.analysis.projection.neighbours import neighbours
from newsdesk.analysis.projection.prepared import Floats, Prepared, Watch

NEIGHBOURS = 15
MIN_DISTANCE = 0.1
FINDING = 50
"""What finding the neighbours counts for, in epochs."""
_FEW = 10_000
"""Up to here 500 epochs are run, above 200, as the method's authors do."""
_SEED = 13


class _Bar(io.StringIO):
    """What the library takes for a progress bar's file: it is written to between epochs."""

    def __init__(self, look: Callable[[], None]) -> None:
        super().__init__()
        self._look = look

    def write(self, text: str) -> int:
        self._look()
        return len(text)


def is_prepared() -> bool:
    """Whether the library is there already; the first time on a machine it is compiled."""
    return "umap" in sys.modules


def umap_layout(prepared: Prepared, watch: Watch) -> Floats:
    """Points of shape (M, 2); `watch` sees them move.

    It is one whole run by the library's own loop, seen between its epochs, and not many short
    ones: the points are those that a run without a watch ends with. It keeps to one thread: with
    several the same features would give another picture each time.
    """
    check_extra("umap")
    number = len(prepared.places)
    epochs = 500 if number <= _FEW else 200
    watch(prepared.plane, 0, FINDING + epochs)
    with warnings.catch_warnings():
        # Of its own compiler and of small inputs; a person can do nothing about either.
        warnings.simplefilter("ignore")
        return _layout(prepared, epochs, watch)


def _layout(prepared: Prepared, epochs: int, watch: Watch) -> Floats:
    _keep_compiled()
    from umap.layouts import optimize_layout_euclidean
    from umap.umap_ import find_ab_params, fuzzy_simplicial_set, make_epochs_per_sample

    chance = np.random.RandomState(_SEED)
    number = len(prepared.places)
    others = min(NEIGHBOURS, number) - 1
    total = FINDING + epochs
    near = neighbours(
        prepared.values, others, lambda part: watch(prepared.plane, int(part * FINDING), total)
    )
    # This library counts an article as the nearest of its own neighbours.
    places = np.column_stack([np.arange(number), near.places])
    distances = np.column_stack([np.zeros(number, dtype=np.float32), near.distances])
    graph, _, _ = fuzzy_simplicial_set(
        prepared.values, others + 1, chance, "euclidean", knn_indices=places, knn_dists=distances
    )
    graph = graph.tocoo()
    graph.sum_duplicates()
    graph.data[graph.data < graph.data.max() / epochs] = 0.0
    graph.eliminate_zeros()
    a, b = find_ab_params(1.0, MIN_DISTANCE)
    points = _start(prepared.plane, chance)
    seen = 0

    def look() -> None:
        nonlocal seen
        seen += 1
        watch(points.copy(), FINDING + min(seen, epochs), total)

    optimize_layout_euclidean(
        points, points, graph.row, graph.col, epochs, graph.shape[1],
        make_epochs_per_sample(graph.data, epochs), a, b,
        chance.randint(-(2**31) + 1, 2**31 - 1, 3).astype(np.int64),
        parallel=False, move_other=True,
        tqdm_kwds={"file": _Bar(look), "mininterval": 0.0, "miniters": 1, "disable": False},
    )  # fmt: skip
    return points


def _keep_compiled() -> None:
    """Have what the library compiles kept on disk, so that the next process need not do it again.

    The library has so kept what it borrows, and not its own.
    """
    import umap.layouts
    import umap.umap_
    from numba.core.registry import CPUDispatcher

    for module in (umap.layouts, umap.umap_):
        for compiled in vars(module).values():
            if isinstance(compiled, CPUDispatcher) and not compiled.signatures:
                with suppress(RuntimeError):  # there is no folder to write into
                    compiled.enable_caching()


def _start(plane: Floats, chance: np.random.RandomState) -> Floats:
    """The plane of the first components in a square of 10, a little shaken."""
    low, high = plane.min(axis=0), plane.max(axis=0)
    points = 10.0 * (plane - low) / np.maximum(high - low, 1e-9)
    shaken = points + chance.normal(scale=1e-3, size=points.shape)
    return np.ascontiguousarray(shaken, dtype=np.float32)
