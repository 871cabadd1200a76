"""How cells, rows and columns are called, and their numbers as they are written."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from newsdesk.analysis.matrix import Mask, Matrix, Mistake, Scale
from newsdesk.services.evaluate.matrix import Measure
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.widgets.chip import percent

MEASURES: dict[Measure, str] = {"f1": "F1", "precision": "Precision", "recall": "Recall"}
_NAMED = 3
"""Sections that are named before they are counted."""


def number(value: float, scale: Scale) -> str:
    """What a cell says: a count, or a share in percent without its sign."""
    if scale == "counts":
        return f"{value:,.0f}"
    return "<1" if 0 < value < 0.005 else f"{100 * value:.0f}"


def change(value: int) -> str:
    """“+3”, “−2”, “0”."""
    return f"{value:+,}".replace("-", "−") if value else "0"


def cell_sentence(matrix: Matrix, row: int, column: int) -> str:
    """“true local, predicted life: 14 articles, 58 % of local”."""
    name = matrix.sections[row].name()
    count, support = int(matrix.counts[row, column]), int(matrix.counts[row].sum())
    told = f"true {name}, predicted {matrix.sections[column].name()}: {articles(count)}"
    return f"{told}, {percent(count / support)} of {name}" if support and count else told


def change_sentence(matrix: Matrix, row: int, column: int, against: str) -> str:
    """“true local, predicted life: 3 articles fewer than albert-ltn, better”."""
    names = f"true {matrix.sections[row].name()}, predicted {matrix.sections[column].name()}"
    by, gain = int(matrix.change[row, column]), int(matrix.gain[row, column])
    if not by:
        return f"{names}: as many articles as {against}"
    told = f"{names}: {articles(abs(by))} {'more' if by > 0 else 'fewer'} than {against}"
    return f"{told}, {'better' if gain > 0 else 'worse'}"


def row_sentence(matrix: Matrix, row: int) -> str:
    """“local: 24 articles, precision 0.750, recall 0.125, F1 0.200”."""
    figures = ", ".join(
        f"{MEASURES[name] if name == 'f1' else name} {measure_text(matrix, name, row)}"
        for name in ("precision", "recall", "f1")
    )
    support = int(matrix.counts[row].sum())
    return f"{matrix.sections[row].name()}: {articles(support)}, {figures}"


def column_sentence(matrix: Matrix, column: int) -> str:
    """“predicted life: 37 articles”."""
    told = articles(int(matrix.counts[:, column].sum()))
    return f"predicted {matrix.sections[column].name()}: {told}"


def measure_text(matrix: Matrix, measure: Measure, place: int) -> str:
    """“0.936”; a dash where there is no article of the section."""
    if not matrix.counts[place].sum():
        return "–"
    return f"{getattr(matrix.margins, measure)[0, place]:.3f}"


def mistake_name(matrix: Matrix, mistake: Mistake) -> str:
    """“local → life”."""
    return _arrow(matrix, [mistake.truth], [mistake.predicted])


def picked_name(matrix: Matrix, cells: Mask, changed: bool = False) -> str:
    """What is picked, as short as it can be said: “local → life”, “all of local”, “6 cells”."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    block = int(cells.sum()) == len(rows) * len(columns)
    if not block:
        told = f"{int(cells.sum()):,} cells"
    elif len(rows) == len(columns) == len(matrix):
        told = "all articles"
    elif len(columns) == len(matrix):
        told = f"all of {_names(matrix, rows)}"
    elif len(rows) == len(matrix):
        told = f"all put into {_names(matrix, columns)}"
    else:
        told = _arrow(matrix, rows, columns)
    return f"changed: {told}" if changed else told


def _arrow(matrix: Matrix, rows: Iterable[int], columns: Iterable[int]) -> str:
    return f"{_names(matrix, rows)} → {_names(matrix, columns)}"


def _names(matrix: Matrix, places: Iterable[int]) -> str:
    names = [matrix.sections[place].name() for place in places]
    return ", ".join(names) if len(names) <= _NAMED else f"{len(names)} sections"
