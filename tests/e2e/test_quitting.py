"""The program ends as a whole, whichever way it is asked to."""

from __future__ import annotations

from pathlib import Path

import pytest
from models_made import make_model
from PySide6.QtCore import QCoreApplication, QEvent, QProcess, QTimer
from PySide6.QtWidgets import QApplication

from newsdesk.__main__ import main
from newsdesk.services.child import Child
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import MainWindow


def test_a_program_that_ends_with_its_window_open_ends_its_workers_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_model(home / "models")
    make_application()
    closed: list[Store] = []
    close = Store.close
    monkeypatch.setattr(Store, "close", lambda store: (closed.append(store), close(store))[1])
    windows: list[MainWindow] = []
    workers: list[QProcess] = []

    def look() -> None:
        windows[:] = [each for each in QApplication.topLevelWidgets() if _is_shown(each)]
        children = windows[0].session.findChildren(Child) if windows else []
        workers[:] = [each._process for each in children if each._process is not None]
        if not workers or any(each.state() != QProcess.ProcessState.Running for each in workers):
            QTimer.singleShot(10, look)
            return
        # As at the end of a person's session on the machine: no window is asked.
        QCoreApplication.exit(0)

    QTimer.singleShot(0, look)
    assert main(["open"]) == 0
    (window,) = windows
    assert len(closed) == 1
    assert [each.state() for each in workers] == [QProcess.ProcessState.NotRunning] * len(workers)
    window.close()
    window.session.close()
    assert len(closed) == 1
    window.deleteLater()
    QCoreApplication.removePostedEvents(QCoreApplication.instance(), QEvent.Type.Quit.value)


def _is_shown(widget: object) -> bool:
    return isinstance(widget, MainWindow) and widget.isVisible()
