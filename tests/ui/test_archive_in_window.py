"""Archive runs, exports and the list of failures through the real window."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from models_made import make_model
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressBar
from window_driver import Script, drive, drop, files

from newsdesk.core.processes import ProcessId
from newsdesk.store import Store
from newsdesk.ui import archive_news
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.widgets.ask import Question

TEXT = "{word} number {number}\n\nThe {word} of the town was in the news on Monday, they say."


@pytest.fixture
def wire(home: Path, tmp_path: Path) -> Path:
    """A folder of 24 articles and three files without text; a tiny model is installed."""
    make_model(home / "models")
    place = tmp_path / "wire"
    place.mkdir()
    for number in range(24):
        word = ("goal", "bank", "doctor")[number % 3]
        (place / f"{number:03}.txt").write_text(TEXT.format(word=word, number=number))
    for number in range(3):
        (place / f"empty {number}.txt").touch()
    return place


def test_an_archive_is_classified_and_its_articles_are_shown_and_exported(
    wire: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out.csv"

    def script(window: MainWindow) -> Script:
        session, errands = window.session, window.desk.errands
        yield lambda: session.desk.model is not None
        errands.new_run()
        dialog = errands.archive_dialog
        assert dialog is not None
        assert not dialog.start.isEnabled()
        dialog.show_paths([wire])
        dialog.model_choice.setCurrentIndex(dialog.model_choice.findData("tiny"))
        yield dialog.start.isEnabled
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        yield lambda: any(run.state == "done" for run in session.archive.runs)
        run = session.archive.runs[0]
        assert (run.name, run.model, run.articles, run.failures) == ("wire", "tiny", 24, 3)
        yield lambda: "24 articles, 3 could not be read" in window.strip.text
        QTest.mouseClick(window.strip.action("Show"), Qt.MouseButton.LeftButton)
        yield lambda: window.desk.inbox.settled and len(session.listing) == 27
        errands.show_runs()
        runs = errands.runs_dialog
        assert runs is not None
        row = runs.rows[run.id]
        assert row.buttons["export"].isVisibleTo(runs)
        assert not row.buttons["pause"].isVisibleTo(runs)
        QTest.mouseClick(row.buttons["export"], Qt.MouseButton.LeftButton)
        export = errands.export_dialog
        assert export is not None
        assert export.which[0].text() == "The 24 articles of wire"
        export.export_to(target)
        yield target.exists
        yield lambda: "24 articles exported to out.csv." in window.strip.text
        QTest.mouseClick(row.buttons["remove"], Qt.MouseButton.LeftButton)
        yield lambda: not session.archive.runs
        runs.close()

    drive(script)
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    assert {row["section"] for row in rows} <= {"sport", "business", "health", ""}


def test_a_run_goes_on_while_the_window_is_closed_and_is_shown_when_it_opens(wire: Path) -> None:
    begun: list[int] = []

    def begin(window: MainWindow) -> Script:
        yield lambda: window.session.desk.model is not None
        window.session.archive.begin([wire], "tiny", then=lambda run: begun.append(run.id))
        yield lambda: bool(begun)

    def look(window: MainWindow) -> Script:
        yield lambda: any(run.state == "done" for run in window.session.archive.runs)
        window.desk.errands.show_runs()
        dialog = window.desk.errands.runs_dialog
        assert dialog is not None
        assert list(dialog.rows) == begun
        dialog.close()

    drive(begin)
    drive(look)


def test_what_could_not_be_read_is_listed_by_cause_saved_tried_again_and_removed(
    wire: Path, tmp_path: Path
) -> None:
    (wire / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    saved, table = tmp_path / "list.txt", tmp_path / "list.csv"

    def script(window: MainWindow) -> Script:
        session, errands = window.session, window.desk.errands
        yield lambda: session.desk.model is not None
        drop(window, files(wire))
        yield lambda: not session.intake.state.running and len(session.intake.state.failures) == 4
        yield lambda: "4 could not be read" in window.strip.text
        QTest.mouseClick(window.strip.action("Show"), Qt.MouseButton.LeftButton)
        dialog = errands.failures_dialog
        assert dialog is not None
        yield lambda: dialog.model.rowCount() == 2
        assert dialog.heading.text() == "4 files or rows could not be read"
        headings = [dialog.model.index(row, 0).data() for row in range(2)]
        assert headings == ["No text in it · 3", "A type that is not read · 1"]
        dialog._failures.save(dialog.chosen, saved)
        dialog._failures.save(dialog.chosen, table)
        yield lambda: saved.exists() and table.exists()
        dialog.search.setText("old.doc")
        assert [each.source for each in dialog.chosen] == [str(wire / "old.doc")]
        row = [dialog.model.index(0, column, dialog.model.index(0, 0)) for column in (0, 1)]
        assert row[0].data() == "old.doc"
        assert row[1].data().startswith("Is ")
        assert "old.doc" not in row[1].data()
        dialog.search.clear()
        (wire / "empty 1.txt").write_text(TEXT.format(word="goal", number=99))
        dialog.tree.selectionModel().select(
            dialog.model.index(0, 0), dialog.tree.selectionModel().SelectionFlag.ClearAndSelect
        )
        assert dialog.again.text() == "Try 3 again"
        QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
        yield lambda: dialog.heading.text() == "3 files or rows could not be read"
        assert session.store.articles.counts("tiny").all == 28
        QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
        yield lambda: dialog.heading.text() == "Everything could be read."
        window.background.undo()
        yield lambda: dialog.heading.text() == "3 files or rows could not be read"
        dialog.close()

    drive(script)
    text = saved.read_text()
    assert "No text in it: 3" in text
    assert text.count("empty") >= 3
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == 4


def test_very_many_dropped_files_may_go_on_as_a_run_and_come_once(
    wire: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_news, "MANY", 20)

    def script(window: MainWindow) -> Script:
        session = window.session
        yield lambda: session.desk.model is not None
        taken: list[str] = []

        def take(_: object) -> None:
            if "are many to wait for" in window.strip.text and not taken:
                taken.append(window.strip.text)
                window.strip.action("Go on as an archive run").click()

        session.intake.changed.connect(take)
        drop(window, files(wire))
        yield lambda: any(run.state == "done" for run in session.archive.runs)
        assert taken == ["27 files are many to wait for."]
        yield lambda: session.store.articles.counts("tiny").all == 27

    drive(script)


def test_a_run_that_was_interrupted_is_told_and_goes_on_when_asked(wire: Path) -> None:
    with Store.open() as store:
        run_id = store.runs.submit("wire", "tiny", [str(wire)])
        assert store.runs.claim(run_id, ProcessId(1, "dead"))

    def script(window: MainWindow) -> Script:
        yield lambda: "The archive run wire was interrupted" in window.strip.text
        QTest.mouseClick(window.strip.action("Resume"), Qt.MouseButton.LeftButton)
        yield lambda: any(run.state == "done" for run in window.session.archive.runs)
        assert window.session.archive.runs[0].articles == 24

    drive(script)


def test_cancel_asks_first_and_pause_and_resume_reach_the_run(
    wire: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsdesk.archive.start.start_process", lambda run_id: None)
    asked: list[tuple[str, int]] = []
    for name in ("pause", "cancel", "resume"):
        monkeypatch.setattr(
            f"newsdesk.archive.stopping.{name}", lambda _, i, name=name: asked.append((name, i))
        )

    def script(window: MainWindow) -> Script:
        session, errands = window.session, window.desk.errands
        yield lambda: session.desk.model is not None
        run_id = session.store.runs.submit("wire", "tiny", [str(wire)])
        yield lambda: bool(session.archive.going)
        work = next(w for w in window.strip.children() if hasattr(w, "pause_button"))
        yield work.isVisible
        assert work.text == "Archive: finding files"
        QTest.mouseClick(work.pause_button, Qt.MouseButton.LeftButton)
        yield lambda: asked == [("pause", run_id)]
        errands.show_runs()
        dialog = errands.runs_dialog
        assert dialog is not None
        QTest.mouseClick(dialog.rows[run_id].buttons["cancel"], Qt.MouseButton.LeftButton)
        question = QApplication.activeModalWidget()
        assert question is not None
        question.reject()  # type: ignore[attr-defined]
        assert len(asked) == 1
        session.store.runs.tell(run_id, seconds=9.0, rate=5.0, seconds_left=100.0)
        session.store.runs.end(run_id, "paused")
        yield lambda: dialog.rows[run_id].buttons["resume"].isVisibleTo(dialog)
        row = dialog.rows[run_id]
        assert row.buttons["cancel"].isVisibleTo(dialog), "a paused run can be given up"
        bar = row.findChild(QProgressBar)
        assert bar is not None
        assert bar.isVisibleTo(dialog)
        assert "of about 500" in row.accessibleName()
        QTest.mouseClick(dialog.rows[run_id].buttons["resume"], Qt.MouseButton.LeftButton)
        yield lambda: ("resume", run_id) in asked
        dialog.close()

    drive(script)


def test_pause_resume_and_cancel_are_done_by_their_actions(
    wire: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []
    for name in ("pause", "cancel", "resume"):
        monkeypatch.setattr(
            f"newsdesk.archive.stopping.{name}", lambda _, i, name=name: asked.append((name, i))
        )

    def script(window: MainWindow) -> Script:
        session, do = window.session, window.shortcuts.do
        yield lambda: session.desk.model is not None
        do("archive.pause")
        assert window.strip.text == "There is no archive run to pause or to resume."
        do("archive.cancel")
        assert window.strip.text == "No archive run goes on."
        run_id = session.store.runs.submit("wire", "tiny", [str(wire)])
        yield lambda: bool(session.archive.going)
        keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(window, Qt.Key.Key_P, keys)
        yield lambda: asked == [("pause", run_id)]
        do("archive.cancel")
        question = QApplication.activeModalWidget()
        assert isinstance(question, Question)
        question.yes.click()
        yield lambda: ("cancel", run_id) in asked
        session.store.runs.end(run_id, "paused")
        yield lambda: not session.archive.going
        do("archive.pause")
        assert window.strip.text == "wire goes on."
        yield lambda: ("resume", run_id) in asked

    drive(script)
