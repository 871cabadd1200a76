"""Which labels are in doubt, ranked, and where near-duplicates or sections disagree."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.doubts.out_of_fold import out_of_fold
from newsdesk.analysis.linear import check_extra
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import NewsdeskError

FEWEST = 10


class Doubt(msgspec.Struct, frozen=True):
    """One label that may be wrong.

    number: of the row in its data set. section: as it is; suggested: the likeliest other one.
    p_section, p_suggested: what a simple model gives them that has not seen this article.
    found: confident learning counts it among the wrong ones; the others follow by their score.
    """

    number: int
    section: str
    suggested: str
    p_section: float
    p_suggested: float
    found: bool


class Disagreement(msgspec.Struct, frozen=True):
    """Near-duplicates that have different sections: numbers and sections, side by side."""

    numbers: tuple[int, ...]
    sections: tuple[str, ...]


class Overlap(msgspec.Struct, frozen=True):
    """Two sections that share articles.

    duplicates: pairs of near-duplicates of which one is in each. doubted: labels of one for which
    the other is suggested, among those found.
    """

    sections: tuple[str, str]
    duplicates: int
    doubted: int


class DoubtReport(msgspec.Struct, frozen=True):
    """What was found in the labels of one data set.

    doubts: every labelled row, the most doubtful first. right: part of the rows for which the
    simple model agrees with the label; so much it is worth.
    """

    doubts: tuple[Doubt, ...]
    disagreements: tuple[Disagreement, ...]
    overlaps: tuple[Overlap, ...]
    right: float

    @property
    def found(self) -> int:
        """How many labels are probably wrong."""
        return sum(doubt.found for doubt in self.doubts)


def find_doubts(
    rows: Sequence[LabelledArticle],
    tell: Callable[[int, int], None] = lambda done, total: None,
    check: Callable[[], None] = lambda: None,
) -> DoubtReport:
    """Rank the labels of a data set's rows by confident learning (Northcutt et al. 2021).

    Raises NewsdeskError: `missing_library`; `too_few_labels` with fewer than ten labelled rows;
    `one_section` where all have the same.
    """
    check_extra("sklearn", "cleanlab")
    labelled = [row for row in rows if row.section]
    codes = sorted({row.section for row in labelled})
    _check(labelled, codes)
    places = {code: place for place, code in enumerate(codes)}
    labels = np.array([places[row.section] for row in labelled], dtype=np.int64)
    groups = np.array([row.group or row.number for row in labelled], dtype=np.int64)
    texts = [f"{row.title}\n{row.body}" for row in labelled]
    chances = out_of_fold(texts, labels, groups, len(codes), tell, check)
    doubts = _ranked(labelled, codes, labels, chances)
    disagreements = disagreements_of(labelled)
    return DoubtReport(
        doubts,
        disagreements,
        _overlaps(doubts, disagreements),
        float((chances.argmax(axis=1) == labels).mean()),
    )


def disagreements_of(rows: Sequence[LabelledArticle]) -> tuple[Disagreement, ...]:
    """Groups of near-duplicates in which there is more than one section."""
    groups: dict[int, list[LabelledArticle]] = defaultdict(list)
    for row in rows:
        groups[row.group or row.number].append(row)
    return tuple(
        Disagreement(tuple(row.number for row in group), tuple(row.section for row in group))
        for group in groups.values()
        if len({row.section for row in group}) > 1
    )


def _ranked(
    rows: Sequence[LabelledArticle],
    codes: Sequence[str],
    labels: NDArray[np.int64],
    chances: NDArray[np.float64],
) -> tuple[Doubt, ...]:
    from cleanlab.filter import find_label_issues
    from cleanlab.rank import get_label_quality_scores

    # Rows must sum to one also where a fold never saw a section.
    sure = chances + 1e-9
    sure /= sure.sum(axis=1, keepdims=True)
    quality = get_label_quality_scores(labels, sure, method="normalized_margin")
    with warnings.catch_warnings():
        # That sections of a handful of articles tell little is what the page says anyway.
        warnings.simplefilter("ignore", UserWarning)
        wrong = find_label_issues(labels, sure, n_jobs=1)
    every = np.arange(len(labels))
    own = sure[every, labels]
    others = sure.copy()
    others[every, labels] = -1.0
    likely = others.argmax(axis=1)
    order = np.lexsort((quality, ~wrong))
    return tuple(
        Doubt(
            rows[i].number, codes[labels[i]], codes[likely[i]],
            float(own[i]), float(sure[i, likely[i]]), bool(wrong[i]),
        )
        for i in order
    )  # fmt: skip


def _overlaps(
    doubts: Sequence[Doubt], disagreements: Sequence[Disagreement]
) -> tuple[Overlap, ...]:
    duplicates: dict[tuple[str, str], int] = defaultdict(int)
    doubted: dict[tuple[str, str], int] = defaultdict(int)
    for each in disagreements:
        for one, other in combinations(each.sections, 2):
            if one != other:
                duplicates[_pair(one, other)] += 1
    for doubt in doubts:
        if doubt.found:
            doubted[_pair(doubt.section, doubt.suggested)] += 1
    pairs = [Overlap(pair, duplicates[pair], doubted[pair]) for pair in {**duplicates, **doubted}]
    return tuple(sorted(pairs, key=lambda p: (-p.duplicates - p.doubted, p.sections)))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _check(rows: Sequence[LabelledArticle], codes: Sequence[str]) -> None:
    if len(rows) < FEWEST:
        raise NewsdeskError(
            "too_few_labels",
            f"There are {len(rows)} labelled articles; fewer than {FEWEST} tell nothing.",
            "Label some more first.",
        )
    if len(codes) < 2:
        raise NewsdeskError(
            "one_section",
            "All articles of the data set have the same section, so no label stands out.",
            "Look at a data set with two sections at least.",
        )
