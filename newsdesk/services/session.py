"""Everything behind the window, opened and closed as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newsdesk.core.errors import Problem
from newsdesk.services.classification import Classification
from newsdesk.services.desk import Desk
from newsdesk.services.intake import Intake
from newsdesk.services.models import ModelCard, model_cards
from newsdesk.services.settings import Settings
from newsdesk.services.store_watch import StoreWatch
from newsdesk.store import Store

if TYPE_CHECKING:
    from newsdesk.services.datasets import Datasets
    from newsdesk.services.jobs import TrainingJobs

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
        self.desk = Desk(self.store, self)
        self.intake = Intake(self)
        self.classification = Classification(self)
        self._datasets: Datasets | None = None
        self._jobs: TrainingJobs | None = None
        self.models: list[ModelCard] = []
        self.model_problems: list[Problem] = []
        self.intake.added.connect(self._classify)
        self.intake.arrived.connect(self.desk.note_arrivals)
        self.intake.cover_set.connect(self.desk.note_cover)
        self.intake.rewritten.connect(lambda article: self._classify([article]))
        self.desk.stale.connect(self._classify)

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

    def look_for_models(self) -> None:
        """Look again which models are here; some may have been imported meanwhile."""
        self.models, self.model_problems = model_cards()

    def use(self, model: ModelCard) -> None:
        """Put a model on the desk; what it has not classified yet is classified."""
        self.settings.model = model.name
        self.desk.use(model)
        self.classification.use(model.name)
        self.classification.classify_waiting()

    def _classify(self, articles: list[int]) -> None:
        # Without a model they wait until there is one.
        if self.desk.model is not None:
            self.classification.classify(articles)

    def close(self) -> None:
        """End the workers, then close the store."""
        self.watch.close()
        if self._jobs is not None:
            self._jobs.close()
        self.intake.end()
        self.classification.end()
        if self._datasets is not None:
            self._datasets.end()
            self._datasets.close()
        self.intake.close()
        self.classification.close()
        self.settings.save()
        self.store.close()
