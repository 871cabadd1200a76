"""The Evaluate screen over a real store: made, shown, held against another, removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from datasets_made import import_rows
from models_made import make_model
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluating import evaluate
from newsdesk.core import paths
from newsdesk.core.evaluation import Material
from newsdesk.engine.loading import load
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate import EvaluateScreen

TEXTS = {"sport": "team goal match", "business": "bank shares profit", "cooking": "salt and flour"}


@pytest.fixture
def news(home: Path, tmp_path: Path) -> str:
    """A data set of 24 articles of three sections, one of which no model knows; two models."""
    make_model(home / "models")
    make_model(home / "models", "other")
    rows = [
        {"title": f"Title {i}", "body": f"{TEXTS[label]} number {i} of many", "label": label}
        for i, label in enumerate(list(TEXTS) * 8)
    ]
    import_rows(rows, tmp_path)
    return "news"


def made_before(model: str = "tiny") -> int:
    """An evaluation that an earlier session made."""
    with Store.open() as store:
        return evaluate(store, load(model), Material("news", "all")).id


def opened(qtbot: QtBot, screens: list[EvaluateScreen]) -> EvaluateScreen:
    make_application()
    session = Session()
    session.models.look()
    screen = EvaluateScreen(session.evaluate)
    screens.append(screen)
    screen.resize(1204, 740)
    screen.show()
    qtbot.waitUntil(lambda: not screen.evaluate.evaluations._reader.busy)
    return screen


@pytest.fixture
def screens(qtbot: QtBot) -> Iterator[list[EvaluateScreen]]:
    """Screens that are closed again."""
    shown: list[EvaluateScreen] = []
    yield shown
    for screen in shown:
        screen.close()
        screen.deleteLater()
        screen.evaluate.session.close()


def test_the_first_evaluation_is_made_from_the_welcome(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    screen = opened(qtbot, screens)
    assert screen.welcome.isVisible()
    assert not screen.bar.choice.isVisible()
    said: list[str] = []
    screen.said.connect(lambda text, _: said.append(text))
    screen.welcome.button.click()
    qtbot.waitUntil(lambda: screen.dialog is not None)
    dialog = screen.dialog
    assert dialog is not None
    assert dialog.matching.isVisible()
    dialog.matching.choose("cooking", "health")
    dialog.part.setCurrentIndex(dialog.part.findData("all"))
    dialog.models.setCurrentIndex(dialog.models.findData("tiny"))
    dialog.start.click()
    assert screen.progress.text == "tiny is reading"
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluated is not None, timeout=20_000)
    qtbot.waitUntil(lambda: not screen.progress.isVisible())
    assert said == ["tiny was evaluated on 24 articles."]
    assert screen.bar.choice.currentText() == "tiny  on news · all · 24 articles"
    evaluation = screen.evaluate.opened.evaluation
    assert evaluation is not None
    assert evaluation.material.matches == {"cooking": "health"}
    assert screen.panes.isVisible()


def test_the_evaluation_looked_at_last_is_open_again(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    first, _ = made_before(), made_before("other")
    screen = opened(qtbot, screens)
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluation is not None)
    screen.bar.picked.emit(first)
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluation.id == first)  # type: ignore[union-attr]
    again = opened(qtbot, screens)
    qtbot.waitUntil(lambda: again.evaluate.opened.evaluation is not None)
    assert again.evaluate.opened.evaluation is not None
    assert again.evaluate.opened.evaluation.id == first


def test_one_is_held_against_another_and_let_go(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    made_before()
    other = made_before("other")
    screen = opened(qtbot, screens)
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluation is not None)
    assert screen.bar.choice.currentData() == other
    assert screen.bar.against.count() == 2
    screen.bar.against_picked.emit(screen.bar.against.itemData(1))
    qtbot.waitUntil(lambda: screen.evaluate.opened.against is not None)
    assert screen.bar.against.currentIndex() == 1
    screen.bar.against_picked.emit(0)
    assert screen.evaluate.opened.against is None


def test_a_removed_evaluation_leaves_nothing_and_the_next_one_is_shown(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    first, second = made_before(), made_before("other")
    screen = opened(qtbot, screens)
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluation is not None)
    for gone, left in ((second, first), (first, None)):
        screen.bar.remove_button.click()
        assert screen.question is not None
        screen.question.yes.click()
        qtbot.waitUntil(lambda gone=gone: not paths.evaluation(gone).exists())

        def shown(left: int | None = left) -> bool:
            evaluation = screen.evaluate.opened.evaluation
            return (evaluation.id if evaluation else None) == left

        qtbot.waitUntil(shown)
    assert screen.welcome.isVisible()


def test_what_cannot_be_evaluated_is_told_and_the_row_goes(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    screen = opened(qtbot, screens)
    said: list[str] = []
    screen.said.connect(lambda text, _: said.append(text))
    screen.evaluate.evaluations.make("tiny", Material())
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert said[0].startswith("There are no articles with a section on the desk")
    assert not screen.progress.isVisible()
    assert screen.welcome.isVisible()


def test_the_points_take_the_whole_width_and_the_parting_is_remembered(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    made_before()
    screen = opened(qtbot, screens)
    qtbot.waitUntil(lambda: screen.panes.isVisible())
    before = screen.scatter.width()
    screen.scatter.toolbar.wide.click()
    qtbot.waitUntil(lambda: screen.scatter.width() > before + 200)
    assert not screen.tabs.isVisible()
    screen.scatter.toolbar.wide.click()
    assert screen.tabs.isVisible()
    qtbot.waitUntil(lambda: screen.scatter.width() == before)
    pages = screen.panes.sizes()[0]
    screen.panes.moveSplitter(pages - 60, 1)
    again = opened(qtbot, screens)
    qtbot.waitUntil(lambda: again.panes.isVisible())
    qtbot.waitUntil(lambda: again.panes.sizes() == screen.panes.sizes())
    assert again.panes.sizes()[0] < pages


def test_an_article_is_read_over_the_whole_height_and_the_points_come_back(
    qtbot: QtBot, news: str, screens: list[EvaluateScreen]
) -> None:
    made_before()
    screen = opened(qtbot, screens)
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluated is not None)
    screen.evaluate.selection.pick(np.ones(len(screen.evaluate.selection.mask), np.bool_), "all")
    qtbot.waitUntil(lambda: len(screen.articles.listed) > 0)
    screen.articles.open(0)
    assert screen.scatter.isVisible()
    qtbot.keyClick(screen.articles.reader, Qt.Key.Key_F)
    assert not screen.scatter.isVisible()
    qtbot.keyClick(screen.articles.reader, Qt.Key.Key_Escape)
    assert screen.scatter.isVisible()
    screen.articles.open(0)
    assert not screen.scatter.isVisible()
    screen.articles.reader.bar.high.click()
    assert screen.scatter.isVisible()
