"""Articles to predictions in the background, by way of the engine worker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.errors import Problem
from newsdesk.services.child import Child

IDLE_MS = 1500


@dataclass(frozen=True, slots=True)
class ClassificationState:
    """How far the engine is.

    loaded: the model's graphs are in memory; usable: they could be loaded.
    milliseconds: one article of 256 tokens on this machine.
    running, done, total: of the model on the desk; second_…: of the one beside it.
    """

    model: str = ""
    loaded: bool = False
    usable: bool = True
    device: str = ""
    milliseconds: float | None = None
    running: bool = False
    done: int = 0
    total: int = 0
    problem: Problem | None = None
    second: str = ""
    second_running: bool = False
    second_done: int = 0
    second_total: int = 0
    second_problem: Problem | None = None


@dataclass(slots=True)
class _Progress:
    done: int = 0
    total: int = 0
    ended: bool = False


class Classification(QObject):
    """Classifies with the model on the desk, then with the one beside it.

    Results are in the store when `answered` tells. measured: a model's name and its milliseconds
    for one article of 256 tokens, None where it cannot be asked.
    """

    changed = Signal(ClassificationState)
    answered = Signal()
    measured = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = Child("engine", self)
        self._child.heard.connect(self._hear)
        self._requests: dict[int, _Progress] = {}
        self._loading = self._beside = 0
        self._beside_waits = False
        self._measuring: dict[int, str] = {}
        self._speeds: dict[str, float] = {}
        self._when_idle = QTimer(self)
        self._when_idle.setSingleShot(True)
        self._when_idle.setInterval(IDLE_MS)
        self._when_idle.timeout.connect(self._measure)
        self.state = ClassificationState()

    def use(self, model: str) -> None:
        """Put a model on the desk: what waits is taken back, the model is loaded."""
        self.cancel()
        self._requests = {}
        self._speeds.pop(model, None)  # another model may have taken the name
        self.state = ClassificationState(model=model, second=self.state.second)
        self._loading = self._child.ask("load", model=model)
        self.changed.emit(self.state)

    def use_second(self, model: str) -> None:
        """Ask another model as well, of all that it has not answered; empty for none any more."""
        self._stop_second()
        self.state = replace(self.state, second=model, second_running=False, second_problem=None)
        self._beside_waits = bool(model)
        self._ask_second()
        self.changed.emit(self.state)

    def classify(self, articles: list[int]) -> None:
        """Classify articles of the store by their ids."""
        if articles:
            self._ask(articles, len(articles))

    def classify_waiting(self) -> None:
        """Classify all that the models have not answered yet; the engine looks which."""
        self._ask(None, 0)

    def measure(self, model: str) -> None:
        """How fast a model is here; `measured` tells, at once where that is known."""
        if model in self._speeds:
            self.measured.emit(model, self._speeds[model])
        elif model not in self._measuring.values():
            self._measuring[self._child.ask("measure", model=model)] = model

    def cancel(self) -> None:
        """Stop classifying; what has an answer keeps it."""
        for request_id in self._requests:
            self._child.cancel(request_id)
        self._stop_second()

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._when_idle.stop()
        self._child.end()

    def close(self) -> None:
        """End the worker."""
        self._child.close()

    def _ask(self, articles: list[int] | None, total: int) -> None:
        if not self._requests:
            self.state = replace(self.state, done=0, total=0, problem=None)
        # The model on the desk goes first: the other one takes up again what it leaves.
        self._stop_second()
        self._beside_waits = bool(self.state.second)
        request_id = self._child.ask("classify", model=self.state.model, articles=articles)
        self._requests[request_id] = _Progress(total=total)
        self._recount()

    def _ask_second(self) -> None:
        """Let the second model answer what waits for it, once nothing waits for the first."""
        if self._requests or not self._beside_waits:
            return
        self._beside_waits = False
        self._beside = self._child.ask("classify", model=self.state.second, articles=None)
        self.state = replace(
            self.state, second_running=True, second_done=0, second_total=0, second_problem=None
        )

    def _stop_second(self) -> None:
        self._beside_waits = False
        if self._beside:
            self._child.cancel(self._beside)
            self._beside = 0
            self.state = replace(self.state, second_running=False)

    def _measure(self) -> None:
        """How fast the model is here: measured once nobody waits for an answer."""
        if self._requests or self._beside:
            self._when_idle.start()
        else:
            self.measure(self.state.model)

    def _hear(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        if request_id == self._loading:
            self._hear_loading(event, values)
        elif request_id in self._measuring:
            self._hear_measuring(request_id, event, values)
        elif request_id == self._beside:
            self._hear_second(event, values)
        elif request_id in self._requests:
            self._hear_answer(request_id, event, values)

    def _hear_loading(self, event: str, values: dict[str, Any]) -> None:
        if event == "loaded":
            self.state = replace(self.state, loaded=True, device=str(values["device"]))
            self._when_idle.start()
        elif event == "failed":
            self.state = replace(self.state, usable=False, problem=values["problem"])
        self.changed.emit(self.state)

    def _hear_measuring(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        model = self._measuring[request_id]
        if event == "measured":
            self._speeds[model] = float(values["milliseconds"])
            if model == self.state.model:
                self.state = replace(self.state, milliseconds=self._speeds[model])
                self.changed.emit(self.state)
        elif event in {"done", "cancelled", "failed"}:
            del self._measuring[request_id]
            self.measured.emit(model, self._speeds.get(model))

    def _hear_second(self, event: str, values: dict[str, Any]) -> None:
        if event == "answered":
            done, total = int(values["done"]), int(values["total"])
            self.state = replace(self.state, second_done=done, second_total=total)
        elif event in {"done", "cancelled", "failed"}:
            self._beside = 0
            self.state = replace(
                self.state, second_running=False, second_problem=values.get("problem")
            )
            self._ask_second()
        self.changed.emit(self.state)
        self.answered.emit()

    def _hear_answer(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        progress = self._requests[request_id]
        if event == "answered":
            progress.done, progress.total = int(values["done"]), int(values["total"])
        elif event in {"done", "cancelled", "failed"}:
            progress.done, progress.ended = progress.total, True
            if event == "failed":
                self.state = replace(self.state, problem=values["problem"])
            if all(each.ended for each in self._requests.values()):
                self._requests = {}
                self._ask_second()
        self._recount()
        self.answered.emit()

    def _recount(self) -> None:
        if self._requests:
            done = sum(each.done for each in self._requests.values())
            total = sum(each.total for each in self._requests.values())
            self.state = replace(self.state, running=True, done=done, total=total)
        else:
            self.state = replace(self.state, running=False)
        self.changed.emit(self.state)
