"""Two or more evaluations held against each other on the articles that all of them read.

Articles are paired by key, sections by code. The figures of a pair are compared by the paired
bootstrap (Efron 1979): articles are drawn with replacement, the same ones for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.evaluated import Evaluated, Floats, Ints
from newsdesk.analysis.figures import LEVEL, RESAMPLES, Margins
from newsdesk.core.manifest import Metric
from newsdesk.core.metrics import expected_calibration_error
from newsdesk.core.section import Section

Mask = NDArray[np.bool_]
Shares = NDArray[np.float64]
Verdict = Literal["same", "better", "worse", "open"]
"""better, worse: the interval of the difference holds no 0; open: it does; same: no difference."""
_SEED = 13
_DRAWN = 4_000_000
"""Cells drawn at a time: 32 MB."""
_MANY = 10_000


@dataclass(frozen=True, slots=True)
class Contender:
    """One evaluation that takes part. matches: as in its material; made: when."""

    evaluated: Evaluated
    matches: Mapping[str, str]
    made: datetime


@dataclass(frozen=True)
class Common:
    """M articles that E evaluations read, over S sections, those of any of them.

    places: shape (E, M): where each article stands in each evaluation. truth: shape (M,), as the
    newest evaluation has it. predicted, confidence: shape (E, M).
    relabelled: articles whose section was another one in an older evaluation.
    altered: articles of one key and different titles; they are no pair and left out.
    """

    sections: tuple[Section, ...]
    places: Ints
    truth: Ints
    predicted: Ints
    confidence: Floats
    relabelled: int
    altered: int

    def __len__(self) -> int:
        return len(self.truth)

    @cached_property
    def right(self) -> Mask:
        """Whether each answer is right, shape (E, M)."""
        return np.equal(self.predicted, self.truth)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one evaluation did on the common articles, with 95 % intervals. ece: 0 to 1."""

    accuracy: Metric
    macro_f1: Metric
    ece: float


@dataclass(frozen=True, slots=True)
class Gain:
    """How much more one figure is for the second than for the first, as a share.

    low, high: percentile interval at 95 %. better, worse: parts of the resamples in which it is
    more, and less; the rest are even.
    """

    difference: float
    low: float
    high: float
    better: float
    worse: float

    @property
    def verdict(self) -> Verdict:
        """What can be said of it."""
        if not (self.better or self.worse):
            return "same"
        if self.low > 0:
            return "better"
        return "worse" if self.high < 0 else "open"


@dataclass(frozen=True)
class Duel:
    """The second of two evaluations held against the first. Masks are of shape (M,)."""

    macro_f1: Gain
    accuracy: Gain
    only_first: Mask
    only_second: Mask
    both_wrong: Mask


def in_common(contenders: Sequence[Contender]) -> Common:
    """The articles that all of these evaluations read. At least one evaluation must be given."""
    groups = _groups(each.matches for each in contenders)
    names: dict[str, Section] = {}
    for each in contenders:
        for section in each.evaluated.sections:
            names.setdefault(groups.get(section.code, section.code), section)
    number = {code: place for place, code in enumerate(names)}
    places, altered = _places([each.evaluated for each in contenders])
    truths, predicted, confidence = [], [], []
    for each, where in zip(contenders, places, strict=True):
        codes = each.evaluated.codes
        known = np.array([number[groups.get(code, code)] for code in codes], dtype=np.int64)
        truths.append(known[each.evaluated.truth[where]])
        predicted.append(known[each.evaluated.predicted[where]])
        confidence.append(each.evaluated.confidence[where])
    newest = max(range(len(contenders)), key=lambda place: contenders[place].made)
    truth = truths[newest]
    differs = np.any([other != truth for other in truths], axis=0)
    return Common(
        sections=tuple(names.values()),
        places=places,
        truth=truth,
        predicted=np.stack(predicted),
        confidence=np.stack(confidence),
        relabelled=int(np.sum(differs)),
        altered=altered,
    )


def standing_of(common: Common, place: int, resamples: int = RESAMPLES) -> Standing:
    """How the evaluation at this place did on the common articles."""
    (values,), (drawn,) = _resampled(
        common.truth, common.predicted[place : place + 1], len(common.sections), resamples, _SEED
    )
    f1, accuracy = (_metric(float(v), d) for v, d in zip(values, drawn, strict=True))
    return Standing(accuracy, f1, _ece(common.confidence[place], common.right[place]))


def duel_of(
    common: Common, first: int, second: int, resamples: int = RESAMPLES, seed: int = _SEED
) -> Duel:
    """Hold the evaluation at the second place against the one at the first."""
    one, other = common.right[first], common.right[second]
    (a, b), (drawn_a, drawn_b) = _resampled(
        common.truth, common.predicted[[first, second]], len(common.sections), resamples, seed
    )
    macro, accuracy = (_gain(float(b[i] - a[i]), drawn_b[i] - drawn_a[i]) for i in range(2))
    return Duel(macro, accuracy, one & ~other, other & ~one, ~one & ~other)


