"""The articles behind the charts: listed, read, explained, relabelled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from datasets_made import section_of
from evaluate_articles_made import (
    CODES,
    TITLES,
    WORDS,
    Desk,
    import_news,
)
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from newsdesk.analysis.evaluating import evaluate
from newsdesk.core.evaluation import Material
from newsdesk.engine.loading import load
from newsdesk.services.evaluate.relabelling import FIGURES
from newsdesk.store import Store
from newsdesk.ui.evaluate.articles.row import ACTIONS


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
    menu = news.panel.asking.menu
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


def test_another_evaluation_begins_with_a_list_of_its_own(news: Desk, tmp_path: Path) -> None:
    import_news(tmp_path, "fewer", rows=6, wrong=1)
    with Store.open() as store:
        fewer = evaluate(store, load("tiny"), Material("fewer", "all"))
    news.evaluate.selection.pick(np.ones(18, dtype=np.bool_), "all")
    news.rest()
    listed = news.panel.listed
    at_once: list[tuple[int, str]] = []
    news.evaluate.opened.changed.connect(
        lambda: at_once.append((len(listed), news.panel.nothing.text()))
    )
    listed.look(0, 17)  # asked of the evaluation before, answered when the other is open
    news.evaluate.opened.open(fewer)
    news.bot.waitUntil(lambda: bool(at_once))
    assert at_once == [(0, "")]
    news.rest()
    assert len(news.titles()) == 1
    assert "relabelled" not in news.spoken(0)
