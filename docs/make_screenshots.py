"""Draws the pictures of the window in docs/: `make screenshots`. Needs a screen, or Xvfb.

Data sets and jobs are drawn from a data folder that has some, so that no figure is invented:
`python -m docs.make_screenshots HOME DATASET JOB SWEEP`, and with HOME alone the evaluation looked
at last.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from newsdesk.ui.main_window import MainWindow

DOCS = Path(__file__).resolve().parent
SCREEN = ["xvfb-run", "-a", "-s", "-screen 0 2000x1200x24"]
Script = Generator[Callable[[], bool], None, None]


def main() -> int:
    """Draw all pictures; the window runs with a data folder of its own."""
    if not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("No screen and no xvfb-run: install xvfb, then try again.", file=sys.stderr)
            return 1
        again = [sys.executable, "-m", "docs.make_screenshots", *sys.argv[1:]]
        return subprocess.call([*SCREEN, *again])
    os.environ["XDG_CURRENT_DESKTOP"] = "GNOME"
    sys.path.insert(0, str(DOCS.parent / "tests"))
    if len(sys.argv) in (2, 5):
        os.environ["NEWSDESK_HOME"] = str(Path(sys.argv[1]).absolute())
        draw = _draw_training if len(sys.argv) == 5 else _draw_evaluate
        draw(*sys.argv[2:])
        return 0
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        os.environ["LOGNAME"] = "Edda"
        os.environ["NEWSDESK_HOME"] = str(Path(home) / ".newsdesk")
        _draw(Path(home))
    return 0


def _draw(home: Path) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    from window_driver import drive

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
            return _save(window, name, width, height)

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
        for title in ("Coalition", "Lindmouth"):
            pick(title)
            yield lambda title=title: title in window.desk.article.heading
            window.desk.deciding.confirm()
        pick("Chip maker")
        yield from _explained(window, "Chip maker")
        yield from save("desk")
        yield from save("desk-wide", 1920, 1080)
        pick("Hearing-aid")
        yield from _explained(window, "Hearing-aid")
        yield from save("desk-why")
        pick("青瀾")
        yield from save("desk-chinese")
        pick("council")
        yield from save("desk-error")
        window.desk.toolbar.search.setText("мост")
        yield from save("desk-search")
        window.desk.toolbar.search.setText("")
        pick("Shepherd")
        window.desk.writing.edit_body()
        yield from save("desk-writing")
        window.desk.writing.leave()
        window.desk.models.open_filing()
        yield from _save_dialog("filing")
        window.shortcuts.show_sheet()
        yield from _save_dialog("keys")
        QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Dark)
        pick("Chip maker")
        yield from _explained(window, "Chip maker")
        yield from save("desk-dark")
        QGuiApplication.styleHints().unsetColorScheme()

    drive(script)


def _draw_training(dataset: str, job: str, sweep: str) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    from window_driver import drive

    def script(window: MainWindow) -> Script:
        ids = {each.name: each.id for each in window.session.store.jobs.list()}
        window.show_place("datasets")
        assert window._datasets is not None
        listed = window._datasets.list
        yield lambda: bool(listed.sets)
        listed.choose(dataset)
        yield from _save(window, "datasets")
        for name, picture in ((sweep, "sweep"), (job, "training")):
            window.show_job(ids[name])
            yield from _save(window, picture, height=1000)
        QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Dark)
        yield from _save(window, "training-dark", height=1000)
        QGuiApplication.styleHints().unsetColorScheme()

    drive(script)


def _draw_evaluate() -> None:
    """Matrix, curves and points; the articles' titles belong to their publishers and stay out."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    from window_driver import drive

    def script(window: MainWindow) -> Script:
        window.show_place("evaluate")
        evaluate = window.session.evaluate
        yield lambda: evaluate.opened.evaluated is not None
        screen = window.places.currentWidget()
        screen.articles.hide()
        yield lambda: not evaluate.projections.busy
        yield from _save(window, "evaluate")
        screen.tabs.show_page("Curves")
        yield from _save(window, "curves")
        screen.tabs.show_page("Matrix")
        QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Dark)
        yield from _save(window, "evaluate-dark")
        QGuiApplication.styleHints().unsetColorScheme()

    drive(script)


def _explained(window: MainWindow, title: str) -> Script:
    """Until the article is open and all that speaks for its section is marked."""
    why = window.desk.insight.why
    yield lambda: title in window.desk.article.heading
    window.desk.insight.explain()
    yield lambda: bool(why.links) and not window.session.insight.is_explaining


def _save_dialog(name: str) -> Script:
    """Save the dialog that is open, then close it."""
    from PySide6.QtWidgets import QApplication, QDialog

    ticks = iter(range(80))
    yield lambda: next(ticks, None) is None
    shown = (w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible())
    dialog = next(shown)
    dialog.grab().save(str(DOCS / f"{name}.png"))
    dialog.close()


def _save(window: QWidget, name: str, width: int = 1280, height: int = 800) -> Script:
    window.resize(width, height)
    ticks = iter(range(60))
    yield lambda: next(ticks, None) is None
    window.grab().save(str(DOCS / f"{name}.png"))


if __name__ == "__main__":
    sys.exit(main())
