"""What the editor does with models at the desk: which are asked, together, and what they file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.classification import ClassificationState
from newsdesk.services.models import ModelCard
from newsdesk.services.session import Session
from newsdesk.ui.desk.models.picker import ModelPicker


class DeskModels(QObject):
    """Between the picker and the session; opens the dialogs on models.

    shown: the desk is to be dressed for this model. said: a line for the foot of the window, and
    whether it can be undone.
    """

    shown = Signal(object)
    said = Signal(str, bool)

    def __init__(self, session: Session, picker: ModelPicker, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._picker = picker
        self._window = window
        self._told: Problem | None = None
        self._hears_filing = False
        picker.picked.connect(self._use)
        picker.second_picked.connect(self._use_second)
        picker.opening.connect(session.models.look_soon)
        picker.ensemble_asked.connect(self.open_ensemble)
        picker.filing_asked.connect(self.open_filing)
        session.models.changed.connect(self.refresh)
        session.models.second_changed.connect(lambda _: self.refresh())
        session.models.replaced.connect(self.shown)
        session.models.failed.connect(lambda trouble: self.said.emit(str(trouble), False))
        session.classification.changed.connect(self._tell_trouble)

    def refresh(self) -> None:
        """Offer what is here now."""
        session, models = self._session, self._session.models
        usable = {card.name for card in models.cards}
        broken = {
            name: next((str(p) for p in models.problems if f" {name} " in p.message), "")
            for name in models.ensembles.names()
            if name not in usable
        }
        self._picker.show_models(models.cards, session.desk.model, models.second, broken)
        self._picker.show_current(session.desk.model, session.classification.state, models.second)

    def ask_second(self) -> None:
        """Offer the models that can be asked beside the first."""
        if not self._picker.open_second():
            self.said.emit("There is no other model here to ask beside it.", False)

    def open_filing(self) -> QDialog | None:
        """Choose from which confidence on the model files by itself."""
        from newsdesk.ui.desk.models.filing_dialog import FilingDialog

        model = self._session.desk.model
        if model is None:
            self.said.emit("Put a model on the desk first.", False)
            return None
        if not self._hears_filing:
            self._hears_filing = True
            self._session.filing.applied.connect(lambda text: self.said.emit(text, True))
            self._session.filing.failed.connect(lambda trouble: self.said.emit(str(trouble), False))
        return _opened(FilingDialog(self._session.filing, model, self._window))

    def open_ensemble(self, name: str = "") -> QDialog:
        """Make an ensemble, or change the one of this name."""
        from newsdesk.ui.desk.models.ensemble_dialog import EnsembleDialog

        dialog = EnsembleDialog(
            self._session.models.ensembles, self._session.classification, name, self._window
        )
        dialog.said.connect(self.said)
        dialog.made.connect(self._use_by_name)
        return _opened(dialog)

    def _use(self, model: ModelCard) -> None:
        if self._done(lambda: self._session.models.use(model)):
            self.shown.emit(model)

    def _use_by_name(self, name: str) -> None:
        """A new ensemble is picked at once: that is what it was made for."""
        if (card := self._session.models.get(name)) is not None:
            self._use(card)

    def _use_second(self, model: ModelCard | None) -> None:
        self._done(lambda: self._session.models.use_second(model))

    def _tell_trouble(self, state: ClassificationState) -> None:
        """Once, when the second model cannot be asked."""
        if state.second_problem is not None and state.second_problem != self._told:
            self.said.emit(str(state.second_problem), False)
        self._told = state.second_problem

    def _done(self, action: Callable[[], object]) -> bool:
        try:
            action()
        except NewsdeskError as error:
            self.said.emit(str(error), False)
            return False
        return True


def _opened(dialog: QDialog) -> QDialog:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog
