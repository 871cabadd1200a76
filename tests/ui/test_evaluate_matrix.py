"""The matrix page and the figures above it, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from evaluated_made import made
from PySide6.QtCore import QByteArray, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import figures_of
from newsdesk.analysis.matrix import Matrix, matrix_of
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.section import Section
from newsdesk.services.session import Session
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.figures import FiguresStrip
from newsdesk.ui.evaluate.matrix import MatrixChart, MatrixPage
from newsdesk.ui.evaluate.matrix.ramp import READABLE, contrast, luminance, ramps
from newsdesk.ui.theme import DARK, LIGHT, Tokens

Key, Keys, Left = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
NAMES = ("local", "life", "政治與社會新聞", "الرياضة والثقافة", "W" * 60)


class Shown(SimpleNamespace):
    """A page and a strip over one session."""

    session: Session
    window: QWidget
    page: MatrixPage
    strip: FiguresStrip


Show = Callable[..., Shown]


def evaluation(number: int, model: str, evaluated: Evaluated, **values: object) -> Evaluation:
    plain = Evaluation(
        number, model, "", Material("news"), "", evaluated.sections, "done", len(evaluated),
        len(evaluated), len(evaluated), {}, None, None, datetime.now(UTC), None, None, None,
    )  # fmt: skip
    return replace(plain, **values)  # type: ignore[arg-type]


@pytest.fixture
def show(home: Path, qtbot: QtBot) -> Iterator[Show]:
    """Shows an evaluation, held against another where one is given."""
    make_application()
    found: list[Shown] = []

    def open_(
        evaluated: Evaluated | None, other: Evaluated | None = None, **values: object
    ) -> Shown:
        session = Session()
        page, strip = MatrixPage(session.evaluate), FiguresStrip(session.evaluate)
        window = QWidget()
        column = QVBoxLayout(window)
        column.addWidget(strip)
        column.addWidget(page, 1)
        window.resize(640, 720)
        found.append(Shown(session=session, page=page, strip=strip, window=window))
        opened = session.evaluate.opened
        if evaluated is not None:
            opened.evaluation = evaluation(1, "new-model", evaluated, **values)
            opened.evaluated, opened.figures = evaluated, figured(evaluated)
            opened.changed.emit()
        if other is not None:
            opened.against = evaluation(2, "old-model", other)
            opened.against_evaluated, opened.against_figures = other, figured(other)
            opened.against_changed.emit()
        window.show()
        qtbot.waitUntil(lambda: not session.evaluate.matrix.busy)
        return found[-1]

    yield open_
    for each in found:
        each.window.close()
        each.window.deleteLater()
        each.session.close()


def figured(evaluated: Evaluated):  # type: ignore[no-untyped-def]
    return figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities, resamples=20)


def matrix_in(shown: Shown) -> Matrix:
    matrix = shown.session.evaluate.matrix.matrix
    assert matrix is not None
    return matrix


def cell(shown: Shown, row: int, column: int) -> QPoint:
    view = shown.page.grid.view
    return view.visualRect(view.cells.index(row, column)).center()


def click(shown: Shown, row: int, column: int, keys: Keys = Keys.NoModifier) -> None:
    QTest.mouseClick(shown.page.grid.view.viewport(), Left, keys, cell(shown, row, column))


def click_row(shown: Shown, row: int, keys: Keys = Keys.NoModifier) -> None:
    header = shown.page.grid.view.rows
    place = QPoint(20, header.sectionViewportPosition(row) + 6)
    QTest.mouseClick(header.viewport(), Left, keys, place)


def picked(shown: Shown) -> int:
    return int(shown.session.evaluate.selection.mask.sum())


def what(shown: Shown) -> str:
    return shown.session.evaluate.selection.what


def test_before_anything_is_open_the_page_says_what_to_do(show: Show) -> None:
    shown = show(None)
    assert not shown.page.grid.isVisible()
    assert not shown.strip.macro.isVisible()
    assert shown.page.chart() is None


def test_a_click_on_a_cell_picks_its_articles_and_says_which(show: Show) -> None:
    shown = show(made(400, 6))
    click(shown, 0, 1)
    assert picked(shown) == matrix_in(shown).counts[0, 1] > 0
    assert what(shown) == "Politics → Society"
    click(shown, 2, 2, Keys.ControlModifier)
    both = matrix_in(shown).counts[0, 1] + matrix_in(shown).counts[2, 2]
    assert picked(shown) == both
    click(shown, 0, 1, Keys.ControlModifier)
    assert picked(shown) == matrix_in(shown).counts[2, 2]


def test_a_drag_over_cells_picks_all_of_them(show: Show) -> None:
    shown = show(made(400, 6))
    viewport = shown.page.grid.view.viewport()
    QTest.mousePress(viewport, Left, Keys.NoModifier, cell(shown, 0, 1))
    QTest.mouseMove(viewport, cell(shown, 1, 2))
    QTest.mouseRelease(viewport, Left, Keys.NoModifier, cell(shown, 1, 2))
    assert picked(shown) == matrix_in(shown).counts[:2, 1:3].sum()
    assert what(shown) == "Politics, Society → Society, Sport"


def test_the_name_of_a_row_or_column_picks_all_of_it(show: Show) -> None:
    shown = show(made(400, 6))
    click_row(shown, 3)
    assert picked(shown) == matrix_in(shown).counts[3].sum()
    assert what(shown) == "all of Entertainment"
    header = shown.page.grid.view.columns
    place = QPoint(header.sectionViewportPosition(2) + 6, 30)
    QTest.mouseClick(header.viewport(), Left, Keys.NoModifier, place)
    assert picked(shown) == matrix_in(shown).counts[:, 2].sum()
    assert what(shown) == "all put into Sport"


def test_keys_move_pick_extend_and_clear(show: Show, qtbot: QtBot) -> None:
    shown = show(made(400, 6))
    view, counts = shown.page.grid.view, matrix_in(shown).counts
    view.setFocus()
    QTest.keyClick(view, Key.Key_Right)
    assert picked(shown) == 0
    QTest.keyClick(view, Key.Key_Space)
    here = view.currentIndex()
    assert picked(shown) == counts[here.row(), here.column()]
    QTest.keyClick(view, Key.Key_Down, Keys.ShiftModifier)
    assert picked(shown) == counts[here.row() : here.row() + 2, here.column()].sum()
    QTest.keyClick(view, Key.Key_End)
    assert view.currentIndex().column() == 5
    QTest.keyClick(view, Key.Key_Home)
    assert view.currentIndex().column() == 0
    QTest.keyClick(view, Key.Key_Return, Keys.ShiftModifier)
    row = view.currentIndex().row()
    assert picked(shown) == counts[row].sum()
    QTest.keyClick(view, Key.Key_Escape)
    assert picked(shown) == 0
    assert not view.chosen.any()


def test_a_screen_reader_hears_every_cell_and_name(show: Show) -> None:
    shown = show(made(400, 6))
    view, counts = shown.page.grid.view, matrix_in(shown).counts
    table = QAccessible.queryAccessibleInterface(view)
    heard = [table.child(i).text(QAccessible.Text.Name) for i in range(table.childCount())]
    share = f"{counts[0, 1] / counts[0].sum():.0%}".replace("%", " %")
    told = f"true Politics, predicted Society: {counts[0, 1]} articles, {share} of Politics"
    assert told in heard
    assert len({each for each in heard if each.startswith("true ")}) == 36
    assert any(each.startswith("Politics: ") for each in heard)
    assert any(each.startswith("predicted Politics: ") for each in heard)
    heading = view.cells.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.AccessibleTextRole)
    assert str(heading).startswith(f"Politics: {counts[0].sum()} articles, precision 0.")


def test_shares_are_shown_by_row_by_column_and_of_all(show: Show) -> None:
    shown = show(made(400, 6))
    matrix = matrix_in(shown)
    for name, scale in (("row", "row"), ("column", "column"), ("all", "all")):
        shown.page.controls.buttons[name].click()
        wanted = round(100 * float(matrix.shares(scale)[1, 1]))  # type: ignore[arg-type]
        assert shown.page.grid.view.cells.index(1, 1).data() == str(wanted)


def test_picked_cells_stay_picked_in_another_order(show: Show, qtbot: QtBot) -> None:
    shown = show(made(400, 6))
    click(shown, 0, 1)
    order = shown.page.controls.order
    order.setCurrentIndex(order.findData("size"))
    order.activated.emit(order.currentIndex())
    qtbot.waitUntil(lambda: not shown.session.evaluate.matrix.busy)
    matrix = matrix_in(shown)
    sizes = matrix.counts.sum(axis=1)
    assert (np.diff(sizes) <= 0).all()
    assert picked(shown) == matrix.articles_in(shown.page.grid.view.chosen).sum() > 0
    codes = [section.code for section in matrix.sections]
    assert shown.page.grid.view.chosen[codes.index("politics"), codes.index("society")]


def test_what_another_chart_picks_is_marked_and_nothing_is_outlined(show: Show) -> None:
    shown = show(made(400, 6))
    click(shown, 0, 1)
    elsewhere = matrix_in(shown).truth == 3
    shown.session.evaluate.selection.pick(elsewhere, "a lasso")
    view = shown.page.grid.view
    assert not view.chosen.any()
    assert (view._marks == matrix_in(shown).spread(elsewhere)).all()


def test_the_worst_confusions_are_listed_and_picked(show: Show) -> None:
    shown = show(made(400, 6))
    mistakes = shown.page.mistakes
    worst = matrix_in(shown).mistakes(1)[0]
    first = mistakes.mistakes.index(0)
    QTest.mouseClick(
        mistakes.viewport(), Left, Keys.NoModifier, mistakes.visualRect(first).center()
    )
    assert picked(shown) == worst.articles
    assert what(shown) == first.data()
    assert shown.page.grid.view.chosen[worst.truth, worst.predicted]
    mistakes.setFocus()
    QTest.keyClick(mistakes, Key.Key_Down)
    QTest.keyClick(mistakes, Key.Key_Return)
    assert what(shown) == mistakes.mistakes.index(1).data() != first.data()


def test_without_another_model_there_is_no_difference(show: Show) -> None:
    shown = show(made(100, 4))
    button = shown.page.controls.buttons["difference"]
    assert not button.isEnabled()
    assert "held against" in button.toolTip()


def test_the_difference_of_two_models_picks_what_changed(show: Show) -> None:
    better, worse = made(400, 6, right=0.95), made(400, 6, right=0.6)
    shown = show(better, replace(worse, truth=better.truth))
    assert shown.strip.macro.other.text().startswith("against ")
    shown.page.controls.buttons["difference"].click()
    matrix = matrix_in(shown)
    assert matrix.gain.trace() > 0
    best = int(np.diagonal(matrix.change).argmax())
    assert shown.page.grid.view.cells.index(best, best).data() == f"+{matrix.change[best, best]}"
    click(shown, best, best)
    mask = shown.session.evaluate.selection.mask
    assert mask.any()
    assert (better.predicted[mask] != worse.predicted[mask]).all()
    assert what(shown).startswith("changed: ")
    tip = shown.page.grid.view.cells.index(best, best).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith("more than old-model, better")
    assert shown.page._caption.text() == "What changed most, held against old-model"


def test_a_model_that_read_other_articles_differs_in_nothing(show: Show) -> None:
    ours = made(50, 4)
    shown = show(ours, replace(made(50, 6), keys=ours.keys + 1000))
    shown.page.controls.buttons["difference"].click()
    assert shown.page._caption.text() == "No article in common with old-model"


def test_two_sections_are_taken_as_one_and_told_apart_again(show: Show, qtbot: QtBot) -> None:
    shown = show(made(400, 6))
    before = shown.strip.macro.value.text()
    assert not shown.page.as_one.isEnabled()
    click_row(shown, 1)
    click_row(shown, 3, Keys.ControlModifier)
    assert shown.page.as_one.isEnabled()
    shown.page.as_one.click()
    qtbot.waitUntil(lambda: shown.session.evaluate.matrix.trial is not None)
    assert shown.strip.trial.caption.text() == "if Society and Entertainment were one"
    trial = shown.session.evaluate.matrix.trial
    assert trial is not None
    assert shown.strip.trial.value.text() == f"{100 * trial.macro_f1.value:.1f}"
    assert len(matrix_in(shown)) == 5
    assert shown.strip.macro.value.text() == before
    shown.strip.apart.click()
    qtbot.waitUntil(lambda: not shown.session.evaluate.matrix.busy)
    assert len(matrix_in(shown)) == 6
    assert not shown.strip.trial.isVisible()


def test_how_the_matrix_was_shown_is_remembered(show: Show, qtbot: QtBot) -> None:
    shown = show(made(400, 6))
    shown.page.controls.buttons["row"].click()
    shown.session.evaluate.matrix.sort("similar")
    shown.page.measure.setCurrentIndex(2)
    shown.page.measure.activated.emit(2)
    qtbot.waitUntil(lambda: not shown.session.evaluate.matrix.busy)
    shown.session.evaluate.matrix.merge([0, 1])
    qtbot.waitUntil(lambda: not shown.session.evaluate.matrix.busy)
    again = show(made(400, 6))
    matrix = again.session.evaluate.matrix
    assert (matrix.show, matrix.order, matrix.measure) == ("row", "similar", "recall")
    assert len(matrix.merged) == 1
    assert again.page.controls.buttons["row"].isChecked()
    assert again.page.measure.currentData() == "recall"


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


def named(evaluated: Evaluated) -> Evaluated:
    sections = [Section(each.code, {"en": name}) for each, name in
                zip(evaluated.sections, NAMES, strict=True)]  # fmt: skip
    return replace(evaluated, sections=tuple(sections))


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
