"""Starts the window."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError
from newsdesk.services.session import Session
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.plain_words import PlainWords

log = logging.getLogger(__name__)

MOST_LOG_BYTES = 1_000_000


def run(arguments: list[str]) -> int:
    """Open the window, read what the arguments name, and stay until it is closed."""
    application = make_application()
    with _log_kept():
        try:
            window = make_window()
        except NewsdeskError as error:
            gc.enable()
            return refuse(error)
        # Whoever logs off may close no window.
        application.aboutToQuit.connect(window.end)
        window.show()
        gc.freeze()
        gc.enable()
        if arguments:
            files = [Path(argument).absolute() for argument in arguments]
            window.started.connect(lambda: window.read(files))
        return application.exec()


def make_application() -> QApplication:
    """The application object, named and dressed."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("newsdesk")
    application.setApplicationDisplayName("Newsdesk")
    application.setDesktopFileName("newsdesk")
    application.setWindowIcon(QIcon(str(paths.resources() / "icons" / "newsdesk.svg")))
    application.setStyle("Fusion")
    if application.findChild(PlainWords) is None:
        application.installTranslator(PlainWords(application))
    theme().follow_system(application)
    return application


def make_window() -> MainWindow:
    """The window over the person's data; NewsdeskError where that cannot be opened."""
    return MainWindow(Session())


def refuse(error: NewsdeskError) -> int:
    """Say why the program cannot start; exit code 1."""
    box = QMessageBox(QMessageBox.Icon.Warning, "Newsdesk", error.problem.message)
    box.setInformativeText(error.problem.remedy)
    box.exec()
    return 1


@contextmanager
def _log_kept() -> Iterator[None]:
    """Keep a log in a file of the data folder, uncaught errors included."""
    try:
        paths.logs().mkdir(parents=True, exist_ok=True)
        path = paths.logs() / "window.log"
        if path.exists() and path.stat().st_size > MOST_LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError:
        yield  # the store will say what is wrong with the folder
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger("newsdesk")
    level, hook = root.level, sys.excepthook
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    sys.excepthook = _log_uncaught
    try:
        yield
    finally:
        sys.excepthook = hook
        root.setLevel(level)
        root.removeHandler(handler)
        handler.close()


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    log.error("uncaught", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)
