"""Ensembles made, changed and removed at the desk; each is one step that can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import ModelError
from newsdesk.engine.ensemble import Ensemble, assemble
from newsdesk.engine.ensemble_files import (
    ensemble_file,
    ensemble_names,
    read_record,
    remove_ensemble,
    restore_ensemble,
    save_ensemble,
)
from newsdesk.engine.model_folder import ModelFolder, list_models
from newsdesk.services.undo import Step, UndoStack


class Ensembles(QObject):
    """changed: an ensemble of this name was made, changed, removed or put back."""

    changed = Signal(str)

    def __init__(self, undo_stack: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._undo_stack = undo_stack

    def models(self) -> list[ModelFolder]:
        """The models that can be members."""
        return [entry for entry in list_models() if isinstance(entry, ModelFolder)]

    def names(self) -> list[str]:
        """The ensembles that are here, usable or not."""
        return ensemble_names()

    def members(self, name: str) -> tuple[str, ...]:
        """Whom an ensemble names, here or not. Raises ModelError where its file is damaged."""
        return tuple(member.name for member in read_record(name).members)

    def preview(self, members: Sequence[ModelFolder]) -> Ensemble:
        """What models would be together, nothing written; ModelError where they do not fit."""
        return assemble("preview", "", members, ensemble_file("preview"))

    def title(self, name: str) -> str:
        """What people call an ensemble; its name where its file is damaged."""
        try:
            return read_record(name).title or name
        except ModelError:
            return name

    def make(self, name: str, members: Sequence[str], title: str = "") -> None:
        """Make an ensemble. Raises ModelError."""
        self._undo_stack.do(
            Step(
                f"Made the ensemble {title or name}",
                undo=lambda: self._remove(name),
                redo=lambda: self._save(name, members, title, replace=False),
            )
        )

    def change(self, name: str, members: Sequence[str]) -> None:
        """Give an ensemble other members; it keeps its title. Raises ModelError."""
        before, title = _content(name), self.title(name)
        self._undo_stack.do(
            Step(
                f"Changed the ensemble {title}",
                undo=lambda: self._restore(name, before),
                redo=lambda: self._save(name, members, title, replace=True),
            )
        )

    def remove(self, name: str) -> None:
        """Remove an ensemble; its members stay. Raises ModelError."""
        before = _content(name)
        self._undo_stack.do(
            Step(
                f"Removed the ensemble {self.title(name)}",
                undo=lambda: self._restore(name, before),
                redo=lambda: self._remove(name),
            )
        )

    def _save(self, name: str, members: Sequence[str], title: str, replace: bool) -> None:
        save_ensemble(name, members, title, replace)
        self.changed.emit(name)

    def _remove(self, name: str) -> None:
        remove_ensemble(name)
        self.changed.emit(name)

    def _restore(self, name: str, content: bytes) -> None:
        restore_ensemble(name, content)
        self.changed.emit(name)


def _content(name: str) -> bytes:
    try:
        return ensemble_file(name).read_bytes()
    except OSError as error:
        raise ModelError(
            "no_model",
            f"The ensemble {name} cannot be read: {error.strerror or error}.",
            "It may have been removed meanwhile.",
        ) from error
