"""Which answers of a model are filed without a person: chosen by what that costs."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.filing import FilingCurve, best_thresholds, cost_of
from newsdesk.services.filing import Filing, FilingView, WouldFile
from newsdesk.services.models import ModelCard
from newsdesk.store.records import FilingRules
from newsdesk.ui.desk.models.filing_row import FilingRow, cost_sentence, spread
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

BOUNDS = (0.01, 0.02, 0.05, 0.10)
FIRST_BOUND = 0.05
COUNT_AFTER_MS = 120
TESTS, DECISIONS = "tests", "decisions"
NOUNS = {TESTS: "test articles", DECISIONS: "decided articles"}
SOURCES = ((TESTS, "articles it was tested on"), (DECISIONS, "decisions made here"))
CAVEATS = {
    TESTS: "Counted on articles kept aside when the model was made. Yours may be harder: look at "
    "what it files in the first days.",
    DECISIONS: "Counted on what was decided here with this model on the desk. Whoever decided saw "
    "its answer and may have agreed too easily.",
}
NOTHING = (
    "There is nothing yet to choose by: {name} has not been tested, and nothing has been decided "
    "here while it was on the desk. Decide on some hundred articles with it, then come back; a "
    "section needs 20 of them."
)


class FilingDialog(QDialog):
    """Nothing is filed before the switch is on and Apply was pressed."""

    def __init__(self, filing: Filing, model: ModelCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("File by itself")
        self.resize(840, min(740, self.screen().availableGeometry().height() - 50))
        self._filing, self._model = filing, model
        self._before = FilingRules(model.name)
        self._curves: dict[str, tuple[FilingCurve, ...]] = {}
        self.switch = QCheckBox(f"{model.shown} files by itself what it is sure enough of")
        self.switch.toggled.connect(lambda _: self._changed())
        self.source = Choice("Counted on")
        self.source.currentIndexChanged.connect(lambda _: self._show_source())
        self.bounds = [self._bound_button(share) for share in BOUNDS]
        self.rows = [FilingRow(section) for section in model.manifest.sections]
        self.total = label("", "strong", wrap=True)
        self.open_line = label("", "soft", wrap=True)
        self._caveat = label("", "soft", wrap=True)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(COUNT_AFTER_MS)
        self._wait.timeout.connect(self._count)
        self._build()
        for row in self.rows:
            row.changed.connect(self._moved)
        self.finished.connect(lambda _: filing.forget())
        self.destroyed.connect(filing.forget)
        filing.look(model, self._show)

    @property
    def thresholds(self) -> dict[str, float]:
        """As they are chosen now, by section; those that always ask are left out."""
        chosen = {row.section.code: row.threshold for row in self.rows}
        return {code: value for code, value in chosen.items() if value is not None}

    def set_most_wrong(self, share: float) -> None:
        """Set all sections at once: as much as leaves at most that part of it wrong."""
        for row in self.rows:
            row.set_most_wrong(share)
        self._check_bound(share)
        self._changed()

    def accept(self) -> None:
        """Put what is chosen in force."""
        rules = FilingRules(self._model.name, self.switch.isChecked(), self.thresholds)
        if rules != self._before:
            self._filing.apply(self._before, rules)
        super().accept()

    def _show(self, view: FilingView) -> None:
        self._before = view.rules
        self._curves = {TESTS: view.tests, DECISIONS: view.decisions}
        counted = {key: sum(c.articles for c in curves) for key, curves in self._curves.items()}
        with QSignalBlocker(self.source):
            for key, text in SOURCES:
                if counted[key]:
                    self.source.addItem(f"{counted[key]:,} {text}", key)
        if not any(counted.values()):
            self._refuse()
            return
        self.switch.setChecked(view.rules.enabled)
        self._show_source()
        for widget in (self._top, self._scroll, self._foot):
            widget.show()
        self._apply.setEnabled(True)

    def _refuse(self) -> None:
        """Without anything counted no threshold is better than another."""
        self._waiting.setText(NOTHING.format(name=self._model.shown))
        self._waiting.show()
        self._apply.hide()
        self._cancel.setText("Close")
        self.switch.hide()
        self.resize(560, 200)

    def _show_source(self) -> None:
        key = self.source.currentData()
        if key is None:
            return
        self._waiting.hide()
        self._caveat.setText(CAVEATS[key])
        curves = {curve.section: curve for curve in self._curves[key]}
        first = best_thresholds(curves.values(), FIRST_BOUND)
        chosen = self.thresholds or self._before.thresholds or first
        for row in self.rows:
            code = row.section.code
            curve = curves.get(code, FilingCurve(code, 0, ()))
            row.show_curve(curve, chosen.get(code), NOUNS[key])
        self._check_bound(FIRST_BOUND if chosen is first else self._bound_in_force())
        self._changed()

    def _moved(self) -> None:
        self._check_bound(self._bound_in_force())
        self._changed()

    def _changed(self) -> None:
        """Say what all sections come to, and count soon what would be filed."""
        key = self.source.currentData()
        if key is None:
            return
        cost = cost_of(self._curves[key], self.thresholds)
        if cost.filed:
            self.total.setText(f"Together: {cost_sentence(cost, NOUNS[key])} {spread(cost)}.")
        else:
            self.total.setText("Together: every article waits for a person.")
        self._wait.start()

    def _count(self) -> None:
        self._filing.would_file(self._model.name, self.thresholds, self._show_count)

    def _show_count(self, found: WouldFile) -> None:
        articles = "1 open article" if found.open == 1 else f"{found.open:,} open articles"
        said = f"Of {articles} here, {found.filed:,} would be filed."
        if not self.switch.isChecked():
            said += " Nothing is filed while the switch is off."
        self.open_line.setText(said)

    def _bound_in_force(self) -> float | None:
        """The strictest bound that would choose what is chosen now."""
        curves, chosen = self._curves[self.source.currentData()], self.thresholds
        return next((b for b in BOUNDS if chosen == best_thresholds(curves, b)), None)

    def _check_bound(self, share: float | None) -> None:
        for button, bound in zip(self.bounds, BOUNDS, strict=True):
            button.setChecked(share == bound)

    def _bound_button(self, share: float) -> QPushButton:
        button = QPushButton(f"{share:.0%}".replace("%", " %"))
        button.setProperty("role", "filter")
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setAccessibleName(f"At most {share:.0%} wrong in every section")
        button.clicked.connect(lambda: self.set_most_wrong(share))
        return button

    def _build(self) -> None:
        self._waiting = label("Counting…", "large", wrap=True)
        self._top = self._choices()
        self._scroll = self._sections()
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(4)
        foot.addWidget(self.total)
        foot.addWidget(self.open_line)
        buttons = QDialogButtonBox()
        self._cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._apply = buttons.addButton("Apply", QDialogButtonBox.ButtonRole.AcceptRole)
        self._apply.setProperty("role", "primary")
        self._apply.setEnabled(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(12)
        column.addWidget(label("File by itself", "heading"))
        column.addWidget(self.switch)
        column.addWidget(self._waiting)
        column.addWidget(self._top)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._foot)
        column.addWidget(buttons)
        for widget in (self._top, self._scroll, self._foot):
            widget.hide()
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.setStretchFactor(self._waiting, 1)

    def _choices(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label("Counted on", "caption"))
        row.addWidget(self.source)
        row.addStretch(1)
        row.addWidget(label("At most wrong", "caption"))
        for button in self.bounds:
            row.addWidget(button)
        column.addLayout(row)
        column.addWidget(self._caveat)
        return made

    def _sections(self) -> QScrollArea:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(14, 6, 14, 6)
        column.setSpacing(0)
        for place, row in enumerate(self.rows):
            if place:
                line = QFrame()
                line.setProperty("role", "rule")
                line.setFixedHeight(1)
                column.addWidget(line)
            column.addWidget(row)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setProperty("role", "panel")
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        return scroll
