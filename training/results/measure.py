"""What came out: figures on articles never learned from, beside the line to beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from newsdesk.core.filing import FilingCurve
from newsdesk.core.manifest import TestResult
from newsdesk.core.metrics import (
    SectionFigures,
    bootstrap,
    brier_score,
    confusion_counts,
    expected_calibration_error,
    section_figures,
)
from newsdesk.core.recipes import FinetuneSpec
from training.data import LabelledArticle
from training.export import Exported
from training.progress import say
from training.recipes.finetune import TrialStanding
from training.results.baseline import classify, train_baseline
from training.results.calibrate import Calibration, Coverage
from training.results.filing import curves_of
from training.tokens import Readable
from training.trained import Trained, train_on

MOST_CONFUSIONS = 5


class Confusion(msgspec.Struct, frozen=True):
    """How many articles of one section were put in another."""

    truth: str
    found: str
    articles: int


class Sureness(msgspec.Struct, frozen=True):
    """ECE (15 bins) after and before calibration, Brier score after it."""

    ece: float
    ece_before: float
    brier: float


class Across(msgspec.Struct, frozen=True):
    """Another publisher's articles: the figures and the sections that could be tested."""

    result: TestResult
    sections: tuple[str, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the card says in figures.

    results: the untouched part of each set; together: of all of them.
    learned, chosen_by: by set, the articles for learning and for choosing.
    shipped: the file that the figures were measured with.
    thresholds: by section, from which confidence on at most 5 % of dev are put there wrongly.
    curve: coverage and error on the untouched articles. filing: the same, section by section.
    """

    results: tuple[TestResult, ...]
    together: TestResult
    across: Across | None
    sections: tuple[SectionFigures, ...]
    confusions: tuple[Confusion, ...]
    sureness: Sureness
    calibration: Calibration
    learned: dict[str, int]
    chosen_by: dict[str, int]
    shipped: str
    dev_macro_f1: float
    dev_macro_f1_int8: float
    standing: TrialStanding
    thresholds: dict[str, float] = {}
    curve: tuple[Coverage, ...] = ()
    filing: tuple[FilingCurve, ...] = ()


def measure(
    spec: FinetuneSpec,
    articles: Sequence[LabelledArticle],
    trained: Trained,
    exported: Exported,
    calibration: Calibration,
    across: Across | None,
) -> Report:
    """The exported model and the baseline on the test part of all sets."""
    test = [a for a in articles if a.split == "test" and a.section in trained.codes]
    line = train_baseline([a for a in articles if a.split == "train"], spec.seed)
    rows = trained.encode(test)
    logits = exported.logits(rows)
    found = [trained.codes[i] for i in calibration.probabilities(logits).argmax(axis=1)]
    other = classify(line, test)

    def part(name: str, places: Sequence[int]) -> TestResult:
        return result_of(
            name,
            [test[i] for i in places],
            [found[i] for i in places],
            [other[i] for i in places],
            trained.codes,
            spec.seed,
        )

    counts = confusion_counts([a.section for a in test], found, trained.codes)
    return Report(
        results=tuple(
            part(source.title, [i for i, a in enumerate(test) if a.dataset == source.code])
            for source in spec.sets
        ),
        together=part("all sets", range(len(test))),
        across=across,
        sections=tuple(section_figures(counts, trained.codes)),
        confusions=worst_confusions(counts, trained.codes),
        sureness=sureness(
            plain_probabilities(logits), calibration.probabilities(logits), rows.labels
        ),
        calibration=calibration,
        learned=dict(Counter(a.dataset for a in articles if a.split == "train")),
        chosen_by=dict(Counter(a.dataset for a in articles if a.split == "dev")),
        shipped=exported.path.name,
        dev_macro_f1=exported.dev_macro_f1,
        dev_macro_f1_int8=exported.dev_macro_f1_int8,
        standing=trained.standing,
        filing=curves_of(calibration.probabilities(logits), rows.labels, trained.codes),
    )


def measure_across(spec: FinetuneSpec, articles: Sequence[LabelledArticle], folder: Path) -> Across:
    """Train once more without one set and test on all of it."""
    learned, there = across_parts(spec, articles)
    trained = train_on(spec, learned, folder)
    line = train_baseline([a for a in learned if a.split == "train"], spec.seed)
    found = [trained.codes[i] for i in trained.logits(trained.encode(there)).argmax(axis=1)]
    title = next(source.title for source in spec.sets if source.code == spec.across)
    result = result_of(title, there, found, classify(line, there), trained.codes, spec.seed)
    say(f"across: accuracy {result.accuracy.value:.4f} beside {result.baseline_accuracy:.4f}")
    have = {a.section for a in there}
    return Across(result, tuple(code for code in trained.codes if code in have))


def across_parts(
    spec: FinetuneSpec, articles: Sequence[LabelledArticle]
) -> tuple[list[LabelledArticle], list[LabelledArticle]]:
    """Articles to learn from without one set, and all articles of that set to test on.

    A near-duplicate of a tested article is not learned from, and an article whose section the
    learned ones do not have is not tested.
    """
    there = [a for a in articles if a.dataset == spec.across]
    groups = {a.group for a in there}
    learned = [
        a
        for a in articles
        if a.dataset != spec.across and a.split != "test" and a.group not in groups
    ]
    known = {a.section for a in learned if a.split == "train"}
    return learned, [a for a in there if a.section in known]


def result_of(
    name: str,
    articles: Sequence[Readable],
    found: Sequence[str],
    baseline: Sequence[str],
    codes: Sequence[str],
    seed: int,
) -> TestResult:
    """Accuracy and macro-F1 with their intervals, beside the baseline on the same articles."""
    truth = [article.section for article in articles]
    right, f1 = bootstrap(truth, found, codes, seed=seed)
    line_right, line_f1 = bootstrap(truth, baseline, codes, seed=seed)
    return TestResult(
        dataset=name,
        articles=len(truth),
        accuracy=right,
        macro_f1=f1,
        baseline_accuracy=line_right.value,
        baseline_macro_f1=line_f1.value,
    )


def worst_confusions(counts: np.ndarray, codes: Sequence[str]) -> tuple[Confusion, ...]:
    """The sections most often taken for another; counts as of `confusion_counts`."""
    pairs = [
        Confusion(truth, found, int(counts[row, column]))
        for row, truth in enumerate(codes)
        for column, found in enumerate(codes)
        if row != column and counts[row, column]
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.articles)[:MOST_CONFUSIONS])


def plain_probabilities(logits: np.ndarray) -> np.ndarray:
    """Probabilities before calibration, shape (articles, sections)."""
    return Calibration(1.0, (0.0,) * logits.shape[1]).probabilities(logits)


def sureness(before: np.ndarray, after: np.ndarray, labels: np.ndarray) -> Sureness:
    """How well probabilities tell how often the model is right, before and after calibration."""
    return Sureness(
        ece=expected_calibration_error(after, labels),
        ece_before=expected_calibration_error(before, labels),
        brier=brier_score(after, labels),
    )
