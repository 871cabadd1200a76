"""What could not be read stays in the inbox until it has been read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from models_made import make_model
from window_driver import Script, drive, drop, files

from newsdesk.store.records import InboxRow
from newsdesk.ui.main_window import MainWindow

TEXT = "Bridge opens\n\nThe bridge opened to traffic on Monday morning, they say."


@pytest.fixture
def model(home: Path) -> None:
    make_model(home / "models")


def listed(window: MainWindow) -> list[InboxRow]:
    desk = window.session.desk
    return desk.rows(desk.query(), 0, 100)


def states(window: MainWindow) -> list[str]:
    return [row.state for row in listed(window)]


def rest(window: MainWindow) -> bool:
    session = window.session
    counts = session.desk.counts()
    return not (session.intake.state.running or counts.waiting)


def no_reader(window: MainWindow, patch: pytest.MonkeyPatch, site: Path) -> None:
    """From now on no reading process can start."""
    (site / "sitecustomize.py").write_text(
        "import os, sys\nif 'documents' in sys.orig_argv: os._exit(1)\n"
    )
    patch.setenv("PYTHONPATH", str(site))
    process = window.session.intake._child._process
    if process is not None:
        process.kill()


@pytest.mark.usefixtures("model")
def test_a_failure_in_view_stays_while_it_cannot_be_read_again_and_goes_once_it_is(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bridge.txt"
    bad.touch()
    site = tmp_path_factory.mktemp("site")

    def script(window: MainWindow) -> Script:
        session = window.session
        drop(window, files(bad))
        yield lambda: states(window) == ["failed"] and rest(window)
        (failed,) = listed(window)
        yield lambda: window.desk.inbox.current == failed.id
        bad.write_text(TEXT)
        with monkeypatch.context() as patch:
            no_reader(window, patch, site)
            yield lambda: session.intake._child._process is None
            window.desk.try_again()
            yield lambda: "ended in the middle" in window.strip.text
            assert [row.id for row in listed(window)] == [failed.id]
        window.desk.try_again()
        window.desk.try_again()
        yield lambda: states(window) == ["to_decide"] and rest(window)
        (read,) = listed(window)
        assert read.title == "Bridge opens"
        yield lambda: window.desk.inbox.current == read.id
        window.desk.deciding.steps.undo()
        yield lambda: [row.id for row in listed(window)] == [failed.id]
        window.desk.deciding.steps.redo()
        yield lambda: [row.id for row in listed(window)] == [read.id]

    drive(script)


@pytest.mark.usefixtures("model")
def test_the_list_of_failures_keeps_them_until_they_are_read(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").touch()
    site = tmp_path_factory.mktemp("site")

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield lambda: states(window) == ["failed"] * 3 and rest(window)
        before = [row.id for row in listed(window)]
        window.desk.errands.show_failures()
        dialog = window.desk.errands.failures_dialog
        assert dialog is not None
        yield lambda: dialog.again.isEnabled()
        for name in ("a", "b"):
            (tmp_path / f"{name}.txt").write_text(TEXT)
        with monkeypatch.context() as patch:
            no_reader(window, patch, site)
            yield lambda: window.session.intake._child._process is None
            dialog.again.click()
            yield lambda: "ended in the middle" in window.strip.text
            assert [row.id for row in listed(window)] == before
        dialog.again.click()
        dialog.again.click()  # a second press reads nothing twice
        yield lambda: sorted(states(window)) == ["failed", "to_decide", "to_decide"]
        yield lambda: rest(window) and "1 file or row" in dialog.heading.text()
        dialog.again.click()
        yield lambda: rest(window) and len(window.session.intake.state.failures) == 1
        yield lambda: sorted(states(window)) == ["failed", "to_decide", "to_decide"]
        dialog.reject()

    drive(script)


@pytest.mark.usefixtures("model")
def test_a_row_in_view_is_read_again_in_its_place_and_the_other_rows_not_at_all(
    tmp_path: Path,
) -> None:
    table = tmp_path / "wire.jsonl"
    good = '{"title": "Bridge opens", "body": "The bridge opened to traffic on Monday."}'
    table.write_text(f"{good}\nnonsense\n{good}\n")

    def script(window: MainWindow) -> Script:
        drop(window, files(table))
        yield lambda: len(listed(window)) == 3 and rest(window)
        failed = next(row for row in listed(window) if row.state == "failed")
        window.desk.inbox.pick(failed.id)
        yield lambda: window.desk.inbox.current == failed.id
        table.write_text("\n".join([good] * 3))
        window.desk.try_again()
        yield lambda: rest(window) and states(window) == ["to_decide"] * 3
        assert failed.id in [row.id for row in listed(window)]

    drive(script)


@pytest.mark.usefixtures("model")
def test_a_table_read_by_other_columns_keeps_its_first_reading_until_the_second_is_there(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "wire.csv"
    table.write_text("kicker,headline,text\nHarbour,Bridge opens,The bridge opened on Monday.\n")
    site = tmp_path_factory.mktemp("site")
    columns = {"title": "kicker", "body": "text"}

    def script(window: MainWindow) -> Script:
        drop(window, files(table))
        yield lambda: states(window) == ["to_decide"] and rest(window)
        with monkeypatch.context() as patch:
            no_reader(window, patch, site)
            yield lambda: window.session.intake._child._process is None
            window.background._read_again(str(table), columns)
            yield lambda: "ended in the middle" in window.strip.text
            assert [row.title for row in listed(window)] == ["Bridge opens"]
        window.background._read_again(str(table), columns)
        yield lambda: [row.title for row in listed(window)] == ["Harbour"] and rest(window)

    drive(script)
