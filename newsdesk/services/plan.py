"""What a job would cost: measured by `python -m training plan` in a process of its own."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.core.plan import Plan
from newsdesk.services.line_process import LineProcess, problem_of

COMMAND = (sys.executable, "-m", "training", "plan")


class Planning(QObject):
    """phase: what is being done, for people. planned: the plan. failed: why there is none.

    cancelled: the person did not want to wait.
    """

    phase = Signal(str)
    planned = Signal(Plan)
    failed = Signal(Problem)
    cancelled = Signal()

    def __init__(
        self, parent: QObject | None = None, command: tuple[str, ...] | None = None
    ) -> None:
        """command: another program that speaks the same way, for tests."""
        super().__init__(parent)
        self._command = command or COMMAND
        self._process = LineProcess(self)
        self._process.said.connect(self._hear)
        self._process.line.connect(self._keep)
        self._process.ended.connect(self._ended)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._answered = self._was_cancelled = False
        self._last_line = ""

    @property
    def running(self) -> bool:
        """Whether it is being measured."""
        return self._process.running

    def measure(self, spec: str) -> None:
        """Measure a specification, TOML text."""
        if self._process.running:
            return
        self._answered = self._was_cancelled = False
        self._last_line = ""
        self._folder = tempfile.TemporaryDirectory(prefix="newsdesk-plan-")
        path = Path(self._folder.name) / "plan.toml"
        path.write_text(spec, encoding="utf-8")
        self._process.start((*self._command, str(path)))

    def cancel(self) -> None:
        """Do not wait for the answer."""
        self._was_cancelled = True
        self._process.cancel()

    def close(self) -> None:
        """End the process without a word."""
        self._process.close()
        self._tidy()

    def _hear(self, values: dict[str, Any]) -> None:
        event = values.get("event")
        if event == "progress":
            self.phase.emit(str(values.get("phase", "")))
        elif event == "plan":
            self._answer(values.get("plan"))
        elif event == "failed" and not self._answered:
            self._answered = True
            self.failed.emit(problem_of(values))

    def _answer(self, values: object) -> None:
        try:
            plan = msgspec.convert(values, Plan)
        except msgspec.ValidationError:
            return  # `_ended` says that there was no answer
        self._answered = True
        self.planned.emit(plan)

    def _keep(self, line: str) -> None:
        self._last_line = line

    def _ended(self, code: int) -> None:
        self._tidy()
        if self._answered:
            return
        if self._was_cancelled:
            self.cancelled.emit()
            return
        said = f" Its last words: {self._last_line}" if self._last_line else ""
        self.failed.emit(
            Problem(
                "plan_died",
                f"The measuring ended without a result (exit code {code}).{said}",
                "Try a smaller batch, or start the job without a plan.",
            )
        )

    def _tidy(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
