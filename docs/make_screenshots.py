"""Draws the pictures of the window in docs/: `make screenshots`. Needs a screen, or Xvfb."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
SCREEN = ["xvfb-run", "-a", "-s", "-screen 0 2000x1200x24"]
Script = Generator[Callable[[], bool], None, None]


def main() -> int:
    """Draw all pictures; the window runs with a data folder of its own."""
    if not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("No screen and no xvfb-run: install xvfb, then try again.", file=sys.stderr)
            return 1
        return subprocess.call([*SCREEN, sys.executable, "-m", "docs.make_screenshots"])
    os.environ["XDG_CURRENT_DESKTOP"] = "GNOME"
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        os.environ["NEWSDESK_HOME"] = str(Path(home) / ".newsdesk")
        _draw(Path(home))
    return 0


def _draw(home: Path) -> None:
    sys.path.insert(0, str(DOCS.parent / "tests"))
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    from window_driver import drive

    from newsdesk.ui.main_window import MainWindow

    broken = home / "wire"
    broken.mkdir()
    (broken / "minutes-of-the-council.doc").write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
    )

    def script(window: MainWindow) -> Script:
        session = window.session

        def settled() -> bool:
            classifying = session.classification.state
            busy = classifying.running or session.intake.state.running
            return classifying.milliseconds is not None and not busy

        def save(name: str, width: int = 1280, height: int = 800) -> Script:
            window.resize(width, height)
            ticks = iter(range(40))
            yield lambda: next(ticks, None) is None
            window.grab().save(str(DOCS / f"{name}.png"))

        def pick(title: str) -> None:
            rows = session.desk.rows(session.desk.query(), 0, 100)
            window.desk.inbox.pick(
                next(row.id for row in rows if title in (row.title or row.source))
            )

        yield settled
        yield from save("empty")
        window.read_samples()
        window.read([broken])
        yield lambda: settled() and session.desk.counts().waiting == 0
        pick("Coalition")
        window.desk.sections.confirm_first()
        pick("Lindmouth")
        window.desk.sections.confirm_first()
        pick("Chip maker")
        yield from save("desk")
        yield from save("desk-wide", 1920, 1080)
        pick("青瀾")
        yield from save("desk-chinese")
        pick("tramline")
        yield from save("desk-long")
        pick("council")
        yield from save("desk-error")
        window.show_place("evaluate")
        yield from save("not-built-yet")
        window.show_place("desk")
        QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Dark)
        pick("Chip maker")
        yield from save("desk-dark")
        QGuiApplication.styleHints().unsetColorScheme()

    drive(script)


if __name__ == "__main__":
    sys.exit(main())
