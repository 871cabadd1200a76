"""Writing in the real window: nothing typed is lost, nothing is pretended, all can be undone."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import documents_made as made
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from window_driver import Script, drive, drop, files
from writing_made import (
    POLITICS,
    SPORT,
    Disk,
    add_to_title,
    draft_of,
    fields,
    is_open,
    keep,
    late_goal,
    text_of,
    two,
    write_anew,
)

from newsdesk.core.article import Article
from newsdesk.services.editing import WRITTEN_HERE
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow


def test_what_was_written_becomes_the_text_and_undo_brings_the_old_one_back() -> None:
    one = late_goal()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.shortcuts.do("writing.body")
        assert fields(window).texts() == ("Late goal", SPORT * 3)
        write_anew(window, "Parliament voted.")
        yield lambda: draft_of(window, one) == ("Late goal", "Parliament voted.")
        QTest.keyClick(fields(window).body, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        yield lambda: text_of(window, one) == ("Late goal", "Parliament voted.")
        yield lambda: not window.desk.writing.active
        assert draft_of(window, one) is None
        assert window.strip.text == "Edited the text"
        yield is_open(window, one)  # it was classified again
        window.shortcuts.do("undo")
        assert text_of(window, one) == ("Late goal", SPORT * 3)
        yield lambda: SPORT[:20] in window.desk.article.body.toPlainText()
        window.shortcuts.do("redo")
        assert text_of(window, one) == ("Late goal", "Parliament voted.")
        yield is_open(window, one)

    drive(script)


def test_the_bars_follow_what_is_typed_and_the_keys_decide_nothing() -> None:
    (one,) = keep(Article("", SPORT * 3, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        assert window.desk.sections.first == "sport"
        window.desk.writing.edit_body()
        fields(window).body.selectAll()
        QTest.keyClicks(fields(window).body, POLITICS * 2 + "1234")
        yield lambda: window.desk.sections.first == "politics"
        assert "as you type" in window.desk.sections.caption
        assert window.session.store.decisions.history(one) == []
        QTest.keyClick(fields(window).body, Qt.Key.Key_Escape)
        yield lambda: window.desk.sections.first == "sport"  # the article's own text
        yield lambda: not window.session.insight.busy

    drive(script)


def test_escape_keeps_a_draft_that_can_be_taken_up_or_thrown_away() -> None:
    (one,) = keep(Article("Late goal", SPORT, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        bar = window.desk.article.draft_bar
        assert bar.isHidden()
        window.shortcuts.do("writing.title")
        QTest.keyClicks(fields(window).title, " decides")
        QTest.keyClick(fields(window).title, Qt.Key.Key_Escape)
        yield lambda: window.strip.text == "Draft kept"
        assert window.desk.article.heading == "Late goal"
        assert bar.isVisible()
        yield lambda: draft_of(window, one) == ("Late goal decides", SPORT)
        bar.go_on.click()
        assert fields(window).texts() == ("Late goal decides", SPORT)
        QTest.keyClick(fields(window).body, Qt.Key.Key_Escape)
        bar.discard.click()
        yield lambda: draft_of(window, one) is None
        yield bar.isHidden
        assert text_of(window, one) == ("Late goal", SPORT)

    drive(script)


def test_a_new_article_leaves_nothing_behind_unless_something_was_typed() -> None:
    def script(window: MainWindow) -> Script:
        yield lambda: window.session.desk.model is not None
        window.shortcuts.do("writing.new")
        assert window.desk.article.isVisible()  # though the inbox is empty
        QTest.keyClick(fields(window).title, Qt.Key.Key_Escape)
        yield lambda: not window.desk.writing.active
        assert window.session.desk.counts().all == 0
        window.shortcuts.do("writing.new")
        QTest.keyClicks(fields(window).title, "Clinic opens")
        QTest.keyClick(fields(window).title, Qt.Key.Key_Return)
        QTest.keyClicks(fields(window).body, "Nurses work there.")
        yield lambda: window.session.desk.counts().all == 1
        (row,) = window.session.desk.rows(window.session.desk.query(), 0, 2)
        yield lambda: window.desk.inbox.current == row.id
        yield lambda: draft_of(window, row.id) == ("Clinic opens", "Nurses work there.")
        window.desk.writing.done()
        yield lambda: text_of(window, row.id) == ("Clinic opens", "Nurses work there.")
        yield lambda: window.strip.text == "Wrote an article"
        yield is_open(window, row.id)
        window.shortcuts.do("undo")
        assert window.session.desk.counts().all == 0
        window.shortcuts.do("redo")
        yield is_open(window, row.id)

    drive(script)


def test_what_was_open_can_not_be_decided_behind_a_new_article() -> None:
    one = late_goal()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.new_article()
        assert not window.desk.sections.confirm.isEnabled()
        window.desk.refresh()
        yield lambda: window.desk.inbox.settled
        window.session.desk.changed.emit()
        yield lambda: window.desk.inbox.settled
        assert not window.desk.sections.confirm.isEnabled()
        window.desk.writing.leave()
        yield is_open(window, one)
        assert window.desk.sections.confirm.isEnabled()
        assert window.desk.article.heading == "Late goal"

    drive(script)


def test_a_new_article_that_is_discarded_is_gone() -> None:
    def script(window: MainWindow) -> Script:
        yield lambda: window.session.desk.model is not None
        window.desk.writing.new_article()
        QTest.keyClicks(fields(window).title, "Nothing")
        yield lambda: window.session.desk.counts().all == 1
        window.desk.writing.discard()
        yield lambda: window.session.desk.counts().all == 0
        assert window.session.store.drafts.list() == []

    drive(script)


def test_a_draft_outlives_a_change_made_elsewhere_and_that_is_said() -> None:
    (one,) = keep(Article("Late goal", SPORT, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        add_to_title(window, "!")
        yield lambda: draft_of(window, one) == ("Late goal!", SPORT)
        with Store.open() as other:
            other.articles.edit(one, "Another title", SPORT)
        yield fields(window).elsewhere.isVisible
        assert fields(window).texts() == ("Late goal!", SPORT)
        QTest.keyClicks(fields(window).title, "!")
        yield lambda: draft_of(window, one) == ("Late goal!!", SPORT)
        window.desk.writing.done()
        yield lambda: text_of(window, one) == ("Late goal!!", SPORT)
        yield is_open(window, one)
        window.shortcuts.do("undo")
        assert text_of(window, one) == ("Another title", SPORT)
        yield is_open(window, one)

    drive(script)


def test_another_article_is_opened_without_losing_what_was_typed() -> None:
    one, other = two()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        add_to_title(window, " wins")
        window.desk.inbox.pick(other)
        yield is_open(window, other)
        assert not window.desk.writing.active
        assert window.desk.article.heading == "A vote"
        yield lambda: draft_of(window, one) == ("Late goal wins", SPORT)
        window.desk.inbox.pick(one)
        yield is_open(window, one)
        assert window.desk.article.draft_bar.isVisible()
        assert draft_of(window, other) is None

    drive(script)


def test_who_decides_upon_what_is_being_written_keeps_it() -> None:
    one, other = two()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        add_to_title(window, " wins")
        window.desk.sections.confirm.click()
        yield is_open(window, other)
        yield lambda: text_of(window, one) == ("Late goal wins", SPORT)
        yield lambda: not window.desk.writing.active
        assert window.desk.article.heading == "A vote"
        assert draft_of(window, one) is None
        yield lambda: not window.session.classification.state.running
        assert window.desk.inbox.current == other

    drive(script)


def test_a_full_disk_is_said_and_the_text_stays_in_the_fields(disk: Disk) -> None:
    (one,) = keep(Article("Late goal", SPORT, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        disk.full = True
        add_to_title(window, " wins")
        yield lambda: "The disk is full" in window.strip.text
        window.strip.say("")
        window.desk.writing.done()
        yield lambda: "The disk is full" in window.strip.text
        QTest.keyClicks(fields(window).title, "!")
        QTest.keyClick(fields(window).title, Qt.Key.Key_Escape)
        yield lambda: window.desk.writing.active and fields(window).isVisible()
        assert fields(window).title.text == "Late goal wins!"
        disk.full = False
        assert fields(window).isVisible()
        assert fields(window).isEnabled()
        assert text_of(window, one) == ("Late goal", SPORT)
        window.desk.writing.done()
        yield lambda: text_of(window, one) == ("Late goal wins!", SPORT)
        yield is_open(window, one)

    drive(script)


KILLED = """
import os, signal, sys
sys.path[:0] = {path!r}
from PySide6.QtTest import QTest
from window_driver import drive

