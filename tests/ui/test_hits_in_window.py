"""From one place of what is searched to the next, in the real window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from desk_made import Told, close, desk_window
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.core.article import Article
from newsdesk.ui.desk.article.hits import PORTION, hit_marks
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.reading.marks import line_areas

FILLER = "It was a quiet day in the town, and nobody came to the market.\n\n"
LONG = FILLER * 250 + "The zeppelin landed.\n\n" + FILLER * 50 + "A Zeppelin again."
HUGE = FILLER * 30_000 + "The airship came.\n\n" + FILLER * 60


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, Told("Bank lifts profit", {"business": 0.6}))
    articles = [
        Article("Zeppelins", "A zeppelin.", source="z.txt"),
        Article("A long day", LONG, source="a.txt"),
        Article("The airship of the year", HUGE, source="b.txt"),
    ]
    made.session.store.articles.add(articles)
    made.desk.refresh()
    yield made
    close(made)


def search(window: MainWindow, qtbot: QtBot, text: str) -> None:
    inbox, field = window.desk.inbox, window.desk.toolbar.search
    field.setFocus()
    field.clear()
    QTest.keyClicks(field, text)
    qtbot.waitUntil(lambda: inbox.query.search == text and inbox.settled)


def pick(window: MainWindow, qtbot: QtBot, title: str) -> None:
    inbox = window.desk.inbox
    rows = window.session.store.articles.rows(inbox.listing.ids(), inbox.query)
    inbox.pick(next(row.id for row in rows if row.title == title))
    qtbot.waitUntil(lambda: window.desk.article.heading == title)


def is_seen(window: MainWindow, start: int, end: int) -> bool:
    """Whether characters of the body can be seen without scrolling."""
    view = window.desk.article
    for cursor in view.body.span(start, end)[:1]:
        area = line_areas(view.body.document(), cursor)[0].toRect()
        place = view.viewport().mapFromGlobal(view.body.viewport().mapToGlobal(area.center()))
        return view.viewport().rect().contains(place)
    return False


def test_an_article_that_a_search_found_opens_at_the_first_place(
    window: MainWindow, qtbot: QtBot
) -> None:
    search(window, qtbot, "zeppelin")
    pick(window, qtbot, "A long day")
    place = LONG.index("zeppelin")
    qtbot.waitUntil(lambda: is_seen(window, place, place + 8))


def test_f3_leads_from_place_to_place_and_shift_f3_back(window: MainWindow, qtbot: QtBot) -> None:
    told: list[str] = []
    window.desk.said.connect(lambda text, _: told.append(text))
    search(window, qtbot, "zeppelin")
    pick(window, qtbot, "A long day")
    first, last = LONG.index("zeppelin"), LONG.index("Zeppelin")
    qtbot.waitUntil(lambda: is_seen(window, first, first + 8))
    steps = ((0, last), (0, first), (Qt.KeyboardModifier.ShiftModifier, last))
    for shift, place in steps:
        QTest.keyClick(window.desk.inbox.list, Qt.Key.Key_F3, Qt.KeyboardModifier(shift))
        qtbot.waitUntil(lambda place=place: is_seen(window, place, place + 8))
    assert told[-3:] == ["Hit 2 of 2.", "Hit 1 of 2.", "Hit 2 of 2."]


def test_a_place_far_down_a_text_of_two_megabytes_is_shown_and_so_is_its_beginning_again(
    window: MainWindow, qtbot: QtBot
) -> None:
    search(window, qtbot, "airship")
    place = HUGE.index("airship")
    qtbot.waitUntil(lambda: len(window.desk.insight.hits.marks) == 2)
    QTest.keyClick(window.desk.inbox.list, Qt.Key.Key_F3)
    bar = window.desk.article.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0 and is_seen(window, place, place + 7))
    body = window.desk.article.body
    assert "characters before this are not shown" in body.toPlainText()
    assert body.toPlainText().split("\n")[1].startswith("It was a quiet day")
    assert len(body.toPlainText()) < 100_000
    body.anchorClicked.emit(QUrl("#beginning"))
    assert body.toPlainText().startswith("It was a quiet day")
    assert "not shown" not in body.toPlainText()


def test_without_a_search_it_is_said_that_there_is_nothing_to_go_to(
    window: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.desk.said) as said:
        QTest.keyClick(window.desk.inbox.list, Qt.Key.Key_F3)
    assert said.args == ["Nothing is searched.", False]


def test_a_word_across_the_border_of_two_portions_is_found_once() -> None:
    body = "x" * (PORTION - 3) + "zeppelin" + "x" * PORTION + "zeppelin"
    found = [mark.start for portion in hit_marks("", body, ["zeppelin"]) for mark in portion]
    assert found == [PORTION - 3, 2 * PORTION + 5]
