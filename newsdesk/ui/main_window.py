"""The window: rail, places, what is dropped or pasted, and the strip at the foot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.session import Session
from newsdesk.ui.background import Background
from newsdesk.ui.desk import DeskScreen
from newsdesk.ui.dropped import Dropped, has_files, invitation, take
from newsdesk.ui.placeholders import placeholder
from newsdesk.ui.shortcuts import Shortcuts
from newsdesk.ui.taking import Taking
from newsdesk.ui.widgets.ask import Question, ask
from newsdesk.ui.widgets.drop_overlay import DropOverlay
from newsdesk.ui.widgets.rail import Place, Rail
from newsdesk.ui.widgets.status_strip import StatusStrip

if TYPE_CHECKING:
    from newsdesk.ui.datasets import DatasetsScreen
    from newsdesk.ui.training import TrainingScreen

PLACES = (
    Place("desk", "Desk", "desk", "Ctrl+1"),
    Place("datasets", "Data sets", "datasets", "Ctrl+2"),
    Place("models", "Models", "models", "Ctrl+3"),
    Place("evaluate", "Evaluate", "evaluate", "Ctrl+4"),
    Place("training", "Training", "training", "Ctrl+5"),
    Place("settings", "Settings", "settings", "Ctrl+,", at_foot=True),
)

LATEST_START_MS = 1000
IMPORTING = "Let go to import it as a data set"
NO_MODEL = "There is no model here. Install Newsdesk again, or import one: newsdesk models import."


class MainWindow(QMainWindow):
    """One window on one session. started: the work behind it has begun."""

    started = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setWindowTitle("Newsdesk")
        self.setAcceptDrops(True)
        self.setMinimumSize(1000, 600)
        self.session = session
        self.rail = Rail(PLACES)
        self.places = QStackedWidget()
        self.strip = StatusStrip()
        self.desk = DeskScreen(session)
        self._pages: dict[str, QWidget] = {"desk": self.desk}
        self._datasets: DatasetsScreen | None = None
        self._training: TrainingScreen | None = None
        self.places.addWidget(self.desk)
        self._has_started = self._has_ended = self._loses = False
        self.question: Question | None = None
        self._build()
        self.overlay = DropOverlay(self)
        self.background = Background(session, self.desk, self.strip, self)
        self.taking = Taking(session.intake, self.desk, self)
        self._connect()
        self.shortcuts = Shortcuts(self)
        self._restore()

    def show_place(self, code: str) -> None:
        """Go to one of the places."""
        if code not in self._pages:
            self._pages[code] = self._make_page(code)
            self.places.addWidget(self._pages[code])
        self.places.setCurrentWidget(self._pages[code])
        self.rail.show_place(code)
        if code == "desk":
            self.desk.take_focus()
        elif code == "datasets" and self._datasets is not None:
            self._datasets.take_focus()

    def _make_page(self, code: str) -> QWidget:
        if code == "datasets":
            return self._make_datasets()
        if code == "training":
            return self._make_training()
        if code == "evaluate":
            return self._make_evaluate()
        return placeholder(code)

    def _make_datasets(self) -> QWidget:
        from newsdesk.ui.datasets import DatasetsScreen

        screen = DatasetsScreen(self.session)
        screen.said.connect(self.background.say)
        screen.moved.connect(self.strip.preparing.show_or_hide)
        screen.train_asked.connect(self.train_on)
        self.strip.preparing.cancelled.connect(self.session.datasets.worker.cancel)
        self.session.watch.changed.connect(self.session.datasets.note_change)
        self._datasets = screen
        return screen

    def _make_training(self) -> QWidget:
        from newsdesk.ui.training import TrainingScreen

        screen = TrainingScreen(self.session.jobs)
        screen.said.connect(self.background.say)
        screen.desk_asked.connect(self.put_on_desk)
        screen.datasets_asked.connect(lambda: self.show_place("datasets"))
        self._training = screen
        return screen

    def _make_evaluate(self) -> QWidget:
        from newsdesk.ui.evaluate import EvaluateScreen

        screen = EvaluateScreen(self.session.evaluate)
        screen.said.connect(self.background.say)
        screen.desk_asked.connect(self.put_on_desk)
        screen.article_asked.connect(self.show_article)
        return screen

    def show_article(self, article_id: int) -> None:
        """Open an article on the desk."""
        self.show_place("desk")
        self.desk.inbox.pick(article_id)

    def train_on(self, dataset: str) -> None:
        """Begin a new job that learns from a data set."""
        self.show_place("training")
        assert self._training is not None
        self._training.train_on(dataset)

    def show_job(self, job_id: int) -> None:
        """Go to the training screen, to one job."""
        self.show_place("training")
        assert self._training is not None
        self._training.pick(job_id)

    def put_on_desk(self, name: str) -> None:
        """Work with another model from now on."""
        self.session.models.look()
        model = self.session.models.get(name)
        if model is None:
            self.background.say(f"The model {name} is not on this machine any more.")
            return
        self.session.models.use(model)
        self.desk.show_model(model)
        self.show_place("desk")
        self.background.say(f"{name} is on the desk")

    @property
    def _imports(self) -> bool:
        """Whether files that are dropped now become a data set."""
        return self._datasets is not None and self.places.currentWidget() is self._datasets

    def read(self, files: list[Path]) -> None:
        """Read files and folders into the inbox."""
        self.show_place("desk")
        self.session.intake.read_paths(files)

    def start(self) -> None:
        """Begin the work behind the window."""
        if self._has_started:
            return
        self._has_started = True
        try:
            self.session.start()
        except NewsdeskError as error:
            self.background.say(str(error))
        for problem in self.session.models.problems:
            self.background.say(str(problem))
        if self.session.desk.model is not None:
            self.desk.show_model(self.session.desk.model)
        elif not self.session.models.cards:
            self.background.say(NO_MODEL)
        self._watch_jobs()
        self.started.emit()

    def _watch_jobs(self) -> None:
        """See to the jobs that were left, and tell how they end."""
        from newsdesk.ui.job_news import JobNews

        self.news = JobNews(self.session.jobs, self.strip, self.rail, self.show_job, self)
        self.session.jobs.said.connect(self.background.say)
        self.session.jobs.start()
        self._watch_archive()

    def _watch_archive(self) -> None:
        """See to the archive runs that were left, and tell how they and exports go on."""
        from newsdesk.ui.archive_news import watch_archive

        watch_archive(self.session, self.desk.errands, self.strip, self)

    # What is dropped and pasted

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        importing = self._imports and has_files(mime)
        self.overlay.cover(IMPORTING if importing else invitation(mime))
        # Also what cannot be used is taken, so that the drop can say why.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        dropped = take(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if dropped.names and self._datasets is not None and self._imports:
            self._datasets.import_paths(list(dropped.files))
        else:
            self._take(dropped)

    def paste(self) -> None:
        """Take what is on the clipboard as an article, files or a cover."""
        mime = QGuiApplication.clipboard().mimeData()
        self._take(take(mime if mime is not None else QMimeData(), pasted=True))

    def _take(self, dropped: Dropped) -> None:
        self.show_place("desk")
        self.taking.take(dropped)

    def open_dialog(self) -> None:
        """Choose files in a dialog."""
        last = self.session.settings.text("open/folder") or str(Path.home())
        names, _ = QFileDialog.getOpenFileNames(self, "Open articles", last)
        if names:
            self.session.settings.set_text("open/folder", str(Path(names[0]).parent))
            self.read([Path(name) for name in names])

    def read_samples(self) -> None:
        """Read the articles that ship with the program."""
        self.read([paths.resources() / "samples"])

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # A window that is shown as an icon is never painted.
        QTimer.singleShot(LATEST_START_MS, self, self.start)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # First the window is to be seen with its rows, then its workers may have the processors.
        if not self._has_started and self.session.listing.answered:
            QTimer.singleShot(0, self, self.start)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.shortcuts.press(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.overlay.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        problem = None if self._has_ended or self._loses else self.desk.writing.settle()
        if problem is not None:
            event.ignore()
            self._ask_to_lose(problem)
            return
        self.end()
        super().closeEvent(event)

    def _ask_to_lose(self, problem: Problem) -> None:
        """What was written is not on disk: say why, and close only where the person says so."""

        def lose() -> None:
            self._loses = True
            self.close()

        self.question = ask(
            self,
            "Close, and lose what you wrote?",
            f"It could not be written to the disk. {problem}",
            "Close and lose it",
            lose,
        )

    def end(self) -> None:
        """Keep how the window was, and end the work behind it; once, however the program ends."""
        if self._has_ended:
            return
        self._has_ended = True
        settings = self.session.settings
        settings.set_bytes("window/geometry", self.saveGeometry())
        settings.set_bytes("desk/splitter", self.desk.splitter.saveState())
        self._has_started = True  # and so will not start any more
        self.hide()  # ending the workers takes a moment
        self.desk.errands.close_workers()
        self.desk.inbox.close_workers()
        self.desk.dividing.close_workers()
        self.taking.close()
        if self._training is not None:
            self._training.close_workers()
        self.session.close()

    def _restore(self) -> None:
        self.resize(1280, 800)
        geometry = self.session.settings.bytes("window/geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        splitter = self.session.settings.bytes("desk/splitter")
        if splitter is not None:
            self.desk.splitter.restoreState(splitter)
        self.show_place("desk")

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_place)
        self.session.listing.replaced.connect(self.update)
        self.desk.open_asked.connect(self.open_dialog)
        self.desk.paste_asked.connect(self.paste)
        self.desk.samples_asked.connect(self.read_samples)
        self.desk.said.connect(self.background.say)
        self.taking.said.connect(self.background.say)
        self.desk.columns_asked.connect(self.session.intake.preview)

    def _build(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.places, 1)
        column.addWidget(self.strip)
        central = QWidget()
        row = QHBoxLayout(central)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(right, 1)
        self.setCentralWidget(central)
