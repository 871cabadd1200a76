"""The desk over five articles, the first of them open."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from deciding_made import ARTICLES, pick
from desk_made import close, desk_window
from pytestqt.qtbot import QtBot

from newsdesk.ui.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, *ARTICLES)
    made.desk.inbox.set_state("all")
    pick(made, qtbot, 0)
    yield made
    close(made)


@pytest.fixture
def at(window: MainWindow, qtbot: QtBot) -> Callable[[int], int]:
    """Opens the article with this number; its id."""
    return lambda number: pick(window, qtbot, number)
