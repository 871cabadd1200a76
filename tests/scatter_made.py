"""Scatterplots with points that nothing had to compute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from evaluated_made import made
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.core.section import Section
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.selection import Selection
from newsdesk.services.settings import Settings
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.scatter import ScatterCanvas, ScatterPanel

LEFT, NO_KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class Projections(QObject):
    """Places no points; a test does."""

    stepped = Signal(object, object, int, int)
    preparing = Signal(object)
    finished = Signal(object, object)
    failed = Signal(object, object)
    separated = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, str, str]] = []
        self.cancelled: list[object] = []

    def ask(self, evaluation_id: int, kind: str, method: str) -> object:
        self.asked.append((evaluation_id, kind, method))
        return self.asked[-1]

    def cancel(self, key: object) -> None:
        self.cancelled.append(key)


class Opened(QObject):
    """What is open is what a test says."""

    changed = Signal()
    against_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.evaluated: Evaluated | None = None
        self.evaluation: SimpleNamespace | None = None
        self.kinds: list[str] = []
        self.against: SimpleNamespace | None = None
        self.against_evaluated: Evaluated | None = None


class World:
    """A panel and what it asks."""

    def __init__(self) -> None:
        make_application()
        self.opened, self.projections = Opened(), Projections()
        self.selection, self.settings = Selection(), Settings()
        session = SimpleNamespace(settings=self.settings)
        self.evaluate = SimpleNamespace(
            opened=self.opened, projections=self.projections, selection=self.selection,
            session=session,
        )  # fmt: skip
        self.panel = self.another_panel()

    def another_panel(self) -> ScatterPanel:
        return ScatterPanel(cast(Evaluate, self.evaluate))

    def open(self, evaluated: Evaluated, *kinds: str) -> None:
        self.opened.evaluated, self.opened.kinds = evaluated, list(kinds)
        self.opened.evaluation = SimpleNamespace(id=7, model="tiny")
        self.selection.begin(len(evaluated))
        self.opened.changed.emit()

    def place(self, kind: str, points: np.ndarray, finished: bool = True) -> ScatterCanvas:
        plot = self.panel.plots[kind]  # type: ignore[index]
        if finished:
            self.projections.finished.emit(plot.key, points)
        else:
            self.projections.stepped.emit(plot.key, points, 1, 4)
        return plot.canvas


@pytest.fixture
def world(qtbot: QtBot) -> Iterator[World]:
    """A panel as large as it is beside the matrix."""
    made_world = World()
    made_world.panel.resize(560, 300)
    made_world.panel.show()
    yield made_world
    made_world.panel.close()
    made_world.panel.deleteLater()


def heaps(evaluated: Evaluated, seed: int = 3) -> np.ndarray:
    """A heap of points for each section; every tenth article has none."""
    chance = np.random.default_rng(seed)
    middles = chance.normal(size=(len(evaluated.sections), 2)) * 30
    points = middles[evaluated.truth] + chance.normal(size=(len(evaluated), 2)) * 3
    points[::10] = np.nan
    return points.astype(np.float32)


def drag(
    canvas: ScatterCanvas, qtbot: QtBot, spots: list[QPoint], keys: Qt.KeyboardModifier
) -> None:
    """Press, go along these places, let go."""
    qtbot.mousePress(canvas, LEFT, keys, spots[0])
    for spot in spots[1:]:
        qtbot.mouseMove(canvas, spot)
    qtbot.mouseRelease(canvas, LEFT, keys, spots[-1])


def point_at(canvas: ScatterCanvas, spot: QPointF) -> None:
    """Move the mouse there, with no button held."""
    no = Qt.MouseButton.NoButton
    kind, globally = QEvent.Type.MouseMove, canvas.mapToGlobal(spot)
    QApplication.sendEvent(canvas, QMouseEvent(kind, spot, globally, no, no, NO_KEYS))


def in_pixels(canvas: ScatterCanvas, left: int, top: int, right: int, low: int) -> np.ndarray:
    across, down = canvas.view.pixels(canvas.scene.points)
    return (across >= left) & (across <= right) & (down >= top) & (down <= low)


def in_chinese_and_russian() -> Evaluated:
    names = [{"zh-Hant": "體育新聞", "en": ""}, {"en": "Политика"}, {"en": "Sport & leisure"}]
    sections = tuple(
        Section(f"s{i}", {"en": n.get("en") or n["zh-Hant"]}) for i, n in enumerate(names)
    )
    return replace(made(120, 3), sections=sections)
