"""The inbox at the desk: filters, search, several at once, and what an empty list says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from desk_made import NAME, Told, add, close, desk_window, model_card, said
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from newsdesk.store.records import Choice, InboxQuery
from newsdesk.ui.desk.inbox.row import HEIGHT
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.ask import Question

SPORT, BUSINESS = {"sport": 0.9, "style": 0.1}, {"business": 0.6, "sport": 0.4}
ARTICLES = (
    Told("Bank lifts profit", BUSINESS),
    Told("Cup final tonight", SPORT),
    Told("Мост открыли для проезда", {"business": 0.5, "health": 0.5}),
    Told("圖書館重新開放", {"health": 0.7, "sport": 0.3}),
    Told("Coach of the bank's team", {"sport": 0.75, "business": 0.25}),
    Told("Nobody has read this", {}),
    Told("Cup replay on Friday", SPORT),
)


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, *ARTICLES)
    yield made
    close(made)


def listed(window: MainWindow) -> list[str]:
    ids = window.desk.inbox.listing.ids()
    rows = window.session.store.articles.rows(ids, window.desk.inbox.query)
    return [row.title for row in rows]


def show(window: MainWindow, qtbot: QtBot, query: InboxQuery) -> list[str]:
    """List a query; the titles, once they are there."""
    window.desk.inbox.show_query(query)
    qtbot.waitUntil(lambda: window.desk.inbox.settled)
    return listed(window)


def search(window: MainWindow, qtbot: QtBot, text: str) -> list[str]:
    """Type into the search field; the titles, once they are there."""
    field = window.desk.toolbar.search
    field.setFocus()
    field.clear()
    QTest.keyClicks(field, text) if text.isascii() else field.setText(text)
    inbox = window.desk.inbox
    qtbot.waitUntil(lambda: inbox.query.search == text and inbox.settled)
    return listed(window)


def picture(window: MainWindow, place: int) -> QImage:
    """One row as it is painted."""
    view, image = window.desk.inbox.list, QImage(366, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme().color("panel"))
    option = QStyleOptionViewItem()
    option.rect = image.rect()
    option.state = QStyle.StateFlag.State_Enabled
    painter = QPainter(image)
    view.itemDelegate().paint(painter, option, window.desk.inbox.model.index(place))
    painter.end()
    return image


def painted(image: QImage, token: str) -> int:
    """How many pixels have exactly this colour of the palette."""
    wanted = theme().color(token).rgb()
    width, height = image.width(), image.height()
    return sum(image.pixel(x, y) == wanted for x in range(width) for y in range(height))


# Filters


def test_a_state_shows_its_articles_and_says_how_many(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    QTest.mouseClick(inbox.bar.states["to_decide"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: inbox.settled and inbox.state == "to_decide")
    assert len(listed(window)) == 6
    assert inbox.bar.found.text() == "6 articles"
    assert inbox.bar.states["to_decide"].accessibleName() == "To decide: 6"
    assert inbox.bar.states["unread"].isVisible()
    assert not inbox.bar.states["failed"].isVisible()


def test_filters_of_the_panel_narrow_the_list_and_are_lifted_one_by_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    QTest.mouseClick(inbox.bar.filter_button, Qt.MouseButton.LeftButton)
    panel = inbox.filters.panel
    assert panel.isVisible()
    panel._sections["sport"].click()
    panel.least.setValue(80)
    panel.order.setCurrentIndex(panel.order.findData("newest"))
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.least == 0.8)
    assert listed(window) == ["Cup replay on Friday", "Cup final tonight"]
    assert inbox.bar.found.text() == "2 found"
    sections, confidence, _clear = inbox.bar.chips
    assert sections.text().startswith("Sport")
    assert confidence.text().startswith("80 % to 100 %")
    confidence.click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.least == 0)
    assert "Coach of the bank's team" in listed(window)
    inbox.bar.chips[-1].click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.sections == ())
    assert len(listed(window)) == 7
    assert not inbox.bar.chips
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_a_click_beside_the_panel_closes_it(window: MainWindow) -> None:
    window.desk.inbox.filters.toggle()
    panel = window.desk.inbox.filters.panel
    assert panel.isVisible()
    QTest.mouseClick(panel.saved.name, Qt.MouseButton.LeftButton)
    assert panel.isVisible()
    QTest.mouseClick(window.desk.sections, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()


def test_least_certain_first_puts_the_doubtful_on_top(window: MainWindow, qtbot: QtBot) -> None:
    query = replace(window.desk.inbox.query, order="least_certain", state="to_decide")
    assert show(window, qtbot, query)[:2] == ["Мост открыли для проезда", "Bank lifts profit"]


def test_articles_of_today_are_found_by_the_day(window: MainWindow, qtbot: QtBot) -> None:
    query = window.desk.inbox.query
    assert len(show(window, qtbot, replace(query, arrived="today"))) == 7
    assert show(window, qtbot, replace(query, arrived="yesterday")) == []


def test_an_empty_list_says_what_hides_articles_and_the_way_out_works(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    query = replace(inbox.query, search="cup", sections=("business",))
    assert show(window, qtbot, query) == []
    assert "“cup”" in inbox.nothing_text
    qtbot.waitUntil(lambda: bool(inbox.nothing.ways))
    texts = [way.text() for way in inbox.nothing.ways]
    assert texts[:2] == ["Without the filter “Business”: 2", "Without the search: 2"]
    inbox.nothing.ways[0].click()
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.sections == ())
    assert len(listed(window)) == 2
    assert inbox.list.isVisible()


# Filters that are kept


def test_a_filter_is_saved_picked_replaced_and_removed_with_undo(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, sections=("sport",), arrived="week"))
    inbox.filters.toggle()
    box = inbox.filters.panel.saved
    QTest.keyClicks(box.name, "Sport this week")
    QTest.keyClick(box.name, Qt.Key.Key_Return)
    assert box.choice.currentText() == "Sport this week"
    show(window, qtbot, replace(inbox.query, sections=(), arrived=""))
    box.choice.setCurrentIndex(0)
    box.choice.setCurrentIndex(1)
    box.choice.activated.emit(1)
    qtbot.waitUntil(lambda: inbox.settled and inbox.query.sections == ("sport",))
    assert inbox.query.arrived == "week"
    assert inbox.query.model == NAME

    show(window, qtbot, replace(inbox.query, sections=("health",)))
    box.save()
    question = window.findChild(Question)
    assert question is not None
    assert "saved already" in question.explanation
    question.yes.click()
    assert _kept(window) == {"Sport this week": ("health",)}

    box.name.setText("Health")
    box.rename_button.click()
    assert _kept(window) == {"Health": ("health",)}
    box.remove_button.click()
    assert _kept(window) == {}
    for expected in ({"Health": ("health",)}, {"Sport this week": ("health",)}):
        window.background.undo()
        assert _kept(window) == expected
    window.background.undo()
    assert _kept(window) == {"Sport this week": ("sport",)}


def _kept(window: MainWindow) -> dict[str, tuple[str, ...]]:
    return {kept.name: kept.query.sections for kept in window.session.saved_filters.list()}


# Search


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cup", ["Cup final tonight", "Cup replay on Friday"]),
        ("cup friday", ["Cup replay on Friday"]),
        ("圖書館", ["圖書館重新開放"]),
        ("開放", ["圖書館重新開放"]),
        ("мост", ["Мост открыли для проезда"]),
    ],
)
def test_typing_finds_articles_in_any_script_and_marks_the_words(
    window: MainWindow, qtbot: QtBot, words: str, found: list[str]
) -> None:
    plain = picture(window, ARTICLES.index(next(a for a in ARTICLES if a.title == found[0])))
    assert painted(plain, "mark") == 0
    assert search(window, qtbot, words) == found
    inbox = window.desk.inbox
    assert inbox.terms == words.split()
    assert inbox.bar.found.text() == f"{len(found)} found"
    assert painted(picture(window, 0), "mark") > 50


def test_escape_clears_the_search_and_down_goes_into_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    search(window, qtbot, "cup")
    field = window.desk.toolbar.search
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert window.desk.inbox.list.hasFocus()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    qtbot.waitUntil(lambda: window.desk.inbox.settled and not window.desk.inbox.query.search)
    assert len(listed(window)) == 7


def test_the_open_article_stays_open_while_it_is_found(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    inbox.pick(7)
    search(window, qtbot, "cup")
    assert inbox.current == 7
    assert inbox.selected() == [7]
    search(window, qtbot, "bank")
    assert inbox.current == 1


def test_picking_what_the_filter_hides_lifts_the_filter(window: MainWindow, qtbot: QtBot) -> None:
    search(window, qtbot, "cup")
    inbox = window.desk.inbox
    inbox.pick(1)
    assert window.desk.article.heading == "Bank lifts profit"
    qtbot.waitUntil(lambda: inbox.settled and inbox.selected() == [1])
    assert window.desk.toolbar.search.text() == ""


# Deciding in a filtered list


def test_a_decided_article_leaves_the_list_at_once_and_the_next_one_opens(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, state="to_decide"))
    inbox.pick(2)
    QTest.keyClick(inbox.list, Qt.Key.Key_Return)
    assert "Cup final tonight" not in listed(window)
    assert inbox.current == 3
    qtbot.waitUntil(lambda: inbox.settled)
    assert inbox.current == 3
    assert inbox.selected() == [3]


def test_where_the_desk_stays_the_decided_article_stays_open_and_down_leads_on(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    window.desk.sections.go_on.setChecked(False)
    show(window, qtbot, replace(inbox.query, state="to_decide"))
    inbox.pick(2)
    QTest.keyClick(inbox.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: inbox.settled)
    assert inbox.current == 2
    assert window.desk.article.heading == "Cup final tonight"
    QTest.keyClick(inbox.list, Qt.Key.Key_Down)
    assert inbox.current == 3


def test_new_articles_do_not_move_the_open_one(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, order="newest"))
    inbox.pick(5)
    add(window.session.store, *(Told(f"News {number}", SPORT) for number in range(50)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 57)
    assert inbox.current == 5
    assert inbox.selected() == [5]


def test_new_articles_do_not_move_what_is_looked_at(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    add(window.session.store, *(Told(f"News {number}", SPORT) for number in range(200)))
    show(window, qtbot, replace(inbox.query, order="newest"))
    inbox.pick(207)
    inbox.list.show_top(100, 30)  # far away from the open article
    looked_at = inbox.listing.id_at(100)
    add(window.session.store, *(Told(f"More {number}", SPORT) for number in range(50)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 257)
    row, above = inbox.list.top
    assert (inbox.listing.id_at(row), above) == (looked_at, 30)
    assert inbox.current == 207


# Several at once


def test_several_are_decided_in_one_step_and_taken_back_in_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    store.decisions.record(1, "health", who="li", also="style")
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled)
    inbox.select([1, 2, 6])
    assert inbox.bulk.isVisible()
    assert inbox.bulk.text == "3 selected"
    inbox.bulk.menu.actions()[2].trigger()
    qtbot.waitUntil(lambda: "decided" in window.strip.text)
    assert window.strip.text == "Sport: 3 decided"
    assert [store.articles.get(i).decided_section for i in (1, 2, 6)] == ["sport"] * 3  # type: ignore[union-attr]
    window.background.undo()
    qtbot.waitUntil(lambda: "taken back" in window.strip.text)
    first = store.articles.get(1)
    assert first is not None
    assert (first.decided_section, first.also_section) == ("health", "style")
    assert store.decisions.standing(2) is None
    window.background.redo()
    qtbot.waitUntil(lambda: window.strip.text == "Sport: 3 decided")
    assert store.decisions.standing(6) is not None


def test_what_somebody_else_decided_meanwhile_is_left_and_counted(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    inbox.select([2, 5, 7])
    store.decisions.record_many([Choice(5, "business")], "Anna")
    inbox.bulk.decided.emit("sport")
    qtbot.waitUntil(lambda: "decided" in window.strip.text)
    assert window.strip.text == "Sport: 2 decided, 1 was decided by Anna meanwhile"
    standing = store.decisions.standing(5)
    assert standing is not None
    assert (standing.to_section, standing.who) == ("business", "Anna")


def test_select_all_reaches_everything_and_removing_can_be_taken_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    QTest.keyClick(inbox.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert inbox.selected() == [1, 2, 3, 4, 5, 6, 7]
    QTest.keyClick(inbox.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(inbox.listing) == 0)
    assert inbox.current is None
    assert window.strip.text == "7 removed"
    window.background.undo()
    qtbot.waitUntil(lambda: len(inbox.listing) == 7)
    assert inbox.current is not None


def test_a_cancelled_bulk_action_says_what_it_left_and_undo_takes_back_the_rest(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, session = window.desk.inbox, window.session
    add(session.store, *(Told(f"News {number}", SPORT) for number in range(1493)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 1500)
    inbox.select_all()
    assert inbox.bulk.text == "1,500 selected"
    write = session.store.decisions.record_many

    def and_cancel(*arguments: object, **more: object) -> object:
        session.bulk.cancel()
        return write(*arguments, **more)  # type: ignore[arg-type]

    session.store.decisions.record_many = and_cancel  # type: ignore[method-assign,assignment]
    inbox.bulk.decided.emit("style")
    qtbot.waitUntil(lambda: "left as they were" in window.strip.text)
    assert window.strip.text == "Style: 300 decided, 1,200 left as they were"
    session.store.decisions.record_many = write  # type: ignore[method-assign]
    assert session.store.articles.counts(NAME).decided == 300
    window.background.undo()
    qtbot.waitUntil(lambda: session.store.articles.counts(NAME).decided == 0)
    qtbot.waitUntil(lambda: not session.bulk.busy)


def test_a_long_bulk_action_shows_how_far_it_is_and_lets_no_second_one_in(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, session = window.desk.inbox, window.session
    add(session.store, *(Told(f"News {number}", SPORT) for number in range(993)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 1000)
    seen: list[str] = []
    session.bulk.moved.connect(lambda text, done, total: seen.append(text))
    inbox.select_all()
    inbox.bulk.decided.emit("style")
    inbox.bulk.remove_asked.emit()
    assert "goes on still" in window.strip.text
    session.bulk._tell_progress()
    assert window.strip.bulk.isVisible()
    assert "of 1,000" in seen[0]
    qtbot.waitUntil(lambda: window.strip.text == "Style: 1,000 decided")
    assert not window.strip.bulk.isVisible()


def test_export_names_what_is_selected_in_the_order_of_the_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox = window.desk.inbox
    show(window, qtbot, replace(inbox.query, order="newest"))
    inbox.select([2, 5, 7])
    with qtbot.waitSignal(inbox.export_asked) as asked:
        export = next(b for b in inbox.bulk.buttons if b.text() == "Export…")
        assert isinstance(export, QPushButton)
        inbox.bulk.export_asked.emit()
    assert asked.args == [[7, 5, 2]]


# Rows


def test_a_row_that_has_not_come_is_a_quiet_placeholder(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = picture(window, 0)
    monkeypatch.setattr(window.desk.inbox.listing, "row", lambda place: None)
    empty = picture(window, 0)
    assert painted(empty, "ground") > 1000
    assert painted(empty, "ink") == 0
    assert painted(full, "ink") > 0


def test_a_second_section_and_another_opinion_stand_in_the_row(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    store.predictions.add([(2, said({"health": 0.9, "sport": 0.1}, model="beside"))])
    store.decisions.record(2, "sport", who="li", also="business")
    index = inbox.model.index(1)
    window.session.desk.second = model_card("beside")
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.listing.query.beside == "beside")
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "Cup final tonight, Sport, also in Business, 90 %, the second model says Health, decided"
    )
    picture(window, 1)


@pytest.mark.parametrize(
    "title",
    [
        "x" * 5000,
        "النص العربي يُقرأ من اليمين إلى اليسار في هذا العنوان الطويل جدا الذي لا ينتهي",
        "👩‍👩‍👧‍👦🏳️‍🌈" * 60,
        "Z̷̧̛͎̮̺͎͇͗͌͂ą̶̛͖͕̗̻̄͑̚l̸̰̈́g̵̢͉̔̈́o̴͓͐" * 40,
        "​‮zero‍width‌" * 30,
        "two\nlines\tand a tab",
    ],
)
def test_titles_of_any_kind_fit_their_row(window: MainWindow, qtbot: QtBot, title: str) -> None:
    add(window.session.store, Told(title, SPORT))
    window.desk.refresh()
    qtbot.waitUntil(lambda: len(window.desk.inbox.listing) == 8)
    window.desk.inbox.delegate.terms = [title[:3].strip() or "x", "👧"]
    image = picture(window, 7)
    # The foot of the row belongs to the chip; no title reaches into the hairline below.
    line = [image.pixelColor(x, HEIGHT - 1) for x in range(90, 350)]
    assert len({colour.name() for colour in line}) == 1


def test_mouse_and_keys_select_as_in_any_list(window: MainWindow) -> None:
    inbox = window.desk.inbox
    view = inbox.list
    at = [view.visualRect(inbox.model.index(place)).center() for place in range(5)]
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(view.viewport(), left, pos=at[0])
    QTest.mouseClick(view.viewport(), left, Qt.KeyboardModifier.ShiftModifier, at[2])
    assert inbox.selected() == [1, 2, 3]
    QTest.mouseClick(view.viewport(), left, Qt.KeyboardModifier.ControlModifier, at[4])
    assert inbox.selected() == [1, 2, 3, 5]
    QTest.keyClick(view, Qt.Key.Key_End)
    assert inbox.current == 7
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert inbox.selected() == [5, 6]
    flags = QItemSelectionModel.SelectionFlag.Clear
    view.selectionModel().select(inbox.model.index(0), flags)
    assert not inbox.bulk.isVisible()


# Many

OWN_WORK_S = 0.06
"""Processor time of the window's thread for one act; well above what it takes."""


