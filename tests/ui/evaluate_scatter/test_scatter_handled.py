"""Points are picked, pointed at, isolated, moved and zoomed."""

from __future__ import annotations

import numpy as np
import pytest
from evaluated_made import made
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scatter_made import (
    ALT,
    LEFT,
    NO_KEYS,
    SHIFT,
    World,
    drag,
    heaps,
    in_pixels,
    point_at,
)


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