def script(window):
    yield lambda: window.desk._opened is not None
    window.desk.writing.{begin}()
    QTest.keyClicks(window.desk.article.editor.body, "half a sen")
    yield lambda: bool(window.session.store.drafts.list())
    written = window.session.store.drafts.list()[0].article_id
    yield lambda: window.desk.inbox.current == written and window.desk.inbox.kept
    os.kill(os.getpid(), signal.SIGKILL)

drive(script)
"""


@pytest.mark.parametrize("new", [False, True], ids=["the open article", "a new article"])
def test_after_a_kill_the_half_typed_text_is_open_with_the_cursor_at_its_end(new: bool) -> None:
    keep(Article("Late goal", SPORT, "a.txt"))
    code = KILLED.format(
        path=[*filter(None, sys.path)], begin="new_article" if new else "edit_body"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr

    def script(window: MainWindow) -> Script:
        yield lambda: window.desk.writing.active
        title, body = fields(window).texts()
        assert (title, body) == (("", "half a sen") if new else ("Late goal", SPORT + "half a sen"))
        assert fields(window).body.textCursor().atEnd()
        opened = window.desk._opened
        assert opened is not None
        assert (opened.article.source == WRITTEN_HERE) == new

    drive(script)


def test_a_picture_pasted_while_writing_becomes_the_cover(tmp_path: Path) -> None:
    from PySide6.QtGui import QGuiApplication, QImage

    (one,) = keep(Article("Late goal", SPORT, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.desk.writing.edit_body()
        image = QImage(64, 48, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.red)
        QGuiApplication.clipboard().setImage(image)
        fields(window).body.paste()
        yield lambda: window.desk.article.cover.isVisible()
        assert fields(window).texts() == ("Late goal", SPORT)
        window.desk.writing.leave()
        yield is_open(window, one)
        drop(window, files(made.make_txt(tmp_path)))  # the window still takes articles
        yield lambda: window.session.desk.counts().all == 2
        yield lambda: not window.session.classification.state.running

    drive(script)
