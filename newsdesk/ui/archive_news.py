"""Tells at the foot of the window how archive runs and exports go on, and how they end."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from newsdesk.archive.words import count_line, done_of, progress_line, state_word
from newsdesk.core.archive_run import ArchiveRun
from newsdesk.core.errors import NewsdeskError
from newsdesk.services.archive import Archive
from newsdesk.services.exports import Exports, ExportWork
from newsdesk.services.intake import IntakeState
from newsdesk.services.session import Session
from newsdesk.ui.desk.errands.errands import Errands
from newsdesk.ui.widgets.run_work import RunWork
from newsdesk.ui.widgets.status_strip import Action, StatusStrip
from newsdesk.ui.widgets.work import Work

MANY = 1000
"""So many files at once are better read by a run."""


def watch_archive(
    session: Session, errands: Errands, strip: StatusStrip, window: QWidget
) -> ArchiveNews:
    """See to the runs that were left, and tell of runs and exports from now on."""
    news = ArchiveNews(
        session.archive, strip, errands.show_runs, errands.show_articles, window
    )  # fmt: skip
    ExportNews(session.exports, strip, news)
    RunOffer(session, errands, strip)
    session.archive.start()
    return news


class ArchiveNews(QObject):
    """Listens to the runs and speaks. show_runs: opens the list. show_articles: of one run."""

    def __init__(
        self,
        archive: Archive,
        strip: StatusStrip,
        show_runs: Callable[[], object],
        show_articles: Callable[[ArchiveRun], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._archive, self._strip, self._window = archive, strip, window
        self._show_runs, self._show_articles = show_runs, show_articles
        self.work = RunWork()
        strip.add_work(self.work)
        self.work.shown.connect(lambda: show_runs())
        self.work.paused.connect(lambda: self._each(archive.pause))
        self.work.cancelled.connect(self._ask_cancel)
        archive.changed.connect(self._show)
        archive.ended.connect(self._tell)
        archive.interrupted.connect(self._tell_interrupted)
        archive.said.connect(strip.say)

    def _ask_cancel(self) -> None:
        from newsdesk.ui.desk.errands.archive_runs import ask_cancel

        if going := self._archive.going:
            ask_cancel(self._window, self._archive, going)

    def _each(self, do: Callable[[int], object]) -> None:
        for run in self._archive.going:
            do(run.id)

    def _show(self) -> None:
        going = self._archive.going
        if not going:
            self.work.hide()
            return
        run = going[-1]  # the one begun first
        done, total = done_of(run)
        stopping = all(each.wish for each in going)
        line = state_word(run) if stopping else progress_line(run)
        more = f" · {len(going)} runs" if len(going) > 1 else ""
        self.work.show_run(f"Archive: {line}{more}", done, total, stopping)

    def _tell(self, run: ArchiveRun) -> None:
        show = Action("Show", lambda: self._show_articles(run))
        if run.state == "done":
            failed = f", {run.failures:,} could not be read" if run.failures else ""
            articles = f"{run.articles:,} article{'' if run.articles == 1 else 's'}"
            self._strip.say(f"The archive run {run.name} is done: {articles}{failed}.", show)
            return
        told = str(run.problem) if run.problem else f"{run.name} is {state_word(run)}."
        self._strip.say(told, self._resume([run]), Action("Show", self._show_runs))

    def _tell_interrupted(self, runs: list[ArchiveRun]) -> None:
        if len(runs) == 1:
            run = runs[0]
            text = f"The archive run {run.name} was interrupted at {count_line(run)}."
        else:
            text = f"{len(runs)} archive runs were interrupted."
        self._strip.say(text, self._resume(runs), Action("Show", self._show_runs))

    def _resume(self, runs: list[ArchiveRun]) -> Action:
        def go_on() -> None:
            for run in runs:
                self._archive.resume(run.id)
            self._strip.say(f"{runs[0].name} goes on." if len(runs) == 1 else "They go on.")

        return Action("Resume", go_on)


class RunOffer(QObject):
    """Where very many files are read at once: offers to go on in the background, as a run."""

    def __init__(self, session: Session, errands: Errands, strip: StatusStrip) -> None:
        super().__init__(strip)
        self._session, self._errands, self._strip = session, errands, strip
        self._offered = self._taken = False
        session.intake.changed.connect(self._look)
        session.intake.finished.connect(self._finished)

    def _look(self, state: IntakeState) -> None:
        if not state.running or self._offered or state.files_total < MANY:
            return
        self._offered = True
        self._strip.say(
            f"{state.files_total:,} files are many to wait for.",
            Action("Go on as an archive run", self._take),
        )

    def _take(self) -> None:
        self._taken = True
        self._session.intake.cancel()

    def _finished(self, state: IntakeState) -> None:
        taken, self._offered, self._taken = self._taken, False, False
        if not taken:
            return
        try:
            if read := [*state.articles, *state.failures]:  # the run reads them from the start
                self._session.bulk.remove(read)
        except NewsdeskError as error:
            self._strip.say(str(error))
            return
        self._errands.begin_run(self._session.intake.asked)


class ExportNews(QObject):
    """How an export goes on, with Cancel, and what came of it."""

    def __init__(self, exports: Exports, strip: StatusStrip, parent: QObject) -> None:
        super().__init__(parent)
        self._strip = strip
        self.work = Work()
        strip.add_work(self.work)
        self.work.cancelled.connect(exports.cancel)
        exports.moved.connect(self._show)

    def _show(self, work: ExportWork) -> None:
        if not work.ended:
            so_far = f" {work.done:,} of {work.total:,}" if work.total else ""
            self.work.show_progress(f"Exporting{so_far}", work.done, work.total)
            return
        self.work.hide()
        if work.problem is not None:
            self._strip.say(str(work.problem))
        elif work.cancelled:
            self._strip.say("The export was stopped; nothing of it was kept.")
        else:
            self._strip.say(work.sentence)
