"""The matrix page and the figures above it, over answers out of thin air."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import figures_of
from newsdesk.analysis.matrix import Matrix
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.section import Section
from newsdesk.services.session import Session
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate.figures import FiguresStrip
from newsdesk.ui.evaluate.matrix import MatrixPage

Key, Keys, Left = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
NAMES = ("local", "life", "政治與社會新聞", "الرياضة والثقافة", "W" * 60)


class Shown(SimpleNamespace):
    """A page and a strip over one session."""

    session: Session
    window: QWidget
    page: MatrixPage
    strip: FiguresStrip


Show = Callable[..., Shown]


def evaluation(number: int, model: str, evaluated: Evaluated, **values: object) -> Evaluation:
    plain = Evaluation(
        number, model, "", Material("news"), "", evaluated.sections, "done", len(evaluated),
        len(evaluated), len(evaluated), {}, None, None, datetime.now(UTC), None, None, None,
    )  # fmt: skip
    return replace(plain, **values)  # type: ignore[arg-type]


@pytest.fixture
def show(home: Path, qtbot: QtBot) -> Iterator[Show]:
    """Shows an evaluation, held against another where one is given."""
    make_application()
    found: list[Shown] = []

    def open_(
        evaluated: Evaluated | None, other: Evaluated | None = None, **values: object
    ) -> Shown:
        session = Session()
        page, strip = MatrixPage(session.evaluate), FiguresStrip(session.evaluate)
        window = QWidget()
        column = QVBoxLayout(window)
        column.addWidget(strip)
        column.addWidget(page, 1)
        window.resize(640, 720)
        found.append(Shown(session=session, page=page, strip=strip, window=window))
        opened = session.evaluate.opened
        if evaluated is not None:
            opened.evaluation = evaluation(1, "new-model", evaluated, **values)
            opened.evaluated, opened.figures = evaluated, figured(evaluated)
            opened.changed.emit()
        if other is not None:
            opened.against = evaluation(2, "old-model", other)
            opened.against_evaluated, opened.against_figures = other, figured(other)
            opened.against_changed.emit()
        window.show()
        qtbot.waitUntil(lambda: not session.evaluate.matrix.busy)
        return found[-1]

    yield open_
    for each in found:
        each.window.close()
        each.window.deleteLater()
        each.session.close()


def figured(evaluated: Evaluated):  # type: ignore[no-untyped-def]
    return figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities, resamples=20)


def matrix_in(shown: Shown) -> Matrix:
    matrix = shown.session.evaluate.matrix.matrix
    assert matrix is not None
    return matrix


def cell(shown: Shown, row: int, column: int) -> QPoint:
    view = shown.page.grid.view
    return view.visualRect(view.cells.index(row, column)).center()


def click(shown: Shown, row: int, column: int, keys: Keys = Keys.NoModifier) -> None:
    QTest.mouseClick(shown.page.grid.view.viewport(), Left, keys, cell(shown, row, column))


def click_row(shown: Shown, row: int, keys: Keys = Keys.NoModifier) -> None:
    header = shown.page.grid.view.rows
    place = QPoint(20, header.sectionViewportPosition(row) + 6)
    QTest.mouseClick(header.viewport(), Left, keys, place)


def picked(shown: Shown) -> int:
    return int(shown.session.evaluate.selection.mask.sum())


def what(shown: Shown) -> str:
    return shown.session.evaluate.selection.what


def named(evaluated: Evaluated) -> Evaluated:
    sections = [Section(each.code, {"en": name}) for each, name in
                zip(evaluated.sections, NAMES, strict=True)]  # fmt: skip
    return replace(evaluated, sections=tuple(sections))
