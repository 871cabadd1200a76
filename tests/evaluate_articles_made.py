"""A panel of the articles behind the charts, over a real store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from datasets_made import import_rows, text
from models_made import make_model
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluating import evaluate
from newsdesk.core.article import Article
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.engine.loading import load
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.articles import ArticlesPanel

WORDS = {"business": "bank shares profit market", "health": "doctor clinic vaccine nurse",
         "sport": "goal match team coach"}  # fmt: skip
CODES = list(WORDS)
TITLES = ("搭車戴口罩 各車站首日秩序良好", "В центре Уфы открыли новую набережную", "Title 3")


def import_news(folder: Path, name: str = "news", rows: int = 18, wrong: int = 3) -> None:
    """Sections in turn; the first rows are labelled wrongly, and a model says so."""
    lines = [
        {
            "title": TITLES[i] if i < len(TITLES) else f"Title {i + 1}",
            "body": f"{WORDS[CODES[(i + (i < wrong)) % 3]]} {text(i)}",
            "label": CODES[i % 3],
        }
        for i in range(rows)
    ]
    import_rows(lines, folder, name)


def decided_on_desk(number: int = 6) -> list[int]:
    """So many articles of the desk, each decided by maria; the first one wrongly."""
    with Store.open() as store:
        bodies = [f"{WORDS[CODES[i % 3]]} {text(i)}" for i in range(number)]
        ids = store.articles.add(
            [Article(f"Desk {i + 1}", body, "wire") for i, body in enumerate(bodies)]
        )
        for i, article in enumerate(ids):
            store.decisions.record(article, CODES[(i + (i == 0)) % 3], "maria")
    return ids


class Desk:
    """A panel over an evaluation, and what it has said."""

    def __init__(self, qtbot: QtBot, material: Material) -> None:
        self.bot = qtbot
        make_application()
        with Store.open() as store:
            made_id = evaluate(store, load("tiny"), material).id
        self.session = Session()
        self.evaluate = self.session.evaluate
        self.panel = ArticlesPanel(self.evaluate)
        self.said: list[str] = []
        self.panel.said.connect(lambda line, _: self.said.append(line))
        self.evaluate.evaluations.start()
        self.panel.resize(560, 420)
        self.panel.show()
        qtbot.waitUntil(lambda: self.evaluate.evaluations.get(made_id) is not None)
        found = self.evaluate.evaluations.get(made_id)
        assert found is not None
        self.evaluation: Evaluation = found
        self.evaluate.opened.open(found)
        qtbot.waitUntil(lambda: self.evaluate.opened.evaluated is not None)
        self.rest()

    def rest(self) -> None:
        """Until nothing is on its way."""
        busy = self.session.datasets, self.evaluate.articles, self.session.bulk
        self.bot.waitUntil(lambda: not any(each.busy for each in busy), timeout=20_000)
        self.bot.waitUntil(lambda: not self.evaluate.articles.busy)

    def titles(self) -> list[str]:
        return [str(self.panel.model.index(i).data()) for i in range(len(self.panel.listed))]

    def spoken(self, number: int) -> str:
        role = Qt.ItemDataRole.AccessibleTextRole
        return str(self.panel.model.index(number).data(role))

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.panel.reader if self.panel.reads else self.panel.list, key)
        self.rest()

    def close(self) -> None:
        self.panel.close()
        self.panel.deleteLater()
        self.session.close()


@pytest.fixture
def desks(home: Path) -> Iterator[list[Desk]]:
    make_model(home / "models")
    opened: list[Desk] = []
    yield opened
    for desk in opened:
        desk.close()


@pytest.fixture
def news(qtbot: QtBot, desks: list[Desk], tmp_path: Path) -> Desk:
    """The panel over an evaluation of a data set with three wrong rows."""
    import_news(tmp_path)
    desks.append(Desk(qtbot, Material("news", "all")))
    return desks[-1]
