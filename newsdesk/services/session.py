"""Everything behind the window, opened and closed as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newsdesk.services.classification import Classification
from newsdesk.services.desk import Desk
from newsdesk.services.editor import Editor
from newsdesk.services.insight import Insight
from newsdesk.services.intake import Intake
from newsdesk.services.listing import Listing
from newsdesk.services.models_at_desk import ModelsAtDesk
from newsdesk.services.settings import Settings
from newsdesk.services.store_watch import StoreWatch
from newsdesk.store import Store

if TYPE_CHECKING:
    from newsdesk.services.archive import Archive
    from newsdesk.services.bulk import Bulk
    from newsdesk.services.datasets import Datasets
    from newsdesk.services.editing import Editing
    from newsdesk.services.evaluate import Evaluate
    from newsdesk.services.exports import Exports
    from newsdesk.services.filing import Filing
    from newsdesk.services.jobs import TrainingJobs
    from newsdesk.services.saved_filters import SavedFilters

PATIENCE_S = 0.5


class Session(QObject):
    """Store, workers and models of one window.

    Raises StoreError where the store cannot be opened.
    """

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
        self.models = ModelsAtDesk(
            self.store, self.settings, self.desk, self.classification, self.insight, self
        )
        self._archive: Archive | None = None
        self._exports: Exports | None = None
        self._bulk: Bulk | None = None
        self._saved_filters: SavedFilters | None = None
        self._datasets: Datasets | None = None
        self._editing: Editing | None = None
        self._jobs: TrainingJobs | None = None
        self._evaluate: Evaluate | None = None
        self._filing: Filing | None = None
        self._closed = False
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
    def evaluate(self) -> Evaluate:
        """Where models are wrong; its workers start when they are first needed."""
        if self._evaluate is None:
            from newsdesk.services.evaluate import Evaluate

            self._evaluate = Evaluate(self)
        return self._evaluate

    @property
    def filing(self) -> Filing:
        """From which confidence on models file by themselves."""
        if self._filing is None:
            from newsdesk.services.filing import Filing

            self._filing = Filing(self.store, self.desk.undo_stack, self)
            self._filing.changed.connect(self.desk.changed)
        return self._filing

    def start(self) -> None:
        """Start the workers and put the models used last on the desk."""
        self.intake.start()
        self.models.start()
        if self.store.filing.unfinished():
            self.filing.finish()

    def _classify(self, articles: list[int]) -> None:
        # Without a model they wait until there is one.
        if self.desk.model is not None and self.classification.state.model:
            self.classification.classify(articles)

    def close(self) -> None:
        """End the workers, then close the store; once, however often it is asked."""
        if self._closed:
            return
        self._closed = True
        self.watch.close()
        self.listing.close()
        if self._editing is not None:
            self._editing.close()
        if self._bulk is not None:
            self._bulk.close()
        self.models.close()
        if self._archive is not None:
            self._archive.close()
        if self._exports is not None:
            self._exports.close()
        if self._jobs is not None:
            self._jobs.close()
        if self._evaluate is not None:
            self._evaluate.close()
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
