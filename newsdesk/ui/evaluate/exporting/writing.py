"""An export as files in a folder of its own: all of them or none."""

from __future__ import annotations

import gc
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from newsdesk.analysis.out import write_files
from newsdesk.core.errors import NewsdeskError
from newsdesk.store import failures
from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.exporting.content import Content, Sides, content_of
from newsdesk.ui.evaluate.exporting.files import export_chart, file_name
from newsdesk.ui.evaluate.exporting.html import html_of
from newsdesk.ui.evaluate.exporting.pages import pdf_of
from newsdesk.ui.evaluate.exporting.report import Block, report_of, title_of
from newsdesk.ui.evaluate.words import evaluation_name

Kind = Literal["html", "pdf", "svg", "png", "data"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SWITCH_S = 0.0005
Tell = Callable[[int, int], None]
Step = Callable[[Callable[[float], None]], object]
"""Does a part of the work; tells how much of the part is done, 0 to 1."""
FINE = 100
"""Of which a step is so many in what is told."""


class Export:
    """What is to be written, and where. kinds: which of it."""

    def __init__(self, sides: Sides, folder: Path, kinds: Sequence[Kind]) -> None:
        """folder: the export makes a folder in it that is named after the evaluation."""
        self._sides, self._kinds = sides, tuple(kinds)
        self._parent = folder
        self.folder = folder / file_name(evaluation_name(sides.shown.evaluation))

    @property
    def replaces(self) -> bool:
        """Whether something is there already that would be replaced."""
        return self.folder.exists() and any(self.folder.iterdir())

    def write(
        self, tell: Tell = lambda done, total: None, check: Callable[[], None] = lambda: None
    ) -> int:
        """Write the files; how many. Older ones of the same names are replaced.

        tell: steps done and in all; check: what it raises between two steps ends the work, and
        nothing is left of it. Raises NewsdeskError `no_folder`, `disk_full`, `unwritable`.
        """
        if not self._parent.is_dir():
            raise NewsdeskError(
                "no_folder", f"There is no folder {self._parent}.", "Choose another one."
            )
        try:
            with tempfile.TemporaryDirectory(dir=self._parent, prefix=".newsdesk-") as name:
                made = Path(name)
                with _window_first():
                    self._steps(made, tell, check)
                return _move(made, self.folder)
        except OSError as error:
            problem = failures.from_os(error, str(self._parent)).problem
            remedy = "Choose another folder." if problem.kind == "unwritable" else problem.remedy
            raise NewsdeskError(problem.kind, problem.message, remedy) from error

    def _steps(self, folder: Path, tell: Tell, check: Callable[[], None]) -> None:
        tell(0, 1)
        check()
        steps = self._plan(folder, content_of(self._sides))

        def move(done: float) -> None:
            tell(int(FINE * done), FINE * len(steps))
            check()

        for done, step in enumerate(steps):
            move(done)
            step(lambda part, done=done: move(done + part))  # type: ignore[misc]
        tell(FINE * len(steps), FINE * len(steps))

    def _plan(self, folder: Path, content: Content) -> list[Step]:
        report, title = _Report(content), title_of(content)
        steps: list[Step] = []
        if "html" in self._kinds:
            steps.append(
                lambda _: (folder / "report.html").write_text(
                    html_of(title, report.blocks), encoding="utf-8"
                )
            )
        if "pdf" in self._kinds:
            steps.append(
                lambda _: (folder / "report.pdf").write_bytes(pdf_of(title, report.blocks))
            )
        endings = [kind for kind in ("svg", "png") if kind in self._kinds]
        steps += [_charts(folder / "charts", chart, kind) for kind in endings
                  for chart in content.charts]  # fmt: skip
        if "data" in self._kinds:
            steps.append(lambda move: self._write_data(folder / "data", move))
            steps += [_charts(folder / "data", chart, "csv") for chart in content.charts]
        return steps

    def _write_data(self, folder: Path, move: Callable[[float], None]) -> None:
        shown = self._sides.shown
        write_files(folder, shown.evaluation, shown.evaluated, shown.figures, move)


@contextmanager
def _window_first() -> Iterator[None]:
    """Give the window's thread its turn ten times as often as Python would, and do not halt it.

    Python's search for cycles halts every thread; the many small objects of an export have none.
    """
    interval, searching = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(SWITCH_S)
    gc.disable()
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        if searching:
            gc.enable()


class _Report:
    """The report, made once for all its kinds."""

    def __init__(self, content: Content) -> None:
        self._content = content

    @cached_property
    def blocks(self) -> list[Block]:
        return report_of(self._content)


def _charts(folder: Path, chart: Chart, ending: str) -> Step:
    def step(_: Callable[[float], None]) -> None:
        folder.mkdir(exist_ok=True)
        # Two charts may be called the same in two of the program's words.
        names = (file_name(chart.title), *(file_name(chart.title, str(i)) for i in range(2, 100)))
        path = next(p for n in names if not (p := folder / f"{n}.{ending}").exists())
        export_chart(chart, path)

    return step


def _move(made: Path, folder: Path) -> int:
    """Give all files their place; how many."""
    files = [path for path in sorted(made.rglob("*")) if path.is_file()]
    new = not folder.exists()
    try:
        for path in files:
            target = folder / path.relative_to(made)
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
    except OSError:
        if new:
            with suppress(OSError):
                _remove(folder)
        raise
    return len(files)


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
