"""Before an import: which column is what, the labels found, how to divide, the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.documents.encoding import ENCODINGS
from newsdesk.services.dataset_work import ImportPreview
from newsdesk.services.datasets import Datasets
from newsdesk.ui.datasets.name_field import NameField, free_name
from newsdesk.ui.datasets.plan_form import PlanForm
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.columns_form import ColumnsForm, fill_rows, rows_view
from newsdesk.ui.widgets.labels import card, label

PARTS = (
    ("title", "Title"),
    ("body", "Body"),
    ("section", "Section"),
    ("cover", "Cover"),
    ("language", "Language"),
    ("date", "Date"),
    ("split", "Split"),
)
MOST_LABELS = 24


class ImportDialog(QDialog):
    """Asks for a preview at once, and starts the import where it is accepted."""

    def __init__(
        self,
        datasets: Datasets,
        path: Path,
        taken: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._datasets = datasets
        self._path = path
        self._preview: ImportPreview | None = None
        self._encoding: str | None = None
        self._counted: str | None = None
        self._recount = 0
        self.merges: dict[str, QCheckBox] = {}
        self.setWindowTitle(f"Import {path.name}")
        self.resize(900, 720)
        wish = path.stem if path.is_file() else path.name
        self.name = NameField(taken, free_name(wish, taken))
        self.encoding = Choice("Encoding of the file")
        self.columns = ColumnsForm(PARTS, across=4)
        self.plan = PlanForm()
        self._notice = QVBoxLayout()
        self._rows = rows_view()
        self._labels = label("", "soft", wrap=True)
        self._merges = QVBoxLayout()
        self._merges.setSpacing(4)
        self._state = label(f"Looking into {path.name}…", "soft", wrap=True)
        self._buttons = QDialogButtonBox()
        self.start = self._buttons.addButton("Import", QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setProperty("role", "primary")
        self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self._connect()
        self._request = datasets.worker.preview(path)
        self._check()

    @property
    def state(self) -> str:
        """What stands in the way, or what is being done."""
        return self._state.text()

    @property
    def labels(self) -> str:
        """The labels found, in words."""
        return self._labels.text()

    def accept(self) -> None:
        """Start the import."""
        merges = {
            label: box.property("into") for label, box in self.merges.items() if box.isChecked()
        }
        self._datasets.worker.import_path(
            self._path,
            self.name.name,
            self._mapping(),
            self._encoding,
            self.plan.plan(),
            merges,
        )
        super().accept()

    def reject(self) -> None:
        """Leave all as it is."""
        self._datasets.worker.forget_preview(self._request)
        self._datasets.worker.forget_preview(self._recount)
        super().reject()

    def _mapping(self) -> dict[str, str] | None:
        """The columns as they are chosen; None for a folder, which has none."""
        table = self._preview.table if self._preview else None
        if table is None:
            return None
        mapping = self.columns.mapping()
        name = table.mapping.section_name
        if name is not None and mapping.get("section") == table.mapping.section:
            mapping["section_name"] = name
        return mapping

    def _take(self, request: int, preview: ImportPreview) -> None:
        if request == self._recount and self._preview is not None:
            self._preview = replace(self._preview, labels=preview.labels, merges=preview.merges)
            self._show_labels()
        if request != self._request:
            return
        self._preview = preview
        self._counted = preview.table.mapping.section if preview.table else None
        table = preview.table
        for widget in self._of_tables:
            widget.setVisible(table is not None and not preview.folder)
        if table is not None and not preview.folder:
            self.columns.show_table(table)
            fill_rows(self._rows, table)
            self._show_encoding(table.encoding, table.certain)
            self._show_renamed(table.renamed)
            if self.columns.has("split"):
                self.plan.choose("given")
        self._show_labels()
        self._check()

    def _fail(self, request: int, problem: Problem) -> None:
        if request == self._request:
            self._preview = None
            self._state.setProperty("role", "error")
            self._state.style().polish(self._state)
            self._state.setText(str(problem))
            self._check(keep=True)

    def _read_again(self) -> None:
        self._encoding = self.encoding.currentData()
        self._datasets.worker.forget_preview(self._request)
        self._request = self._datasets.worker.preview(self._path, self._encoding)

    def _check(self, keep: bool = False) -> None:
        ready = self._preview is not None
        mapped = ready and (
            self._preview is not None
            and (self._preview.folder or self.columns.has("body") or self.columns.has("title"))
        )
        given = self.plan.way.currentData() == "given" and not self.columns.has("split")
        if not keep and ready:
            self._state.setText(self._missing(bool(mapped), given))
        self.start.setEnabled(bool(mapped and self.name.name and not given))

    def _missing(self, mapped: bool, given: bool) -> str:
        if not mapped:
            return "Choose the column of the title or of the body."
        if given:
            return "Choose the column that names the split, or divide in another way."
        folder = self._preview is not None and self._preview.folder
        if not folder and not self.columns.has("section"):
            return "Without a column of sections nothing can be learned from these rows yet."
        return ""

    def _changed_columns(self) -> None:
        section = self.columns.mapping().get("section")
        if self._preview is not None and section != self._counted:
            self._counted = section
            self._datasets.worker.forget_preview(self._recount)
            self._labels.setText("Counting…")
            self._recount = self._datasets.worker.preview(
                self._path, self._encoding, self._mapping()
            )
        self._check()

    def _show_labels(self) -> None:
        preview = self._preview
        while (item := self._merges.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.merges = {}
        if preview is None:
            return
        found = sorted(preview.labels.items(), key=lambda pair: (-pair[1], pair[0]))
        blank = preview.labels.get("", 0)
        found = [pair for pair in found if pair[0]]
        parts = [f"{name} {rows:,}" for name, rows in found[:MOST_LABELS]]
        if len(found) > MOST_LABELS:
            parts.append(f"and {len(found) - MOST_LABELS:,} more")
        if blank:
            parts.append(f"without a label {blank:,}")
        self._labels.setText(" · ".join(parts) or "No labels.")
        for into, others in preview.merges:
            for other in others:
                rows = f"{preview.labels.get(other, 0):,} and {preview.labels.get(into, 0):,} rows"
                box = QCheckBox(f"Take “{other}” as “{into}” ({rows})")
                box.setProperty("into", into)
                self._merges.addWidget(box)
                self.merges[other] = box

    def _show_encoding(self, encoding: str, certain: bool) -> None:
        self._encoding_row.setVisible(bool(encoding))
        self._encoding_hint.setText("" if certain else "a guess: look at the rows below")
        with QSignalBlocker(self.encoding):
            self.encoding.clear()
            guess = " (found)" if self._encoding is None else ""
            self.encoding.addItem(f"{encoding}{guess}", self._encoding)
            for code, name in {"utf-8": "UTF-8", **ENCODINGS}.items():
                if name != encoding:
                    self.encoding.addItem(name, code)

    def _show_renamed(self, renamed: Sequence[tuple[str, str]]) -> None:
        while (item := self._notice.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        if renamed:
            pairs = ", ".join(f"“{old}” is now “{new}”" for old, new in renamed)
            said = f"Columns of the same name were renamed: {pairs}."
            self._notice.addWidget(card("notice", said))

    def _connect(self) -> None:
        self._datasets.worker.previewed.connect(self._take)
        self._datasets.worker.preview_failed.connect(self._fail)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.name.changed.connect(self._check)
        self.plan.changed.connect(self._check)
        self.columns.changed.connect(self._changed_columns)
        self.encoding.activated.connect(lambda _: self._read_again())

    def _build(self) -> None:
        self._encoding_row = QWidget()
        row = QHBoxLayout(self._encoding_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        self._encoding_hint = label("", "soft")
        row.addWidget(QLabel("Encoding"))
        row.addWidget(self.encoding)
        row.addWidget(self._encoding_hint)
        row.addStretch(1)
        self._rows.setMinimumHeight(150)
        of_columns = label("Which column holds what?", "cardTitle")
        self._of_tables: list[QWidget] = [
            of_columns, self.columns, self._rows, self._encoding_row,
        ]  # fmt: skip
        page = QWidget()
        inner = QVBoxLayout(page)
        inner.setContentsMargins(20, 16, 20, 10)
        inner.setSpacing(10)
        named = QHBoxLayout()
        named.setSpacing(10)
        caption = QLabel("Name")
        caption.setContentsMargins(0, 7, 0, 0)
        named.addWidget(caption, 0, Qt.AlignmentFlag.AlignTop)
        named.addWidget(self.name, 1)
        inner.addLayout(named)
        inner.addWidget(of_columns)
        inner.addLayout(self._notice)
        inner.addWidget(self.columns)
        inner.addWidget(self._encoding_row)
        inner.addWidget(self._rows, 1)
        inner.addWidget(label("Labels found in the first rows", "cardTitle"))
        inner.addWidget(self._labels)
        inner.addLayout(self._merges)
        inner.addWidget(label("How to divide it", "cardTitle"))
        inner.addWidget(self.plan)
        inner.addStretch(0)  # a folder has no table that would fill the room
        for widget in self._of_tables:
            widget.hide()
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(page)
        foot = QVBoxLayout()
        foot.setContentsMargins(20, 0, 20, 16)
        foot.setSpacing(10)
        foot.addWidget(self._state)
        foot.addWidget(self._buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area, 1)
        layout.addLayout(foot)
