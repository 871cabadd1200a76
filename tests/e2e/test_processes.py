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


def test_a_file_that_kills_the_reader_is_named_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os, pathlib\n"
        "read = pathlib.Path.read_bytes\n"
        "def deadly(self):\n"
        "    if self.name == 'deadly.txt':\n"
        "        os._exit(11)\n"
        "    return read(self)\n"
        "pathlib.Path.read_bytes = deadly\n"
    )
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(tmp_path), *([inherited] if inherited else [])])
    monkeypatch.setenv("PYTHONPATH", path)
    wire = tmp_path / "wire"
    wire.mkdir()
    for name in ("a", "b", "deadly", "e", "f"):
        made.make_txt(wire, name=name)

    def script(window: MainWindow) -> Script:
        drop(window, files(wire))
        yield settled(window, 5)
        states = {Path(row.source).stem: row.state for row in rows(window)}
        assert states.pop("deadly") == "failed"
        assert set(states) == {"a", "b", "e", "f"}
        assert set(states.values()) == {"to_decide"}

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
