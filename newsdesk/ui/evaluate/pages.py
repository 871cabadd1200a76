"""The pages on the left of the Evaluate screen, built when they are first looked at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from newsdesk.services.evaluate import Evaluate


def _matrix(evaluate: Evaluate) -> QWidget:
    from newsdesk.ui.evaluate.matrix import MatrixPage

    return MatrixPage(evaluate)


def _curves(evaluate: Evaluate) -> QWidget:
    from newsdesk.ui.evaluate.curves import CurvesPage

    return CurvesPage(evaluate)


def _doubts(evaluate: Evaluate) -> QWidget:
    from newsdesk.ui.evaluate.doubts import DoubtsPage

    return DoubtsPage(evaluate)


def _compare(evaluate: Evaluate) -> QWidget:
    from newsdesk.ui.evaluate.compare import ComparePage

    return ComparePage(evaluate)


PAGES: tuple[tuple[str, Callable[[Evaluate], QWidget]], ...] = (
    ("Matrix", _matrix),
    ("Curves", _curves),
    ("Labels in doubt", _doubts),
    ("Compare", _compare),
)
