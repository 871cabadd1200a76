"""Drives the real window, started by the real `main()`, as a person would."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Generator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from newsdesk.__main__ import main
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import MainWindow

Script = Generator[Callable[[], bool], None, None]
PATIENCE_S = 60


def drive(script: Callable[[MainWindow], Script], *arguments: str) -> None:
    """Run `newsdesk open ARGUMENTS` and a script in its window.

    The script yields conditions and goes on when each is true; then the window is closed.
    """
    failures: list[str] = []
    make_application()  # timers need it
    driver = _Drive(script, failures)
    QTimer.singleShot(0, driver.step)
    assert main(["open", *arguments]) == 0
    # Left there, what a test copied would be taken down after the interpreter.
    QApplication.clipboard().clear()
    # Closing the last window asks to quit once more; left there, it would end every later loop.
    QCoreApplication.removePostedEvents(QCoreApplication.instance(), QEvent.Type.Quit.value)
    assert not failures, "\n".join(failures)


class _Drive:
    def __init__(self, script: Callable[[MainWindow], Script], failures: list[str]) -> None:
        self._script = script
        self._failures = failures
        self._window: MainWindow | None = None
        self._running: Script | None = None
        self._condition: Callable[[], bool] = lambda: self.window_is_shown()
        self._deadline = time.monotonic() + PATIENCE_S

    def window_is_shown(self) -> bool:
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
        self._window = next((w for w in windows if w.isVisible()), None)
        return self._window is not None

    def step(self) -> None:
        try:
            if self._condition():
                assert self._window is not None
                if self._running is None:
                    self._running = self._script(self._window)
                self._condition = next(self._running)
                self._deadline = time.monotonic() + PATIENCE_S
            elif time.monotonic() > self._deadline:
                raise TimeoutError("the condition never came true")
        except StopIteration:
            self._end()
            return
        except BaseException:
            frame = self._running.gi_frame if self._running is not None else None
            where = f" (line {frame.f_lineno} of the script)" if frame else ""
            self._failures.append(traceback.format_exc() + where)
            self._end()
            return
        QTimer.singleShot(10, self.step)

    def _end(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window.deleteLater()
        QApplication.quit()


def drop(window: MainWindow, mime: QMimeData) -> None:
    """Drag over the window and let go."""
    middle = QPoint(window.width() // 2, window.height() // 2)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    actions = Qt.DropAction.CopyAction
    window.dragEnterEvent(QDragEnterEvent(middle, actions, mime, buttons, keys))
    window.dropEvent(QDropEvent(QPointF(middle), actions, mime, buttons, keys))


def drop_on(window: MainWindow, target: QWidget, mime: QMimeData) -> None:
    """Let go over one widget: as Qt does it, the innermost one that takes drops gets it."""
    taker: QWidget | None = target
    while taker is not None and not taker.acceptDrops():
        taker = taker.parentWidget()
    assert taker is not None
    middle = QPointF(taker.rect().center())
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    enter = QDragEnterEvent(middle.toPoint(), copy, mime, buttons, keys)
    QApplication.sendEvent(taker, enter)
    QApplication.sendEvent(taker, QDropEvent(middle, copy, mime, buttons, keys))


def files(*paths: Path) -> QMimeData:
    """What a file manager puts into a drag."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime
