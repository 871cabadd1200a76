"""An editor's shift at the desk, through the real window with the model that ships."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import documents_made as made
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from test_first_light import rows, settled
from window_driver import Script, drive, drop, drop_on, files

from benchmarks.articles import sample
from benchmarks.sentences import CHINESE, RUSSIAN
from newsdesk.core.article import Article
from newsdesk.core.prediction import Prediction
from newsdesk.store.records import InboxRow
from newsdesk.ui.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
ARRIVED = 12


@pytest.fixture
def wire(tmp_path: Path) -> Path:
    """A folder of news in three languages; real ones in English where they are at hand."""
    folder = tmp_path / "wire"
    folder.mkdir()
    english = list(sample(ARRIVED - 3, ("bbc", "masakhanews-en")).articles)
    others = [Article("港口公司", "".join(CHINESE["business"])), made.SAMPLE]
    others.append(Article("Портовая компания", " ".join(RUSSIAN["business"])))
    for number, article in enumerate([*english, *others]):
        made.make_txt(folder, article, f"{number:02}")
    return folder


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(window.focusWidget() or window, key, modifiers or Qt.KeyboardModifier.NoModifier)


def listed(window: MainWindow) -> list[str]:
    """The titles that the list shows."""
    model = window.desk.inbox.model
    shown = (model.row_at(position) for position in range(model.rowCount()))
    return [row.title for row in shown if row is not None]


def row(window: MainWindow, article_id: int) -> InboxRow:
    return next(each for each in rows(window) if each.id == article_id)


def moved_on(window: MainWindow, article_id: int | None) -> Callable[[], bool]:
    """True once another article is open, with its answer."""
    inbox, sections = window.desk.inbox, window.desk.sections
    return lambda: inbox.current != article_id and sections.confirm.isEnabled()


def test_what_arrives_is_classified_found_and_filtered(wire: Path) -> None:
    def script(window: MainWindow) -> Script:
        drop(window, files(wire))
        yield settled(window, ARRIVED)
        inbox, search = window.desk.inbox, window.desk.toolbar.search
        for words, title in (
            ("harbour bridge", made.SAMPLE.title),
            ("利潤", "港口公司"),
            ("прибыль", "Портовая компания"),
        ):
            search.setText(words)
            yield lambda title=title: listed(window) == [title]
            assert inbox.terms
        search.clear()
        yield lambda: len(listed(window)) == ARRIVED
        inbox.set_state("to_decide")
        yield lambda: 0 < len(listed(window)) < ARRIVED
        unread = {"港口公司", "Портовая компания"}
        assert unread.isdisjoint(listed(window)), "what the model cannot read waits elsewhere"
        inbox.set_state("unread")
        yield lambda: set(listed(window)) == unread
        inbox.show_query(replace(inbox.query, state="to_decide", order="least_certain"))
        yield lambda: len(listed(window)) == ARRIVED - len(unread)
        sure = {each.id: each.confidence for each in rows(window)}
        order = [sure[article_id] for article_id in inbox.listing.ids()]
        assert order == sorted(order)

    drive(script)


def test_every_way_of_deciding_leaves_its_line_in_the_ledger(wire: Path) -> None:
    def script(window: MainWindow) -> Script:
        drop(window, files(wire))
        yield settled(window, ARRIVED)
        inbox, sections, store = window.desk.inbox, window.desk.sections, window.session.store
        inbox.set_state("to_decide")
        yield lambda: sections.confirm.isEnabled()

        def decided(section: str | None) -> bool:
            found = store.decisions.history(before)
            return bool(found) and section in (None, found[-1].to_section)

        before = inbox.current
        likeliest = row(window, before).section
        press(window, Qt.Key.Key_Return)
        yield moved_on(window, before)
        assert decided(likeliest), "Enter"

        before = inbox.current
        press(window, Qt.Key.Key_5)
        yield moved_on(window, before)
        assert decided(sections.section_at(5)), "a digit"

        before = inbox.current
        for letter in (Qt.Key.Key_T, Qt.Key.Key_E, Qt.Key.Key_C):
            press(window, letter)
        press(window, Qt.Key.Key_Return)
        yield moved_on(window, before)
        assert decided("technology"), "first letters"

        before = inbox.current
        opened = window.session.desk.open(before)
        press(window, Qt.Key.Key_Return, SHIFT)
        yield moved_on(window, before)
        assert decided(opened.prediction.scores[1].code), "the second choice"

        skipped = before = inbox.current
        press(window, Qt.Key.Key_Space)
        yield moved_on(window, before)
        assert store.decisions.history(skipped) == []

        before = inbox.current
        after = inbox.listing.id_at(inbox.listing.place(before) + 1)
        press(window, Qt.Key.Key_Return, CONTROL)
        QTest.keyClicks(sections.reason, "It is about money.")
        press(window, Qt.Key.Key_Return)
        yield moved_on(window, before)
        assert inbox.current == after, "no article is passed over"
        assert store.decisions.newest(before).reason == "It is about money."

        before = inbox.current
        press(window, Qt.Key.Key_5, ALT)
        yield lambda: bool(store.decisions.history(before))
        assert store.decisions.newest(before).also == sections.section_at(5)

        press(window, Qt.Key.Key_Z, CONTROL)
        yield lambda: store.decisions.newest(before).to_section is None
        press(window, Qt.Key.Key_Y, CONTROL)
        yield lambda: store.decisions.newest(before).also == sections.section_at(5)
        lines = [len(store.decisions.history(each.id)) for each in rows(window)]
        assert sorted(lines, reverse=True)[:6] == [3, 1, 1, 1, 1, 1]

    drive(script)


def test_many_are_decided_at_once_and_taken_back_at_once(wire: Path) -> None:
    def script(window: MainWindow) -> Script:
        drop(window, files(wire))
        yield settled(window, ARRIVED)
        inbox, session = window.desk.inbox, window.session
        before = {each.id: each.section for each in rows(window)}
        inbox.list.setFocus()
        press(window, Qt.Key.Key_A, CONTROL)
        assert len(inbox.selected()) == ARRIVED
        assert f"{ARRIVED} selected" in inbox.bulk.text
        inbox.bulk.decided.emit("sport")
        yield lambda: f"{ARRIVED} decided" in window.strip.text
        assert session.desk.counts().decided == ARRIVED
        assert {each.section for each in rows(window)} == {"sport"}
        press(window, Qt.Key.Key_Z, CONTROL)
        yield lambda: f"{ARRIVED} taken back" in window.strip.text
        assert session.desk.counts().decided == 0
        assert {each.id: each.section for each in rows(window)} == before
        assert all(len(session.store.decisions.history(each)) == 2 for each in before)

    drive(script)


def test_an_article_is_explained_edited_and_given_a_cover(tmp_path: Path) -> None:
    article, picture = made.make_txt(tmp_path), tmp_path / "cover.png"
    picture.write_bytes(made.picture())

    def script(window: MainWindow) -> Script:
        session, desk = window.session, window.desk
        drop(window, files(article))
        yield settled(window, 1)
        yield desk.sections.confirm.isEnabled
        (only,) = rows(window)

        press(window, Qt.Key.Key_E, CONTROL)
        yield lambda: bool(desk.insight.why.links)
        assert "Strongest" in desk.insight.why.text

        answers: list[Prediction] = []
        session.insight.lived.connect(lambda _, answer: answers.append(answer))
        press(window, Qt.Key.Key_E, CONTROL | SHIFT)
        yield lambda: desk.article.is_writing
        QTest.keyClicks(desk.article.editor.body, " The coach praised the team after the match.")
        yield lambda: bool(answers)
        yield lambda: session.store.drafts.get(only.id) is not None
        assert len(rows(window)) == 1
        press(window, Qt.Key.Key_Return, CONTROL)
        yield lambda: not desk.article.is_writing
        assert session.desk.open(only.id).article.body.endswith("after the match.")
        yield settled(window, 1)
        assert session.store.drafts.get(only.id) is None
        window.background.undo()
        yield lambda: not session.desk.open(only.id).article.body.endswith("after the match.")
        yield settled(window, 1)

        drop_on(window, desk.article.body_area, files(picture))
        yield desk.article._has_cover
        assert "Added a cover" in window.strip.text
        desk.covers.remove()
        yield lambda: rows(window)[0].cover_digest is None
        window.background.undo()
        yield lambda: rows(window)[0].cover_digest is not None
        yield settled(window, 1)

    drive(script)


HALF = " And then the mayor"
KILLED = """
import json, sys
from pathlib import Path
from dataclasses import replace
from PySide6.QtTest import QTest
from test_first_light import settled
from test_a_shift import ARRIVED, HALF, Qt, press
from window_driver import drive, drop, files

