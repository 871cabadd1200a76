"""Everything behind the window, opened and closed as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.engine.installed import acquaintance, meet
from newsdesk.services.classification import Classification
from newsdesk.services.desk import Desk
from newsdesk.services.editor import Editor
from newsdesk.services.insight import Insight
from newsdesk.services.intake import Intake
from newsdesk.services.listing import Listing
from newsdesk.services.models import ModelCard, model_cards
from newsdesk.services.reader import Reader
from newsdesk.services.settings import Settings
from newsdesk.services.store_watch import StoreWatch
from newsdesk.store import Store

if TYPE_CHECKING:
    from newsdesk.services.archive import Archive
    from newsdesk.services.bulk import Bulk
    from newsdesk.services.datasets import Datasets
    from newsdesk.services.editing import Editing
    from newsdesk.services.ensembles import Ensembles
    from newsdesk.services.exports import Exports
    from newsdesk.services.filing import Filing
    from newsdesk.services.jobs import TrainingJobs
    from newsdesk.services.saved_filters import SavedFilters

PATIENCE_S = 0.5


class Session(QObject):
    """Store, workers and models of one window.

    models_changed: other models are here than before. model_changed: the one on the desk went or
    became another without being picked. second_changed: another model is asked beside the first,
    or none. failed: a Problem of something that was done on a thread.
    Raises StoreError where the store cannot be opened.
    """

    models_changed = Signal()
    model_changed = Signal(object)
    second_changed = Signal(object)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings()
        # The window must not wait for another writer; the workers may.
        self.store = Store.open(patience=PATIENCE_S)
        self.watch = StoreWatch(self.store, self)
        self.editor = Editor(self.settings, self)
        self.desk = Desk(self.store, self.editor, self)
        self.listing = Listing(self.store, self)
        self.desk.decisions.recorded.connect(lambda line: self.listing.touch(line.article_id))
        self.intake = Intake(self)
        self.classification = Classification(self)
        self.insight = Insight(self, is_busy=lambda: self.is_busy)
        self._archive: Archive | None = None
        self._exports: Exports | None = None
        self._bulk: Bulk | None = None
        self._saved_filters: SavedFilters | None = None
        self._datasets: Datasets | None = None
        self._editing: Editing | None = None
        self._jobs: TrainingJobs | None = None
        self._filing: Filing | None = None
        self._ensembles: Ensembles | None = None
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)
        self.models: list[ModelCard] = []
        self.model_problems: list[Problem] = []
        self.intake.added.connect(self._classify)
        self.intake.arrived.connect(self.desk.note_arrivals)
        self.intake.cover_set.connect(self.desk.note_cover)
        self.intake.divided.connect(self.desk.note_division)
        self.intake.rewritten.connect(lambda article: self._classify([article]))
        self.desk.stale.connect(self._classify)

    @property
    def is_busy(self) -> bool:
        """Whether articles are classified, here or in an archive run: other work waits for that."""
        going = self._archive is not None and bool(self._archive.going)
        return going or self.classification.state.running

    @property
    def archive(self) -> Archive:
        """The archive runs."""
        if self._archive is None:
            from newsdesk.services.archive import Archive

            self._archive = Archive(self.store, self.watch, self)
        return self._archive

    @property
    def exports(self) -> Exports:
        """Articles into files; its worker starts when it is first needed."""
        if self._exports is None:
            from newsdesk.services.exports import Exports

            self._exports = Exports(self)
        return self._exports

    @property
    def bulk(self) -> Bulk:
        """What is done to many articles at once."""
        if self._bulk is None:
            from newsdesk.services.bulk import Bulk

            self._bulk = Bulk(self.store, self.desk, self.classification, self.editor, self)
        return self._bulk

    @property
    def saved_filters(self) -> SavedFilters:
        """The inbox's filters that the person keeps."""
        if self._saved_filters is None:
            from newsdesk.services.saved_filters import SavedFilters

            self._saved_filters = SavedFilters(self.store, self.desk.undo_stack, self)
        return self._saved_filters

    @property
    def editing(self) -> Editing:
        """What is being written into articles."""
        if self._editing is None:
            from newsdesk.services.editing import Editing

            self._editing = Editing(self.store, self.desk.undo_stack, self)
        return self._editing

    @property
    def datasets(self) -> Datasets:
        """The data sets; their worker starts when it is first needed."""
        if self._datasets is None:
            from newsdesk.services.datasets import Datasets

            self._datasets = Datasets(self.store, self.desk.undo_stack, self)
        return self._datasets

    @property
    def jobs(self) -> TrainingJobs:
        """The training jobs."""
        if self._jobs is None:
            from newsdesk.services.jobs import TrainingJobs

            self._jobs = TrainingJobs(self.store, self.watch, self)
        return self._jobs

    @property
    def filing(self) -> Filing:
        """From which confidence on models file by themselves."""
        if self._filing is None:
            from newsdesk.services.filing import Filing

            self._filing = Filing(self.store, self.desk.undo_stack, self)
            self._filing.changed.connect(self.desk.changed)
        return self._filing

    @property
    def ensembles(self) -> Ensembles:
        """Models that answer together."""
        if self._ensembles is None:
            from newsdesk.services.ensembles import Ensembles

            self._ensembles = Ensembles(self.desk.undo_stack, self)
            self._ensembles.changed.connect(self._ensemble_changed)
        return self._ensembles

    @property
    def second(self) -> ModelCard | None:
        """The model that is asked beside the one on the desk."""
        return self.desk.second

    def start(self) -> None:
        """Start the workers and put the model used last on the desk."""
        self.intake.start()
        self.look_for_models()
        last = self.settings.model
        chosen = next((card for card in self.models if card.name == last), None)
        if chosen is None and self.models:
            chosen = self.models[0]
        if chosen is not None:
            self.use(chosen)
        second = self.settings.text("desk/second")
        self.use_second(next((card for card in self.models if card.name == second), None))

    def look_for_models(self) -> None:
        """Look again which models are here; some may have been imported meanwhile."""
        self.models, self.model_problems = model_cards()
        self.models_changed.emit()

    def look_for_models_soon(self) -> None:
        """As `look_for_models`, on a thread: there may be many. `models_changed` tells."""

        def take(found: tuple[list[ModelCard], list[Problem]]) -> None:
            self.models, self.model_problems = found
            self.models_changed.emit()

        self._reader.ask("models", model_cards, take)

    def use(self, model: ModelCard) -> None:
        """Put a model on the desk; what it has not classified yet is classified."""
        self.settings.model = model.name
        self.settings.save()
        self.desk.use(model)
        if self.second is not None and self.second.name == model.name:
            self.use_second(None)
        self._meet(model, lambda: self._begin(model))

    def _begin(self, model: ModelCard) -> None:
        if self.desk.model is model:  # and no other one was picked meanwhile
            self.classification.use(model.name)
            self.insight.use(model.name)
            self.classification.classify_waiting()

    def _meet(self, model: ModelCard, then: Callable[[], object]) -> None:
        """Remember a model before it answers; what another one of its name said goes first."""
        if acquaintance(self.store, model.manifest) != "other":
            meet(self.store, model.manifest)
            then()
            return

        def met(_: object) -> None:
            then()
            self.desk.changed.emit()

        # Its answers may be so many that the window must not wait.
        self._reader.ask(("meet", model.name), lambda: meet(self.store, model.manifest), met)

    def use_second(self, model: ModelCard | None) -> None:
        """Ask another model beside the one on the desk; None for none any more.

        Raises StoreError where it cannot be remembered.
        """
        on_desk = self.desk.model
        if model is not None and on_desk is not None and model.name == on_desk.name:
            model = None  # it would agree with itself
        if model is None and self.second is None:
            return
        self.settings.set_text("desk/second", model.name if model else "")
        self.settings.save()
        self.desk.second = model
        if model is None:
            self.classification.use_second("")
        else:
            self._meet(model, lambda: self._begin_second(model))
        self.second_changed.emit(model)
        self.desk.changed.emit()

    def _begin_second(self, model: ModelCard) -> None:
        if self.desk.second is model:
            self.classification.use_second(model.name)

    def _ensemble_changed(self, name: str) -> None:
        """Where it is at work, go on with what it is now, or without it."""
        self.look_for_models()
        now = next((card for card in self.models if card.name == name), None)
        if self.second is not None and self.second.name == name:
            self.use_second(now)
        if self.desk.model is not None and self.desk.model.name == name and self.models:
            self.use(now or self.models[0])
            self.model_changed.emit(self.desk.model)

    def _classify(self, articles: list[int]) -> None:
        # Without a model they wait until there is one.
        if self.desk.model is not None and self.classification.state.model:
            self.classification.classify(articles)

    def close(self) -> None:
        """End the workers, then close the store."""
        self.watch.close()
        self.listing.close()
        if self._editing is not None:
            self._editing.close()
        if self._bulk is not None:
            self._bulk.close()
        self._reader.close()
        if self._archive is not None:
            self._archive.close()
        if self._exports is not None:
            self._exports.close()
        if self._jobs is not None:
            self._jobs.close()
        self.intake.end()
        self.classification.end()
        self.insight.end()
        if self._datasets is not None:
            self._datasets.end()
            self._datasets.close()
        if self._filing is not None:
            self._filing.close()
        self.intake.close()
        self.classification.close()
        self.insight.close()
        self.settings.save()
        self.store.close()
