"""Two people at one inbox: what one decided is shown to the other, never overwritten unseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from desk_made import Told, close, desk_window
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier
ARTICLES = (
    Told("Bank lifts profit", {"business": 0.6, "sport": 0.3, "health": 0.1}),
    Told("Cup final tonight", {"sport": 0.9, "style": 0.1}),
)


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    made = desk_window(qtbot, monkeypatch, *ARTICLES)
    made.session.watch._timer.stop()  # each test says when the store is looked at
    made.desk.inbox.pick(1)
    qtbot.waitUntil(lambda: made.desk.article.heading == ARTICLES[0].title)
    yield made
    close(made)


@pytest.fixture
def elsewhere() -> Iterator[Store]:
    """The same store, opened by another process or machine."""
    made = Store.open()
    yield made
    made.close()


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
    none = Qt.KeyboardModifier.NoModifier
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers or none)


def ledger(window: MainWindow) -> list[tuple[str | None, str]]:
    lines = window.session.store.decisions.history(1)
    return [(line.to_section, line.who) for line in lines]


def test_a_decision_made_meanwhile_is_shown_and_can_be_kept(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    elsewhere.decisions.record(1, "sport", who="Anna")
    press(window, Qt.Key.Key_Return)
    card = window.desk.sections.conflict
    assert card.text.startswith("Anna decided Sport at ")
    assert card.text.endswith("after you opened this article.")
    assert (card.keep.text(), card.overrule.text()) == (
        "Keep Sport",
        "Decide Business all the same",
    )
    assert ledger(window) == [("sport", "Anna")]
    assert window.desk.inbox.current == 1
    qtbot.waitUntil(card.keep.hasFocus)
    press(window, Qt.Key.Key_Return)
    assert ledger(window) == [("sport", "Anna")]
    assert card.text == ""
    assert window.desk.inbox.current == 2
    assert window.desk.inbox.list.hasFocus()


def test_it_can_be_decided_all_the_same_and_undo_brings_theirs_back(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    elsewhere.decisions.record(1, "sport", who="Anna")
    window.session.editor.rename("Ben")
    press(window, Qt.Key.Key_2)
    card = window.desk.sections.conflict
    qtbot.waitUntil(card.keep.hasFocus)
    press(window, Qt.Key.Key_Tab)
    assert card.overrule.hasFocus()
    press(window, Qt.Key.Key_Return)
    assert ledger(window) == [("sport", "Anna"), ("health", "Ben")]
    assert window.desk.inbox.current == 2
    press(window, Qt.Key.Key_Z, CTRL)
    assert ledger(window)[-1] == ("sport", "Ben")


def test_a_decision_by_another_person_appears_on_the_open_article_at_once(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    elsewhere.decisions.record(1, "sport", who="Anna", reason="a cup")
    window.session.watch.look()
    card = window.desk.sections.conflict
    qtbot.waitUntil(lambda: card.text.startswith("Anna decided Sport at "))
    assert "decided by Anna" in window.desk.sections.decision.text
    assert "“a cup”" in window.desk.sections.decision.text
    assert card.overrule.isHidden()
    press(window, Qt.Key.Key_2)
    assert card.overrule.text() == "Decide Health all the same"
    assert ledger(window) == [("sport", "Anna")]
    card.keep.click()
    assert ledger(window) == [("sport", "Anna")]


def test_what_was_seen_and_kept_can_be_changed_without_another_question(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    elsewhere.decisions.record(1, "sport", who="Anna")
    window.session.watch.look()
    card = window.desk.sections.conflict
    qtbot.waitUntil(lambda: card.text != "")
    card.keep.click()
    assert card.text == ""
    assert window.desk.inbox.current == 1
    press(window, Qt.Key.Key_2)
    assert card.text == ""
    assert ledger(window)[-1][0] == "health"


def test_undo_over_another_persons_decision_asks_first(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    press(window, Qt.Key.Key_Return)
    elsewhere.decisions.record(1, "sport", who="Anna")
    press(window, Qt.Key.Key_Z, CTRL)
    card = window.desk.sections.conflict
    qtbot.waitUntil(lambda: card.text.endswith("after your decision."))
    assert window.desk.inbox.current == 1
    assert ledger(window)[-1] == ("sport", "Anna")
    card.overrule.click()
    assert ledger(window)[-1][0] is None
    assert "Undone: Decided Business" in window.strip.text


def test_leaving_it_lets_the_step_go_and_undo_takes_the_one_before(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    window.desk.inbox.pick(2)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[1].title)
    press(window, Qt.Key.Key_3)
    window.desk.inbox.pick(1)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[0].title)
    press(window, Qt.Key.Key_1)
    elsewhere.decisions.record(1, "sport", who="Anna")
    press(window, Qt.Key.Key_Z, CTRL)
    card = window.desk.sections.conflict
    qtbot.waitUntil(lambda: card.text != "")
    card.keep.click()
    assert ledger(window)[-1] == ("sport", "Anna")
    press(window, Qt.Key.Key_Z, CTRL)
    assert window.session.store.decisions.standing(2) is None
    assert ledger(window)[-1] == ("sport", "Anna")


def test_esc_keeps_what_the_other_person_decided_and_the_next_article_comes(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    elsewhere.decisions.record(1, "sport", who="Anna")
    press(window, Qt.Key.Key_2)
    card = window.desk.sections.conflict
    qtbot.waitUntil(card.keep.hasFocus)
    press(window, Qt.Key.Key_Escape)
    assert card.text == ""
    assert ledger(window) == [("sport", "Anna")]
    assert window.desk.inbox.current == 2
    assert window.desk.inbox.list.hasFocus()


def test_while_it_is_asked_the_row_stays_and_the_foot_offers_no_undo_of_something_else(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    inbox, strip = window.desk.inbox, window.strip
    inbox.set_state("to_decide")
    inbox.pick(2)
    qtbot.waitUntil(lambda: inbox.settled and window.desk.article.heading == ARTICLES[1].title)
    window.background.say("Added a cover", undoable=True)
    elsewhere.decisions.record(2, "sport", who="Anna")
    press(window, Qt.Key.Key_2)
    assert strip.text.startswith("Anna decided Sport at ")
    with pytest.raises(StopIteration):
        strip.action("Undo")
    window.session.watch.look()
    window.background._refresh()
    qtbot.waitUntil(lambda: inbox.settled)
    assert inbox.selected() == [2]
    assert len(inbox.listing) == 2
    window.desk.sections.conflict.keep.click()
    qtbot.waitUntil(lambda: len(inbox.listing) == 1)
    assert inbox.selected() == [1]


def test_a_decision_taken_back_by_another_person_is_told_as_such(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    press(window, Qt.Key.Key_Return)
    window.desk.inbox.pick(1)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[0].title)
    elsewhere.decisions.record(1, None, who="Anna")
    press(window, Qt.Key.Key_2)
    card = window.desk.sections.conflict
    assert card.text.startswith("Anna took the decision back at ")
    assert card.keep.text() == "Leave it undecided"


def test_a_bulk_decision_between_two_single_ones_is_no_conflict(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(window, Qt.Key.Key_Return)
    bulk = window.session.bulk
    bulk.decide([1, 2], "health", window.session.listing.horizon)
    qtbot.waitUntil(lambda: not bulk.busy)
    window.desk.inbox.pick(1)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[0].title)
    press(window, Qt.Key.Key_3)
    for _ in range(3):
        press(window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: not bulk.busy)
    assert [section for section, _ in ledger(window)] == [
        "business",
        "health",
        "sport",
        "health",
        "business",
        None,
    ]
    assert window.desk.sections.conflict.text == ""


@pytest.mark.parametrize("meanwhile", ["before the key", "between reading and writing"])
def test_a_bulk_decision_leaves_what_somebody_else_decided_after_the_choice(
    window: MainWindow,
    elsewhere: Store,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: str,
) -> None:
    inbox, bulk, decisions = window.desk.inbox, window.session.bulk, window.session.store.decisions
    said: list[str] = []
    bulk.said.connect(lambda text, _: said.append(text))
    inbox.select_all()
    if meanwhile == "before the key":
        elsewhere.decisions.record(1, "sport", "Anna", reason="a friend told me")
        window.session.watch.look()
        qtbot.waitUntil(lambda: inbox.listing.horizon == 1)
        assert inbox.list.selected_count() == 2
    else:
        write = decisions.record_many

        def late(*choices: Any) -> Any:
            elsewhere.decisions.record(1, "sport", "Anna", reason="a friend told me")
            return write(*choices)

        monkeypatch.setattr(decisions, "record_many", late)
    inbox.several.decide("health")
    qtbot.waitUntil(lambda: not bulk.busy)
    assert ledger(window) == [("sport", "Anna")]
    assert said == ["Health: 1 decided, 1 was decided by Anna meanwhile"]


def test_a_bulk_decision_keeps_the_second_section_and_its_undo_the_reason(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    inbox, bulk = window.desk.inbox, window.session.bulk
    elsewhere.decisions.record(1, "sport", "Anna", reason="a friend told me", also="business")
    window.session.watch.look()
    qtbot.waitUntil(lambda: inbox.listing.horizon == 1)
    inbox.select_all()
    inbox.several.decide("health")
    qtbot.waitUntil(lambda: not bulk.busy)
    standing = window.session.store.decisions.standing(1)
    assert standing is not None
    assert (standing.to_section, standing.also) == ("health", "business")
    window.session.desk.undo_stack.undo()
    qtbot.waitUntil(lambda: not bulk.busy)
    standing = window.session.store.decisions.standing(1)
    assert standing is not None
    assert (standing.to_section, standing.also) == ("sport", "business")
    assert standing.reason == "a friend told me"


def test_an_article_removed_elsewhere_does_not_stand_in_the_way_of_undo(
    window: MainWindow, elsewhere: Store, qtbot: QtBot
) -> None:
    press(window, Qt.Key.Key_Return)
    window.desk.inbox.pick(2)
    qtbot.waitUntil(lambda: window.desk.article.heading == ARTICLES[1].title)
    press(window, Qt.Key.Key_Return)
    elsewhere.articles.remove([2])
    press(window, Qt.Key.Key_Z, CTRL)
    assert [line.to_section for line in elsewhere.decisions.history(2)] == ["sport"]
    press(window, Qt.Key.Key_Z, CTRL)
    assert ledger(window)[-1][0] is None
