"""The Evaluate screen: its pages on the left, points and articles on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from newsdesk.core.dataset import Dataset
from newsdesk.core.errors import Problem
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.articles import ArticlesPanel
from newsdesk.ui.evaluate.bar import EvaluateBar
from newsdesk.ui.evaluate.compare import PromoteDialog
from newsdesk.ui.evaluate.exporting.dialog import ExportDialog
from newsdesk.ui.evaluate.figures import FiguresStrip
from newsdesk.ui.evaluate.interrupted import InterruptedRow
from newsdesk.ui.evaluate.new_dialog import NewEvaluationDialog
from newsdesk.ui.evaluate.pages import PAGES
from newsdesk.ui.evaluate.panes import Panes
from newsdesk.ui.evaluate.progress import EvaluatingRow
from newsdesk.ui.evaluate.scatter import ScatterPanel
from newsdesk.ui.evaluate.welcome import Welcome
from newsdesk.ui.evaluate.words import articles, evaluation_name
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.ask import Question, ask
from newsdesk.ui.widgets.tabs import Tabs

_LAST = "evaluate/last"


class EvaluateScreen(QWidget):
    """said: a line for the foot of the window, and whether it can be undone.

    desk_asked: the name of a model to work with. article_asked: an article of the desk to open.
    """

    said = Signal(str, bool)
    desk_asked = Signal(str)
    article_asked = Signal(int)

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.bar = EvaluateBar()
        self.progress = EvaluatingRow()
        self.interrupted = InterruptedRow()
        self.welcome = Welcome()
        self.figures = FiguresStrip(evaluate)
        self.tabs = Tabs()
        self.scatter = ScatterPanel(evaluate)
        self.articles = ArticlesPanel(evaluate)
        self.pages: dict[str, QWidget] = {}
        self.dialog: NewEvaluationDialog | None = None
        self.question: Question | None = None
        self._wanted = evaluate.session.settings.text(_LAST)
        self._build()
        self._connect()
        evaluate.evaluations.start()
        self._refresh()

    def take_focus(self) -> None:
        """The screen is looked at now."""
        self.bar.choice.setFocus(Qt.FocusReason.OtherFocusReason)

    def new_evaluation(self, dataset: str = "") -> None:
        """Ask for a new evaluation. dataset: the one that is offered first."""

        session = self.evaluate.session

        def show(found: list[Dataset]) -> None:
            model = session.desk.model.name if session.desk.model else ""
            dialog = NewEvaluationDialog(session.models.cards, found, model, self)
            if dataset:
                dialog.use_dataset(dataset)
            dialog.accepted.connect(lambda: self._make(dialog.model, dialog.material))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.destroyed.connect(self._forget_dialog)
            self.dialog = dialog
            dialog.open()

        session.datasets.sets(show)

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _make(self, model: str, material: Material) -> None:
        self.progress.begin(model)
        self.evaluate.evaluations.make(model, material)
        self.interrupted.offer(None)

    def _go_on(self, evaluation: Evaluation) -> None:
        self.progress.begin(evaluation.model)
        self.evaluate.evaluations.go_on(evaluation)

    def _take_finished(self, made: Evaluation) -> None:
        self._wanted = str(made.id)
        told = f"{made.model} was evaluated on {articles(made.articles)}."
        left_out = sum(made.left_out.values())
        if left_out:
            told += f" {articles(left_out)} of sections that it does not know were left out."
        self.said.emit(told, False)
        self._refresh()

    def _refresh(self) -> None:
        """Show the list as it is now, and open what should be open."""
        done = [each for each in self.evaluate.evaluations.all if each.state == "done"]
        opened = self.evaluate.opened
        wanted = next((each for each in done if str(each.id) == self._wanted), None)
        shown = next((each for each in done if opened.evaluation == each), None)
        if done and (wanted or shown) is None:
            wanted = done[0]
        if wanted is not None and wanted != shown:
            opened.open(wanted)
        elif not done and opened.evaluation is not None:
            opened.shut()
        current = wanted or shown
        self.bar.show_evaluations(
            done, current.id if current else 0, opened.against.id if opened.against else 0
        )
        self._stack.setCurrentWidget(self.panes if done else self.welcome)
        self.interrupted.offer(self.evaluate.evaluations.interrupted)

    def _show_opened(self) -> None:
        evaluation = self.evaluate.opened.evaluation
        if evaluation is not None:
            self._wanted = str(evaluation.id)
            self.evaluate.session.settings.set_text(_LAST, self._wanted)
            theme().set_sections([section.code for section in evaluation.sections])
        self._refresh()

    def _pick(self, evaluation_id: int) -> None:
        self._wanted = str(evaluation_id)
        self._refresh()

    def _pick_against(self, evaluation_id: int) -> None:
        self.evaluate.opened.hold_against(self.evaluate.evaluations.get(evaluation_id))

    def _ask_to_remove(self) -> None:
        evaluation = self.evaluate.opened.evaluation
        if evaluation is not None:
            self.question = ask(
                self,
                f"Remove the evaluation of {evaluation_name(evaluation)}?",
                "Its answers are deleted. The model and the articles stay, so that it can be made "
                "again.",
                "Remove",
                lambda: self.evaluate.evaluations.remove(evaluation),
            )

    def _export(self) -> None:
        ExportDialog(self.evaluate, self.said.emit, self, self.scatter.charts()).open()

    def _promote(self) -> None:
        evaluation = self.evaluate.opened.evaluation
        if evaluation is not None:
            dialog = PromoteDialog(self.evaluate, evaluation.model, self)
            dialog.promoted.connect(self.desk_asked)
            dialog.article_asked.connect(self.article_asked)
            dialog.said.connect(self.said)
            dialog.open()

    def _show_page(self, name: str) -> None:
        """Build a page when it is first looked at."""
        if name not in self.pages:
            page = dict(PAGES)[name](self.evaluate)
            self.pages[name] = page
            self._places[name].addWidget(page)

    def _fail(self, problem: Problem) -> None:
        self.said.emit(str(problem), False)

    def _connect(self) -> None:
        evaluations, opened = self.evaluate.evaluations, self.evaluate.opened
        evaluations.changed.connect(self._refresh)
        evaluations.finished.connect(self._take_finished)
        evaluations.moved.connect(lambda _, done, total: self.progress.show_read(done, total))
        self.evaluate.failed.connect(self._fail)
        self.evaluate.promotion.desk_asked.connect(self.desk_asked)
        self.evaluate.said.connect(lambda text: self.said.emit(text, False))
        opened.changed.connect(self._show_opened)
        opened.against_changed.connect(self._refresh)
        self.progress.cancelled.connect(evaluations.cancel)
        self.interrupted.go_on_asked.connect(self._go_on)
        self.interrupted.forget_asked.connect(evaluations.remove)
        self.welcome.new_asked.connect(self.new_evaluation)
        self.bar.picked.connect(self._pick)
        self.bar.against_picked.connect(self._pick_against)
        self.bar.new_asked.connect(self.new_evaluation)
        self.bar.remove_asked.connect(self._ask_to_remove)
        self.bar.export_asked.connect(self._export)
        self.bar.promote_asked.connect(self._promote)
        self.tabs.shown.connect(self._show_page)
        self.scatter.said.connect(self.said)
        self.scatter.toolbar.widened.connect(self.panes.show_wide)
        self.articles.said.connect(self.said)
        self.articles.heightened.connect(self.panes.show_high)
        self.articles.article_asked.connect(self.article_asked)

    def _build(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 12, 10, 12)
        column.setSpacing(10)
        column.addWidget(self.figures)
        column.addWidget(self.tabs, 1)
        self._places: dict[str, QVBoxLayout] = {}
        for name, _ in PAGES:
            place = QWidget()
            self._places[name] = QVBoxLayout(place)
            self._places[name].setContentsMargins(0, 0, 0, 0)
            self.tabs.add(name, place)
        self.panes = Panes(left, self.scatter, self.articles, self.evaluate.session.settings)
        stacked = QWidget()
        self._stack = QStackedLayout(stacked)
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.panes)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addWidget(self.progress)
        whole.addWidget(self.interrupted)
        whole.addWidget(stacked, 1)
        self._show_page(PAGES[0][0])
