"""What the matrix, its table and its chart show, and in which colours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from evaluate_matrix_made import (
    NAMES,
    Keys,
    Left,
    Show,
    click,
    matrix_in,
    named,
    picked,
    what,
)
from evaluated_made import made
from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from PySide6.QtTest import QTest

from newsdesk.analysis.matrix import matrix_of
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.matrix import MatrixChart
from newsdesk.ui.evaluate.matrix.ramp import READABLE, contrast, luminance, ramps
from newsdesk.ui.theme import DARK, LIGHT, Tokens


def test_the_table_of_sections_is_sorted_and_picks(show: Show) -> None:
    shown = show(made(400, 6))
    shown.page.controls.buttons["sections"].click()
    table = shown.page.sections
    assert table.isVisible()
    table.sortByColumn(3, Qt.SortOrder.AscendingOrder)
    shown_f1 = [float(table.sections.index(row, 3).data()) for row in range(6)]
    assert shown_f1 == sorted(shown_f1)
    first = table.sections.index(0, 0)
    QTest.mouseClick(table.viewport(), Left, Keys.NoModifier, table.visualRect(first).center())
    assert picked(shown) == table.sections.results[0].support
    assert what(shown) == f"all of {first.data()}"
    spoken = table.sections.index(0, 3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("F1 ")
    assert " to " in spoken


def test_the_figures_say_what_was_left_out_and_what_could_not_be_read(show: Show) -> None:
    evaluated = made(100, 4)
    abstained = np.arange(100) < 3
    shown = show(replace(evaluated, abstained=abstained), left_out={"cooking": 7, "chess": 1})
    assert shown.strip.abstained.value.text() == "3"
    assert shown.strip.note.text().startswith("Left out: 8 articles")
    assert "cooking 7, chess 1" in shown.strip.note.text()
    assert shown.strip.articles.value.text() == "100"
    plain = show(evaluated)
    assert not plain.strip.abstained.isVisible()
    assert not plain.strip.note.isVisible()


@pytest.mark.parametrize("ending", [".svg", ".png", ".csv"])
def test_what_is_shown_is_saved_from_the_menu(show: Show, tmp_path: Path, ending: str) -> None:
    shown = show(named(made(200, 5)))
    told: list[str] = []
    shown.session.evaluate.said.connect(told.append)
    path = tmp_path / f"matrix{ending}"
    shown.page.menu.save(path)
    assert told == [f"Saved as {path}"]
    if ending == ".csv":
        assert "政治與社會新聞" in path.read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("sections", [1, 6, 17, 60])
def test_the_matrix_fits_or_scrolls_under_its_names(show: Show, sections: int) -> None:
    shown = show(made(10 if sections == 1 else 2000, sections))
    view = shown.page.grid.view
    scrolls = view.horizontalScrollBar().maximum() > 0
    assert scrolls == (sections == 60)
    if scrolls:
        last = view.cells.index(sections - 1, sections - 1)
        view.scrollTo(last)
        assert view.viewport().rect().contains(view.visualRect(last).center())
        assert view.rows.isVisible()
        assert view.columns.isVisible()
        click(shown, sections - 1, sections - 1)
        assert picked(shown) == matrix_in(shown).counts[-1, -1]


def test_sections_without_articles_have_a_dash(show: Show) -> None:
    evaluated = made(60, 4)
    evaluated = evaluated.chosen(np.flatnonzero(evaluated.truth != 2))
    shown = show(evaluated)
    assert shown.page.grid.measures.texts[2] == "–"
    assert shown.page.grid.view.cells.index(2, 2).data() == "0"


def test_long_chinese_and_arabic_names_are_shown_and_leave_room_for_the_cells(show: Show) -> None:
    shown = show(named(made(200, 5)))
    view = shown.page.grid.view
    assert [view.cells.headerData(i, Qt.Orientation.Vertical) for i in range(5)] == list(NAMES)
    assert view.horizontalScrollBar().maximum() == 0
    assert view.rows.width() < 200
    assert not view.grab().isNull()


def test_the_chart_is_a_valid_svg_with_its_names_and_a_table_with_every_number() -> None:
    make_application()
    chart = MatrixChart(matrix_of(named(made(200, 5))))
    size = chart.size()
    path = QByteArray()
    from PySide6.QtCore import QBuffer

    buffer = QBuffer(path)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size.toSize())
    painter = QPainter(generator)
    chart.paint(painter, size, LIGHT)
    painter.end()
    assert QSvgRenderer(path).isValid()
    assert "政治與社會新聞" in bytes(path.data()).decode()
    header, rows = chart.table()
    assert header[:3] == ["true \\ predicted", "section name", "politics"]
    assert [row[1] for row in rows] == list(NAMES)
    assert sum(sum(row[2:7]) for row in rows) == 200  # type: ignore[arg-type]


def test_a_chart_of_sixty_sections_is_drawn_into_less_room() -> None:
    make_application()
    chart = MatrixChart(matrix_of(made(3000, 60)), "row", "recall")
    image = QImage(QSize(600, 500), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    chart.paint(painter, QRectF(image.rect()).size(), DARK)
    painter.end()
    colours = {image.pixelColor(x, y).name() for x in range(0, 600, 3) for y in range(0, 500, 3)}
    assert len(colours) > 20


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_number_can_be_read_on_its_colour(tokens: Tokens) -> None:
    for ramp in ramps(tokens).values():
        for ground, ink in ramp:
            assert contrast(ground, ink) >= READABLE, (ground.name(), ink.name())


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_more_is_always_darker_on_light_and_lighter_on_dark(tokens: Tokens) -> None:
    for ramp in ramps(tokens).values():
        steps = np.diff([luminance(ground) for ground, _ in ramp])
        assert (steps > 0).all() if tokens.dark else (steps < 0).all()


# Machado, Oliveira & Fernandes 2009: what people without one kind of cone see, in linear light.
_BLIND = {
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", list(_BLIND))
def test_right_and_wrong_stay_apart_for_colour_blind_readers(tokens: Tokens, kind: str) -> None:
    right, wrong = ramps(tokens)[1], ramps(tokens)[-1]
    for (good, _), (bad, _) in list(zip(right, wrong, strict=True))[8:]:
        assert np.abs(_seen(good, kind) - _seen(bad, kind)).max() > 25


def _seen(colour: QColor, kind: str) -> np.ndarray:
    shares = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    light = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.array(_BLIND[kind]) @ light, 0, 1)
    shares = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return 255 * shares
