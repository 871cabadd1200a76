"""Picked articles of an evaluation as a table: text, both sections and every probability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from newsdesk.analysis.behind import Behind, Reading
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.documents.tables.writing import Exported, format_of, new_table

_TEXTS = (
    "title", "body", "true", "predicted", "section_now", "date", "source", "language",
)  # fmt: skip


def columns_of(evaluated: Evaluated) -> dict[str, type]:
    """The columns of such a table: texts, whether it is right, a probability for each section."""
    columns: dict[str, type] = {**dict.fromkeys(_TEXTS, str), "right": str, "confidence": float}
    return columns | {f"p {code}": float for code in evaluated.codes}


def take_out(
    behind: Behind,
    evaluated: Evaluated,
    places: Sequence[int],
    path: Path,
    format: str = "",
    check: Callable[[], None] = lambda: None,
) -> Exported:
    """Write the articles at these places to a file; one that is there is replaced.

    An article that is gone keeps its title and answers, and has no body. check: called for every
    article; what it raises ends the work, and nothing is left behind.
    Raises as `new_table`, and DocumentError `unknown_format`, `too_long`.
    """
    path = path.expanduser().absolute()
    dataset = behind.dataset()
    with new_table(path, columns_of(evaluated), format_of(path, format), replace=True) as table:
        for place in places:
            check()
            reading = behind.read(dataset, int(evaluated.keys[place]))
            table.write(_values(evaluated, int(place), reading))
    return table.exported


def _values(evaluated: Evaluated, place: int, reading: Reading | None) -> dict[str, Any]:
    codes, odds = evaluated.codes, evaluated.probabilities[place]
    return {
        "title": reading.title if reading else evaluated.titles[place],
        "body": reading.body if reading else "",
        "true": codes[evaluated.truth[place]],
        "predicted": codes[evaluated.predicted[place]],
        "section_now": reading.standing.section if reading else "",
        "date": evaluated.dates[place],
        "source": evaluated.sources[place],
        "language": evaluated.languages[place],
        "right": "yes" if evaluated.right[place] else "no",
        "confidence": round(float(evaluated.confidence[place]), 6),
        **{f"p {code}": round(float(p), 6) for code, p in zip(codes, odds, strict=True)},
    }
