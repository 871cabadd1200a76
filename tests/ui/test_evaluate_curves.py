"""The page of the curves: values are read off, clicks pick articles, the learning curve comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from datasets_made import import_rows
from evaluated_made import made
from models_made import make_model
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated, save
from newsdesk.analysis.evaluating import evaluate
from newsdesk.analysis.figures import figures_of
from newsdesk.analysis.learning_worker import place_of
from newsdesk.core.evaluation import Material
from newsdesk.core.processes import this_process
from newsdesk.engine.loading import load
from newsdesk.services.evaluate.curves import curves_of
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.curves import CurvesPage
from newsdesk.ui.evaluate.curves.coverage import CoverageChart
from newsdesk.ui.evaluate.curves.page import NARROWEST
from newsdesk.ui.evaluate.curves.slices import slice_chart
from newsdesk.ui.evaluate.curves.words import threshold
from newsdesk.ui.evaluate.exporting.dialog import ExportDialog

Key, Left = Qt.Key, Qt.MouseButton.LeftButton
Open = Callable[..., CurvesPage]


def keep(evaluated: Evaluated, model: str = "tiny") -> int:
    """Keep an evaluation as if a model had made it."""
    with Store.open() as store:
        number = store.evaluations.begin(
            model, "m", Material("news"), "d", evaluated.sections, this_process()
        )
        save(number, evaluated, {})
        figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities, 20)
        store.evaluations.finish(number, len(evaluated), {}, figures.accuracy, figures.macro_f1)
    return number


@pytest.fixture
def open_page(home: Path, qtbot: QtBot) -> Iterator[Open]:
    """Opens the page on evaluations that are kept: the one shown, and the one held against it."""
    make_application()
    pages: list[CurvesPage] = []

    def open_(shown: int | None, against: int | None = None) -> CurvesPage:
        session = Session()
        opened = session.evaluate.opened
        page = CurvesPage(session.evaluate)
        pages.append(page)
        page.resize(640, 600)
        page.show()
        for number, act, ready in (
            (shown, opened.open, lambda: opened.evaluated is not None),
            (against, opened.hold_against, lambda: opened.against is not None),
        ):
            if number is not None:
                found = session.store.evaluations.get(number)
                assert found is not None
                act(found)
                qtbot.waitUntil(ready)
        qtbot.waitUntil(lambda: not session.evaluate.curves.busy)
        return page

    yield open_
    for page in pages:
        page.close()
        page.deleteLater()
        page.evaluate.session.close()


def test_without_an_evaluation_it_says_what_to_do(open_page: Open) -> None:
    page = open_page(None)
    assert page._stack.currentIndex() == 0
    assert all(card.view.plot is None for card in page.cards)


def test_every_card_has_a_chart_a_sentence_and_words_for_those_who_do_not_see_it(
    open_page: Open,
) -> None:
    page = open_page(keep(made(300, 6)))
    shown = [card for card in page.cards if card is not page.learning]
    for card in shown:
        assert card.view.plot is not None
        assert card.told.text()
        assert card.view.accessibleName() == card.view.plot.title
        assert len(card.view.accessibleDescription()) > 40
        assert card.view.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert page.reliability.told.text().startswith("Confidence is off by ")
    assert page.learning.make.text() == "Make it"


def test_the_keys_read_thresholds_off(open_page: Open) -> None:
    evaluated = made(300, 6)
    page = open_page(keep(evaluated))
    view, plot = page.coverage.view, page.coverage.view.plot
    assert plot is not None
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Key.Key_End)
    assert view.stop == plot.stops - 1
    wrong = round(100 * float((~evaluated.right).mean()))
    least = threshold(float(evaluated.confidence.min()))
    told = f"at {least}: files 100 % by itself, {wrong} % of them wrong"
    assert page.coverage.reading.text() == told
    QTest.keyClick(view, Key.Key_Left)
    assert view.stop == plot.stops - 2
    QTest.keyClick(view, Key.Key_Return)
    picked = page.evaluate.selection.mask
    assert picked.any()
    assert not evaluated.right[picked].any()


def test_a_click_on_a_bin_picks_its_articles_and_outlines_it(open_page: Open) -> None:
    evaluated = made(300, 6)
    page = open_page(keep(evaluated))
    view, plot = page.slices["lengths"].view, page.slices["lengths"].view.plot
    assert plot is not None
    size = QSizeF(view.size())
    at = plot.frame(size).at(*plot.place_of(3))
    QTest.mouseClick(view, Left, pos=at.toPoint())
    name, _, _ = page.evaluate.selection.what.partition(" tokens")
    low, high = (int(text) for text in name.split(" – "))
    inside = (evaluated.lengths >= low) & (evaluated.lengths <= high)
    assert np.array_equal(page.evaluate.selection.mask, inside)
    assert view._marked == [3]
    assert f"{name} tokens: " in page.slices["lengths"].reading.text()
    QTest.mouseClick(view, Left, Qt.KeyboardModifier.ControlModifier,
                     plot.frame(size).at(*plot.place_of(5)).toPoint())  # fmt: skip
    assert view._marked == [3, 5]
    page.evaluate.selection.clear()
    assert view._marked == []


def test_a_row_of_a_source_is_picked_as_well(open_page: Open) -> None:
    page = open_page(keep(made(300, 6)))
    view, plot = page.slices["sources"].view, page.slices["sources"].view.plot
    assert plot is not None
    at = plot.frame(QSizeF(view.size())).at(*plot.place_of(1))
    assert plot.stop_at(QPointF(5, at.y()), QSizeF(view.size())) == 1
    QTest.mouseClick(view, Left, pos=at.toPoint())
    assert page.evaluate.selection.what == "source wire-1"
    assert page.evaluate.selection.mask.sum() == 100


def test_another_section_has_another_curve(open_page: Open, qtbot: QtBot) -> None:
    page = open_page(keep(made(300, 6)))
    assert page.section.count() == 6
    page.section.setCurrentIndex(4)
    page.section.activated.emit(4)
    qtbot.waitUntil(lambda: page.precision.view.plot.title.endswith("Local"))  # type: ignore[union-attr]


def test_both_evaluations_are_drawn_and_read(open_page: Open) -> None:
    evaluated = made(300, 6)
    worse = replace(evaluated, probabilities=np.roll(evaluated.probabilities, 1, axis=1))
    page = open_page(keep(evaluated), keep(worse, "other"))
    for card in (page.reliability, page.coverage, page.precision, *page.slices.values()):
        assert card.view.plot is not None
        assert list(card.view.plot.names) == ["tiny", "other"]
    plot = page.slices["dates"].view.plot
    assert plot is not None
    assert "with other" in plot.reading(0)
    models = {row[0] for row in plot.table()[1]}
    assert models == {"tiny", "other"}


def test_what_is_not_known_is_said_and_stands_last(open_page: Open) -> None:
    evaluated = replace(made(100, 4), dates=[""] * 100, sources=[""] * 100)
    page = open_page(keep(evaluated))
    assert page.slices["dates"].told.text() == "None of these articles is dated."
    assert page.slices["sources"].view.isHidden()
    assert not page.slices["dates"].more.isEnabled()


@pytest.mark.parametrize(("articles", "sections"), [(1, 2), (10, 3), (400, 60)])
def test_few_articles_and_many_sections_are_drawn(
    open_page: Open, articles: int, sections: int
) -> None:
    page = open_page(keep(made(articles, sections)))
    assert page.grab().width() == 640
    assert page.reliability.view.plot is not None


def test_articles_of_which_the_model_reads_none_have_no_thresholds() -> None:
    evaluated = replace(made(20, 3), abstained=np.ones(20, dtype=np.bool_))
    plot = CoverageChart(curves_of("tiny", evaluated, 0.0))
    assert plot.stops == 0
    assert plot.table()[1][:] == []


def test_the_columns_follow_the_width(open_page: Open) -> None:
    page = open_page(keep(made(100, 4)))
    page.resize(NARROWEST + 20, 600)
    assert page._columns == 1
    page.resize(3 * NARROWEST + 20, 600)
    assert page._columns == 3


def test_slices_of_two_evaluations_are_of_the_same_articles() -> None:
    evaluated = made(100, 4)
    curves = curves_of("tiny", evaluated, 0.0)
    chart = slice_chart("lengths", curves, None)
    assert chart is not None
    assert sum(int(str(row[5])) for row in chart.table()[1]) == 100


@pytest.fixture
def news(home: Path, tmp_path: Path) -> int:
    """An evaluation of a tiny model on a small data set that is really there."""
    make_model(home / "models")
    texts = {"sport": "team goal match", "business": "bank shares profit"}
    rows = [
        {"title": f"Title {i}", "body": f"{texts[label]} number {i} {i * 7} of many",
         "label": label}
        for i, label in enumerate(list(texts) * 40)
    ]  # fmt: skip
    import_rows(rows, tmp_path)
    with Store.open() as store:
        return evaluate(store, load("tiny"), Material("news", "all")).id


def test_the_learning_curve_is_made_kept_and_shown_again(
    open_page: Open, news: int, qtbot: QtBot
) -> None:
    pytest.importorskip("sklearn")
    page = open_page(news)
    page.learning.make.click()
    assert page.learning.make.text() == "Cancel"
    assert page.learning.bar.isVisibleTo(page)
    qtbot.waitUntil(lambda: page.curves.learning is not None, timeout=60_000)
    qtbot.waitUntil(lambda: not page.curves.is_learning)
    assert page.learning.view.plot is not None
    assert page.learning.make.isHidden()
    again = open_page(news)
    qtbot.waitUntil(lambda: again.learning.view.plot is not None)


def test_a_cancelled_learning_curve_leaves_nothing(
    open_page: Open, news: int, qtbot: QtBot
) -> None:
    pytest.importorskip("sklearn")
    page = open_page(news)
    page.learning.make.click()
    page.learning.make.click()
    qtbot.waitUntil(lambda: not page.curves.is_learning, timeout=60_000)
    assert page.curves.learning is None
    assert page.curves.learning_problem is None
    evaluation = page.evaluate.opened.evaluation
    assert evaluation is not None
    assert not place_of(evaluation).exists()


def test_a_data_set_that_is_gone_is_said_where_the_curve_would_be(
    open_page: Open, qtbot: QtBot
) -> None:
    pytest.importorskip("sklearn")
    page = open_page(keep(made(50, 3)))
    page.learning.make.click()
    qtbot.waitUntil(lambda: page.curves.learning_problem is not None, timeout=60_000)
    qtbot.waitUntil(lambda: not page.curves.is_learning)
    assert "There is no data set called news." in page.learning.told.text()
    assert page.learning.make.text() == "Make it"


def exported(page: CurvesPage, folder: Path, said: list[str]) -> ExportDialog:
    dialog = ExportDialog(page.evaluate, lambda text, _: said.append(text), page)
    dialog.folder.setText(str(folder))
    dialog.open()
    return dialog


def test_the_dialog_writes_what_is_chosen_and_asks_before_it_replaces(
    open_page: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    page, said = open_page(keep(made(120, 4))), list[str]()
    dialog = exported(page, tmp_path, said)
    assert dialog.chosen == ["html", "pdf"]
    dialog.kinds["pdf"].setChecked(False)
    dialog.start.click()
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    folder = tmp_path / "tiny-on-news-test"
    assert said == [f"1 file was written into {folder}"]
    assert [path.name for path in folder.iterdir()] == ["report.html"]
    again = exported(page, tmp_path, said)
    assert again.chosen == ["html"]
    again.start.click()
    assert again.question is not None
    assert len(said) == 1
    again.question.yes.click()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=20_000)


def test_a_folder_that_is_not_there_is_said_in_the_dialog(
    open_page: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    page, said = open_page(keep(made(50, 4))), list[str]()
    dialog = exported(page, tmp_path / "gone", said)
    dialog.start.click()
    qtbot.waitUntil(dialog.trouble.isVisible, timeout=20_000)
    assert "There is no folder" in dialog.trouble.text()
    assert dialog.start.isEnabled()
    assert not said
    dialog.reject()
