"""What a job's model is worth: the test part of its snapshot, beside the line to beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.filing import FilingCurve
from newsdesk.core.manifest import TestResult
from newsdesk.core.metrics import SectionFigures, confusion_counts, section_figures
from training.material import Material, Parts
from training.results.baseline import classify, train_baseline, without_spaces
from training.results.beside_teacher import BesideTeacher
from training.results.calibrate import Calibration, Coverage, coverage_curve
from training.results.filing import curves_of
from training.results.measure import (
    Confusion,
    Sureness,
    plain_probabilities,
    result_of,
    sureness,
    worst_confusions,
)
from training.trials import TrialRecord
from training.watch import Watch


class SplitCount(msgspec.Struct, frozen=True):
    """Articles of one section that were learned from, chosen by and tested on."""

    section: str
    learned: int
    chosen_by: int
    tested: int


class JobReport(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the card of a job's model says in figures.

    result: on the untouched articles; None where the set has none. folds: how many were tested
    in turn and pooled, 0 where the set is in plain splits.
    shipped: the file that classifies. characters: whether the SVM read characters, not words.
    thresholds: by section, from which confidence on at most 5 % of dev are put there wrongly.
    filing: by section, what thresholds cost on the untouched articles.
    beside: the teacher and this student of it, where it had one.
    """

    result: TestResult | None
    folds: int
    sections: tuple[SectionFigures, ...]
    confusions: tuple[Confusion, ...]
    sureness: Sureness | None
    curve: tuple[Coverage, ...]
    calibration: Calibration
    thresholds: dict[str, float]
    counts: tuple[SplitCount, ...]
    shipped: str
    characters: bool
    dev_macro_f1: float
    dev_macro_f1_int8: float
    winner: TrialRecord
    trials: tuple[TrialRecord, ...]
    notes: tuple[str, ...]
    filing: tuple[FilingCurve, ...] = ()
    beside: BesideTeacher | None = None


@dataclass(frozen=True, slots=True)
class Tested:
    """What one network said of the test part of one fold.

    places: of the rows. logits: shape (places, sections). calibration: found on its own dev.
    """

    places: np.ndarray
    logits: np.ndarray
    calibration: Calibration
    parts: Parts


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of all test parts together."""

    result: TestResult | None
    sections: tuple[SectionFigures, ...]
    confusions: tuple[Confusion, ...]
    sureness: Sureness | None
    curve: tuple[Coverage, ...]
    characters: bool
    filing: tuple[FilingCurve, ...] = ()


def figures_of(
    name: str,
    tested: Sequence[Tested],
    articles: Sequence[LabelledArticle],
    material: Material,
    seed: int,
    watch: Watch,
) -> Figures:
    """Pool what was said of each part, train the baseline on the same rows, and compare.

    name: of the data set. articles: the texts of the rows, in their order.
    """
    codes = material.codes
    places = np.concatenate([np.zeros(0, dtype=np.int64), *(part.places for part in tested)])
    if not len(places):
        return Figures(None, (), (), None, (), without_spaces(articles))
    labels = material.rows.labels[places]
    after = np.concatenate([part.calibration.probabilities(part.logits) for part in tested])
    before = np.concatenate([plain_probabilities(part.logits) for part in tested])
    truth = [articles[place] for place in places]
    found = [codes[place] for place in after.argmax(axis=1)]
    line: list[str] = []
    for part in tested:
        watch.check()
        model = train_baseline([articles[place] for place in part.parts.train], seed)
        watch.check()
        line += classify(model, [articles[place] for place in part.places])
    counts = confusion_counts([article.section for article in truth], found, codes)
    return Figures(
        result=result_of(name, truth, found, line, codes, seed),
        sections=tuple(section_figures(counts, codes)),
        confusions=worst_confusions(counts, codes),
        sureness=sureness(before, after, labels),
        curve=coverage_curve(after, labels),
        characters=without_spaces(articles),
        filing=curves_of(after, labels, codes),
    )


def split_counts(material: Material) -> tuple[SplitCount, ...]:
    """Articles of each section by part; of folds, all that take their turn."""
    labels = material.rows.labels
    parts = list(material.parts.values())

    def count(places: Sequence[np.ndarray]) -> Counter[int]:
        distinct = np.unique(np.concatenate(list(places)))
        return Counter(labels[distinct].tolist())

    learned, chosen, tested = (
        count([getattr(part, name) for part in parts]) for name in ("train", "dev", "test")
    )
    return tuple(
        SplitCount(code, learned[place], chosen[place], tested[place])
        for place, code in enumerate(material.codes)
    )
