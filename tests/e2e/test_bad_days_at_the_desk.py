"""Bad input and bad luck at the desk, through the real window: nothing lost, nothing pretended."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import documents_made as made
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton
from sqlalchemy import Connection, event
from test_first_light import rows, settled
from window_driver import Script, drive, drop, files

from newsdesk.__main__ import main
from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.documents import reader as document
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.errands.failures_dialog import FailuresDialog
from newsdesk.ui.main_window import MainWindow

BAD = 50
MEGABYTES = 2_000_000
LONG_TITLE = "Harbour " * 625  # 5,000 characters
FAMILY, FLAG = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f1eb\U0001f1f7"
STRANGE = {
    "right to left": Article("الميناء يفتح من جديد", "فتح الجسر أمام المرور يوم الاثنين. " * 4),
    "emoji": Article(f"{FAMILY} win \U0001f3c6 in {FLAG}", f"The team {FAMILY} won the cup. " * 4),
    "combining": Article("Vie\u0302\u0323t Nam vo\u0302 di\u0323ch", "a\u0301\u0302\u0323 " * 40),
    "zero width": Article(
        "Har\u200bbour\u2060 bri\u00addge", "open\u200bed \u200eagain\u200f " * 9
    ),
    "long": Article(LONG_TITLE.strip(), made.SAMPLE.body),
}
CONTROL = Qt.KeyboardModifier.ControlModifier


def bad_files(folder: Path, count: int) -> dict[Path, str]:
    """So many files that cannot be read, with the kind of problem that each has."""
    makers: list[tuple[str, bytes, str]] = [
        ("scan{}.pdf", b"%PDF-1.4 garbage", "broken"),
        ("empty{}.txt", b"", "empty"),
        ("letter{}.docx", b"PK\x03\x04 no archive", "broken"),
        ("song{}.mp3", b"ID3" + bytes(200), "unsupported"),
    ]
    made_here = {}
    for number in range(count):
        name, data, kind = makers[number % len(makers)]
        path = folder / name.format(number)
        path.write_bytes(data)
        made_here[path] = kind
    return made_here


def good_files(folder: Path, count: int) -> None:
    for number in range(count):
        (folder / f"{number:05}.txt").write_text(f"Bridge {number}\n\nIt opened on Monday.\n")


def read(window: MainWindow, count: int) -> Callable[[], bool]:
    """True once so many files stand in the inbox and nothing is being read any more."""
    session = window.session
    return lambda: not session.intake.state.running and session.desk.counts().all >= count


def read_back(path: Path) -> list[Article]:
    """The articles of a file that was exported."""
    found = list(document.read(path))
    articles = [each for each in found if isinstance(each, Article)]
    assert len(articles) == len(found)
    return articles


def _stays_small(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 1")


def no_more_room(store: Store) -> None:
    """The store's file has no free page and may not grow any more, as on a full disk."""
    with closing(sqlite3.connect(paths.database())) as connection:
        connection.execute("VACUUM")
    event.listen(store._database.engine, "begin", _stays_small)


def room_again(store: Store) -> None:
    """Somebody freed some space."""
    event.remove(store._database.engine, "begin", _stays_small)
    store._database.engine.dispose()


def said(window: MainWindow) -> str:
    """All that can be read in the right column and at the foot."""
    labels = window.desk.sections.findChildren(QLabel)
    return "\n".join([window.strip.text, *(each.text() for each in labels if each.isVisible())])


def button(window: MainWindow, words: str) -> QPushButton:
    """The button of the right column that is shown and has these words on it."""
    buttons = window.desk.sections.findChildren(QPushButton)
    return next(each for each in buttons if each.isVisible() and words in each.text())


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(window.focusWidget() or window, key, modifiers or Qt.KeyboardModifier.NoModifier)


