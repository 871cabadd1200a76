"""The training screen over a real store, with no process behind its jobs."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.training import TrainingScreen


@pytest.fixture
def store() -> Iterator[Store]:
    """As another process would see it."""
    with Store.open() as opened:
        yield opened


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the jobs that a supervisor would have been started for."""
    ids: list[str] = []

    def start(command: list[str], **_: object) -> SimpleNamespace:
        ids.append(command[-1])
        return SimpleNamespace(wait=lambda: 0)

    instead = SimpleNamespace(Popen=start, DEVNULL=None, STDOUT=None)
    monkeypatch.setattr("newsdesk.core.worker_process.subprocess", instead)
    monkeypatch.setattr("newsdesk.jobs.devices._cards", list)
    return ids


@pytest.fixture
def window(qtbot: QtBot, store: Store, started: list[str]) -> Iterator[MainWindow]:
    make_application()
    made = MainWindow(Session())
    made._has_started = True  # neither engine nor documents are needed here
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def screen(window: MainWindow) -> TrainingScreen:
    window._watch_jobs()
    window.show_place("training")
    assert window._training is not None
    return window._training