def script(window):
    inbox, desk, store = window.desk.inbox, window.desk, window.session.store
    drop(window, files(Path(sys.argv[1])))
    yield settled(window, ARRIVED)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_5):
        before = inbox.current
        yield desk.sections.confirm.isEnabled
        press(window, key)
        yield lambda: inbox.current != before
    inbox.show_query(replace(inbox.query, state="to_decide", order="least_certain"))
    desk.toolbar.search.setText("the")
    yield lambda: inbox.settled and inbox.query.search == "the"
    inbox.pick(inbox.listing.ids()[2])
    yield lambda: desk.sections.confirm.isEnabled()
    desk.writing.edit_body()
    QTest.keyClicks(desk.article.editor.body, HALF)
    yield lambda: (draft := store.drafts.get(inbox.current)) and draft.body.endswith(HALF)
    print(json.dumps([inbox.current, inbox.listing.ids()]), flush=True)
    yield lambda: False

drive(script)
"""


def test_after_a_kill_everything_is_as_it_was(wire: Path) -> None:
    tests = Path(__file__).resolve().parent
    found = [str(tests), str(tests.parent), str(tests.parent.parent)]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(wire)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(found)},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    opened, ids = json.loads(said)

    def script(window: MainWindow) -> Script:
        inbox, desk = window.desk.inbox, window.desk
        yield lambda: inbox.settled and window.session.classification.state.loaded
        assert inbox.current == opened
        assert (inbox.query.state, inbox.query.order) == ("to_decide", "least_certain")
        assert (inbox.query.search, desk.toolbar.search.text()) == ("the", "the")
        assert inbox.listing.ids() == ids
        yield lambda: desk.article.is_writing
        assert desk.article.editor.body.text.endswith(HALF)
        assert desk.article.editor.body.textCursor().atEnd()
        history = window.session.store.decisions.history
        lines = [line for each in rows(window) for line in history(each.id)]
        assert len(lines) == window.session.desk.counts().decided == 2

    drive(script)
