"""What was typed and then left is not lost either, whatever the disk does meanwhile."""

from __future__ import annotations

import documents_made as made
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from window_driver import Script, drive
from writing_made import (
    SPORT,
    Disk,
    add_to_title,
    close_with_room,
    draft_of,
    draft_on_disk,
    fields,
    is_open,
    keep,
    refuses_to_close,
    text_of,
    two,
)

from newsdesk.core.article import Article
from newsdesk.core.pictures import read_cover
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow


def left_on_a_full_disk(window: MainWindow, disk: Disk, one: int, other: int) -> Script:
    """Write into one article while the disk is full, and go to another."""
    yield is_open(window, one)
    disk.full = True
    add_to_title(window, " wins")
    window.desk.inbox.pick(other)
    yield is_open(window, other)


def test_a_draft_left_for_another_article_is_written_once_the_disk_has_room(disk: Disk) -> None:
    one, other = two()

    def script(window: MainWindow) -> Script:
        yield from left_on_a_full_disk(window, disk, one, other)
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
        yield from left_on_a_full_disk(window, disk, one, other)
        refuses_to_close(window)
        close_with_room(window, disk)

    drive(script)
    assert draft_on_disk(one) == ("Late goal wins", SPORT)


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
        disk.full = True
        add_to_title(window, " wins")
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
        disk.full = True
        add_to_title(window, " wins")
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
        add_to_title(window, " wins")
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
