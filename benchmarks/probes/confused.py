"""The matrix page over many articles, shown and worked with as a person would.

Usage: articles, sections. Prints `silences`: by what was done, the longest time in milliseconds
that the window's thread did not answer, and the most that it really ran without answering.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.matrix import made
from benchmarks.probes.stalls import StallWatch
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import Figures, figures_of
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.session import Session
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.matrix import MatrixPage

_SIZE = 1180, 760
_RESAMPLES = 20
_REST_S = 0.2
_LEFT = Qt.MouseButton.LeftButton


def main() -> None:
    """Print how long the window was silent."""
    number, sections = map(int, sys.argv[1:])
    make_application()
    answers, other = made(number, sections, 1), made(number, sections, 2)
    figures = figures_of(answers.codes, answers.truth, answers.probabilities, _RESAMPLES)
    session = Session()
    evaluate = session.evaluate
    page = MatrixPage(evaluate)
    page.resize(*_SIZE)
    page.show()
    QTest.qWaitForWindowExposed(page)
    gc.freeze()  # as the window does once it is shown
    matrix, view = evaluate.matrix, page.grid.view

    def click(row: int, column: int) -> None:
        index = view.cells.index(row, column)
        QTest.mouseClick(view.viewport(), _LEFT, pos=view.visualRect(index).center())

    def name(row: int) -> None:
        place = QPoint(20, view.rows.sectionViewportPosition(row) + 4)
        QTest.mouseClick(view.rows.viewport(), _LEFT, pos=place)

    deeds: list[tuple[str, Callable[[], object]]] = [
        ("opened", lambda: _open(evaluate, answers, figures)),
        ("held against another", lambda: _hold_against(evaluate, other, figures)),
        ("the difference", lambda: matrix.show_as("difference")),
        ("a cell of it picked", lambda: click(3, 3)),
        ("by row", lambda: matrix.show_as("row")),
        ("similar together", lambda: matrix.sort("similar")),
        ("a cell picked", lambda: click(2, 3)),
        ("a row picked", lambda: name(4)),
        ("all picked", view.selectAll),
        ("scrolled", lambda: view.scrollTo(view.cells.index(sections - 1, sections - 1))),
        ("two as if one", lambda: matrix.merge([1, 2])),
        ("apart again", matrix.unmerge),
        ("the sections", lambda: matrix.show_as("sections")),
    ]
    silences = {deed: _silence(work, lambda: matrix.busy) for deed, work in deeds}
    page.close()
    session.close()
    print(json.dumps({"silences": silences}))


def _open(evaluate: Evaluate, answers: Evaluated, figures: Figures) -> None:
    opened = evaluate.opened
    opened.evaluation = _evaluation(1, answers)
    opened.evaluated, opened.figures = answers, figures
    opened.changed.emit()


def _hold_against(evaluate: Evaluate, other: Evaluated, figures: Figures) -> None:
    opened = evaluate.opened
    opened.against = _evaluation(2, other)
    opened.against_evaluated, opened.against_figures = other, figures
    opened.against_changed.emit()


def _silence(work: Callable[[], object], busy: Callable[[], bool]) -> tuple[float, float]:
    """Milliseconds: the longest gap from the deed until all is quiet again, and the most work."""
    watch = StallWatch()
    watch.start()
    _rest(lambda: False)
    watch.silences.clear()
    work()
    _rest(busy)
    watch.stop()
    longest = max(watch.silences, key=lambda silence: silence.seconds)
    return 1000 * longest.seconds, 1000 * max(each.processor for each in watch.silences)


def _rest(busy: Callable[[], bool]) -> None:
    quiet = time.monotonic()
    while time.monotonic() - quiet < _REST_S:
        if busy():
            quiet = time.monotonic()
        QApplication.processEvents()
        time.sleep(0.001)


def _evaluation(number: int, answers: Evaluated) -> Evaluation:
    return Evaluation(
        number, f"model-{number}", "", Material("made"), "", answers.sections, "done",
        len(answers), len(answers), len(answers), {}, None, None, datetime.now(UTC), None, None,
        None,
    )  # fmt: skip


if __name__ == "__main__":
    main()
