"""Points of the articles in the plane, worked out by a process aside and shown as they move."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.analysis.separation import Separation
from newsdesk.core.errors import Problem
from newsdesk.engine.examined import FeatureKind
from newsdesk.services.child import Child

Points = NDArray[np.float32]
MOST_KEPT = 12
"""Pictures that are kept in memory."""
PATIENCE_MS = 600
"""A process that compiles UMAP hears nothing for half a minute; one that hears stops sooner."""


@dataclass(frozen=True, slots=True)
class PointsKey:
    """Which picture: of which evaluation's features, by which method (pca, tsne, umap)."""

    evaluation: int
    kind: FeatureKind
    method: str


class Projections(QObject):
    """Asks for pictures; every signal names the one that it is about.

    The first step of each is its picture by PCA, which takes a moment: those of all that were
    asked for at once come before any of them is worked out further.

    stepped: points of shape (N, 2), NaN where an article has none, steps done and in all.
    preparing: its method is being prepared, which can take half a minute; the next step ends that.
    finished: the points as they stay. failed: a Problem. separated: how separate the sections are
    in the features of the picture.
    """

    stepped = Signal(object, object, int, int)
    preparing = Signal(object)
    finished = Signal(object, object)
    failed = Signal(object, Problem)
    separated = Signal(object, Separation)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child: Child | None = None
        self._wanted: list[PointsKey] = []
        """Pictures that the process is asked for as soon as all first ones have been."""
        self._asked: dict[int, PointsKey] = {}
        self._first: dict[int, PointsKey] = {}
        self._measured: dict[int, PointsKey] = {}
        self._points: dict[PointsKey, Points] = {}
        self._separations: dict[tuple[int, FeatureKind], Separation] = {}

    @property
    def busy(self) -> bool:
        """Whether a picture is on its way."""
        return bool(self._asked or self._wanted)

    def points(self, key: PointsKey) -> Points | None:
        """The points of a picture that has been worked out here."""
        return self._points.get(key)

    def ask(self, evaluation: int, kind: FeatureKind, method: str) -> PointsKey:
        """Have a picture worked out; another one of the same kind that goes on is given up.

        The signals come later, also where it is known already.
        """
        key = PointsKey(evaluation, kind, method)
        known = self._points.get(key)
        under_way = [*self._asked.values(), *self._wanted]
        for other in under_way:
            if other.kind == kind and other != key:
                self.cancel(other)
        if known is not None:
            QTimer.singleShot(0, self, lambda: self.finished.emit(key, known))
        elif key not in under_way:
            if method != "pca":
                self._first[self._request(key, "pca")] = key
            self._wanted.append(key)
            QTimer.singleShot(0, self, self._ask_for_wanted)
        self._measure(key)
        return key

    def cancel(self, key: PointsKey) -> None:
        """Give a picture up; within a second nothing works on it any more."""
        if key in self._wanted:
            self._wanted.remove(key)
        for requests in (self._first, self._asked):
            for request, other in list(requests.items()):
                if other == key:
                    self._worker().cancel(request, PATIENCE_MS)
                    del requests[request]  # what it still says is nobody's any more

    def close(self) -> None:
        """End the process."""
        self._wanted.clear()
        self._asked.clear()
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ask_for_wanted(self) -> None:
        wanted, self._wanted = self._wanted, []
        for key in wanted:
            self._asked[self._request(key, key.method)] = key

    def _request(self, key: PointsKey, method: str) -> int:
        return self._worker().ask(
            "project", evaluation=key.evaluation, kind=key.kind, method=method
        )

    def _measure(self, key: PointsKey) -> None:
        known = self._separations.get((key.evaluation, key.kind))
        if known is not None:
            QTimer.singleShot(0, self, lambda: self.separated.emit(key, known))
        elif key not in self._measured.values():
            request = self._worker().ask("separation", evaluation=key.evaluation, kind=key.kind)
            self._measured[request] = key

    def _worker(self) -> Child:
        if self._child is None:
            self._child = Child("project", self, tries=1)
            self._child.heard.connect(self._hear)
        return self._child

    def _hear(self, request: int, event: str, values: dict[str, Any]) -> None:
        if request in self._measured:
            self._hear_measure(request, event, values)
            return
        if request in self._first:
            self._hear_first(request, event, values)
            return
        key = self._asked.get(request)
        if key is None:
            return
        if event == "points":
            points = _unpacked(values["points"])
            self.stepped.emit(key, points, int(values["done"]), int(values["total"]))
        elif event == "preparing":
            self.preparing.emit(key)
        elif event == "placed":
            points = _unpacked(values["points"])
            self._keep(key, points)
            self.finished.emit(key, points)
        elif event in ("done", "failed", "cancelled"):
            del self._asked[request]
            if event == "failed":
                self.failed.emit(key, values["problem"])

    def _hear_first(self, request: int, event: str, values: dict[str, Any]) -> None:
        key = self._first[request]
        if event == "placed":
            points = _unpacked(values["points"])
            self._keep(PointsKey(key.evaluation, key.kind, "pca"), points)
            self.stepped.emit(key, points, 0, 1)
        elif event in ("done", "failed", "cancelled"):
            # What fails here fails once more in the picture itself, and is told there.
            del self._first[request]

    def _hear_measure(self, request: int, event: str, values: dict[str, Any]) -> None:
        key = self._measured[request]
        if event == "separation":
            found = msgspec.convert(values["separation"], Separation)
            self._separations[key.evaluation, key.kind] = found
            self.separated.emit(key, found)
        elif event in ("done", "failed", "cancelled"):
            # A figure that cannot be had is no figure; why the picture cannot be is told beside it.
            del self._measured[request]

    def _keep(self, key: PointsKey, points: Points) -> None:
        self._points[key] = points
        while len(self._points) > MOST_KEPT:
            del self._points[next(iter(self._points))]


def _unpacked(text: str) -> Points:
    return np.frombuffer(base64.b64decode(text), dtype=np.float32).reshape(-1, 2)
