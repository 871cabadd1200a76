"""An evaluation that ended with the window is offered again: go on with it, or forget it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from datasets_made import import_rows
from models_made import make_model
from pytestqt.qtbot import QtBot

from newsdesk.analysis import evaluating
from newsdesk.core import paths
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.worker import Deserted
from newsdesk.engine.loading import load
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate import EvaluateScreen

TEXTS = {"sport": "team goal match", "business": "bank shares profit"}
NEWS = Material("news", "all")


@pytest.fixture
def screens(qtbot: QtBot, home: Path) -> Iterator[list[EvaluateScreen]]:
    """Screens that are closed again, and a model."""
    make_model(home / "models")
    shown: list[EvaluateScreen] = []
    yield shown
    for screen in shown:
        screen.close()
        screen.deleteLater()
        screen.evaluate.session.close()


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


def news(folder: Path, number: int = 24) -> None:
    """A data set of articles of two sections."""
    labels = list(TEXTS)
    rows = [
        {"title": f"Title {i}", "body": f"{TEXTS[labels[i % 2]]} number {i} of many",
         "label": labels[i % 2]}
        for i in range(number)
    ]  # fmt: skip
    import_rows(rows, folder)


def interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window went when half of the articles were read."""
    monkeypatch.setattr(evaluating, "PORTION", 12)

    def tell(done: int, total: int) -> None:
        raise Deserted

    with Store.open() as store, pytest.raises(Deserted):
        evaluating.evaluate(store, load("tiny"), NEWS, tell)


def all_there() -> list[Evaluation]:
    with Store.open() as store:
        return store.evaluations.list()


def test_it_goes_on_where_it_was_and_is_shown(
    qtbot: QtBot, tmp_path: Path, screens: list[EvaluateScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    news(tmp_path)
    interrupt(monkeypatch)
    screen = opened(qtbot, screens)
    row = screen.interrupted
    qtbot.waitUntil(row.isVisible)
    assert row.text == "The evaluation of tiny on news · all was interrupted at 50 %."
    assert row.go_on.accessibleName() == f"Go on: {row.text}"
    row.go_on.click()
    assert not row.isVisible()
    assert screen.progress.isVisible()
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluated is not None, timeout=20_000)
    qtbot.waitUntil(lambda: not screen.evaluate.evaluations.busy)
    assert [(each.state, each.articles) for each in all_there()] == [("done", 24)]
    assert not row.isVisible()


def test_a_forgotten_one_leaves_nothing(
    qtbot: QtBot, tmp_path: Path, screens: list[EvaluateScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    news(tmp_path)
    interrupt(monkeypatch)
    screen = opened(qtbot, screens)
    qtbot.waitUntil(screen.interrupted.isVisible)
    screen.interrupted.forget.click()
    qtbot.waitUntil(lambda: not screen.evaluate.evaluations._reader.busy)
    assert all_there() == []
    assert not any((paths.home() / "evaluations").iterdir())
    assert not screen.interrupted.isVisible()


def test_where_the_articles_have_changed_it_is_said_that_it_begins_anew(
    qtbot: QtBot, tmp_path: Path, screens: list[EvaluateScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    news(tmp_path)
    interrupt(monkeypatch)
    with Store.open() as store:
        dataset = store.datasets.get("news")
        assert dataset is not None
        store.datasets.change_label(dataset.id, 1, "business", "Ana")
    screen = opened(qtbot, screens)
    said: list[str] = []
    screen.said.connect(lambda text, _: said.append(text))
    qtbot.waitUntil(screen.interrupted.isVisible)
    screen.interrupted.go_on.click()
    qtbot.waitUntil(lambda: screen.evaluate.opened.evaluated is not None, timeout=20_000)
    assert said[0] == "The model or the articles have changed since: it begins anew."
    assert [each.state for each in all_there()] == ["done"]


def begin(qtbot: QtBot, screen: EvaluateScreen) -> int:
    """Have many articles evaluated; the id, once the model is reading."""
    evaluations = screen.evaluate.evaluations
    evaluations.make("tiny", NEWS)
    qtbot.waitUntil(lambda: any(evaluations._asked.values()), timeout=20_000)
    return next(iter(evaluations._asked.values()))


def test_closing_the_window_keeps_what_was_read_and_the_next_one_offers_it(
    qtbot: QtBot, tmp_path: Path, screens: list[EvaluateScreen]
) -> None:
    news(tmp_path, 3000)
    screen = opened(qtbot, screens)
    made = begin(qtbot, screen)
    screen.evaluate.session.close()
    again = opened(qtbot, screens)
    qtbot.waitUntil(again.interrupted.isVisible)
    assert [(each.id, each.state) for each in all_there()] == [(made, "interrupted")]


@pytest.mark.logs_warnings
def test_a_process_that_is_killed_is_told_and_offered_at_once(
    qtbot: QtBot, tmp_path: Path, screens: list[EvaluateScreen]
) -> None:
    news(tmp_path, 3000)
    screen = opened(qtbot, screens)
    said: list[str] = []
    screen.said.connect(lambda text, _: said.append(text))
    made = begin(qtbot, screen)
    child = screen.evaluate.evaluations._child
    assert child is not None
    assert child._process is not None
    os.kill(child._process.processId(), signal.SIGKILL)
    qtbot.waitUntil(screen.interrupted.isVisible)
    assert said[0].startswith("The process for evaluating ended")
    assert not screen.progress.isVisible()
    assert [(each.id, each.state) for each in all_there()] == [(made, "interrupted")]
