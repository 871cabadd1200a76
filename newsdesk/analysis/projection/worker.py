"""The projection process: points and how separate the sections are, aside from the window."""

from __future__ import annotations

import base64
import os

import numpy as np

from newsdesk.analysis.evaluated import Floats, load, load_features
from newsdesk.analysis.learning_worker import learning
from newsdesk.analysis.projection.kept import clear_parts
from newsdesk.analysis.projection.project import project
from newsdesk.analysis.projection.umap_layout import is_prepared
from newsdesk.analysis.separation import separation
from newsdesk.core.errors import NewsdeskError
from newsdesk.core.worker import Call, Worker


def project_(call: Call) -> None:
    """Place the articles of an evaluation in the plane.

    Wants evaluation, kind and method. Tells `points` as they come and at last `placed`, both with
    points (base64 of float32, shape (N, 2), NaN where there is none), done and total; `preparing`
    where UMAP is used for the first time in this process.
    """
    features, method = _features(call), call.request["method"]

    def tell(points: Floats, done: int, total: int) -> None:
        call.tell("points", points=packed(points), done=done, total=total)
        if method == "umap" and not is_prepared():
            call.tell("preparing")

    points = project(features, method, tell, call.check)
    call.tell("placed", points=packed(points), done=1, total=1)


def separation_(call: Call) -> None:
    """Say how separate the true sections are. Wants evaluation and kind; tells `separation`."""
    truth = load(int(call.request["evaluation"])).truth
    found = separation(_features(call), truth, call.check)
    call.tell("separation", separation=found)


def packed(points: Floats) -> str:
    """Points as text."""
    return base64.b64encode(np.ascontiguousarray(points, dtype=np.float32).tobytes()).decode()


def _features(call: Call) -> Floats:
    kind = call.request["kind"]
    found = load_features(int(call.request["evaluation"]), kind)
    if found is None:
        raise NewsdeskError(
            "no_features",
            f"This evaluation has no {kind} features.",
            "An ensemble gives none, and a model without a picture branch none of covers.",
        )
    return found


def serve() -> None:
    """Answer until the input ends."""
    # Threads that spin for one another take the processor from the window.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    clear_parts()
    Worker({"project": project_, "separation": separation_, "learning": learning}).serve()
