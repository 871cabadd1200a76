"""The desk over a few articles whose answers were made by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from desk_made import close, desk_window
from inbox_made import ARTICLES
from pytestqt.qtbot import QtBot

from newsdesk.ui.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, *ARTICLES)
    yield made
    close(made)
