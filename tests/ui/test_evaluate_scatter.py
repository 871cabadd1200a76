"""Scatterplots: what is drawn, picked and told, with points that nothing had to compute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from evaluated_made import made
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.core.errors import Problem
from newsdesk.core.section import Section
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.point_looks import looks_of
from newsdesk.services.evaluate.selection import Selection
from newsdesk.services.settings import Settings
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.scatter import ScatterCanvas, ScatterChart, ScatterPanel
from newsdesk.ui.evaluate.scatter.panel import MISSING
from newsdesk.ui.evaluate.scatter.scene import Scene
from newsdesk.ui.theme.palette import LIGHT

LEFT, NO_KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class Projections(QObject):
    """Places no points; a test does."""

    stepped = Signal(object, object, int, int)
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


def test_box_and_lasso_pick_what_lies_in_them_and_combine(world: World, qtbot: QtBot) -> None:
    evaluated = made(800, 6)
    world.open(evaluated, "text", "fused")
    canvas = world.place("text", heaps(evaluated))
    w, h = canvas.width(), canvas.height()
    whole, half = (5, 5, w - 5, h - 5), (5, 5, w // 2, h - 5)
    all_in, half_in = in_pixels(canvas, *whole), in_pixels(canvas, *half)
    assert 0 < half_in.sum() < all_in.sum()

    def box(edges: tuple[int, int, int, int], keys: Qt.KeyboardModifier) -> np.ndarray:
        left, top, right, low = edges
        drag(canvas, qtbot, [QPoint(left, top), QPoint(40, 40), QPoint(right, low)], keys)
        return world.selection.mask

    world.panel.toolbar.tools["box"].click()
    assert (box(half, NO_KEYS) == half_in).all()
    assert world.selection.what == "picked in Text"
    right_half = (w // 2, 5, w - 5, h - 5)
    assert (box(right_half, SHIFT) == all_in).all()
    assert (box(right_half, ALT) == (all_in & ~in_pixels(canvas, *right_half))).all()
    assert (box(whole, SHIFT | ALT) == world.selection.mask).all()
    assert not world.selection.mask[::10].any()

    world.panel.toolbar.tools["lasso"].click()
    left, top, right, low = half
    corners = [QPoint(left, top), QPoint(right, top), QPoint(right, low), QPoint(left, low)]
    drag(canvas, qtbot, corners, NO_KEYS)
    assert (world.selection.mask == half_in).all()
    assert (world.panel.plots["text"].canvas.scene.picked == half_in).all()


def test_a_click_picks_the_article_under_the_mouse_and_a_click_on_nothing_none(
    world: World, qtbot: QtBot
) -> None:
    evaluated = made(300, 6)
    world.open(evaluated, "text")
    canvas = world.place("text", heaps(evaluated))
    qtbot.mouseClick(canvas, LEFT, NO_KEYS, canvas.spot_of(13).toPoint())
    picked = world.selection.places
    assert len(picked) == 1
    assert world.selection.what == evaluated.titles[picked[0]]
    assert (canvas.spot_of(int(picked[0])) - canvas.spot_of(13)).manhattanLength() < 4
    corners = [QPoint(3, 3), QPoint(canvas.width() - 4, 3)]
    empty = next(spot for spot in corners if canvas.article_at(QPointF(spot)) < 0)
    qtbot.mouseClick(canvas, LEFT, NO_KEYS, empty)
    assert not world.selection.mask.any()


def test_the_mouse_finds_the_right_one_of_a_hundred_thousand(world: World, qtbot: QtBot) -> None:
    evaluated = made(100_000, 17)
    world.open(evaluated, "text", "cover", "fused")
    points = heaps(evaluated)
    points[5] = 500.0, 500.0
    canvas = world.place("text", points)
    other = world.place("fused", heaps(evaluated, seed=9))
    for article in (5, 123, 99_999):
        spot = canvas.spot_of(article)
        across, down = canvas.view.pixels(canvas.scene.points)
        away = np.hypot(across - spot.x(), down - spot.y())
        found = canvas.article_at(spot)
        assert away[found] == pytest.approx(np.nanmin(away), abs=1e-6)
    assert canvas.article_at(canvas.spot_of(5)) == 5
    way = QPointF(canvas.rect().center()) - canvas.spot_of(5)
    canvas.move_by(way.x(), way.y())
    point_at(canvas, canvas.spot_of(5))
    card = world.panel.card
    assert card is not None
    assert card.isVisible()
    assert card.title.text() == evaluated.titles[5]
    assert other._ring == 5
    point_at(canvas, QPointF(-50, -50))
    assert not card.isVisible()


def test_articles_without_a_place_are_neither_drawn_nor_picked(world: World, qtbot: QtBot) -> None:
    evaluated = made(200, 4)
    world.open(evaluated, "text")
    canvas = world.place("text", heaps(evaluated))
    qtbot.keyClick(canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert world.selection.mask.sum() == 180
    assert "20 articles have no place in it" in canvas.accessibleDescription()
    assert "180 of them are picked" in canvas.accessibleDescription()
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert not world.selection.mask.any()


def test_the_legend_shows_one_section_alone_adds_another_and_shows_all_again(
    world: World, qtbot: QtBot
) -> None:
    evaluated = made(600, 6)
    world.open(evaluated, "text", "fused")
    canvas, other = world.place("text", heaps(evaluated)), world.place("fused", heaps(evaluated))
    there = np.isfinite(canvas.scene.points).all(axis=1)
    legend = world.panel.legend
    assert [entry.text() for entry in legend.entries][:2] == ["Politics", "Society"]
    legend.entries[2].click()
    assert (canvas.scene.shown == (there & (evaluated.truth == 2))).all()
    assert (other.scene.shown == canvas.scene.shown).all()
    assert np.isnan(canvas.scene.centres[[0, 1, 3]]).all()
    qtbot.mouseClick(legend.entries[4], LEFT, Qt.KeyboardModifier.ControlModifier)
    assert legend.alone == {2, 4}
    qtbot.keyClick(canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert set(evaluated.truth[world.selection.places]) == {2, 4}
    for expected in ({4}, None):
        qtbot.mouseClick(legend.entries[4], LEFT, NO_KEYS)
        assert legend.alone == expected
    assert canvas.scene.shown.sum() == there.sum()


def test_the_legend_is_walked_with_the_arrow_keys(world: World, qtbot: QtBot) -> None:
    evaluated = made(200, 6)
    world.open(evaluated, "text")
    canvas = world.place("text", heaps(evaluated))
    entries = world.panel.legend.entries
    assert [e.focusPolicy() for e in entries].count(Qt.FocusPolicy.StrongFocus) == 1
    entries[0].setFocus()
    qtbot.keyClick(entries[0], Qt.Key.Key_Right)
    assert entries[1].focusPolicy() == Qt.FocusPolicy.StrongFocus
    qtbot.keyClick(entries[1], Qt.Key.Key_Return)
    assert set(evaluated.truth[canvas.scene.places]) == {1}
    assert entries[1].accessibleName() == "Society"


def test_keys_move_zoom_and_change_the_tool(world: World, qtbot: QtBot) -> None:
    evaluated = made(300, 6)
    world.open(evaluated, "text", "fused")
    canvas = world.place("text", heaps(evaluated))
    other = world.place("fused", heaps(evaluated))
    all_seen = canvas.view
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.view.scale > all_seen.scale
    assert other.view.scale == pytest.approx(other.view.fitted)
    qtbot.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.view.scale == pytest.approx(all_seen.scale)
    before = canvas.spot_of(1)
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.spot_of(1).x() > before.x()
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    assert canvas.view == all_seen
    for key, tool in ((Qt.Key.Key_B, "box"), (Qt.Key.Key_H, "hand"), (Qt.Key.Key_L, "lasso")):
        qtbot.keyClick(canvas, key)
        assert (canvas.tool, other.tool) == (tool, tool)
        assert world.panel.toolbar.tools[tool].isChecked()


def test_the_wheel_zooms_about_the_mouse_and_the_middle_button_moves(
    world: World, qtbot: QtBot
) -> None:
    evaluated = made(300, 6)
    world.open(evaluated, "text")
    canvas = world.place("text", heaps(evaluated))
    spot = QPointF(60, 50)
    under = canvas.view.point(60, 50)
    turned = QWheelEvent(
        spot, canvas.mapToGlobal(spot), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton, NO_KEYS,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, turned)
    assert canvas.view.point(60, 50) == pytest.approx(under)
    assert canvas.view.scale > canvas.view.fitted * 1.5
    middle, before = Qt.MouseButton.MiddleButton, canvas.spot_of(1)
    qtbot.mousePress(canvas, middle, NO_KEYS, QPoint(50, 50))
    qtbot.mouseMove(canvas, QPoint(80, 60))
    qtbot.mouseRelease(canvas, middle, NO_KEYS, QPoint(80, 60))
    assert canvas.spot_of(1) == before + QPointF(30, 10)
    assert not world.selection.mask.any()
    qtbot.mouseDClick(canvas, LEFT, NO_KEYS, QPoint(50, 50))
    assert canvas.view.scale == canvas.view.fitted


def test_a_moved_picture_is_drawn_anew_when_the_gesture_rests(world: World, qtbot: QtBot) -> None:
    evaluated = made(30_000, 8)
    world.open(evaluated, "text")
    canvas = world.place("text", heaps(evaluated))
    qtbot.waitUntil(lambda: canvas.picture is not None)
    canvas._cost_s = 1.0  # as on a slow machine: no picture a frame
    canvas.zoom(3)
    canvas.grab()
    assert canvas.picture is not None
    assert canvas.picture.view != canvas.view
    qtbot.waitUntil(lambda: canvas.picture is not None and canvas.picture.view == canvas.view)


def test_points_move_as_steps_come_and_the_wait_can_be_cut_short(world: World) -> None:
    evaluated = made(200, 4)
    world.open(evaluated, "text")
    plot = world.panel.plots["text"]
    assert plot.cancel.isVisible()
    first, second = heaps(evaluated), heaps(evaluated, seed=8)
    canvas = world.place("text", first, finished=False)
    assert np.allclose(canvas.scene.points, first, equal_nan=True)
    assert (plot.bar.value(), plot.bar.maximum()) == (1, 4)
    key = plot.key
    plot.cancel.click()
    assert world.projections.cancelled == [key]
    assert not plot.cancel.isVisible()
    world.projections.stepped.emit(key, second, 2, 4)
    assert np.allclose(canvas.scene.points, first, equal_nan=True)


def test_method_and_colouring_are_remembered(world: World) -> None:
    evaluated = made(200, 4)
    world.open(evaluated, "text")
    world.place("text", heaps(evaluated))
    bar = world.panel.toolbar
    for choice, value in ((bar.colours, "right"), (bar.methods, "pca")):
        choice.setCurrentIndex(choice.findData(value))
        choice.activated.emit(choice.currentIndex())
    assert world.projections.asked[-1] == (7, "text", "pca")
    assert [entry.text() for entry in world.panel.legend.entries] == ["right", "wrong"]
    again = world.another_panel()
    assert (again.toolbar.colouring, again.toolbar.method) == ("right", "pca")
    again.deleteLater()


def test_the_colouring_by_model_is_there_while_another_is_held_against(world: World) -> None:
    evaluated = made(200, 4)
    world.open(evaluated, "text")
    canvas = world.place("text", heaps(evaluated))
    colours = world.panel.toolbar.colours
    assert colours.findData("model") < 0
    world.opened.against = SimpleNamespace(model="other")
    world.opened.against_evaluated = made(200, 4, right=0.5, seed=9)
    world.opened.against_changed.emit()
    colours.setCurrentIndex(colours.findData("model"))
    colours.activated.emit(colours.currentIndex())
    names = [group.name for group in canvas.scene.looks.groups]
    assert names == ["both right", "only tiny right", "only other right", "both wrong"]
    world.opened.against = world.opened.against_evaluated = None
    world.opened.against_changed.emit()
    assert colours.findData("model") < 0
    assert world.panel.legend.entries


def test_where_there_is_nothing_to_draw_it_is_said(world: World) -> None:
    assert world.panel.nothing.text() == "No evaluation is open."
    evaluated = made(50, 4)
    world.open(evaluated)
    assert "An ensemble has none of its own" in world.panel.nothing.text()
    assert not world.panel.toolbar.isVisible()
    world.open(evaluated, "text", "cover")
    assert world.panel.plots["cover"].message.text() == "No article has a cover."
    assert [kind for _, kind, _ in world.projections.asked] == ["text"]
    text = world.panel.plots["text"]
    world.projections.failed.emit(text.key, Problem("few", "There are two articles.", "Add some."))
    assert text.message.isVisible()
    assert text.message.text().startswith("There are two articles.")


def test_without_the_libraries_it_is_said_and_the_plain_picture_is_shown(world: World) -> None:
    world.open(made(50, 4), "text")
    assert world.projections.asked[-1][2] == "tsne"
    problem = Problem(MISSING, "t-SNE is not installed.", "Install it.")
    world.projections.failed.emit(world.panel.plots["text"].key, problem)
    assert world.projections.asked[-1] == (7, "text", "pca")
    assert world.panel.note.text() == "t-SNE is not installed. Install it. PCA is shown."
    assert world.panel.note.isVisible()
    assert world.panel.toolbar.method == "pca"


def test_another_evaluation_forgets_the_points_of_the_one_before(world: World) -> None:
    evaluated = made(60, 4)
    world.open(evaluated, "text")
    old = world.panel.plots["text"].key
    canvas = world.place("text", heaps(evaluated))
    world.open(made(30, 3), "text")
    assert not len(canvas.scene.points)
    world.projections.asked.append((8, "text", "tsne"))
    world.projections.finished.emit(old, heaps(evaluated))
    assert not len(canvas.scene.points)
    assert len(world.panel.legend.entries) == 3


def in_chinese_and_russian() -> Evaluated:
    names = [{"zh-Hant": "體育新聞", "en": ""}, {"en": "Политика"}, {"en": "Sport & leisure"}]
    sections = tuple(
        Section(f"s{i}", {"en": n.get("en") or n["zh-Hant"]}) for i, n in enumerate(names)
    )
    return replace(made(120, 3), sections=sections)


def test_an_exported_plot_opens_and_carries_every_name(qtbot: QtBot) -> None:
    make_application()
    evaluated = in_chinese_and_russian()
    scene = Scene(heaps(evaluated).astype(float), looks_of(evaluated, "truth"), np.zeros(120, bool))
    chart = ScatterChart("Text, PCA", scene, evaluated)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(chart.size().toSize())
    painter = QPainter(generator)
    chart.paint(painter, chart.size(), LIGHT)
    painter.end()
    text = bytes(content.data()).decode()
    for name in ("體育新聞", "Политика", "Sport &amp; leisure"):
        assert text.count(name) == 2  # at its points and in the legend
    assert text.count("<path") + text.count("<polygon") + text.count("<circle") >= 108
    renderer = QSvgRenderer(content)
    assert renderer.isValid()
    image = QImage(QSize(200, 200), QImage.Format.Format_RGB32)
    drawing = QPainter(image)
    renderer.render(drawing)
    drawing.end()
    assert len({image.pixelColor(x, y).name() for x in range(200) for y in range(200)}) > 3


def test_the_table_of_a_plot_has_every_article_that_has_a_point(qtbot: QtBot) -> None:
    make_application()
    evaluated = made(50, 4)
    points = heaps(evaluated).astype(float)
    scene = Scene(points, looks_of(evaluated, "truth"), np.zeros(50, bool))
    header, rows = ScatterChart("Text, PCA", scene, evaluated).table()
    assert list(header) == ["number", "title", "true", "predicted", "probability", "x", "y"]
    assert len(rows) == 45
    number, title, truth, predicted, sure, x, y = rows[0]
    assert (number, title) == (2, evaluated.titles[1])
    assert (truth, predicted) == (
        evaluated.codes[evaluated.truth[1]], evaluated.codes[evaluated.predicted[1]]
    )  # fmt: skip
    assert (sure, x, y) == (float(evaluated.confidence[1]), points[1, 0], points[1, 1])