_Drawn = tuple[list[Shares], list[Shares]]


def _resampled(truth: Ints, answers: Ints, sections: int, resamples: int, seed: int) -> _Drawn:
    """Macro-F1 and accuracy of each row of answers, shape (A, M): as they are, and resampled.

    Both of one row have the shape (2,), resampled (2, R). Articles are drawn with replacement,
    the same for every row: what is drawn are the cells of the table of truth and all answers.
    """
    if not len(truth):
        return [np.zeros(2) for _ in answers], [np.zeros((2, resamples)) for _ in answers]
    columns = (truth, *answers)
    flat = np.ravel_multi_index(columns, (sections,) * len(columns))
    cells, held = np.unique(flat, return_counts=True)
    where = np.unravel_index(cells, (sections,) * len(columns))
    table = _Cells(where[0], where[1:], sections, np.bincount(truth, minlength=sections) > 0)
    values = [each[:, 0] for each in table.figures(held[None])]
    portions = [table.figures(drawn) for drawn in _draws(held, resamples, seed)]
    return values, [np.concatenate(each, axis=1) for each in zip(*portions, strict=True)]


def _draws(held: Ints, resamples: int, seed: int) -> Iterator[Ints]:
    """How many articles of each of K cells are drawn, shape (≤ R, K), portion by portion.

    Of many articles each is drawn on its own account so many times as Poisson's law with mean 1
    has it (Hanley and MacGibbon 2006): the same in the limit, and several times as fast.
    """
    chance, total = np.random.default_rng(seed), int(held.sum())
    portion = max(1, _DRAWN // len(held))
    for start in range(0, resamples, portion):
        size = min(portion, resamples - start)
        if total < _MANY:
            yield chance.multinomial(total, held / total, size=size)
        else:
            yield chance.poisson(held, size=(size, len(held)))


class _Cells:
    """The K cells that hold articles: their true section, and the section of each answer."""

    def __init__(self, truth: Ints, answers: Sequence[Ints], sections: int, used: Mask) -> None:
        self._used = used
        self._rows = _one_hot(truth, sections)
        self._answers = [
            (_one_hot(answer, sections), self._rows * (answer == truth)[:, None])
            for answer in answers
        ]

    def figures(self, drawn: Ints) -> list[Shares]:
        """Macro-F1 and accuracy of each answer, shape (2, R) each, for draws of shape (R, K)."""
        # Whole numbers below 2²⁴ are exact.
        counts = drawn.astype(np.float32)
        support = (counts @ self._rows).astype(np.float64)
        found = []
        for columns, diagonal in self._answers:
            hits = (counts @ diagonal).astype(np.float64)
            predicted = (counts @ columns).astype(np.float64)
            margins = Margins(hits.sum(axis=1), hits, support, predicted)
            found.append(np.stack([margins.macro_f1(self._used), margins.accuracy]))
        return found


def _one_hot(values: Ints, width: int) -> Floats:
    return np.equal.outer(values, np.arange(width)).astype(np.float32)


def _metric(value: float, drawn: Shares) -> Metric:
    low, high = _interval(drawn)
    return Metric(value=value, low=low, high=high)


def _interval(drawn: Shares) -> tuple[float, float]:
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _gain(difference: float, drawn: Shares) -> Gain:
    # What is even but for rounding is even.
    better, worse = float(np.mean(drawn > 1e-12)), float(np.mean(drawn < -1e-12))
    return Gain(difference, *_interval(drawn), better, worse)


def _places(evaluated: Sequence[Evaluated]) -> tuple[Ints, int]:
    """Where the common articles stand in each, shape (E, M), and how many were altered."""
    keys = evaluated[0].keys
    for other in evaluated[1:]:
        keys = np.intersect1d(keys, other.keys)
    rows = []
    for each in evaluated:
        order = np.argsort(each.keys, kind="stable")
        rows.append(order[np.searchsorted(each.keys, keys, sorter=order)])
    places = np.stack(rows) if len(keys) else np.zeros((len(evaluated), 0), dtype=np.int64)
    titles = [
        [each.titles[i] for i in where] for each, where in zip(evaluated, places, strict=True)
    ]
    same = np.array([len(set(names)) == 1 for names in zip(*titles, strict=True)], dtype=np.bool_)
    return places[:, same], int((~same).sum())


def _groups(matches: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Codes that stand for one section because any evaluation matched them: code to one of them."""
    found: dict[str, str] = {}

    def root(code: str) -> str:
        while found.get(code, code) != code:
            code = found[code]
        return code

    for each in matches:
        for ours, theirs in each.items():
            found[root(ours)] = root(theirs)
    return {code: root(code) for code in found}


def _ece(confidence: Floats, right: Mask) -> float:
    """Calibration error of the likeliest sections alone."""
    # As if there were two sections: the one that was said, and any other, which is never said.
    two = np.stack([confidence, np.full_like(confidence, -1.0)], axis=1)
    return expected_calibration_error(two, np.where(right, 0, 1))