def test_twenty_thousand_articles_keep_the_window_free(window: MainWindow, qtbot: QtBot) -> None:
    inbox = window.desk.inbox
    add(window.session.store, *(Told(f"News {number}", SPORT) for number in range(19_993)))
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 20_000, timeout=20_000)
    bar = inbox.list.verticalScrollBar()
    acts = {
        "select all": inbox.select_all,
        "to the end": lambda: bar.setValue(bar.maximum()),
        "to the middle": lambda: bar.setValue(bar.maximum() // 2),
        "another filter": lambda: inbox.set_state("to_decide"),
        "a step": lambda: inbox.step(+1),
        "paint": inbox.list.viewport().repaint,
    }
    for name, act in acts.items():
        begun = time.thread_time()
        act()
        took = time.thread_time() - begun
        assert took < OWN_WORK_S, f"{name}: {took:.3f} s"
        qtbot.waitUntil(lambda: inbox.settled, timeout=20_000)
    assert inbox.bulk.isHidden()
    inbox.select_all()
    assert inbox.bulk.text == "19,999 selected"
    place = inbox.list.seen[0]
    qtbot.waitUntil(lambda: inbox.model.row_at(place) is not None)


def test_what_has_just_come_is_opened_at_once_with_its_answer_as_soon_as_it_is_there(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    (article,) = add(store, Told("Just in", {}))
    inbox.pick(article)
    assert window.desk.article.heading == "Just in"
    assert not window.desk.sections.confirm.isEnabled()
    # The answer comes before the list has looked for the article.
    store.predictions.add([(article, said(SPORT))])
    qtbot.waitUntil(lambda: inbox.settled and inbox.selected() == [article])
    assert window.desk.sections.confirm.isEnabled()
    QTest.keyClick(inbox.list, Qt.Key.Key_Up)
    assert inbox.current == 7
