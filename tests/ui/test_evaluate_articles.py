"""The articles behind the charts, over a real store: listed, read, relabelled, collected."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from datasets_made import text
from evaluated_made import made
from models_made import make_model
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.evaluating import evaluate
from newsdesk.core.article import Article
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.engine.loading import load
from newsdesk.services.evaluate.relabelling import FIGURES
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.articles import ArticlesPanel
from newsdesk.ui.evaluate.articles.row import ACTIONS

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
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with Store.open() as store:
        import_dataset(store, ImportRequest(path, name))


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


def section_of(number: int, name: str = "news") -> str:
    with Store.open() as store:
        dataset = store.datasets.get(name)
        assert dataset is not None
        row = store.datasets.row(dataset.id, number)
        assert row is not None
        return row.section


def test_while_nothing_is_picked_the_wrong_ones_are_listed_the_surest_first(news: Desk) -> None:
    evaluated = news.evaluate.opened.evaluated
    assert evaluated is not None
    assert sorted(news.titles()) == sorted(TITLES)
    confidence = [evaluated.confidence[place] for place in news.panel.listed.places]
    assert confidence == sorted(confidence, reverse=True)
    assert news.panel.head.title.text() == "All that are wrong"
    assert "3 articles; the most confident first" in news.panel.head.count.text()
    assert "wrong, true " in news.spoken(0)
    assert "predicted " in news.spoken(0)


def test_what_a_chart_picks_is_listed_under_its_name(news: Desk) -> None:
    mask = np.zeros(18, dtype=np.bool_)
    mask[[4, 7]] = True
    news.evaluate.selection.pick(mask, "health → sport")
    news.rest()
    assert sorted(news.titles()) == ["Title 5", "Title 8"]
    assert news.panel.head.title.text() == "health → sport"
    assert "2 articles" in news.panel.head.count.text()
    assert "right, Health" in news.spoken(0)
    news.panel.head.clear.click()
    news.rest()
    assert len(news.titles()) == 3


def test_the_list_is_sorted_and_searched(news: Desk) -> None:
    news.evaluate.selection.pick(np.ones(18, dtype=np.bool_), "all")
    news.panel.listed.sort("title")
    news.rest()
    assert news.titles() == sorted(news.titles(), key=str.casefold)
    news.panel.head.search.setText("набережную")
    news.panel.head.find_now()
    news.rest()
    assert news.titles() == [TITLES[1]]
    news.panel.head.search.setText("nowhere at all")
    news.panel.head.find_now()
    news.rest()
    assert news.panel.nothing.isVisible()
    assert "nowhere at all" in news.panel.nothing.text()


def test_an_article_is_opened_and_left_by_keys(news: Desk) -> None:
    panel = news.panel
    news.key(Qt.Key.Key_J)
    news.key(Qt.Key.Key_Return)
    first = news.titles()[0]
    assert panel.reads
    assert panel.reader.title.text() == first
    shown = panel.reader.body.toPlainText
    news.bot.waitUntil(lambda: any(word in shown() for word in ("bank", "doctor", "goal")))
    assert "predicted" in panel.reader.odds.text
    assert "true" in panel.reader.odds.text
    news.key(Qt.Key.Key_Down)
    assert panel.reader.title.text() == news.titles()[1]
    news.key(Qt.Key.Key_K)
    assert panel.reader.title.text() == first
    news.key(Qt.Key.Key_J)
    news.key(Qt.Key.Key_Escape)
    assert not panel.reads
    assert panel.list.currentIndex().row() == 1
    assert panel.list.hasFocus() or not panel.isActiveWindow()


def test_why_marks_the_words_of_the_evaluated_model(news: Desk) -> None:
    news.panel.list.go_to(0)
    news.key(Qt.Key.Key_W)
    card = news.panel.reader.why.card
    news.bot.waitUntil(lambda: bool(card.links), timeout=30_000)
    news.bot.waitUntil(lambda: not news.session.insight.busy, timeout=30_000)
    assert any(link.text in " ".join(WORDS.values()) for link in card.links)
    link = next(link for link in card.links if link.influence.part == "body")
    assert news.panel.reader.body.span(link.influence.start, link.influence.end)
    assert news.panel.reader.warning.isHidden()  # nothing has changed


def test_a_digit_relabels_into_the_ledger_and_undo_takes_it_back(news: Desk) -> None:
    news.panel.list.go_to(0)
    place = int(news.panel.listed.places[0])
    was = section_of(place + 1)
    digit = next(i for i, code in enumerate(CODES) if code != was)
    news.key(Qt.Key(Qt.Key.Key_1 + digit))
    news.bot.waitUntil(lambda: section_of(place + 1) == CODES[digit])
    news.rest()
    assert FIGURES in news.said[-1]
    news.bot.waitUntil(lambda: "relabelled" in news.spoken(0))
    news.session.desk.undo_stack.undo()
    news.bot.waitUntil(lambda: section_of(place + 1) == was)
    news.bot.waitUntil(lambda: "relabelled" not in news.spoken(0))


def test_that_the_figures_stay_is_said_once(news: Desk) -> None:
    news.panel.list.go_to(0)
    for digit in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
        news.key(digit)
    assert sum(FIGURES in line for line in news.said) == 1
    assert len(news.said) >= 2


def test_several_are_relabelled_in_one_step(news: Desk) -> None:
    news.panel.list.selectAll()
    news.panel.relabel("sport")
    numbers = [int(place) + 1 for place in news.panel.listed.places]
    news.bot.waitUntil(lambda: {section_of(number) for number in numbers} == {"sport"})
    news.rest()
    assert "2 rows of news: sport" in news.said[-1]  # the third one was there already
    news.session.desk.undo_stack.undo()
    news.rest()
    assert news.session.desk.undo_stack.undoable is None
    news.bot.waitUntil(lambda: len({section_of(number) for number in numbers}) == 3)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_offers_every_section_and_a_digit_picks_one(news: Desk) -> None:
    news.panel.list.go_to(0)
    QTest.keyClick(news.panel.list, Qt.Key.Key_R)
    menu = news.panel.menu
    assert menu is not None
    assert [action.text().partition("\t")[0] for action in menu.actions()] == [
        "Business", "Health", "Sport",
    ]  # fmt: skip
    place = int(news.panel.listed.places[0])
    digit = next(i for i, code in enumerate(CODES) if code != section_of(place + 1))
    QTest.keyClick(menu, Qt.Key(Qt.Key.Key_1 + digit))
    news.bot.waitUntil(lambda: section_of(place + 1) == CODES[digit])


def test_the_small_links_of_a_row_act(news: Desk) -> None:
    view, delegate = news.panel.list, news.panel.delegate
    area = view.visualRect(news.panel.model.index(1))
    found: dict[str, int] = {}
    for x in range(area.left(), area.right()):
        action = delegate.action_at(QRectF(area), QPointF(x, area.top() + 42))
        found.setdefault(action, x)
    assert set(ACTIONS) <= set(found)
    place = QPoint(found["open"] + 4, area.top() + 42)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    news.rest()
    assert news.panel.reads
    assert news.panel.reader.title.text() == news.titles()[1]


def test_articles_of_a_set_that_was_removed_stay_listed_and_cannot_be_relabelled(
    news: Desk,
) -> None:
    dataset = news.session.store.datasets.get("news")
    assert dataset is not None
    news.session.datasets.remove(dataset)
    news.rest()
    news.bot.waitUntil(lambda: news.panel.lost.isVisible())
    assert "not here any more" in news.panel.lost.text()
    assert len(news.titles()) == 3
    news.bot.waitUntil(lambda: "not here any more" in news.spoken(0))
    news.panel.list.go_to(0)
    news.key(Qt.Key.Key_1)
    assert "cannot be changed" in news.said[-1]
    news.panel.open(0)
    news.rest()
    assert "not here any more" in news.panel.reader.notice.text()
    assert not news.panel.reader.bar.relabel.isEnabled()


def test_another_set_of_the_same_name_is_not_taken_for_the_evaluated_one(
    news: Desk, tmp_path: Path
) -> None:
    with Store.open() as store:
        path = tmp_path / "news.jsonl"
        import_dataset(store, ImportRequest(path, "news", replacing=True))
    # The very same rows are the very same set: its fingerprint says so.
    news.session.watch.look()
    news.rest()
    assert not news.panel.lost.isVisible()
    import_other = [{"title": f"Other {i}", "body": text(f"o{i}"), "label": "sport"}
                    for i in range(12)]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, import_other)), encoding="utf-8")
    with Store.open() as store:
        import_dataset(store, ImportRequest(path, "news", replacing=True))
    news.session.watch.look()
    news.bot.waitUntil(lambda: news.panel.lost.isVisible(), timeout=10_000)
    assert "replaced" in news.panel.lost.text()
    news.panel.list.go_to(0)
    news.key(Qt.Key.Key_3)
    assert section_of(1) == "sport"


def test_picked_articles_become_a_data_set_and_are_added_to_one(news: Desk) -> None:
    news.panel.collect()
    news.bot.waitUntil(lambda: news.panel.dialog is not None)
    dialog = news.panel.dialog
    assert dialog is not None
    dialog.field.setText("news")  # type: ignore[union-attr]
    assert not dialog.start.isEnabled()  # type: ignore[union-attr]
    dialog.field.setText("doubtful")  # type: ignore[union-attr]
    dialog.accept()
    news.rest()
    with Store.open() as store:
        made_set = store.datasets.get("doubtful")
        assert made_set is not None
        assert sorted(row.title for row in store.datasets.rows(made_set.id)) == sorted(TITLES)
        before = made_set.fingerprint
    news.evaluate.selection.pick(np.ones(18, dtype=np.bool_), "all")
    news.rest()
    news.panel.listed.collect(news.panel.chosen(), "doubtful", new=False)
    news.rest()
    assert "15 added" in news.said[-1]
    assert "3 in it already" in news.said[-1]
    with Store.open() as store:
        made_set = store.datasets.get("doubtful")
        assert made_set is not None
        assert made_set.rows == 18
        assert made_set.fingerprint != before


@pytest.mark.parametrize("ending", ["csv", "jsonl", "xlsx"])
def test_the_listed_articles_are_exported_with_every_probability(
    news: Desk, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"out.{ending}"
    news.panel.listed.take_out(news.panel.chosen(), path)
    news.rest()
    assert "3 articles written" in news.said[-1]
    if ending == "xlsx":
        from openpyxl import load_workbook

        book = load_workbook(path)
        titles = [row[0] for row in book.active.iter_rows(min_row=2, values_only=True)]
    elif ending == "csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        titles = [row["title"] for row in rows]
        assert all(row["body"] and row["true"] != row["predicted"] for row in rows)
        assert abs(sum(float(rows[0][f"p {code}"]) for code in CODES) - 1) < 1e-4
    else:
        titles = [json.loads(line)["title"] for line in path.read_text("utf-8").splitlines()]
    assert titles == news.titles()


def test_an_article_of_the_desk_is_decided_over_nothing_unseen(
    qtbot: QtBot, desks: list[Desk]
) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    assert desk.titles() == ["Desk 1"]
    desk.panel.list.go_to(0)
    desk.rest()
    with Store.open() as store:  # somebody else, whom this window has not heard of yet
        store.decisions.record(ids[0], "sport", "petra")
    desk.panel.relabel("business")
    assert "petra decided" in desk.said[-1]
    with Store.open() as store:
        standing = store.decisions.standing(ids[0])
        assert standing is not None
        assert standing.to_section == "sport"
    desk.session.watch.look()
    qtbot.waitUntil(lambda: "relabelled" in desk.spoken(0), timeout=10_000)
    desk.rest()
    desk.panel.relabel("business")
    with Store.open() as store:
        standing = store.decisions.standing(ids[0])
        assert standing is not None
        assert standing.to_section == "business"
    assert FIGURES in desk.said[-1]


def test_a_second_section_of_the_desk_stays(qtbot: QtBot, desks: list[Desk]) -> None:
    ids = decided_on_desk()
    with Store.open() as store:
        store.decisions.record(ids[0], "health", "maria", also="sport")
    desks.append(desk := Desk(qtbot, Material()))
    desk.panel.list.go_to(0)
    desk.panel.relabel("business")
    with Store.open() as store:
        standing = store.decisions.standing(ids[0])
        assert standing is not None
        assert (standing.to_section, standing.also) == ("business", "sport")


def test_several_articles_of_the_desk_are_decided_and_taken_back_together(
    qtbot: QtBot, desks: list[Desk]
) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    desk.evaluate.selection.pick(np.ones(6, dtype=np.bool_), "all")
    desk.rest()
    desk.panel.list.selectAll()
    desk.panel.relabel("sport")
    desk.rest()

    def standing() -> set[str]:
        with Store.open() as store:
            return {line.to_section or "" for line in store.decisions.standing_of(ids).values()}

    qtbot.waitUntil(lambda: standing() == {"sport"})
    desk.session.desk.undo_stack.undo()
    desk.rest()
    qtbot.waitUntil(lambda: standing() == set(CODES))


def test_an_article_of_the_desk_is_asked_for_there(qtbot: QtBot, desks: list[Desk]) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    desk.panel.open(0)
    desk.rest()
    assert "maria" in desk.panel.reader.history.text()
    asked: list[int] = []
    desk.panel.article_asked.connect(asked.append)
    desk.panel.reader.bar.desk.click()
    assert asked == [ids[0]]


def test_a_removed_article_of_the_desk_says_so(qtbot: QtBot, desks: list[Desk]) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    with Store.open() as store:
        store.articles.remove([ids[0]])
    desk.session.watch.look()
    qtbot.waitUntil(lambda: "removed from the desk" in desk.spoken(0), timeout=10_000)
    desk.panel.list.go_to(0)
    desk.panel.relabel("sport")
    assert "cannot be changed" in desk.said[-1]


def test_a_hundred_thousand_articles_are_listed_without_holding_up_the_window(
    news: Desk,
) -> None:
    many: Evaluated = made(100_000, 8)
    news.evaluate.opened.evaluated = many
    news.evaluate.selection.begin(len(many))
    news.evaluate.selection.pick(np.ones(len(many), dtype=np.bool_), "all")
    news.rest()
    assert len(news.panel.listed) == 100_000
    view = news.panel.list
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    news.rest()
    assert view.seen.stop == 100_000
    assert not view.grab().isNull()
