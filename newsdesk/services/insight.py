"""Why a model answers so, both Chinese scripts, and the answer while a person types."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.errors import Problem
from newsdesk.core.explanation import Explanation, ScriptCheck
from newsdesk.core.prediction import Prediction
from newsdesk.services.child import Child

IDLE_MS = 700
KEPT = 500
"""Answers remembered until the window closes."""

Kind = Literal["load", "explain", "scripts", "live"]
Key = tuple[int, str, str | None, Hashable]


@dataclass(frozen=True, slots=True)
class _Asked:
    kind: Kind
    article: int
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class _Typed:
    article: int
    model: str
    title: str
    body: str


class Insight(QObject):
    """Asks a worker of its own; of each kind of question only the newest is answered.

    explained: an Explanation, several times for one question, each knowing more.
    explaining: whether an explanation is being worked out.
    scripts_checked: a ScriptCheck. lived: article id and Prediction for what is being typed.
    failed: the kind of question (explain, scripts, live), and why it has no answer.
    """

    explained = Signal(object)
    explaining = Signal(bool)
    scripts_checked = Signal(object)
    lived = Signal(int, object)
    failed = Signal(str, Problem)

    def __init__(
        self, parent: QObject | None = None, is_busy: Callable[[], bool] = lambda: False
    ) -> None:
        """is_busy: whether the machine has more urgent work; the worker is not started then."""
        super().__init__(parent)
        self._is_busy = is_busy
        self._child = Child("insight", self)
        self._child.heard.connect(self._hear)
        self._asked: dict[int, _Asked] = {}
        self._newest: dict[Kind, int] = {}
        self._typed: _Typed | None = None
        self._explanations: dict[Key, Explanation] = {}
        self._scripts: dict[Key, ScriptCheck] = {}
        self._model = self._loaded = ""
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._load)

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return bool(self._asked)

    @property
    def is_explaining(self) -> bool:
        """Whether an explanation is being worked out."""
        return "explain" in self._newest

    def use(self, model: str) -> None:
        """Another model is on the desk, or the same one anew: what was known is forgotten."""
        self.cancel_explain()
        self._explanations.clear()
        self._scripts.clear()
        self._model, self._loaded = model, ""

    def prepare(self) -> None:
        """An article was opened: have the model ready for it as soon as the machine is idle."""
        if self._model and self._loaded != self._model:
            self._idle.start()

    def explain(
        self, article: int, model: str, section: str | None = None, seen: Hashable = None
    ) -> None:
        """Explain a model's answer to an article; an older question is dropped.

        section: its code; None for the likeliest one.
        seen: what the answer rests on, so that what is known of an older text is not told.
        """
        self.cancel_explain()
        key = (article, model, section, seen)
        if (known := self._explanations.get(key)) is not None:
            self.explained.emit(known)
            return
        self._ask("explain", article, key, model=model, article=article, section=section)
        self.explaining.emit(True)

    def explain_text(
        self,
        number: int,
        model: str,
        title: str,
        body: str,
        cover: str | None = None,
        section: str | None = None,
    ) -> None:
        """Explain a model's answer to a text that need not be an article of the desk.

        number: how the Explanation calls it; below 0, so that it is no article's id.
        cover: a digest of the store's covers.
        """
        self.cancel_explain()
        key = (number, model, section, (title, hash(body), cover))
        if (known := self._explanations.get(key)) is not None:
            self.explained.emit(known)
            return
        text = {"title": title, "body": body, "cover": cover or ""}
        self._ask("explain", number, key, model=model, article=number, section=section, **text)
        self.explaining.emit(True)

    def known(
        self, article: int, model: str, section: str | None = None, seen: Hashable = None
    ) -> Explanation | None:
        """What was found out before, without asking."""
        return self._explanations.get((article, model, section, seen))

    def cancel_explain(self) -> None:
        """Drop the explanation that is being worked out."""
        if self._drop("explain"):
            self.explaining.emit(False)

    def check_scripts(self, article: int, model: str, seen: Hashable = None) -> None:
        """Classify a Chinese article in both scripts."""
        self._drop("scripts")
        key = (article, model, None, seen)
        if (known := self._scripts.get(key)) is not None:
            self.scripts_checked.emit(known)
            return
        self._ask("scripts", article, key, model=model, article=article)

    def live(self, article: int, model: str, title: str, body: str) -> None:
        """Classify a text as it is typed; one is under way at most, then the newest is asked."""
        self.cancel_explain()
        self._typed = _Typed(article, model, title, body)
        if "live" not in self._newest:
            self._ask_live()

    def stop_live(self) -> None:
        """Nobody types any more: what is under way is of no use."""
        self._typed = None
        self._drop("live")

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._idle.stop()
        self._asked.clear()
        self._newest.clear()
        self._child.end()

    def close(self) -> None:
        """End the worker."""
        self._child.close()

    def _load(self) -> None:
        if self._is_busy():
            self._idle.start()
        elif self._loaded != self._model:
            self._loaded = self._model
            self._ask("load", 0, None, model=self._model)

    def _ask(self, kind: Kind, article_id: int, key: Key | None, **values: Any) -> None:
        request_id = self._child.ask(kind, **values)
        self._asked[request_id] = _Asked(kind, article_id, key)
        self._newest[kind] = request_id

    def _ask_live(self) -> None:
        typed, self._typed = self._typed, None
        if typed is not None:
            values = {"title": typed.title, "body": typed.body, "article": typed.article}
            self._ask("live", typed.article, None, model=typed.model, **values)

    def _drop(self, kind: Kind) -> bool:
        """Let a question go unanswered; whether there was one."""
        request_id = self._newest.pop(kind, None)
        if request_id is None:
            return False
        self._child.cancel(request_id)
        return True

    def _hear(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        asked = self._asked.get(request_id)
        if asked is None:
            return
        wanted = self._newest.get(asked.kind) == request_id
        if wanted:
            self._take(asked, event, values)
        if event in ("done", "failed", "cancelled"):
            del self._asked[request_id]
            if wanted and self._newest.get(asked.kind) == request_id:
                self._ended(asked.kind)

    def _take(self, asked: _Asked, event: str, values: dict[str, Any]) -> None:
        if event == "explained":
            explanation = msgspec.convert(values["explanation"], Explanation)
            if explanation.complete and asked.key is not None:
                _keep(self._explanations, asked.key, explanation)
            self.explained.emit(explanation)
        elif event == "checked":
            found = msgspec.convert(values["scripts"], ScriptCheck)
            if asked.key is not None:
                _keep(self._scripts, asked.key, found)
            self.scripts_checked.emit(found)
        elif event == "lived":
            self.lived.emit(asked.article, msgspec.convert(values["prediction"], Prediction))
        elif event == "failed" and asked.kind != "load":
            self.failed.emit(asked.kind, values["problem"])

    def _ended(self, kind: Kind) -> None:
        del self._newest[kind]
        if kind == "explain":
            self.explaining.emit(False)
        elif kind == "live":
            self._ask_live()


def _keep(known: dict[Key, Any], key: Key, answer: object) -> None:
    known[key] = answer
    if len(known) > KEPT:
        del known[next(iter(known))]
