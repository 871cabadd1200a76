"""A hundred thousand points on a canvas, moved, zoomed, pointed at and lassoed.

Usage: points, sections, width, height, gestures. Prints milliseconds of work on the window's
thread: until the first picture, for each frame of a gesture, for the picture drawn at rest, for
each move of the mouse over the points, for each lasso with its new picture.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from newsdesk.services.evaluate.point_looks import Group, Looks
from newsdesk.services.evaluate.selection import Selection
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.scatter import ScatterCanvas
from newsdesk.ui.theme import theme

_SEED = 7
_FRAMES = 12
_CORNERS = 300
_NO = Qt.KeyboardModifier.NoModifier
_NONE, _LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
_MIDDLE = Qt.MouseButton.MiddleButton


def main() -> None:
    """Print what each thing took."""
    number, sections, width, height, gestures = map(int, sys.argv[1:])
    make_application()
    theme().set_sections([f"section-{i}" for i in range(sections)])
    canvas = ScatterCanvas("Text")
    selection = Selection()
    selection.begin(number)
    canvas.marked.connect(lambda mask, how: selection.pick(mask, "", how))
    selection.changed.connect(lambda: canvas.show_picked(selection.mask))
    canvas.resize(width, height)
    canvas.show()
    QTest.qWaitForWindowExposed(canvas)
    points, looks = _made(number, sections)
    report = {"first": [_timed(lambda: _show(canvas, points, looks))]}
    chance = np.random.default_rng(_SEED)
    report |= {"zoom": [], "move": [], "rest": [], "hover": [], "lasso": []}
    for gesture in range(gestures):
        canvas.fit()
        canvas.settle()
        spot = QPointF(*(chance.random(2) * (width, height)))
        for frame in range(_FRAMES):
            way = -1 if frame % 4 == 3 else 1
            report["zoom"].append(_timed(lambda s=spot, w=way: _turn(canvas, s, 120 * w)))
        report["rest"].append(_timed(lambda: _rest(canvas)))
        _mouse(canvas, QEvent.Type.MouseButtonPress, spot, _MIDDLE)
        for _ in range(_FRAMES):
            spot = spot + QPointF(*(chance.random(2) * 24 - 12))
            report["move"].append(
                _timed(lambda s=spot: _mouse(canvas, QEvent.Type.MouseMove, s, _MIDDLE))
            )
        _mouse(canvas, QEvent.Type.MouseButtonRelease, spot, _MIDDLE)
        report["rest"].append(_timed(lambda: _rest(canvas)))
        if gesture % 2:
            canvas.fit()
            _rest(canvas)
        for _ in range(_FRAMES):
            spot = QPointF(*(chance.random(2) * (width, height)))
            report["hover"].append(
                _timed(lambda s=spot: _mouse(canvas, QEvent.Type.MouseMove, s, _NONE))
            )
        canvas.fit()
        _rest(canvas)
        report["lasso"].append(_lasso(canvas, width, height, chance))
        selection.clear()
        _rest(canvas)
    print(json.dumps(report))


def _made(number: int, sections: int) -> tuple[np.ndarray, Looks]:
    """Heaps of points that run into one another, as those of articles do."""
    chance = np.random.default_rng(_SEED)
    of = chance.integers(0, sections, number)
    middles = chance.normal(size=(sections, 2)) * 30
    points = middles[of] + chance.standard_t(4, size=(number, 2)) * 5
    groups = tuple(Group(f"Section {i}", "section", f"section-{i}") for i in range(sections))
    return points.astype(np.float32), Looks("truth", groups, of)


def _show(canvas: ScatterCanvas, points: np.ndarray, looks: Looks) -> None:
    canvas.show_points(points, looks, anew=True)
    canvas.repaint()


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def _rest(canvas: ScatterCanvas) -> None:
    canvas.settle()
    canvas.repaint()


def _turn(canvas: ScatterCanvas, spot: QPointF, by: int) -> None:
    QApplication.sendEvent(
        canvas,
        QWheelEvent(
            spot, canvas.mapToGlobal(spot), QPoint(), QPoint(0, by), _NONE, _NO,
            Qt.ScrollPhase.NoScrollPhase, False,
        ),
    )  # fmt: skip
    canvas.repaint()


def _mouse(canvas: ScatterCanvas, kind: QEvent.Type, spot: QPointF, button: Qt.MouseButton) -> None:
    pressed = _NONE if kind == QEvent.Type.MouseButtonRelease else button
    QApplication.sendEvent(
        canvas, QMouseEvent(kind, spot, canvas.mapToGlobal(spot), button, pressed, _NO)
    )
    canvas.repaint()


def _lasso(canvas: ScatterCanvas, width: int, height: int, chance: np.random.Generator) -> float:
    """From letting go of a long wavy line to the picture with what is picked."""
    angles = np.linspace(0, 2 * np.pi, _CORNERS, endpoint=False)
    reach = (0.25 + 0.15 * chance.random()) * (1 + 0.2 * np.sin(9 * angles))
    line = [
        QPointF(width * (0.5 + r * np.cos(a)), height * (0.5 + r * np.sin(a)))
        for r, a in zip(reach, angles, strict=True)
    ]
    _mouse(canvas, QEvent.Type.MouseButtonPress, line[0], _LEFT)
    for spot in line[1:]:
        _mouse(canvas, QEvent.Type.MouseMove, spot, _LEFT)
    end = line[-1]
    return _timed(lambda: _mouse(canvas, QEvent.Type.MouseButtonRelease, end, _LEFT))


if __name__ == "__main__":
    main()
