"""What is asked before articles are relabelled, added to a data set or written to a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from newsdesk.core.dataset import Dataset
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.articles.collect import CollectDialog
from newsdesk.ui.evaluate.articles.relabel import RelabelMenu

_FORMATS = "Table (*.csv);;Lines of JSON (*.jsonl);;Workbook (*.xlsx)"
_ENDINGS = (".csv", ".jsonl", ".xlsx")


class Asking(QObject):
    """menu, dialog: what is open now; None while nothing is."""

    def __init__(self, evaluate: Evaluate, window: QWidget) -> None:
        """window: over which it is asked."""
        super().__init__(window)
        self._evaluate, self._window = evaluate, window
        self._listed = evaluate.articles
        self.menu: RelabelMenu | None = None
        self.dialog: CollectDialog | QFileDialog | None = None

    def section(self, now: str, take: Callable[[str], object], where: QPoint) -> None:
        """Offer the sections that an article can be given.

        now: code of the one that it has. take: is given the code that is chosen.
        """
        self.menu = RelabelMenu(self._listed.sections, now, take, self._window)
        self.menu.destroyed.connect(self._forget_menu)
        self.menu.show_at(where)

    def data_set(self, places: Sequence[int]) -> None:
        """Ask which data set the articles at these places are added to."""

        def show(datasets: list[Dataset]) -> None:
            evaluation = self._evaluate.opened.evaluation
            source = evaluation.material.dataset if evaluation else ""
            dialog = CollectDialog(len(places), datasets, source, self._window)
            dialog.accepted.connect(
                lambda: self._listed.collect(places, dialog.name, dialog.is_new)
            )
            self._open(dialog)

        self._listed.sets(show)

    def file(self, places: Sequence[int]) -> None:
        """Ask for a file, and write the articles at these places to it."""
        dialog = QFileDialog(self._window, "Export the articles", str(Path.home()), _FORMATS)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(
            lambda name: dialog.setDefaultSuffix(name.partition("*.")[2].rstrip(")"))
        )
        dialog.selectFile("articles.csv")
        dialog.fileSelected.connect(lambda path: self._listed.take_out(places, _path(path)))
        self._open(dialog)

    def _open(self, dialog: CollectDialog | QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.destroyed.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _forget_menu(self) -> None:
        self.menu = None


def _path(chosen: str) -> Path:
    path = Path(chosen)
    return path if path.suffix.lower() in _ENDINGS else path.with_name(f"{path.name}.csv")