def drop_many(folder: Path, count: int) -> None:
    """So many files with fifty bad ones: fifty sentences, grouped; mended, they are read."""
    wire, saved = folder / "wire", folder / "not read.txt"
    wire.mkdir()
    good_files(wire, count - BAD)
    bad = bad_files(wire, BAD)

    def script(window: MainWindow) -> Script:
        store = window.session.store
        drop(window, files(*sorted(wire.iterdir())))
        yield read(window, count)
        window.session.classification.cancel()
        failed = store.articles.failed()
        assert {Path(each.source) for each in failed} == set(bad)
        for each in failed:
            assert Path(each.source).name in each.problem.message, each.problem
            assert each.problem.remedy
        assert window.session.desk.counts().failed == BAD
        assert f"{BAD} could not be read" in window.strip.text
        window.desk.errands.show_failures()
        yield lambda: window.findChild(FailuresDialog) is not None
        dialog = window.findChild(FailuresDialog)
        assert isinstance(dialog, FailuresDialog)
        yield lambda: len(dialog.chosen) == BAD
        causes = Counter(each.problem.kind for each in failed)
        assert dialog.model.rowCount() == len(causes) > 1
        dialog.save.click()
        yield lambda: dialog.findChild(QFileDialog) is not None
        asked = dialog.findChild(QFileDialog)
        assert isinstance(asked, QFileDialog)
        asked.fileSelected.emit(str(saved))
        asked.close()
        yield lambda: saved.name in dialog.said.text()
        text = saved.read_text(encoding="utf-8")
        assert all(each.problem.message in text for each in failed)
        mended = [path for path in bad if path.suffix == ".txt"]
        for path in mended:
            path.write_text("Bridge\n\nIt opened on Monday morning.\n")
        dialog.again.click()
        left = BAD - len(mended)
        old = {each.id for each in failed}
        yield lambda: old.isdisjoint(each.id for each in store.articles.failed())
        yield read(window, count)
        window.session.classification.cancel()
        assert window.session.desk.counts().failed == left
        yield lambda: len(dialog.chosen) == left and not window.session.classification.state.running
        dialog.close()

    drive(script)


def test_a_thousand_files_with_fifty_bad_ones_get_fifty_sentences(tmp_path: Path) -> None:
    drop_many(tmp_path, 1000)


@pytest.mark.slow
def test_ten_thousand_files_with_fifty_bad_ones_get_fifty_sentences(tmp_path: Path) -> None:
    drop_many(tmp_path, 10_000)


def test_a_folder_that_vanishes_while_it_is_read_leaves_a_sentence_for_every_file(
    tmp_path: Path,
) -> None:
    folder, count = tmp_path / "wire", 2000
    folder.mkdir()
    good_files(folder, count)

    def script(window: MainWindow) -> Script:
        drop(window, files(folder))
        yield lambda: window.session.intake.state.files > 0
        shutil.rmtree(folder)
        yield read(window, count)
        window.session.classification.cancel()
        failed = window.session.store.articles.failed()
        assert window.session.desk.counts().all == count
        assert 0 < len(failed) < count
        assert all(Path(each.source).name in each.problem.message for each in failed)
        assert Counter(each.problem.kind for each in failed) == {"not_found": len(failed)}
        yield lambda: not window.session.classification.state.running

    drive(script)


