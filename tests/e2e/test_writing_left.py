"""What was typed and then left is not lost either, whatever the disk does meanwhile."""

from __future__ import annotations

from typing import Any

import documents_made as made
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from test_writing_in_window import SPORT, draft_of, fields, is_open, keep, text_of
from window_driver import Script, drive

from newsdesk.core.article import Article
from newsdesk.core.errors import StoreError
from newsdesk.core.pictures import read_cover
from newsdesk.store import Store
from newsdesk.store.articles import ArticleRepository
from newsdesk.store.drafts import DraftRepository
from newsdesk.ui.main_window import MainWindow

POLITICS = "Parliament voted on the bill, and the minister told the opposition to accept it. "


class Disk:
    """Takes neither drafts nor texts as long as it is `full`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self._guard(monkeypatch, DraftRepository, "keep")
        self._guard(monkeypatch, ArticleRepository, "edit")

    def _guard(self, monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        write = getattr(owner, name)

        def guarded(*values: Any) -> None:
            if self.full:
                raise StoreError("disk_full", "The disk is full.", "Free some space.")
            write(*values)

        monkeypatch.setattr(owner, name, guarded)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def two() -> list[int]:
    return keep(Article("Late goal", SPORT, "a.txt"), Article("A vote", POLITICS, "b.txt"))


def test_a_draft_left_for_another_article_is_written_once_the_disk_has_room(disk: Disk) -> None:
    one, other = two()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.edit_title()
        disk.full = True
        QTest.keyClicks(fields(window).title, " wins")
        window.desk.inbox.pick(other)
        yield is_open(window, other)
        yield lambda: "The disk is full" in window.strip.text
        window.desk.inbox.pick(one)
        yield is_open(window, one)
        window.desk.article.draft_bar.go_on.click()
        assert fields(window).title.text == "Late goal wins"
        QTest.keyClicks(fields(window).title, "!")
        window.desk.inbox.pick(other)
        yield is_open(window, other)
        disk.full = False
        yield lambda: draft_of(window, one) == ("Late goal wins!", SPORT)
        yield lambda: window.strip.text == "Draft kept"

    drive(script)


def test_closing_asks_also_about_a_draft_that_was_left(disk: Disk) -> None:
    one, other = two()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.edit_title()
        disk.full = True
        QTest.keyClicks(fields(window).title, " wins")
        window.desk.inbox.pick(other)
        yield is_open(window, other)
        window.close()
        assert window.isVisible()
        assert window.question is not None
        window.question.cancel.click()
        disk.full = False
        window.close()
        assert not window.isVisible()

    drive(script)
    with Store.open() as store:
        draft = store.drafts.get(one)
    assert draft is not None
    assert draft.title == "Late goal wins"


def test_a_new_article_that_could_not_be_written_is_kept_once(disk: Disk) -> None:
    def script(window: MainWindow) -> Script:
        yield lambda: window.session.desk.model is not None
        disk.full = True
        window.desk.writing.new_article()
        QTest.keyClicks(fields(window).title, "Clinic opens")
        QTest.keyClick(fields(window).title, Qt.Key.Key_Escape)
        yield lambda: window.desk.writing.active
        assert fields(window).texts() == ("Clinic opens", "")
        disk.full = False
        yield lambda: [d.title for d in window.session.store.drafts.list()] == ["Clinic opens"]
        assert window.session.desk.counts().all == 1

    drive(script)


def test_a_text_that_was_decided_upon_but_not_written_is_a_draft_and_not_emptied(
    disk: Disk,
) -> None:
    one, other = two()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.edit_title()
        disk.full = True
        QTest.keyClicks(fields(window).title, " wins")
        window.desk.sections.confirm.click()
        yield is_open(window, other)
        yield lambda: "The disk is full" in window.strip.text
        disk.full = False
        yield lambda: draft_of(window, one) == ("Late goal wins", SPORT)
        assert text_of(window, one) == ("Late goal", SPORT)
        assert not window.desk.writing.active

    drive(script)


def test_a_discarded_text_keeps_no_window_open(disk: Disk) -> None:
    one, _ = two()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.edit_title()
        disk.full = True
        QTest.keyClicks(fields(window).title, " wins")
        yield lambda: "The disk is full" in window.strip.text
        window.desk.writing.discard()
        window.close()
        assert not window.isVisible()

    drive(script)


def test_a_long_text_that_could_not_be_put_back_can_be_undone_later(disk: Disk) -> None:
    long = SPORT * 3000
    (one,) = keep(Article("Late goal", long, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.edit_title()
        QTest.keyClicks(fields(window).title, " wins")
        window.desk.writing.done()
        yield lambda: text_of(window, one)[0] == "Late goal wins"
        yield lambda: not window.desk.writing.active
        yield is_open(window, one)
        disk.full = True
        window.shortcuts.do("undo")
        yield lambda: "The disk is full" in window.strip.text
        assert window.session.desk.undo_stack.undoable == "Edited the text"
        disk.full = False
        window.shortcuts.do("undo")
        yield lambda: text_of(window, one) == ("Late goal", long)
        yield is_open(window, one)

    drive(script)


def test_undo_leaves_a_cover_that_somebody_else_changed_since() -> None:
    red, blue = (read_cover(made.picture(colour=each), "p.png") for each in ("red", "blue"))
    (one,) = keep(Article("Late goal", SPORT, "a.txt", cover=red))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.session.desk.remove_cover(one)
        with Store.open() as other:
            other.articles.set_cover(one, blue)
        window.shortcuts.do("undo")
        assert "changed by somebody else since" in window.strip.text
        article = window.session.store.articles.get(one)
        assert article is not None
        assert article.cover_digest == blue.digest
        assert window.session.desk.undo_stack.undoable is None
        yield lambda: not window.session.classification.state.running

    drive(script)
