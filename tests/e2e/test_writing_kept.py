"""What was typed is on disk, or the window says why not and stays."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from window_driver import Script, drive
from writing_made import (
    SPORT,
    Disk,
    close_with_room,
    draft_of,
    draft_on_disk,
    fields,
    is_open,
    keep,
    late_goal,
    refuses_to_close,
    text_of,
    write_anew,
)

from newsdesk.core.article import Article
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow


def test_closing_does_not_lose_what_cannot_be_written(disk: Disk) -> None:
    one = late_goal()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        disk.full = True
        write_anew(window, "All new.")
        refuses_to_close(window)
        assert fields(window).texts() == ("Late goal", "All new.")
        close_with_room(window, disk)

    drive(script)
    assert draft_on_disk(one) == ("Late goal", "All new.")


def test_who_says_so_closes_all_the_same(disk: Disk) -> None:
    one = late_goal()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.shortcuts.do("writing.body")
        disk.full = True
        QTest.keyClicks(fields(window).body, "x")
        window.close()
        assert window.question is not None
        window.question.yes.click()
        assert not window.isVisible()

    drive(script)


def test_a_draft_that_could_not_be_written_is_tried_again_without_a_key(disk: Disk) -> None:
    one = late_goal()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        disk.full = True
        write_anew(window, "All new.")
        yield lambda: "The disk is full." in window.strip.text
        disk.full = False
        yield lambda: draft_of(window, one) == ("Late goal", "All new.")

    drive(script)


def test_undo_leaves_a_text_that_somebody_else_changed_since() -> None:
    one = late_goal()

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        write_anew(window, "Mine.")
        QTest.keyClick(fields(window).body, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        yield lambda: text_of(window, one) == ("Late goal", "Mine.")
        yield lambda: not window.desk.writing.active
        with Store.open() as other:
            other.articles.edit(one, "Late goal", "Theirs.")
        window.shortcuts.do("undo")
        assert "changed by somebody else since" in window.strip.text
        assert text_of(window, one) == ("Late goal", "Theirs.")
        yield lambda: not window.session.classification.state.running

    drive(script)


def test_edit_puts_the_caret_where_one_is_reading() -> None:
    body = "\n\n".join(f"Paragraph {i}. {SPORT * 3}" for i in range(80))
    (one,) = keep(Article("Late goal", body, "a.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        window.shortcuts.do("writing.body")
        assert fields(window).body.textCursor().position() == 0
        window.shortcuts.do("writing.leave")
        yield lambda: not window.desk.article.is_writing
        bar = window.desk.article.verticalScrollBar()
        body_view = window.desk.article.body
        least = window.desk.article.viewport().height()
        yield lambda: body_view.is_whole and bar.maximum() > body_view.height() - least
        bar.setValue(bar.maximum() // 2)
        seen = window.desk.article.reading_place
        assert seen is not None
        assert 0.3 * len(body) < seen < 0.7 * len(body)
        window.shortcuts.do("writing.body")
        assert abs(fields(window).body.textCursor().position() - seen) < 200

    drive(script)


def test_an_article_without_a_title_has_one_name_in_list_and_reader() -> None:
    (one,) = keep(Article("", SPORT * 3, "folder/longtitle.txt"))

    def script(window: MainWindow) -> Script:
        yield is_open(window, one)
        assert window.desk.article.title.shown.text() == "longtitle.txt"

    drive(script)


def test_a_title_too_long_to_be_read_as_a_whole_is_said() -> None:
    long, plain = keep(
        Article("A late goal in the cup. " * 200, SPORT, "a.txt"),
        Article("Late goal", SPORT * 100, "b.txt"),
    )

    def script(window: MainWindow) -> Script:
        window.desk.inbox.pick(long)
        yield is_open(window, long)
        assert "tokens, not all of the title" in window.desk.article.under_title.facts.text()
        window.desk.inbox.pick(plain)
        yield is_open(window, plain)
        facts = window.desk.article.under_title.facts.text()
        assert " of " in facts
        assert "title" not in facts

    drive(script)


def test_a_text_that_holds_several_offers_to_divide_it_whenever_it_is_open() -> None:
    stories = [f"Match {i}\n\n{SPORT * 4}" for i in range(4)]
    (one, other) = keep(
        Article("Match 0", "\n\n-----\n\n".join(stories).partition("\n\n")[2], "clipboard"),
        Article("Late goal", SPORT * 3, "a.txt"),
    )

    def script(window: MainWindow) -> Script:
        window.desk.inbox.pick(other)
        yield is_open(window, other)
        dividing = window.desk.dividing
        assert dividing.card.text == ""
        window.desk.inbox.pick(one)
        yield is_open(window, one)
        yield lambda: "looks like 4 articles, divided by “-----”" in dividing.card.text
        window.shortcuts.do("writing.divide")
        assert dividing.dialog is not None
        yield lambda: dividing.dialog.divide.text() == "Divide into 4"
        dividing.dialog.divide.click()
        yield lambda: window.strip.text == "Divided into 4 articles"
        assert dividing.card.text == ""

    drive(script)
