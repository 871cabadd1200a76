"""A student beside its teacher: size, speed, what it keeps, where the two differ (TRAINING)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.manifest import Metric
from newsdesk.core.metrics import bootstrap, confusion_counts, section_figures
from training.distillation.teachers import Teacher
from training.export import FULL, INPUTS, SMALL, open_session
from training.networks import most_tokens

LENGTHS = (128, 256)
"""Tokens of the articles that are timed."""
ROUNDS, WARM = 9, 2
MOST_DIFFERING = 100


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two.

    bytes_full, bytes_small: of the fp32 and the int8 file, 0 where there is none.
    milliseconds: by length in tokens, one article of the fp32 file; milliseconds_small: of int8.
    """

    name: str
    parameters: int
    bytes_full: int
    bytes_small: int
    milliseconds: dict[int, float]
    milliseconds_small: dict[int, float]
    macro_f1: Metric
    sections: dict[str, float]


class Differing(msgspec.Struct, frozen=True, kw_only=True):
    """An article of which the two say something else, by codes of sections."""

    number: int
    title: str
    truth: str
    teacher: str
    student: str


class BesideTeacher(msgspec.Struct, frozen=True, kw_only=True):
    """Both on the untouched articles. differing: at most a hundred; differ: of how many."""

    teacher: Figures
    student: Figures
    articles: int
    differ: int
    differing: tuple[Differing, ...]

    @property
    def kept(self) -> float:
        """Part of the teacher's macro-F1 that the student has."""
        return self.student.macro_f1.value / (self.teacher.macro_f1.value or 1.0)

    @property
    def smaller(self) -> float:
        """How many times fewer parameters the student has."""
        return self.teacher.parameters / max(self.student.parameters, 1)

    @property
    def faster(self) -> float:
        """How many times as fast the student is, both fp32 in the same runtime, 128 tokens."""
        mine, theirs = (each.milliseconds.get(LENGTHS[0], 0.0) for each in
                        (self.student, self.teacher))  # fmt: skip
        return theirs / mine if mine else 0.0


def stand_beside(
    teachers: Sequence[Teacher],
    student: tuple[str, Path, int],
    articles: Sequence[LabelledArticle],
    codes: Sequence[str],
    said: NDArray[np.float32],
    found: NDArray[np.float32],
    seed: int,
    check: Callable[[], None],
) -> BesideTeacher:
    """Measure both.

    student: name, folder and parameters. said, found: logits of the teachers and of the student
    for these articles, shape (articles, codes). Several teachers count together.
    """
    truth = [article.section for article in articles]
    theirs = [codes[i] for i in said.argmax(axis=1)]
    mine = [codes[i] for i in found.argmax(axis=1)]
    name, folder, parameters = student
    teacher = _figures(
        " + ".join(each.name for each in teachers), [each.folder for each in teachers],
        sum(each.manifest.parameters for each in teachers), truth, theirs, codes, seed, check,
    )  # fmt: skip
    differing = [
        Differing(number=article.number, title=article.title, truth=article.section,
                  teacher=one, student=other)
        for article, one, other in zip(articles, theirs, mine, strict=True) if one != other
    ]  # fmt: skip
    return BesideTeacher(
        teacher=teacher,
        student=_figures(name, [folder], parameters, truth, mine, codes, seed, check),
        articles=len(articles),
        differ=len(differing),
        differing=tuple(differing[:MOST_DIFFERING]),
    )


def beside_text(found: BesideTeacher) -> str:
    """The comparison as a part of the card."""
    rows = ["| | teacher | student |", "|---|--:|--:|"]
    both = (found.teacher, found.student)
    rows.append(_row("model", [f"`{each.name}`" for each in both]))
    rows.append(_row("parameters", [f"{each.parameters / 1e6:.1f} M" for each in both]))
    rows.append(_row("file, fp32", [_megabytes(each.bytes_full) for each in both]))
    rows.append(_row("file, int8", [_megabytes(each.bytes_small) for each in both]))
    for length in LENGTHS:
        times = [_milliseconds(each.milliseconds.get(length)) for each in both]
        rows.append(_row(f"an article of {length} tokens, fp32", times))
        small = [_milliseconds(each.milliseconds_small.get(length)) for each in both]
        rows.append(_row("the same, int8", small))
    scores = [
        f"{100 * m.value:.1f} ({100 * m.low:.1f}–{100 * m.high:.1f})"
        for m in (each.macro_f1 for each in both)
    ]
    rows.append(_row("macro-F1", scores))
    return "\n\n".join(part for part in (beside_line(found), "\n".join(rows), _losses(found)))


def beside_line(found: BesideTeacher) -> str:
    """The comparison in two sentences."""
    return (
        f"It keeps {found.kept:.1%} of its teacher's macro-F1 on {found.articles:,} untouched "
        f"articles, is {found.smaller:.1f} times smaller and {found.faster:.1f} times as fast. "
        f"They differ on {found.differ:,}."
    )


def _losses(found: BesideTeacher) -> str:
    """Sections that the student lost most of, worst first."""
    lost = {
        code: value - found.student.sections.get(code, 0.0)
        for code, value in found.teacher.sections.items()
    }
    worst = sorted((code for code in lost if lost[code] > 0), key=lambda code: -lost[code])[:5]
    if not worst:
        return "No section lost anything."
    told = ", ".join(f"{code} {100 * lost[code]:.1f}" for code in worst)
    return f"Points of F1 lost, most first: {told}."


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size else "–"


def _milliseconds(value: float | None) -> str:
    return f"{value:.1f} ms" if value else "–"


def _figures(
    name: str,
    folders: Sequence[Path],
    parameters: int,
    truth: Sequence[str],
    found: Sequence[str],
    codes: Sequence[str],
    seed: int,
    check: Callable[[], None],
) -> Figures:
    _, f1 = bootstrap(truth, found, codes, seed=seed)
    sections = section_figures(confusion_counts(truth, found, codes), codes)
    return Figures(
        name=name,
        parameters=parameters,
        bytes_full=sum(_size(folder / FULL) for folder in folders),
        bytes_small=sum(_size(folder / SMALL) for folder in folders),
        milliseconds=_times([folder / FULL for folder in folders], check),
        milliseconds_small=_times([folder / SMALL for folder in folders], check),
        macro_f1=f1,
        sections={figures.code: figures.f1 for figures in sections},
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _times(paths: Sequence[Path], check: Callable[[], None]) -> dict[int, float]:
    """Milliseconds for one article by its length: medians, of several models their sum."""
    if not all(path.is_file() for path in paths):
        return {}
    most = min(most_tokens(path.parent) or max(LENGTHS) for path in paths)
    found = {length: 0.0 for length in LENGTHS if length <= most}
    for path in paths:
        session = open_session(path)
        known = {value.name for value in session.get_inputs()}
        for length in found:
            check()
            ids = np.full((1, length), 5, dtype=np.int64)  # the time is the same with any
            parts = dict(zip(INPUTS, (ids, np.ones_like(ids), np.zeros_like(ids)), strict=True))
            feeds = {name: part for name, part in parts.items() if name in known}
            found[length] += _median(partial(session.run, ["logits"], feeds))
    return found


def _median(run: Callable[[], object]) -> float:
    times = []
    for _ in range(WARM + ROUNDS):
        began = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times[WARM:])