def test_an_article_of_two_megabytes_is_shown_found_and_decided(tmp_path: Path) -> None:
    paragraph = " ".join(["The council spoke about the harbour bridge and its steel again."] * 5)
    body = "\n\n".join([paragraph] * (MEGABYTES // len(paragraph)) + ["Only here: xylophone."])
    path = made.make_txt(tmp_path, Article("A very long report", body))
    other = made.make_txt(tmp_path, Article("A short one", "The bridge is open again."), "short")

    def script(window: MainWindow) -> Script:
        drop(window, files(path, other))
        yield settled(window, 2)
        row = next(row for row in rows(window) if row.title == "A very long report")
        opened = window.session.desk.open(row.id)
        assert opened is not None
        assert opened.prediction is not None
        assert len(opened.article.body) == len(body)
        assert opened.prediction.tokens_read < opened.prediction.tokens_total
        window.desk.toolbar.search.setText("xylophone")
        inbox = window.desk.inbox
        yield lambda: inbox.model.query.search == "xylophone" and inbox.settled
        assert inbox.listing.ids() == [row.id]
        assert inbox.current == row.id
        yield window.desk.sections.confirm.isEnabled
        press(window, Qt.Key.Key_Return)
        yield lambda: window.session.store.decisions.standing(row.id) is not None

    drive(script)


def test_a_text_is_as_wide_beside_a_scroll_bar_as_without_one(tmp_path: Path) -> None:
    """Else height and width of the text answer one another without end, which ends the program."""
    made.make_txt(tmp_path, Article("Long", "\n\n".join(["The bridge is open."] * 200)), "long")
    made.make_txt(tmp_path, Article("Short", "The bridge is open again since Monday."), "short")

    def script(window: MainWindow) -> Script:
        view, widths = window.desk.article, {}
        drop(window, files(tmp_path))
        yield settled(window, 2)
        for row in rows(window):
            window.desk.inbox.pick(row.id)
            yield lambda row=row: view.heading == row.title
            bar = view.verticalScrollBar()
            yield lambda row=row, bar=bar: bar.isVisible() == (row.title == "Long")
            widths[row.title] = view.widget().width()
        assert widths["Long"] == widths["Short"]

    drive(script)


def test_strange_characters_are_shown_decided_and_come_back_from_an_export(
    tmp_path: Path,
) -> None:
    wire, export = made.make_jsonl(tmp_path, list(STRANGE.values())), tmp_path / "export.csv"

    def script(window: MainWindow) -> Script:
        drop(window, files(wire))
        yield settled(window, len(STRANGE))
        for row in rows(window):
            window.desk.inbox.pick(row.id)
            yield lambda row=row: window.desk.article.heading == row.title
            window.session.desk.decide(row.id, "sport")
        assert window.session.desk.counts().decided == len(STRANGE)

    drive(script)
    assert main(["inbox", "export", str(export)]) == 0
    kept = {each.title: each.body for each in read_back(export)}
    with Store.open() as store:
        ids = store.articles.listing(InboxQuery("starter-en")).tolist()
        assert kept == {text.title: text.body for text in store.articles.texts(ids)}


def test_a_full_disk_leaves_the_article_open_and_undecided_and_says_why(tmp_path: Path) -> None:
    count, reason = 16, "It is about money. " * 20
    for number in range(count):
        made.make_txt(tmp_path, name=f"{number:02}")

    def script(window: MainWindow) -> Script:
        session, inbox, sections = window.session, window.desk.inbox, window.desk.sections
        drop(window, files(tmp_path))
        yield settled(window, count)
        inbox.set_state("to_decide")
        no_more_room(session.store)
        # What room there is in the file's last page lasts for a few.
        for _ in range(count):
            yield lambda: inbox.settled and sections.confirm.isEnabled()
            opened = inbox.current
            press(window, Qt.Key.Key_Return, CONTROL)
            sections.reason.setText(reason)
            press(window, Qt.Key.Key_Return)
            if inbox.current == opened:
                break
        assert "full" in window.strip.text
        assert session.store.decisions.history(opened) == []
        assert sections.reason.text().strip() == reason.strip(), "what was typed is still there"
        decided = [row.id for row in rows(window) if row.state == "decided"]
        assert opened not in decided
        assert all(session.store.decisions.standing(each) is not None for each in decided)
        room_again(session.store)
        press(window, Qt.Key.Key_Return)
        yield lambda: inbox.current != opened
        standing = session.store.decisions.standing(opened)
        assert standing is not None
        assert standing.reason == reason.strip()

    drive(script)


def test_what_somebody_else_decided_meanwhile_is_shown_and_not_overwritten(tmp_path: Path) -> None:
    path = made.make_txt(tmp_path)

    def script(window: MainWindow) -> Script:
        store, sections = window.session.store, window.desk.sections
        drop(window, files(path))
        yield settled(window, 1)
        yield sections.confirm.isEnabled
        (row,) = rows(window)
        with Store.open() as other:
            other.decisions.record(row.id, "sport", who="Anna")
            # Before the window could have noticed.
            press(window, Qt.Key.Key_1)
        assert [line.who for line in store.decisions.history(row.id)] == ["Anna"]
        yield lambda: "Anna" in said(window)
        assert not sections.conflict.isHidden()
        # Only who has seen it may decide otherwise; both lines are in the ledger then.
        button(window, "all the same").click()
        yield lambda: len(store.decisions.history(row.id)) == 2
        assert store.decisions.standing(row.id).to_section == sections.section_at(1)

    drive(script)


def test_the_second_of_two_windows_does_not_overwrite_the_first(tmp_path: Path) -> None:
    path = made.make_txt(tmp_path)

    def script(window: MainWindow) -> Script:
        store, sections = window.session.store, window.desk.sections
        drop(window, files(path))
        yield settled(window, 1)
        yield sections.confirm.isEnabled
        (row,) = rows(window)
        other = Session()
        other.desk.decide(row.id, "sport")
        press(window, Qt.Key.Key_1)
        assert [line.to_section for line in store.decisions.history(row.id)] == ["sport"]
        yield lambda: not sections.conflict.isHidden()
        button(window, "Keep").click()
        yield sections.conflict.isHidden
        assert store.decisions.standing(row.id).to_section == "sport"
        other.close()

    drive(script)
