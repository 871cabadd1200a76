"""Another model for the desk: what it would change there, put there, and taken back."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.promotion import Preview, preview_of
from newsdesk.analysis.replaying import Replay
from newsdesk.core.errors import Problem
from newsdesk.services.desk import Desk
from newsdesk.services.models import ModelCard
from newsdesk.services.models_at_desk import ModelsAtDesk
from newsdesk.services.one_request import OneRequest
from newsdesk.services.settings import Settings
from newsdesk.services.undo import Step

_Put = tuple[str, str, str]
"""A model for the desk, and what is then remembered: who was promoted, and over whom."""
_NOW, _BEFORE = "evaluate/promoted", "evaluate/promoted_over"


class Promotion(QObject):
    """Replays the last articles of the desk with a candidate; nothing of it is written down.

    changed: a replay began, is there, failed or was cancelled. moved: done and total.
    desk_asked: the name of a model that is to be on the desk, as undo and redo ask for it.
    candidate: the name of the model that is or was replayed. preview: what came of it; None while
    it is not there. problem: why there is none.
    """

    changed = Signal()
    moved = Signal(int, int)
    desk_asked = Signal(str)

    def __init__(
        self, settings: Settings, models: ModelsAtDesk, desk: Desk, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings, self._models, self._desk = settings, models, desk
        self._request = OneRequest("evaluate", self)
        self._request.moved.connect(self.moved)
        self._request.heard.connect(self._hear)
        self._request.failed.connect(self._fail)
        self._request.ended.connect(self.changed)
        self.candidate = self._against = ""
        self.preview: Preview | None = None
        self.problem: Problem | None = None

    @property
    def busy(self) -> bool:
        """Whether a replay goes on."""
        return self._request.busy

    @property
    def on_desk(self) -> ModelCard | None:
        """The model that is on the desk."""
        return self._desk.model

    @property
    def before(self) -> str:
        """The model that the last promotion took from the desk, while its successor is there.

        Empty where there is none, or it is not on this machine any more.
        """
        now, before = self._settings.text(_NOW), self._settings.text(_BEFORE)
        on_desk = self._desk.model
        if on_desk is None or on_desk.name != now or self._models.get(before) is None:
            return ""
        return before

    def card(self, name: str) -> ModelCard | None:
        """A model of this machine."""
        return self._models.get(name)

    def has_replayed(self, candidate: str) -> bool:
        """Whether `preview` is of this candidate against the model that is on the desk."""
        current = self._desk.model.name if self._desk.model is not None else ""
        return self.preview is not None and (self.candidate, self._against) == (candidate, current)

    def look(self) -> None:
        """Look again which models are here."""
        self._models.look()

    def replay(self, candidate: str) -> None:
        """Begin a replay; the one that goes on is cancelled."""
        self.cancel()
        current = self._desk.model.name if self._desk.model is not None else ""
        self.candidate, self._against = candidate, current
        self.preview = self.problem = None
        self._request.ask("replay", candidate=candidate, current=current)
        self.changed.emit()

    def cancel(self) -> None:
        """Stop the replay."""
        if self.busy:
            self._request.drop()
            self.changed.emit()

    def note(self, name: str) -> str:
        """A model is about to go to the desk: remember which one it takes the place of.

        Returns a line for the foot of the window; what it tells can be undone.
        """
        before = self._desk.model.name if self._desk.model is not None else ""
        self._remember(name, before)
        told = f"{name} is on the desk in place of {before}" if before else f"{name} is on the desk"
        if before:
            self._note(told, (before, "", ""), (name, name, before))
        return told

    def note_back(self) -> str:
        """The model of before is about to go to the desk again; the line for the foot."""
        before, now = self.before, self._settings.text(_NOW)
        self._remember("", "")
        told = f"{before} is on the desk again"
        self._note(told, (now, now, before), (before, "", ""))
        return told

    def close(self) -> None:
        """End the process."""
        self._request.close()

    def _note(self, told: str, undo: _Put, redo: _Put) -> None:
        self._desk.undo_stack.note(
            Step(told, undo=lambda: self._put(*undo), redo=lambda: self._put(*redo))
        )

    def _put(self, model: str, now: str, before: str) -> None:
        self._remember(now, before)
        self.desk_asked.emit(model)

    def _remember(self, now: str, before: str) -> None:
        self._settings.set_text(_NOW, now)
        self._settings.set_text(_BEFORE, before)
        self._settings.save()

    def _hear(self, event: str, values: dict[str, object]) -> None:
        if event != "replayed":
            return
        found = msgspec.convert(values["replay"], Replay)
        if found.shared or self._desk.model is None:
            self.preview = preview_of(found.articles, found.lacking, found.new, found.names)
        else:
            self.problem = _nothing_shared(self._desk.model.name, self.candidate, found)

    def _fail(self, problem: Problem) -> None:
        self.problem = problem


def _nothing_shared(current: str, candidate: str, found: Replay) -> Problem:
    def named(codes: tuple[str, ...]) -> str:
        shown = ", ".join(found.names.get(code, code) for code in codes[:12])
        return shown + (f" and {len(codes) - 12} more" if len(codes) > 12 else "")

    return Problem(
        "no_common_section",
        f"{current} and {candidate} share no section: {current} has {named(found.lacking)}; "
        f"{candidate} has {named(found.new)}.",
        "They cannot be held against each other. On the desk it would answer in its own sections.",
    )
