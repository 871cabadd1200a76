"""Which models are here, which is on the desk, and which is asked beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.engine.installed import acquaintance, meet
from newsdesk.services.classification import Classification
from newsdesk.services.desk import Desk
from newsdesk.services.insight import Insight
from newsdesk.services.models import ModelCard, model_cards
from newsdesk.services.reader import Reader
from newsdesk.services.settings import Settings
from newsdesk.store import Store

if TYPE_CHECKING:
    from newsdesk.services.ensembles import Ensembles


class ModelsAtDesk(QObject):
    """The models and ensembles of this machine, and the two that are at work.

    cards, problems: what can be used, and what is wrong with the others, as of the last look.
    changed: other models are here than before. replaced: the one on the desk went or became
    another without being picked. second_changed: another model is asked beside the first, or
    none. failed: a Problem of something that was done on a thread.
    """

    changed = Signal()
    replaced = Signal(object)
    second_changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        store: Store,
        settings: Settings,
        desk: Desk,
        classification: Classification,
        insight: Insight,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.cards: list[ModelCard] = []
        self.problems: list[Problem] = []
        self._store, self._settings, self._desk = store, settings, desk
        self._classification, self._insight = classification, insight
        self._ensembles: Ensembles | None = None
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)

    @property
    def ensembles(self) -> Ensembles:
        """Models that answer together."""
        if self._ensembles is None:
            from newsdesk.services.ensembles import Ensembles

            self._ensembles = Ensembles(self._desk.undo_stack, self)
            self._ensembles.changed.connect(self._ensemble_changed)
        return self._ensembles

    @property
    def second(self) -> ModelCard | None:
        """The model that is asked beside the one on the desk."""
        return self._desk.second

    def get(self, name: str) -> ModelCard | None:
        """A model or ensemble that can be used; None where there is none of this name."""
        return next((card for card in self.cards if card.name == name), None)

    def start(self) -> None:
        """Put the models that were used last on the desk."""
        self.look()
        chosen = self.get(self._settings.model) or next(iter(self.cards), None)
        if chosen is not None:
            self.use(chosen)
        self.use_second(self.get(self._settings.text("desk/second")))

    def look(self) -> None:
        """Look again which models are here; some may have been imported meanwhile."""
        self._take(model_cards())

    def look_soon(self) -> None:
        """As `look`, on a thread: there may be many. `changed` tells."""
        self._reader.ask("models", model_cards, self._take)

    def use(self, model: ModelCard) -> None:
        """Put a model on the desk; what it has not classified yet is classified."""
        self._settings.model = model.name
        self._settings.save()
        self._desk.use(model)
        if self.second is not None and self.second.agrees_with(model):
            self.use_second(None)
        self._meet(model, lambda: self._begin(model))

    def use_second(self, model: ModelCard | None) -> None:
        """Ask another model beside the one on the desk; None for none any more.

        One that would agree with itself is not asked: the same one, or a member.
        Raises StoreError where it cannot be remembered.
        """
        on_desk = self._desk.model
        if model is not None and on_desk is not None and model.agrees_with(on_desk):
            model = None
        if model is None and self.second is None:
            return
        self._settings.set_text("desk/second", model.name if model else "")
        self._settings.save()
        self._desk.second = model
        if model is None:
            self._classification.use_second("")
        else:
            self._meet(model, lambda: self._begin_second(model))
        self.second_changed.emit(model)
        self._desk.changed.emit()

    def close(self) -> None:
        """Wait for the question that is being answered, and ask no more."""
        self._reader.close()

    # Within

    def _take(self, found: tuple[list[ModelCard], list[Problem]]) -> None:
        self.cards, self.problems = found
        self.changed.emit()

    def _begin(self, model: ModelCard) -> None:
        if self._desk.model is model:  # and no other one was picked meanwhile
            self._classification.use(model.name)
            self._insight.use(model.name)
            self._classification.classify_waiting()

    def _begin_second(self, model: ModelCard) -> None:
        if self._desk.second is model:
            self._classification.use_second(model.name)

    def _meet(self, model: ModelCard, then: Callable[[], object]) -> None:
        """Remember a model before it answers; what another one of its name said goes first."""
        if acquaintance(self._store, model.manifest) != "other":
            meet(self._store, model.manifest)
            then()
            return

        def met(_: object) -> None:
            then()
            self._desk.changed.emit()

        # Its answers may be so many that the window must not wait.
        self._reader.ask(("meet", model.name), lambda: meet(self._store, model.manifest), met)

    def _ensemble_changed(self, name: str) -> None:
        """Where it is at work, go on with what it is now, or without it."""
        self.look()
        now = self.get(name)
        if self.second is not None and self.second.name == name:
            self.use_second(now)
        if self._desk.model is not None and self._desk.model.name == name and self.cards:
            self.use(now or self.cards[0])
            self.replaced.emit(self._desk.model)
