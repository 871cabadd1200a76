"""What the plots show while they are worked out, remember, and say."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from evaluated_made import made
from PySide6.QtCore import QBuffer, QByteArray, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from pytestqt.qtbot import QtBot
from scatter_made import (
    World,
    heaps,
    in_chinese_and_russian,
)

from newsdesk.analysis.separation import Separation
from newsdesk.core.errors import Problem
from newsdesk.services.evaluate.point_looks import looks_of
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.scatter import ScatterChart
from newsdesk.ui.evaluate.scatter.placing import MISSING
from newsdesk.ui.evaluate.scatter.scene import Scene
from newsdesk.ui.theme.palette import LIGHT


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


def test_one_of_several_plots_is_looked_at_alone_and_beside_the_others_again(world: World) -> None:
    world.open(made(60, 6), "text", "cover", "fused")
    plots = world.panel.plots
    plots["cover"].heading.click()
    assert [kind for kind, plot in plots.items() if plot.isVisible()] == ["cover"]
    plots["cover"].heading.click()
    assert all(plot.isVisible() for plot in plots.values())


def test_a_plot_that_is_the_only_one_has_nothing_to_be_parted_from(world: World) -> None:
    world.open(made(60, 6), "text", "fused")
    world.panel.plots["fused"].heading.click()
    world.open(made(60, 6), "text")
    assert world.panel.plots["text"].isVisible()
    assert not world.panel.plots["text"].heading.isEnabled()


def test_both_figures_stand_beside_a_plot_that_has_the_room(world: World, qtbot: QtBot) -> None:
    world.open(made(60, 6), "text", "cover", "fused")
    plot = world.panel.plots["text"]
    world.projections.separated.emit(plot.key, Separation(-0.05, 0.92, 0.5, 60, 6))
    assert plot.separation.text() == "k-NN .92"
    plot.heading.click()
    qtbot.waitUntil(lambda: plot.separation.text() == "k-NN .92 · silhouette −.05")


def test_while_umap_is_prepared_that_is_said_and_no_longer(world: World) -> None:
    evaluated = made(60, 6)
    world.open(evaluated, "text", "fused")
    note, plots = world.panel.note, world.panel.plots
    for kind in ("text", "fused"):
        world.projections.preparing.emit(plots[kind].key)  # type: ignore[index]
    assert note.isVisible()
    assert "Preparing UMAP: the first time takes half a minute" in note.text()
    world.place("text", heaps(evaluated), finished=False)
    assert note.isVisible(), "the other one is still being prepared"
    plots["fused"].cancel.click()
    assert not note.isVisible()


def test_a_method_that_was_left_is_not_said_to_be_prepared(world: World) -> None:
    world.open(made(60, 6), "text")
    world.projections.preparing.emit(world.panel.plots["text"].key)
    methods = world.panel.toolbar.methods
    methods.setCurrentIndex(methods.findData("pca"))
    methods.activated.emit(methods.currentIndex())
    assert not world.panel.note.isVisible()


def test_a_chart_is_named_after_what_is_seen_however_the_wait_ended(world: World) -> None:
    evaluated = made(60, 4)
    world.open(evaluated, "text")
    methods = world.panel.toolbar.methods
    methods.setCurrentIndex(methods.findData("umap"))
    methods.activated.emit(methods.currentIndex())
    plot = world.panel.plots["text"]
    world.projections.stepped.emit(plot.key, heaps(evaluated), 0, 4)
    assert [chart.title for chart in world.panel.charts()] == ["Text, PCA"]
    world.projections.stepped.emit(plot.key, heaps(evaluated), 2, 4)
    plot.cancel.click()
    assert [chart.title for chart in world.panel.charts()] == ["Text, UMAP, unfinished"]
