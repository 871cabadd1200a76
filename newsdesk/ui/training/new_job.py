"""The dialog of a new job: a recipe, the form, the plan, Start."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.core.job import Job
from newsdesk.core.plan import Proposal
from newsdesk.core.recipes import DistilSpec, FinetuneSpec, write_recipe
from newsdesk.services.encoders import Download
from newsdesk.services.job_choices import JobChoices, Recipe
from newsdesk.services.jobs import TrainingJobs
from newsdesk.services.plan import Planning
from newsdesk.ui.training.download_dialog import DownloadDialog
from newsdesk.ui.training.encoder_card import EncoderCard
from newsdesk.ui.training.form import RecipeForm
from newsdesk.ui.training.plan_panel import PlanPanel
from newsdesk.ui.training.words import size
from newsdesk.ui.widgets.labels import label

ENCODER = ("encoder",)
DATASET = ("dataset",)
TEACHERS = ("teachers",)
SIDE = 330


class NewJobDialog(QDialog):
    """Accepted once the job is in the queue."""

    def __init__(
        self,
        jobs: TrainingJobs,
        recipes: list[Recipe],
        chosen: int = 0,
        parent: QWidget | None = None,
        planning: Planning | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("newJob")
        self.setWindowTitle("New job")
        room = self.screen().availableSize()
        self.resize(min(1020, room.width() - 40), min(740, room.height() - 80))
        self._jobs = jobs
        self._choices = jobs.choices()
        self._planning = planning or Planning()
        self._planning.setParent(self)
        self._planned_text = ""
        self.recipes = QComboBox()
        self.recipes.setAccessibleName("Recipe")
        for recipe in recipes:
            self.recipes.addItem(recipe.title, recipe.spec)
        self._forms: dict[type[FinetuneSpec], RecipeForm] = {}
        self._sheets = QStackedWidget()
        self.form = self._form_of(FinetuneSpec)
        self.encoder = EncoderCard(self._choices.encoders)
        self.plan = PlanPanel(self._planning)
        self.trouble = label("", "error", wrap=True)
        self.start_button = QPushButton("Start")
        self.start_button.setProperty("role", "primary")
        self.start_button.setDefault(True)
        self.cancel_button = QPushButton("Cancel")
        self._build()
        self._connect()
        self.recipes.setCurrentIndex(chosen)
        self._use_recipe()

    def use_dataset(self, name: str) -> None:
        """Choose what is learned from."""
        self.form.change({DATASET: name})

    def start(self) -> None:
        """Put the job into the queue."""
        spec = self.form.spec()
        if spec is None or not self.start_button.isEnabled():
            return
        self.start_button.setEnabled(False)
        self.start_button.setText("Starting…")
        plan = self.plan.plan
        memory = plan.memory if plan and plan.device != "cpu" else 0
        self._jobs.submit(spec, self._started, memory)

    def done(self, result: int) -> None:
        self._planning.close()
        super().done(result)

    def _started(self, answer: Job | Problem) -> None:
        self.start_button.setText("Start")
        if isinstance(answer, Job):
            self.accept()
        else:
            self._check()
            self._say(str(answer))

    def _form_of(self, recipe: type[FinetuneSpec]) -> RecipeForm:
        """The form of a recipe, made when it is first asked for."""
        if recipe not in self._forms:
            offers = _offers(self._choices)
            if issubclass(recipe, DistilSpec):
                listed, editable = offers[ENCODER]
                offers[ENCODER] = [("the teacher’s own layers", ""), *listed], editable
            form = RecipeForm(offers, recipe)
            form.changed.connect(self._check)
            self._forms[recipe] = form
            self._sheets.addWidget(_scrolled(form))
        return self._forms[recipe]

    def _use_recipe(self) -> None:
        spec = self.recipes.currentData()
        if isinstance(spec, FinetuneSpec):
            self.form = self._form_of(type(spec))
            self._sheets.setCurrentIndex(list(self._forms).index(type(spec)))
            self.form.show_spec(spec)
            self._check()

    def _check(self) -> None:
        """What the form and the plan say together."""
        encoder = self._text(ENCODER)
        self.form.set_problem(ENCODER, self.encoder.show_encoder(encoder))
        self.form.set_problem(DATASET, self._dataset_problem(self._text(DATASET)))
        if TEACHERS in self.form.rows:
            self.form.set_problem(TEACHERS, self._teacher_problem())
        spec = self.form.spec()
        problems = self.form.problems()
        text = write_recipe(spec) if spec else ""
        if text != self._planned_text:
            self.plan.forget()
        self.plan.button.setEnabled(bool(text) and not problems)
        refused = self.plan.refuses
        self.start_button.setEnabled(bool(text) and not problems and not refused)
        if refused:
            self._say("This cannot fit on the device. Apply one of the proposals.")
        elif problems or not text:
            self._say(self._missing(problems))
        else:
            self._say("")

    def _teacher_problem(self) -> str:
        names = self.form.rows[TEACHERS].value()
        unknown = [name for name in names if name not in self._choices.teachers]
        if not names:
            return "Choose a model to learn from."
        return f"There is no model {unknown[0]} with weights here." if unknown else ""

    def _dataset_problem(self, name: str) -> str:
        """Why a data set cannot be learned from, as far as it shows at once."""
        known = next((each for each in self._choices.datasets if each.name == name), None)
        if name and known is None:
            return f"There is no data set {name} here. Choose another one, or import it."
        if known is not None and (not known.labelled or len(known.sections) < 2):
            return "Learning needs articles in two sections at least."
        return ""

    def _missing(self, problems: dict[tuple[str, ...], str]) -> str:
        names = [self.form.rows[path].field.title for path in problems]
        if not names:
            return self.form.problem
        return f"To be mended: {', '.join(names)}."

    def _say(self, text: str) -> None:
        self.trouble.setText(text)

    def _text(self, path: tuple[str, ...]) -> str:
        editor = self.form.rows[path].editor
        if isinstance(editor, QComboBox):
            data = editor.currentData()
            return str(data) if data is not None else editor.currentText()
        return ""

    def _measure(self) -> None:
        spec = self.form.spec()
        if spec is not None:
            self._planned_text = write_recipe(spec)
            self.plan.begin()
            self._planning.measure(self._planned_text)

    def _apply(self, proposal: Proposal) -> None:
        self.form.change(
            {
                ("tuning", "batch"): proposal.batch,
                ("tuning", "micro_batch"): proposal.micro_batch,
                ("tuning", "checkpoint_layers"): proposal.checkpoint_layers,
                ("preprocessing", "max_tokens"): proposal.max_tokens,
            }
        )

    def _download(self, name: str) -> None:
        dialog = DownloadDialog(Download(name), self)
        dialog.accepted.connect(self._check)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _ask_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "A base model's folder", str(Path.home()))
        if folder:
            self.form.change({ENCODER: folder})

    def _ask_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle("Another base model")
        dialog.setLabelText("Its name on huggingface.co, such as prajjwal1/bert-mini:")
        dialog.textValueSelected.connect(self._use_name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _use_name(self, name: str) -> None:
        if name.strip():
            self.form.change({ENCODER: name.strip()})

    def _connect(self) -> None:
        self.recipes.activated.connect(lambda _: self._use_recipe())
        self.plan.measure_asked.connect(self._measure)
        self.plan.applied.connect(self._apply)
        self._planning.planned.connect(lambda _: self._check())
        self.encoder.download_asked.connect(self._download)
        self.encoder.folder_asked.connect(self._ask_folder)
        self.encoder.name_asked.connect(self._ask_name)
        self.start_button.clicked.connect(self.start)
        self.cancel_button.clicked.connect(self.reject)

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(20, 16, 20, 10)
        top.setSpacing(12)
        top.addWidget(label("New job", "heading"))
        top.addWidget(QLabel("from"))
        top.addWidget(self.recipes, 1)
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(16, 6, 20, 14)
        column.setSpacing(20)
        column.addWidget(self.encoder)
        column.addWidget(self.plan)
        column.addStretch(1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._sheets, 1)
        right = _scrolled(side)
        right.setFixedWidth(SIDE)
        middle.addWidget(right)
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 10, 20, 14)
        foot.setSpacing(10)
        foot.addWidget(self.trouble, 1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.start_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)


def _scrolled(content: QWidget) -> QScrollArea:
    content.setObjectName("page")
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area


def _offers(choices: JobChoices) -> dict[tuple[str, ...], tuple[list[tuple[str, str]], bool]]:
    """What the form's lists offer: (shown, value), and whether anything else may be typed."""
    datasets = [
        (f"{each.name} · {each.labelled:,} articles · {len(each.sections)} sections", each.name)
        for each in choices.datasets
    ]
    encoders = [
        (choice.title if choice.here else f"{choice.title} · to be downloaded", choice.name)
        for choice in choices.encoders
    ]
    devices = [("auto", "auto")]
    for device in choices.devices:
        memory = f" · {size(device.memory)}" if device.memory else ""
        devices.append((f"{device.code} · {device.name}{memory}", device.code))
    return {
        DATASET: (datasets, False),
        ENCODER: (encoders, False),
        TEACHERS: ([("", ""), *((name, name) for name in choices.teachers)], True),
        ("schedule", "device"): (devices, False),
        ("schedule", "after"): ([("", ""), *((name, name) for name in choices.jobs)], True),
    }
