"""How the rows of the inbox look, are read aloud and are selected."""

from __future__ import annotations

import pytest
from desk_made import Told, add, model_card, said
from inbox_made import SPORT, painted, picture
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newsdesk.ui.desk.inbox.row import HEIGHT
from newsdesk.ui.main_window import MainWindow


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


def test_decided_is_quiet_also_where_the_model_could_not_read_the_article(
    window: MainWindow, qtbot: QtBot
) -> None:
    inbox, store = window.desk.inbox, window.session.store
    made = add(store, Told("Письмо", SPORT, abstains="It looks Russian."))[0]
    window.desk.refresh()
    qtbot.waitUntil(lambda: inbox.settled and len(inbox.listing) == 8)
    qtbot.waitUntil(lambda: inbox.listing.row(7) is not None)
    assert painted(picture(window, 7), "amber_ink") > 0
    store.decisions.record(made, "sport", who="li")
    window.desk.refresh()
    spoken = lambda: inbox.model.index(7).data(Qt.ItemDataRole.AccessibleTextRole)  # noqa: E731
    qtbot.waitUntil(lambda: "decided" in (spoken() or ""))
    assert spoken().startswith("Письмо, Sport, ")
    assert painted(picture(window, 7), "amber_ink") == 0


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
