"""The confusion matrix of an evaluation: shown in an order, held against another, merged on trial.

Rows are true sections, columns predicted ones. A choice of cells is a mask of shape (S, S).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.evaluated import Evaluated, Ints
from newsdesk.analysis.figures import Margins, counts_of, margins_of
from newsdesk.analysis.seriation import similar_together
from newsdesk.core.section import Section

Scale = Literal["counts", "row", "column", "all"]
Order = Literal["sections", "size", "similar"]
Mask = NDArray[np.bool_]
Shares = NDArray[np.float64]
Merge = tuple[str, ...]
"""Codes of sections that are taken as one."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Articles of one section that were put into another. share: of the true section's, 0 to 1.

    change: how many more than by the model held against, 0 where there is none.
    """

    truth: int
    predicted: int
    articles: int
    share: float
    change: int = 0


@dataclass(frozen=True)
class Matrix:
    """N articles over S sections, in the order in which they are shown.

    members: the codes that each section stands for; more than one where some are merged on trial.
    truth, predicted: shape (N,), places. other: where the model held against put each article, -1
    where it did not read it; None where none is held against.
    """

    sections: tuple[Section, ...]
    members: tuple[Merge, ...]
    truth: Ints
    predicted: Ints
    other: Ints | None = None

    def __len__(self) -> int:
        return len(self.sections)

    @cached_property
    def counts(self) -> Ints:
        """Articles by true (row) and predicted section (column), shape (S, S)."""
        return counts_of(self.truth, self.predicted, len(self))

    @cached_property
    def paired(self) -> Mask:
        """Whether both models read the article, shape (N,)."""
        if self.other is None:
            return np.zeros(len(self.truth), dtype=np.bool_)
        return self.other >= 0

    @cached_property
    def change(self) -> Ints:
        """How many articles more than by the other model, of those that both read, (S, S)."""
        if self.other is None:
            return np.zeros_like(self.counts)
        truth, both = self.truth[self.paired], self.paired
        now = counts_of(truth, self.predicted[both], len(self))
        return now - counts_of(truth, self.other[both], len(self))

    @cached_property
    def gain(self) -> Ints:
        """The change as good (above 0) or bad news: more on the diagonal is good, (S, S)."""
        return np.where(np.eye(len(self), dtype=np.bool_), self.change, -self.change)

    @cached_property
    def margins(self) -> Margins:
        """Precision, recall and F1 of each section: the one row of shape (1, S) in each."""
        return margins_of(self.counts[None])

    def shares(self, scale: Scale) -> Shares:
        """The counts divided by their row, their column or all of them, 0 to 1, shape (S, S)."""
        counts = self.counts
        whole: dict[Scale, Ints] = {
            "counts": np.ones((1, 1), dtype=np.int64),
            "row": counts.sum(axis=1, keepdims=True),
            "column": counts.sum(axis=0, keepdims=True),
            "all": counts.sum(keepdims=True),
        }
        shares: Shares = counts / np.maximum(whole[scale], 1)
        return shares

    def articles_in(self, cells: Mask) -> Mask:
        """Which articles are in the chosen cells, shape (N,)."""
        return np.asarray(cells[self.truth, self.predicted])

    def changed_in(self, cells: Mask) -> Mask:
        """Which articles came into the chosen cells, or left them, between the two models, (N,)."""
        if self.other is None:
            return self.paired
        moved = self.paired & np.not_equal(self.predicted, self.other)
        before = cells[self.truth, np.maximum(self.other, 0)]
        return np.asarray(moved & (self.articles_in(cells) | before))

    def spread(self, articles: Mask) -> Ints:
        """How many of some articles are in each cell, shape (S, S)."""
        return counts_of(self.truth[articles], self.predicted[articles], len(self))

    def mistakes(self, limit: int) -> list[Mistake]:
        """The worst confusions, most articles first."""
        wrong = self.counts.copy()
        np.fill_diagonal(wrong, 0)
        return self._cells(wrong, limit)

    def changes(self, limit: int) -> list[Mistake]:
        """The cells, right ones too, in which most changed; bad news before good of like size."""
        return self._cells(2 * np.abs(self.change) + (self.gain < 0), limit)

    def _cells(self, weights: Ints, limit: int) -> list[Mistake]:
        ranked = np.argsort(-weights, axis=None, kind="stable")[:limit]
        rows, columns = np.unravel_index(ranked[weights.ravel()[ranked] > 0], weights.shape)
        shares = self.shares("row")
        return [
            Mistake(i, j, int(self.counts[i, j]), float(shares[i, j]), int(self.change[i, j]))
            for i, j in zip(rows.tolist(), columns.tolist(), strict=True)
        ]


def matrix_of(
    evaluated: Evaluated,
    against: Evaluated | None = None,
    order: Order = "sections",
    merges: Sequence[Merge] = (),
) -> Matrix:
    """The matrix of an evaluation.

    against: another one; its articles are found by key and title, its sections by code, and those
    that the first model does not know come last. merges: sections taken as one, as if nobody told
    them apart: their cells are added up. Codes that are not among the sections are passed over.
    """
    sections = list(evaluated.sections)
    if against is not None:
        known = set(evaluated.codes)
        sections += [section for section in against.sections if section.code not in known]
    merged, members, places = _merged(sections, merges)
    truth, predicted = places[evaluated.truth], places[evaluated.predicted]
    other = None
    if against is not None:
        at = {section.code: place for place, section in enumerate(sections)}
        theirs = places[np.array([at[code] for code in against.codes], dtype=np.int64)]
        where = partners(evaluated, against)
        other = np.where(where >= 0, theirs[against.predicted[where]], -1)
    shown = _order_of(counts_of(truth, predicted, len(merged)), order)
    place = np.argsort(shown)
    return Matrix(
        tuple(merged[i] for i in shown),
        tuple(members[i] for i in shown),
        place[truth],
        place[predicted],
        None if other is None else np.where(other >= 0, place[other], -1),
    )


def partners(evaluated: Evaluated, other: Evaluated) -> Ints:
    """Place of each article among the other's, -1 where it is not there, shape (N,).

    An article is the same where its key and its title are: a data set of the same name that was
    imported anew has the same keys for other articles.
    """
    if not len(other):
        return np.full(len(evaluated), -1, dtype=np.int64)
    order = np.argsort(other.keys, kind="stable")
    at = np.searchsorted(other.keys[order], evaluated.keys).clip(max=len(other) - 1)
    where = order[at]
    same = other.keys[where] == evaluated.keys
    same &= np.array(evaluated.titles, object) == np.array(other.titles, object)[where]
    return np.where(same, where, -1)


def _merged(
    sections: Sequence[Section], merges: Sequence[Merge]
) -> tuple[list[Section], list[Merge], Ints]:
    """The sections with some taken as one, what each stands for, and the new place of each."""
    found = {section.code: section for section in sections}
    group: dict[str, Merge] = {}
    for merge in merges:
        codes = tuple(code for code in found if code in merge)
        if len(codes) > 1:
            group |= dict.fromkeys(codes, codes)
    members = list(dict.fromkeys(group.get(code, (code,)) for code in found))
    made = [_as_one([found[code] for code in codes]) for codes in members]
    at = {code: place for place, codes in enumerate(members) for code in codes}
    return made, members, np.array([at[code] for code in found], dtype=np.int64)


def _as_one(sections: Sequence[Section]) -> Section:
    if len(sections) == 1:
        return sections[0]
    code = "+".join(section.code for section in sections)
    return Section(code, {"en": " + ".join(section.name() for section in sections)})


def _order_of(counts: Ints, order: Order) -> Ints:
    if order == "size":
        return np.asarray(np.argsort(-counts.sum(axis=1), kind="stable"), dtype=np.int64)
    places = similar_together(counts) if order == "similar" else range(len(counts))
    return np.array(list(places), dtype=np.int64)
