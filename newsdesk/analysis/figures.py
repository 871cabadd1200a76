"""How good the answers of an evaluation are: figures with their intervals, section by section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.manifest import Metric
from newsdesk.core.metrics import brier_score, expected_calibration_error

Counts = NDArray[np.int64]
_Shares = NDArray[np.float64]
RESAMPLES = 2000
LEVEL = 0.95
_SEED = 13


@dataclass(frozen=True, slots=True)
class SectionResult:
    """How one section did. support: articles of it; predicted: articles that were put into it."""

    code: str
    precision: Metric
    recall: Metric
    f1: Metric
    support: int
    predicted: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What the answers to `articles` articles are worth.

    macro_f1: mean F1 over the sections that the articles belong to.
    ece: expected calibration error, 0 to 1. brier: 0 to 2.
    """

    articles: int
    accuracy: Metric
    macro_f1: Metric
    sections: tuple[SectionResult, ...]
    ece: float
    brier: float


@dataclass(frozen=True, slots=True)
class Results:
    """What a confusion matrix says by itself, with intervals; see Figures."""

    accuracy: Metric
    macro_f1: Metric
    sections: tuple[SectionResult, ...]


@dataclass(frozen=True, slots=True)
class Margins:
    """What a confusion matrix comes to, for R matrices over S sections.

    right: shape (R,), articles on the diagonal. hits, support, predicted: shape (R, S).
    """

    right: _Shares
    hits: _Shares
    support: _Shares
    predicted: _Shares

    @property
    def accuracy(self) -> _Shares:
        """Shape (R,)."""
        return np.asarray(self.right / np.maximum(self.support.sum(axis=1), 1))

    @property
    def precision(self) -> _Shares:
        """Shape (R, S); 0 where nothing was put into the section, as scikit-learn has it."""
        return self.hits / np.maximum(self.predicted, 1)

    @property
    def recall(self) -> _Shares:
        """Shape (R, S); 0 where there is no article of the section."""
        return self.hits / np.maximum(self.support, 1)

    @property
    def f1(self) -> _Shares:
        """Shape (R, S)."""
        shares: _Shares = 2 * self.hits / np.maximum(self.support + self.predicted, 1)
        return shares

    def macro_f1(self, used: NDArray[np.bool_]) -> _Shares:
        """Mean F1 over the used sections, shape (R,)."""
        shares: _Shares = self.f1[:, used].sum(axis=1) / max(int(used.sum()), 1)
        return shares


def counts_of(truth: Counts, predicted: Counts, sections: int) -> Counts:
    """How many articles of each section (row) were put into each section (column), (S, S)."""
    flat = np.bincount(truth * sections + predicted, minlength=sections * sections)
    return flat.astype(np.int64).reshape(sections, sections)


def margins_of(matrices: NDArray[np.int64]) -> Margins:
    """The margins of matrices of shape (R, S, S)."""
    hits = np.diagonal(matrices, axis1=1, axis2=2).astype(np.float64)
    support = matrices.sum(axis=2).astype(np.float64)
    return Margins(hits.sum(axis=1), hits, support, matrices.sum(axis=1).astype(np.float64))


def resampled(counts: Counts, resamples: int = RESAMPLES, seed: int = _SEED) -> Margins:
    """Margins of what drawing the articles again, with replacement, would give (Efron 1979).

    Drawing articles is drawing cells of the matrix; only those that hold any are drawn.
    """
    rows, columns = np.nonzero(counts)
    held = counts[rows, columns]
    total, sections = int(held.sum()), len(counts)
    if not total:
        nothing = np.zeros((resamples, sections))
        return Margins(nothing.sum(axis=1), nothing, nothing, nothing)
    draws = np.random.default_rng(seed).multinomial(total, held / total, size=resamples)
    by_row = np.equal.outer(rows, np.arange(sections)).astype(np.float64)
    by_column = np.equal.outer(columns, np.arange(sections)).astype(np.float64)
    hits = draws @ (by_row * (rows == columns)[:, None])
    return Margins(hits.sum(axis=1), hits, draws @ by_row, draws @ by_column)


def figures_of(
    codes: Sequence[str],
    truth: Counts,
    probabilities: NDArray[np.float32],
    resamples: int = RESAMPLES,
) -> Figures:
    """The figures of N answers, with percentile bootstrap intervals at 95 %.

    truth: shape (N,), places of the right sections; probabilities: shape (N, S).
    """
    predicted = probabilities.argmax(axis=1) if probabilities.size else truth
    counts = counts_of(truth, predicted, len(codes))
    results = results_of(codes, counts, resamples)
    return Figures(
        articles=int(counts.sum()),
        accuracy=results.accuracy,
        macro_f1=results.macro_f1,
        sections=results.sections,
        ece=expected_calibration_error(probabilities, truth),
        brier=brier_score(probabilities, truth),
    )


def results_of(codes: Sequence[str], counts: Counts, resamples: int = RESAMPLES) -> Results:
    """What a confusion matrix of shape (S, S) comes to, section by section."""
    value, samples = margins_of(counts[None]), resampled(counts, resamples)
    used = counts.sum(axis=1) > 0
    precision = _metrics(value.precision, samples.precision)
    recall, f1 = _metrics(value.recall, samples.recall), _metrics(value.f1, samples.f1)
    sections = [
        SectionResult(
            code, precision[i], recall[i], f1[i], int(counts[i].sum()), int(counts[:, i].sum())
        )
        for i, code in enumerate(codes)
    ]
    return Results(
        accuracy=_metrics(value.accuracy[:, None], samples.accuracy[:, None])[0],
        macro_f1=_metrics(value.macro_f1(used)[:, None], samples.macro_f1(used)[:, None])[0],
        sections=tuple(sections),
    )


def _metrics(value: _Shares, samples: _Shares) -> list[Metric]:
    """A metric for each column of `value`, shape (1, K), its interval from `samples`, (R, K)."""
    low, high = np.quantile(samples, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return [
        Metric(value=float(value[0, i]), low=float(low[i]), high=float(high[i]))
        for i in range(value.shape[1])
    ]
