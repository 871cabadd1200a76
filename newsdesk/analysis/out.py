"""An evaluation as files for other programs: figures, matrix, reliability and every answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import Figures, counts_of
from newsdesk.analysis.reliability import reliability
from newsdesk.core.evaluation import Evaluation
from newsdesk.core.manifest import Metric
from newsdesk.documents.tables.writing import new_table
from newsdesk.store import failures

TOLD_EVERY = 500
"""Answers between two words of how far it is."""
_METRIC = ("precision", "recall", "f1")


def summary(evaluation: Evaluation, evaluated: Evaluated, figures: Figures) -> dict[str, Any]:
    """All figures of an evaluation, as JSON has them.

    matrix: rows are true sections, columns predicted ones. counted: the keys of the rows that
    count, in the order of the answers.
    """
    counts = counts_of(evaluated.truth, evaluated.predicted, len(evaluated.sections))
    material = evaluation.material
    return {
        "evaluation": evaluation.id,
        "model": evaluation.model,
        "model_mark": evaluation.model_mark,
        "dataset": material.dataset or None,
        "part": None if material.from_desk else material.part,
        "since": material.since,
        "until": material.until,
        "matches": material.matches,
        "data_mark": evaluation.data_mark,
        "articles": figures.articles,
        "left_out": evaluation.left_out,
        "abstained": int(evaluated.abstained.sum()),
        "accuracy": figures.accuracy,
        "macro_f1": figures.macro_f1,
        "ece": figures.ece,
        "brier": figures.brier,
        "sections": figures.sections,
        "codes": evaluated.codes,
        "matrix": counts.tolist(),
        "reliability": reliability(evaluated.confidence, evaluated.right),
        "counted": evaluated.keys.tolist(),
    }


def write_files(
    folder: Path,
    evaluation: Evaluation,
    evaluated: Evaluated,
    figures: Figures,
    tell: Callable[[float], None] = lambda part: None,
) -> list[Path]:
    """Write evaluation.json, sections.csv, matrix.csv and answers.csv into a folder.

    Older files of these names are replaced. tell: gets the part that is done, 0 to 1; what it
    raises ends the work, and a file that was begun is not there.
    Raises StoreError (`disk_full`, `unwritable`).
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        told = msgspec.json.encode(summary(evaluation, evaluated, figures))
        path = folder / "evaluation.json"
        path.write_bytes(msgspec.json.format(told, indent=2))
    except OSError as error:
        raise failures.from_os(error, str(folder)) from error
    return [
        path,
        _sections(folder / "sections.csv", evaluated, figures),
        _matrix(folder / "matrix.csv", evaluated),
        _answers(folder / "answers.csv", evaluated, tell),
    ]


def _sections(path: Path, evaluated: Evaluated, figures: Figures) -> Path:
    columns: dict[str, type] = {"section": str, "name": str, "articles": int, "predicted": int}
    columns |= {f"{name}{end}": float for name in _METRIC for end in ("", "_low", "_high")}
    with new_table(path, columns, "csv", replace=True) as table:
        for section, result in zip(evaluated.sections, figures.sections, strict=True):
            values: dict[str, Any] = {
                "section": section.code, "name": section.name(),
                "articles": result.support, "predicted": result.predicted,
            }  # fmt: skip
            for name in _METRIC:
                metric: Metric = getattr(result, name)
                values |= {
                    name: metric.value,
                    f"{name}_low": metric.low,
                    f"{name}_high": metric.high,
                }
            table.write(values)
    return path


def _matrix(path: Path, evaluated: Evaluated) -> Path:
    counts = counts_of(evaluated.truth, evaluated.predicted, len(evaluated.sections))
    columns: dict[str, type] = {"true \\ predicted": str, **dict.fromkeys(evaluated.codes, int)}
    with new_table(path, columns, "csv", replace=True) as table:
        for code, row in zip(evaluated.codes, counts.tolist(), strict=True):
            table.write({"true \\ predicted": code, **dict(zip(evaluated.codes, row, strict=True))})
    return path


def _answers(path: Path, evaluated: Evaluated, tell: Callable[[float], None]) -> Path:
    shares = [f"p_{code}" for code in evaluated.codes]
    columns: dict[str, type] = {
        "key": int, "title": str, "true": str, "predicted": str, "confidence": float,
        "cannot_read": int, **dict.fromkeys(shares, float),
    }  # fmt: skip
    codes = evaluated.codes
    with new_table(path, columns, "csv", replace=True) as table:
        for row in range(len(evaluated)):
            if row % TOLD_EVERY == 0:
                tell(row / len(evaluated))
            p = np.round(evaluated.probabilities[row].astype(np.float64), 6).tolist()
            table.write(
                {
                    "key": int(evaluated.keys[row]),
                    "title": evaluated.titles[row],
                    "true": codes[int(evaluated.truth[row])],
                    "predicted": codes[int(evaluated.predicted[row])],
                    "confidence": round(float(evaluated.confidence[row]), 6),
                    "cannot_read": int(evaluated.abstained[row]),
                    **dict(zip(shares, p, strict=True)),
                }
            )
    return path
