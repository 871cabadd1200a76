"""The screen of the data sets: the list, the chosen set, and the ways to bring one in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset, SplitPlan
from newsdesk.core.errors import Problem
from newsdesk.services.dataset_work import DatasetWork
from newsdesk.services.session import Session
from newsdesk.ui.datasets import words
from newsdesk.ui.datasets.decisions_dialog import DecisionsDialog
from newsdesk.ui.datasets.import_dialog import ImportDialog
from newsdesk.ui.datasets.set_list import SetList
from newsdesk.ui.datasets.set_page import SetPage
from newsdesk.ui.datasets.small_dialogs import MergeDialog, RenameDialog
from newsdesk.ui.datasets.work_card import VERBS, WorkCard, progress_text
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.ask import Question, ask
from newsdesk.ui.widgets.empty_state import EmptyState
from newsdesk.ui.widgets.labels import label

LIST_WIDTH = 366
SPLITTER = "datasets/splitter"
WELCOME = (
    "Drop a table of labelled articles (CSV, TSV, JSONL, JSON, Excel, .tab or Parquet) or a folder "
    "with a sub-folder for each section. Near-duplicates are found, and the set is divided for "
    "learning and testing. Nothing leaves this machine."
)
TABLES = "Tables (*.csv *.tsv *.tab *.txt *.jsonl *.ndjson *.json *.xlsx *.parquet);;All files (*)"
FORMATS = {
    "CSV (*.csv)": "csv",
    "Tab-separated (*.tsv)": "tsv",
    "JSON lines (*.jsonl)": "jsonl",
    "Excel (*.xlsx)": "xlsx",
    "Parquet (*.parquet)": "parquet",
}
DONE = {
    "import": "{name} is imported.",
    "decisions": "{name} is made.",
    "divide": "{name} is divided anew.",
    "export": "{name} is exported to {path}.",
    "pick": "{name} is made of the picked articles.",
    "add": "Added to {name}:",
}


class DatasetsScreen(QWidget):
    """train_asked: the name of a set to learn from.

    said: a line for the foot of the window, and whether it can be undone.
    moved: what the worker does, in words, how much is done and of how much; "" when it ended.
    """

    train_asked = Signal(str)
    said = Signal(str, bool)
    moved = Signal(str, int, int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._session = session
        self._datasets = session.datasets
        self._waiting: list[Path] = []
        self._stale = True
        self.dialog: QDialog | None = None
        self.question: Question | None = None
        self.list = SetList()
        self.work = WorkCard()
        self.page = SetPage(self._datasets)
        self.import_button = QPushButton("Import…")
        self.decisions_button = QPushButton("From decisions…")
        self._build()
        self._connect()

    def import_paths(self, paths: list[Path]) -> None:
        """Ask about each file or folder, one after another, and import it."""
        self._waiting.extend(paths)
        self._next_import()

    def refresh(self) -> None:
        """Ask the store anew, now or when the screen is next seen."""
        if not self.isVisible():
            self._stale = True
            return
        self._stale = False
        self._datasets.sets(self._show_sets)

    def take_focus(self) -> None:
        """Give the keyboard to the list, or to the screen itself while there is none."""
        welcome = self._stack.currentWidget() is not self.splitter
        (self if welcome else self.list).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    # What the person asks for

    def choose_file(self) -> None:
        """Choose a table in a dialog."""
        dialog = self._files("Import a table of labelled articles")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilter(TABLES)
        dialog.open()

    def choose_folder(self) -> None:
        """Choose a folder whose sub-folders are sections."""
        dialog = self._files("Import a folder: each sub-folder is a section")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def ask_decisions(self) -> None:
        """Ask which decisions make a set."""
        models = [card.name for card in self._session.models.cards]
        self._show_dialog(DecisionsDialog(self._datasets, models, self._names(), self))

    def _next_import(self) -> None:
        if self.dialog is None and self._waiting:
            path = self._waiting.pop(0)
            self._show_dialog(ImportDialog(self._datasets, path, self._names(), self))

    def _rename(self) -> None:
        if (dataset := self.page.dataset) is not None:
            dialog = RenameDialog(dataset, self._names(), self)
            dialog.accepted.connect(lambda: self._datasets.rename(dataset, dialog.name.name))
            self._show_dialog(dialog)

    def _merge(self) -> None:
        if (dataset := self.page.dataset) is not None:
            dialog = MergeDialog(dataset, self)
            dialog.accepted.connect(
                lambda: self._datasets.merge(dataset, dialog.sections, dialog.into.currentData())
            )
            self._show_dialog(dialog)

    def _remove(self) -> None:
        if (dataset := self.page.dataset) is not None:
            self._datasets.used_by(dataset.name, lambda jobs: self._ask_removal(dataset, jobs))

    def _ask_removal(self, dataset: Dataset, jobs: list[str]) -> None:
        used = ""
        if jobs:
            named = ", ".join(dict.fromkeys(jobs[:4]))
            more = f" and {len(jobs) - 4} more" if len(jobs) > 4 else ""
            used = f" Jobs that used it: {named}{more}. What they learned from stays with them."
        self.question = ask(
            self,
            f"Remove {dataset.name}?",
            f"Its {words.number(dataset.rows, 'row')} and their sections are deleted for good. "
            f"The file that it came from stays.{used}",
            "Remove",
            lambda: self._datasets.remove(dataset),
        )

    def _train(self) -> None:
        if (dataset := self.page.dataset) is not None:
            self.train_asked.emit(dataset.name)

    def _divide(self, plan: SplitPlan) -> None:
        if (dataset := self.page.dataset) is not None:
            self._datasets.worker.divide(dataset.name, plan)

    def _export(self) -> None:
        if (dataset := self.page.dataset) is None:
            return
        dialog = QFileDialog(self, f"Export {dataset.name}", self._folder("export"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(FORMATS))
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(f"{words.file_name(dataset.name)}.csv")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(FORMATS[chosen]))
        dialog.fileSelected.connect(lambda file: self._write(dataset, Path(file)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _write(self, dataset: Dataset, path: Path) -> None:
        self._session.settings.set_text("datasets/export", str(path.parent))
        suffix = path.suffix.lower().removeprefix(".")
        self._datasets.worker.export(
            dataset.name, path, suffix if suffix in FORMATS.values() else "csv"
        )

    # What is shown

    def _show_sets(self, sets: list[Dataset]) -> None:
        self.list.show_sets(sets)
        had_focus = self.hasFocus()
        self._stack.setCurrentIndex(1 if sets or self._datasets.worker.works else 0)
        if had_focus:
            self.take_focus()

    def _show_set(self, dataset: Dataset | None) -> None:
        self.page.setVisible(dataset is not None)
        if dataset is None:
            return
        model = self._session.desk.model
        known = model.manifest.sections if model is not None else ()
        codes = [section.code for section in (*known, *dataset.sections)]
        theme().set_sections(list(dict.fromkeys(codes)))
        self.page.show_set(dataset)

    def _show_work(self, work: DatasetWork) -> None:
        works = self._datasets.worker.works
        self.work.show_work(works[0] if works else None)
        if works:
            self._stack.setCurrentIndex(1)
            going = works[0]
            text = f"{going.name}: {VERBS[going.operation]}, {progress_text(going)}"
            self.moved.emit(text, going.done, going.total)
        else:
            self.moved.emit("", 0, 0)
        if work.ended:
            self._tell_end(work)

    def _tell_end(self, work: DatasetWork) -> None:
        if work.problem is not None:
            self.said.emit(str(work.problem), False)
        elif work.cancelled:
            self.said.emit(f"{work.name}: stopped, nothing of it was kept.", False)
        else:
            path = Path(work.path).name
            done = DONE[work.operation].format(name=work.name, path=path)
            self.said.emit(f"{done} {work.notice}".strip(), False)
            if work.operation in ("import", "decisions"):
                self.list.choose(work.name)
        if not self._datasets.worker.works:
            self.refresh()

    def _tell_problem(self, problem: Problem) -> None:
        self.said.emit(str(problem), False)

    # Within

    def _names(self) -> list[str]:
        return [one.name for one in self.list.sets]

    def _show_dialog(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._dialog_closed)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _dialog_closed(self) -> None:
        self.dialog = None
        self._next_import()

    def _files(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title, self._folder("import"))
        dialog.filesSelected.connect(self._take_files)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def _take_files(self, names: list[str]) -> None:
        self._session.settings.set_text("datasets/import", str(Path(names[0]).parent))
        self.import_paths([Path(name) for name in names])

    def _folder(self, what: str) -> str:
        return self._session.settings.text(f"datasets/{what}") or str(Path.home())

    def _connect(self) -> None:
        self._datasets.changed.connect(self.refresh)
        self._datasets.worker.moved.connect(self._show_work)
        self._datasets.failed.connect(self._tell_problem)
        self._datasets.labelled.connect(lambda text: self.said.emit(text, True))
        self.work.cancelled.connect(self._datasets.worker.cancel)
        self.decisions_button.clicked.connect(self.ask_decisions)
        self.list.picked.connect(self._show_set)
        self.list.remove_asked.connect(self._remove)
        self.page.train_asked.connect(self._train)
        self.page.export_asked.connect(self._export)
        self.page.rename_asked.connect(self._rename)
        self.page.merge_asked.connect(self._merge)
        self.page.remove_asked.connect(self._remove)
        self.page.splits.divide_asked.connect(self._divide)
        rename = QShortcut(QKeySequence(Qt.Key.Key_F2), self.list)
        rename.setContext(Qt.ShortcutContext.WidgetShortcut)
        rename.activated.connect(self._rename)

    def _build(self) -> None:
        side = QWidget()
        side.setObjectName("sidePane")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setMinimumWidth(252)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addWidget(self.work)
        column.addWidget(self.list, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        right = QWidget()
        right.setObjectName("setPage")
        right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        room = QVBoxLayout(right)
        room.setContentsMargins(0, 0, 0, 0)
        room.addWidget(self.page)
        self.page.hide()
        self.splitter.addWidget(side)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([LIST_WIDTH, 800])
        if (state := self._session.settings.bytes(SPLITTER)) is not None:
            self.splitter.restoreState(state)
        self.splitter.splitterMoved.connect(
            lambda: self._session.settings.set_bytes(SPLITTER, self.splitter.saveState())
        )
        content = QWidget()
        self._stack = QStackedLayout(content)
        self._stack.addWidget(self._welcome())
        self._stack.addWidget(self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._toolbar())
        layout.addWidget(content, 1)

    def _toolbar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("toolbar")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        bar.setFixedHeight(52)
        self.import_button.setProperty("role", "primary")
        menu = QMenu(self.import_button)
        menu.addAction("A table…", self.choose_file)
        menu.addAction("A folder, each sub-folder a section…", self.choose_folder)
        self.import_button.setMenu(menu)
        self.decisions_button.setToolTip("Make a data set of what was decided on the desk")
        row = QHBoxLayout(bar)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(12)
        row.addWidget(label("Data sets", "heading"))
        row.addWidget(self.import_button)
        row.addWidget(self.decisions_button)
        row.addStretch(1)
        return bar

    def _welcome(self) -> QWidget:
        table = QPushButton("Import a table…")
        table.setProperty("role", "primary")
        table.clicked.connect(self.choose_file)
        folder = QPushButton("Import a folder…")
        folder.clicked.connect(self.choose_folder)
        decisions = QPushButton("From decisions…")
        decisions.clicked.connect(self.ask_decisions)
        return EmptyState(
            "datasets", "Drop labelled articles here", WELCOME, table, folder, decisions
        )
