"""Cells, rows and columns of the matrix are picked by mouse and keys, and heard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from evaluate_matrix_made import (
    Key,
    Keys,
    Left,
    Show,
    cell,
    click,
    click_row,
    matrix_in,
    picked,
    what,
)
from evaluated_made import made
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot


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
