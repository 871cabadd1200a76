"""A child process that says one JSON object a line, such as `python -m training plan`."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from newsdesk.core.errors import Problem

log = logging.getLogger(__name__)

KILL_MS = 5000


class LineProcess(QObject):
    """said: each JSON object. line: each line that is none. ended: exit code, -1 where it died.

    A process that could not be started ends with `NOT_STARTED`.
    """

    NOT_STARTED = -2

    said = Signal(dict)
    line = Signal(str)
    ended = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._buffer = b""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(KILL_MS)
        self._patience.timeout.connect(self._kill)

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None

    def start(self, command: Sequence[str], folder: str = "") -> None:
        """Start a program with its arguments, in a folder where one is given. Never waits."""
        assert self._process is None
        self._buffer = b""
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONUNBUFFERED", "1")
        environment.insert("PYTHONIOENCODING", "utf-8")
        process.setProcessEnvironment(environment)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        if folder:
            process.setWorkingDirectory(folder)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._error)
        self._process = process
        process.start(command[0], list(command[1:]))

    def cancel(self) -> None:
        """Ask the process to end, and end it where it does not within some seconds."""
        if self._process is not None:
            self._process.terminate()
            self._patience.start()

    def close(self, patience_ms: int = 1000) -> None:
        """End the process now and say nothing of it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.terminate()
        if not process.waitForFinished(patience_ms):
            process.kill()
            process.waitForFinished(patience_ms)
        process.deleteLater()

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _read(self) -> None:
        if self._process is None:
            return
        self._buffer += bytes(self._process.readAllStandardOutput().data())
        # Installers draw their progress with carriage returns.
        *lines, self._buffer = self._buffer.replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        if line.startswith(b"{"):
            try:
                self.said.emit(msgspec.json.decode(line, type=dict[str, Any]))
                return
            except msgspec.MsgspecError:
                pass
        self.line.emit(line.decode(errors="replace").rstrip())

    def _error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(self.NOT_STARTED)

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._take(self._buffer)
        self._buffer = b""
        self._end(code if status == QProcess.ExitStatus.NormalExit else -1)

    def _end(self, code: int) -> None:
        self._patience.stop()
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self.ended.emit(code)


def problem_of(values: dict[str, Any]) -> Problem:
    """The problem of a `failed` event."""
    try:
        return msgspec.convert(values.get("problem"), Problem)
    except msgspec.ValidationError:
        return Problem("unknown", "It failed and did not say why.", "Look into the log.")
