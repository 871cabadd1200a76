"""The window outlives its children, starts light, and never reaches for the network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import documents_made as made
import pytest
from test_first_light import rows, settled
from window_driver import Script, drive, drop, files

from newsdesk.__main__ import main
from newsdesk.services.child import Child
from newsdesk.ui.main_window import MainWindow

HEAVY = ("torch", "transformers", "torchvision", "sklearn", "alembic", "pyqtgraph", "onnxruntime")
LIGHT_START = """
import json, sys
from PySide6.QtCore import QTimer
from newsdesk.ui import app

def look():
    print(json.dumps(sorted(sys.modules)))
    window.close()

make = app.make_window
def wrapped():
    global window
    window = make()
    QTimer.singleShot(0, look)
    return window
app.make_window = wrapped
app.run([])
"""


def kill(child: Child) -> None:
    process = child._process
    assert process is not None
    process.kill()


def test_nothing_heavy_is_loaded_when_the_window_first_shows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT_START], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[0])}
    assert loaded.isdisjoint(HEAVY), sorted(loaded & set(HEAVY))


def test_an_engine_that_dies_is_started_again_and_the_work_is_done(tmp_path: Path) -> None:
    for number in range(300):
        made.make_txt(tmp_path, name=str(number))

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield lambda: window.session.desk.counts().to_decide > 0
        kill(window.session.classification._child)
        yield settled(window, 300)
        assert window.session.desk.counts().to_decide == 300

    drive(script)


@pytest.fixture
def deadly_files(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a file whose name begins with `deadly` ends the process that reads it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(
        "import os, pathlib\n"
        "read = pathlib.Path.read_bytes\n"
        "def deadly(self):\n"
        "    if self.name.startswith('deadly'):\n"
        "        os._exit(11)\n"
        "    return read(self)\n"
        "pathlib.Path.read_bytes = deadly\n"
    )
    inherited = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [inherited])]))


@pytest.mark.usefixtures("deadly_files")
def test_files_that_kill_the_reader_are_named_and_all_others_are_read(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, names in ((first, ("a", "b", "deadly 1", "deadly 2", "e")), (second, ("f", "g"))):
        folder.mkdir()
        for name in names:
            made.make_txt(folder, name=name)

    def script(window: MainWindow) -> Script:
        drop(window, files(first))
        drop(window, files(second))
        yield settled(window, 7)
        states = {Path(row.source).stem: row.state for row in rows(window)}
        assert states.pop("deadly 1") == states.pop("deadly 2") == "failed"
        assert states == dict.fromkeys("abefg", "to_decide")

    drive(script)


def test_a_reader_that_cannot_start_is_given_up_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made.make_txt(tmp_path)
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\nif 'documents' in sys.orig_argv: os._exit(1)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield lambda: "ended in the middle" in window.strip.text
        assert not window.session.intake.state.running

    drive(script)


def test_a_crash_in_the_middle_of_a_table_reads_no_row_twice(tmp_path: Path) -> None:
    table = tmp_path / "wire.jsonl"
    line = '{"title": "Bridge %d", "body": "The bridge opened to traffic on Monday morning."}'
    table.write_text("\n".join(line % number for number in range(3000)))

    def script(window: MainWindow) -> Script:
        drop(window, files(table))
        yield lambda: window.session.desk.counts().all >= 200
        window.session.classification.cancel()
        kill(window.session.intake._child)
        yield lambda: not window.session.intake.state.running
        window.session.classification.cancel()
        assert window.session.desk.counts().all == 3000
        titles = {
            row.title for row in window.session.desk.rows(window.session.desk.query(), 0, 4000)
        }
        assert len(titles) == 3000

    drive(script)


def test_after_cancel_the_rest_can_be_classified(tmp_path: Path) -> None:
    for number in range(400):
        made.make_txt(tmp_path, name=str(number))

    def script(window: MainWindow) -> Script:
        drop(window, files(tmp_path))
        yield lambda: window.session.desk.counts().all == 400
        yield lambda: not window.session.intake.state.running
        window.strip.classifying.cancel_button.click()
        yield lambda: "waiting" in window.strip.text
        window.strip.action("Classify").click()
        yield settled(window, 400)

    drive(script)


def test_without_a_screen_the_window_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 1
    assert "newsdesk classify" in capfd.readouterr().err


def test_a_broken_database_is_refused_with_a_sentence_and_left_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from newsdesk.ui import app

    said: list[str] = []
    monkeypatch.setattr(app, "refuse", lambda error: said.append(str(error)) or 1)
    database = home / "newsdesk.db"
    database.write_bytes(b"this is no database at all, but somebody's notes" * 50)
    before = database.read_bytes()
    assert app.run([]) == 1
    assert said
    assert "Traceback" not in said[0]
    assert database.read_bytes() == before
