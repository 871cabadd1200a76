"""Archive runs, exports and the list of what could not be read: their dialogs, opened and heard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from newsdesk.core.archive_run import ArchiveRun
from newsdesk.core.errors import Problem
from newsdesk.services.inbox_questions import with_dates
from newsdesk.services.session import Session
from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.inbox.inbox import Inbox

if TYPE_CHECKING:
    from newsdesk.services.failures import Failures
    from newsdesk.ui.desk.errands.archive_dialog import ArchiveDialog
    from newsdesk.ui.desk.errands.archive_runs import ArchiveRuns
    from newsdesk.ui.desk.errands.export_dialog import ExportChoice, ExportDialog
    from newsdesk.ui.desk.errands.failures_dialog import FailuresDialog
    from newsdesk.ui.desk.errands.more_button import MoreButton

LOOK_MS = 500


class Errands(QObject):
    """Each public method is one action. said: worth a line at the foot, and whether to undo."""

    said = Signal(str, bool)

    def __init__(self, session: Session, inbox: Inbox, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._inbox, self._window = session, inbox, window
        self.archive_dialog: ArchiveDialog | None = None
        self.runs_dialog: ArchiveRuns | None = None
        self.export_dialog: ExportDialog | None = None
        self.failures_dialog: FailuresDialog | None = None
        self._failures: Failures | None = None
        inbox.export_asked.connect(self.export_these)

    def serve(self, more: MoreButton) -> None:
        """Do what the entries of the menu say."""
        more.archive_asked.connect(self.new_run)
        more.runs_asked.connect(self.show_runs)
        more.export_asked.connect(self.export)
        more.failures_asked.connect(self.show_failures)

    def new_run(self, paths: Sequence[Path] = ()) -> None:
        """Ask what is to be classified in the background, and begin."""
        from newsdesk.ui.desk.errands.archive_dialog import ArchiveDialog

        session = self._session
        dialog = self.archive_dialog = ArchiveDialog(
            session.models.cards,
            session.desk.model.name if session.desk.model else "",
            session.settings.text("archive/folder") or str(Path.home()),
            paths,
            self._window,
        )
        dialog.accepted.connect(lambda: self._begin(dialog))
        _open(dialog)

    def begin_run(self, paths: Sequence[Path], columns: dict[str, str] | None = None) -> None:
        """Begin a run over these with the model on the desk, without asking."""
        model = self._session.desk.model
        if model is None:
            self.said.emit("There is no model on the desk to classify with.", False)
            return
        self._session.archive.begin(paths, model.name, "", columns, self._tell_begun)

    def show_runs(self) -> None:
        """Show all archive runs."""
        from newsdesk.ui.desk.errands.archive_runs import ArchiveRuns

        self._session.archive.refresh()
        dialog = self.runs_dialog = ArchiveRuns(self._session.archive, self._window)
        dialog.begin_asked.connect(self.new_run)
        dialog.show_asked.connect(self.show_articles)
        dialog.export_asked.connect(self.export_run)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def pause_or_resume(self) -> None:
        """Pause the runs that go on; where none does, let the newest that stopped go on."""
        archive = self._session.archive
        stopped = [run for run in archive.runs if run.state in ("paused", "interrupted")]
        if going := [run for run in archive.going if not run.wish]:
            for run in going:
                archive.pause(run.id)
            self.said.emit(f"{_named(going)} will pause in a moment.", False)
        elif stopped and not archive.going:
            archive.resume(stopped[0].id)
            self.said.emit(f"{stopped[0].name} goes on.", False)
        else:
            self.said.emit("There is no archive run to pause or to resume.", False)

    def ask_cancel(self) -> None:
        """Cancel the runs that go on, where the person means it."""
        from newsdesk.ui.desk.errands.archive_runs import ask_cancel

        if going := self._session.archive.going:
            ask_cancel(self._window, self._session.archive, going)
        else:
            self.said.emit("No archive run goes on.", False)

    def show_articles(self, run: ArchiveRun) -> None:
        """List what a run brought in."""
        self._inbox.show_query(InboxQuery(run.model, order=self._inbox.query.order, run=run.id))

    def export(self) -> None:
        """Export what is selected, where it is several, or all that is listed."""
        selected = self._inbox.selected()
        self.export_these(selected if len(selected) > 1 else ())

    def export_these(self, articles: Sequence[int]) -> None:
        """Export these articles, or all that is listed."""
        from newsdesk.ui.desk.errands.export_dialog import ExportChoice

        query = with_dates(self._inbox.query, datetime.now().astimezone())
        listed = len(self._inbox.listing)
        if query.order == "teaches_most":
            query = replace(query, among=tuple(self._inbox.listing.ids()))
        choices = []
        if articles:
            choices.append(ExportChoice(f"The {len(articles):,} selected", query, articles))
        if listed:
            text = f"All {listed:,} listed" if listed > 1 else "The one that is listed"
            choices.append(ExportChoice(text, query))
        if choices:
            self._ask_export(choices, "articles")
        else:
            self.said.emit("Nothing is listed that could be exported.", False)

    def export_run(self, run: ArchiveRun) -> None:
        """Export what a run brought in, seen with its model."""
        from newsdesk.ui.desk.errands.export_dialog import ExportChoice

        query = InboxQuery(run.model, order="oldest", run=run.id)
        noun = "article" if run.articles == 1 else "articles"
        choice = ExportChoice(f"The {run.articles:,} {noun} of {run.name}", query)
        self._ask_export([choice], run.name)

    def show_failures(self) -> None:
        """Show what could not be read, and why."""
        from newsdesk.services.failures import Failures
        from newsdesk.ui.desk.errands.failures_dialog import FailuresDialog

        session = self._session
        if self._failures is not None and self.failures_dialog is not None:
            self.failures_dialog.activateWindow()
            return
        failures = Failures(session.store, session.intake, session.bulk.remove, self)
        self._failures = failures
        folder = session.settings.text("export/folder") or str(Path.home())
        dialog = self.failures_dialog = FailuresDialog(failures, folder, self._window)
        look = QTimer(dialog)  # once for everything that moves within a moment
        look.setSingleShot(True)
        look.setInterval(LOOK_MS)
        look.timeout.connect(failures.look)
        session.watch.changed.connect(look.start)

        def closed() -> None:
            session.watch.changed.disconnect(look.start)
            self._failures = None
            failures.close()
            failures.deleteLater()

        dialog.finished.connect(lambda _: closed())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()  # it stays beside the window while files are mended

    def close_workers(self) -> None:
        """Let go of threads before the window goes."""
        if self._failures is not None and self.failures_dialog is not None:
            self.failures_dialog.reject()

    # Within

    def _begin(self, dialog: ArchiveDialog) -> None:
        first = dialog.paths[0]
        self._session.settings.set_text("archive/folder", str(first.parent))
        self._session.archive.begin(
            dialog.paths, dialog.model, dialog.name, dialog.columns, self._tell_begun
        )

    def _tell_begun(self, answer: ArchiveRun | Problem) -> None:
        if isinstance(answer, Problem):
            self.said.emit(str(answer), False)
        else:
            self.said.emit(f"The archive run {answer.name} has begun; it needs no window.", False)

    def _ask_export(self, choices: Sequence[ExportChoice], name: str) -> None:
        from newsdesk.ui.desk.errands.export_dialog import ExportDialog

        settings = self._session.settings
        dialog = self.export_dialog = ExportDialog(
            choices,
            _file_name(name),
            settings.text("export/folder") or str(Path.home()),
            settings.text("export/format"),
            self._window,
        )
        dialog.chosen.connect(self._export)
        _open(dialog)

    def _export(self, choice: ExportChoice, path: Path, format: str) -> None:
        self._session.settings.set_text("export/folder", str(path.parent))
        self._session.settings.set_text("export/format", format)
        query = replace(choice.query, order="oldest") if choice.ids is not None else choice.query
        self._session.exports.export(choice.ids, query, path, format)


def _open(dialog: ArchiveDialog | ExportDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def _named(runs: Sequence[ArchiveRun]) -> str:
    return runs[0].name if len(runs) == 1 else f"{len(runs)} archive runs"


def _file_name(name: str) -> str:
    """A name as every file system takes it."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", name).strip(" .")[:80] or "articles"
