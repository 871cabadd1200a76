"""The reading process dies after it has kept what it read, and before it says so."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import documents_made as made
import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from test_first_light import rows, settled
from window_driver import Script, drive, drop, files

from newsdesk.ui.main_window import MainWindow

DUMB = """
import os, pathlib, sys
if 'documents' in sys.orig_argv:
    from newsdesk.core.worker import Worker
    send = Worker.send
    told, deaths = [], {deaths!r}
    def dumb(self, message):
        if message.get('event') == 'read' and message['articles']:
            told.append(message)
            mark = pathlib.Path({folder!r}, f'died {{len(deaths)}}')
            while mark.exists() and deaths:
                deaths.pop(0)
                mark = pathlib.Path({folder!r}, f'died {{len(deaths)}}')
            if deaths and len(told) == deaths[0]:
                mark.touch()
                os._exit(11)
        send(self, message)
    Worker.send = dumb
"""


@pytest.fixture
def dumb_reader(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[[list[int]], Path]:
    """Give the words, counted anew in each process, before which a reader dies, and when it dies
    the next time; the folder has a file for each death."""
    folder = tmp_path_factory.mktemp("site")

    def make(deaths: list[int]) -> Path:
        (folder / "sitecustomize.py").write_text(DUMB.format(deaths=deaths, folder=str(folder)))
        inherited = os.environ.get("PYTHONPATH")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [inherited])]))
        return folder

    return make


def test_a_table_whose_reader_dies_between_keeping_and_saying_has_each_row_once(
    tmp_path: Path, dumb_reader: Callable[[list[int]], Path]
) -> None:
    folder = dumb_reader([3, 2, 1])
    table = tmp_path / "wire.jsonl"
    line = '{"headline": "Bridge %d", "text": "The bridge opened to traffic on Monday morning."}'
    table.write_text("\n".join([*(line % number for number in range(1200)), "no object"]))

    def script(window: MainWindow) -> Script:
        drop(window, files(table))
        yield lambda: window.session.desk.counts().all > 0
        yield lambda: not window.session.intake.state.running
        state = window.session.intake.state
        assert len(list(folder.glob("died *"))) == 3
        assert window.session.desk.counts().all == len({row.title for row in rows(window)}) + 201
        assert (len(state.articles), len(state.failures)) == (1200, 1)
        assert state.problem is None
        assert "headline" in window.strip.text
        yield settled(window, 1201)
        window.desk.deciding.steps.undo()
        yield lambda: window.session.desk.counts().all == 0

    drive(script)


def test_a_file_that_was_kept_before_the_reader_died_is_not_taken_for_its_killer(
    tmp_path: Path, dumb_reader: Callable[[list[int]], Path]
) -> None:
    dumb_reader([1, 1, 1, 1])
    for name in "abc":
        made.make_txt(tmp_path, name=name)

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield settled(window, 3)
        assert [row.state for row in rows(window)] == ["to_decide"] * 3

    drive(script)


def test_a_pasted_text_is_there_once_after_its_reader_died(
    dumb_reader: Callable[[list[int]], Path],
) -> None:
    folder = dumb_reader([1])

    def script(window: MainWindow) -> Script:
        mime = QMimeData()
        mime.setText("Bridge opens\n\nThe bridge opened to traffic on Monday morning.")
        QGuiApplication.clipboard().setMimeData(mime)
        window.paste()
        yield settled(window, 1)
        QGuiApplication.clipboard().clear()
        assert (folder / "died 1").exists()
        assert [row.title for row in rows(window)] == ["Bridge opens"]
        assert window.session.intake.state.problem is None
        yield lambda: window.desk.inbox.current == rows(window)[0].id

    drive(script)
