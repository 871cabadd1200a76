"""One projection from features to points, told as it comes, and kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Literal, get_args

from newsdesk.analysis.projection.kept import keep_points, kept_points, key_of
from newsdesk.analysis.projection.prepared import Floats, Prepared, Watch, prepare
from newsdesk.analysis.projection.tsne import tsne
from newsdesk.analysis.projection.umap_layout import umap_layout
from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.engine.runtime import usable_cores

log = logging.getLogger(__name__)

Method = Literal["pca", "tsne", "umap"]
METHODS: tuple[Method, ...] = get_args(Method)
TELL_S = 0.2
"""Between two pictures, at least."""


def project(
    features: Floats,
    method: Method,
    tell: Watch = lambda points, done, total: None,
    check: Callable[[], None] = lambda: None,
    threads: int | None = None,
) -> Floats:
    """Points of shape (N, 2) for features of shape (N, width); rows with NaN stay NaN.

    tell: sees the points move, the first time at once. check: what it raises ends the work, and
    nothing of it is kept.
    Raises NewsdeskError: `too_few_articles`, `all_the_same`, `missing_library`.
    """
    key = key_of(features, method)
    points = kept_points(key, len(features))
    if points is not None:
        return points
    prepared = prepare(features)
    last = 0.0

    def show(placed: Floats, done: int, total: int) -> None:
        nonlocal last
        check()
        now = time.monotonic()
        if now - last >= TELL_S:
            last = now
            tell(prepared.spread(placed), done, total)

    points = prepared.spread(_placed(prepared, method, threads or usable_cores(), show))
    check()
    try:
        keep_points(key, points)
    except StoreError as error:
        # They are there all the same; next time they are worked out again.
        log.warning("points cannot be kept: %s", error)
    return points


def _placed(prepared: Prepared, method: Method, threads: int, show: Watch) -> Floats:
    if method == "pca":
        return prepared.plane
    if method == "umap":
        return umap_layout(prepared, show)
    if method == "tsne":
        return tsne(prepared, threads, show)
    raise NewsdeskError("unknown_method", f"There is no projection called {method}.")
