"""`newsdesk worker archive RUN_ID`: one archive run from claim to end.

Articles, answers and the place reached are kept in one transaction, so that a process that is
killed at any moment leaves nothing behind that would be lost or read twice.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from newsdesk.archive.crashes import Crashes
from newsdesk.archive.files import FileList, folder, forget_files, keep_files, known_files
from newsdesk.archive.pace import Pace
from newsdesk.archive.reading import Batch, ReadAhead
from newsdesk.core.archive_run import ArchiveRun, RunState, RunWish
from newsdesk.core.article import Article
from newsdesk.core.errors import NewsdeskError, Problem, StoreError
from newsdesk.core.prediction import Prediction
from newsdesk.core.processes import this_process
from newsdesk.documents.tables import ColumnMapping
from newsdesk.documents.walk import walk
from newsdesk.engine import readable
from newsdesk.engine.installed import meet
from newsdesk.engine.loading import Reads, load
from newsdesk.engine.right_of_way import RightOfWay
from newsdesk.engine.runtime import devices
from newsdesk.store import Store

log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds between two looks whether a person wants the run to stop."""
RETRY = (1.0, 2.0, 5.0, 10.0, 15.0, 30.0)
"""Seconds between tries to keep a batch while the disk is full or the database busy."""
Answered = tuple[Article, Prediction]
_PASSES = ("disk_full", "busy")


class Wanted(Exception):  # noqa: N818
    """A person wants the run to stop. wish: in which way."""

    def __init__(self, wish: RunWish) -> None:
        super().__init__(wish)
        self.wish = wish


class Runner:
    """Works on one run that this process has claimed."""

    def __init__(self, store: Store, run: ArchiveRun) -> None:
        self._store = store
        self._run = run
        self._pace = Pace(run.seconds)
        self._looked = 0.0

    def work(self) -> None:
        """Do all that is left, and write down how it ended."""
        try:
            self._work()
        except Wanted as stop:
            self._end("cancelled" if stop.wish == "cancel" else "paused")
            if stop.wish == "cancel":
                forget_files(self._run.id)
        except NewsdeskError as error:
            self._end("paused" if error.problem.kind in _PASSES else "failed", error.problem)
        except Exception as error:
            log.exception("run %s failed", self._run.id)
            self._end("failed", _unexpected(error))
        else:
            self._end("done")
            forget_files(self._run.id)

    def _work(self) -> None:
        run = self._run
        files = known_files(run.id) or keep_files(run.id, self._walked())
        reads = load(run.model, devices()[0])
        meet(self._store, reads.manifest)
        mapping = ColumnMapping(**run.columns) if run.columns else None
        place = (run.files, run.rows)
        with (
            RightOfWay(self._store, reads.device) as desk,
            ReadAhead(files, run.paths, mapping, place, Crashes(folder(run.id))) as ahead,
            ThreadPoolExecutor(1) as keeper,
        ):
            self._pace.restart()
            kept: Future[None] | None = None
            for batch in ahead.batches():
                self._check()
                desk.beat()
                if batch is None:
                    continue
                answered = self._answered(batch, reads, desk)
                if kept is not None:
                    kept.result()
                # While this is written the next batch is classified.
                kept = keeper.submit(self._keep, batch, answered, files)
            if kept is not None:
                kept.result()

    def _walked(self) -> Iterator[Path]:
        for path in walk(Path(name) for name in self._run.paths):
            self._check()
            yield path

    def _answered(self, batch: Batch, reads: Reads, desk: RightOfWay) -> list[Answered]:
        def check() -> None:
            self._check()
            desk.beat()

        answers = dict(reads.stream(batch.articles, check))
        return [(article, answers[index]) for index, article in enumerate(batch.articles)]

    def _keep(self, batch: Batch, answered: Sequence[Answered], files: FileList) -> None:
        for pause in (*RETRY, None):
            try:
                self._store.runs.keep(
                    self._run.id, answered, batch.failures, batch.files, batch.rows, files.count
                )
                break
            except StoreError as error:
                if error.problem.kind not in _PASSES or pause is None:
                    raise
                log.warning("waiting: %s", error)
                self._wait(pause)
        self._pace.add(len(answered) + len(batch.failures))
        self._tell(self._pace.left(files.left(batch.files, batch.rows)))

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._check()
            time.sleep(0.1)

    def _check(self) -> None:
        """Raise Wanted where a person wants the run to stop. Cheap; to be called often."""
        if time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        wish = self._store.runs.wish(self._run.id)
        if wish:
            raise Wanted(wish)

    def _tell(self, seconds_left: float | None) -> None:
        with contextlib.suppress(StoreError):  # the next word will do
            self._store.runs.tell(
                self._run.id,
                seconds=self._pace.seconds,
                rate=self._pace.rate,
                seconds_left=seconds_left,
            )

    def _end(self, state: RunState, problem: Problem | None = None) -> None:
        with contextlib.suppress(StoreError):  # whoever looks next finds the process gone
            self._store.runs.tell(
                self._run.id, seconds=self._pace.seconds, rate=self._pace.rate, seconds_left=None
            )
            self._store.runs.end(self._run.id, state, problem)


def serve(arguments: list[str]) -> int:
    """Work on the run named on the command line; nothing where it is not to be worked on."""
    if len(arguments) != 1 or not arguments[0].isdigit():
        sys.stderr.write("newsdesk worker archive: name the run by its number\n")
        return 2
    with Store.open() as store:
        run_id = int(arguments[0])
        if not store.runs.claim(run_id, this_process()):
            return 0
        run = store.runs.get(run_id)
        if run is not None:
            readable.warm_up()
            Runner(store, run).work()
    return 0


def _unexpected(error: Exception) -> Problem:
    return Problem(
        "internal",
        f"The run stopped unexpectedly ({type(error).__name__}: {error}).",
        "Resume it; if it stops again, its log in the data folder has the details.",
    )
