"""Filing by itself: what thresholds cost, and the rules in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from newsdesk.core.filing import FilingCurve, filing_curves
from newsdesk.services.models import ModelCard
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store
from newsdesk.store.records import FilingRules


@dataclass(frozen=True, slots=True)
class FilingView:
    """Everything that a person chooses thresholds by.

    tests: curves on articles that the model was tested on; empty where it has none.
    decisions: curves on what this newsroom decided, one a section.
    """

    rules: FilingRules
    tests: tuple[FilingCurve, ...]
    decisions: tuple[FilingCurve, ...]


@dataclass(frozen=True, slots=True)
class WouldFile:
    """What thresholds would do to the articles that are open now.

    open: those that the model answered and nobody decided. filed: of these by themselves.
    """

    open: int
    filed: int


class Filing(QObject):
    """Reads and sets the rules on a thread: a newsroom may have 200,000 articles to judge anew.

    changed: other rules are in force. applied: what was done, as one step that can be undone.
    failed: a Problem; what it met was not done.
    """

    changed = Signal()
    applied = Signal(str)
    failed = Signal(object)

    def __init__(self, store: Store, undo_stack: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._undo_stack = undo_stack
        self._closing = False
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether anything is still being read or judged."""
        return self._reader.busy

    def look(self, model: ModelCard, then: Callable[[FilingView], object]) -> None:
        """Look up what thresholds of a model can be chosen by."""
        sections = [section.code for section in model.manifest.sections]

        def question() -> FilingView:
            answers = self._store.filing.measured(model.name)
            return FilingView(
                rules=self._store.filing.get(model.name),
                tests=model.manifest.filing,
                decisions=filing_curves(answers, sections),
            )

        self._reader.ask("look", question, then)

    def would_file(
        self, model: str, thresholds: dict[str, float], then: Callable[[WouldFile], object]
    ) -> None:
        """Count what thresholds would file; of questions in quick order only the last is heard."""

        def question() -> WouldFile:
            counts = self._store.articles.counts(model)
            filed = self._store.filing.would_file(model, thresholds)
            return WouldFile(counts.to_decide + counts.filed, sum(filed.values()))

        self._reader.ask("would file", question, then)

    def apply(self, before: FilingRules, rules: FilingRules) -> None:
        """Put rules in force in place of others; one step that can be undone once it is done."""
        text = _told(rules)

        def done(_: object) -> None:
            self._undo_stack.note(
                Step(text, undo=lambda: self._set(before), redo=lambda: self._set(rules))
            )
            self.changed.emit()
            self.applied.emit(text)

        self._reader.ask(("set", rules.model), self._setting(rules), done)

    def finish(self) -> None:
        """Judge what was left when the last session ended in the middle of it."""
        judging = partial(self._store.filing.finish, stop=lambda: self._closing)
        self._reader.ask("finish", judging, lambda _: self.changed.emit())

    def forget(self) -> None:
        """Nobody waits for what was looked up and counted; what is being set goes on."""
        self._reader.forget("look")
        self._reader.forget("would file")

    def close(self) -> None:
        """Put in force what was chosen; what is then left to judge is judged at the next start."""
        self._closing = True
        self._reader.close(finish=True)

    def _setting(self, rules: FilingRules) -> Callable[[], None]:
        return partial(self._store.filing.set, rules, stop=lambda: self._closing)

    def _set(self, rules: FilingRules) -> None:
        self._reader.ask(
            ("set", rules.model),
            self._setting(rules),
            lambda _: self.changed.emit(),
        )


def _told(rules: FilingRules) -> str:
    if not rules.enabled:
        return f"{rules.model} files nothing by itself"
    number = len(rules.thresholds)
    sections = "1 section" if number == 1 else f"{number} sections"
    return f"{rules.model} files by itself in {sections}"
