"""Data set: labelled articles with splits, and what is known about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

import msgspec

from newsdesk.core.section import Section

Split = Literal["train", "dev", "test", ""]
Origin = Literal["file", "folder", "decisions"]
Share = Annotated[float, msgspec.Meta(gt=0, lt=1)]


class SplitPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a data set is divided for learning, choosing and testing.

    way: `shares` (stratified), `folds` (five parts, each tested once), `date` (the newest rows
    are tested on, those before them chosen by), or `given` (as a column of the source says).
    """

    way: Literal["shares", "folds", "date", "given"] = "shares"
    dev: Share = 0.05
    test: Share = 0.05
    folds: Annotated[int, msgspec.Meta(ge=3, le=10)] = 5
    seed: int = 13


@dataclass(frozen=True, slots=True)
class LabelledArticle:
    """One row of a data set.

    number: its place from 1, never given twice. source_row: the row of the file, where known.
    section: a code of the set's sections; empty where the row has none: it is never learned from.
    label: as it came, before tidying and merging.
    group: the number of the first of its near-duplicates; they always share split and fold.
    fold: 1 to k where the set is divided into folds, else 0; the split is then empty.
    cover: a digest of the store's covers. article_id: the desk's article that it was made from.
    """

    number: int
    title: str
    body: str
    section: str
    label: str = ""
    language: str = ""
    date: str = ""
    source_row: int | None = None
    cover: str | None = None
    group: int = 0
    split: Split = ""
    fold: int = 0
    article_id: int | None = None


@dataclass(frozen=True, slots=True)
class DatasetProblem:
    """A row that is not learned from, or not quite as it came, and why.

    row: of the source, from 1; None for the set as a whole.
    """

    row: int | None
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """A data set as lists show it.

    title: for people. source: the file or folder it came from, or a sentence about the decisions.
    fingerprint: hash of content, sections and splits; moves with every change of them.
    rows: all rows; labelled: those that have a section. duplicates: rows that are near-duplicates
    of an earlier one. covers: rows with a cover. note: what splitting could not do, for people.
    """

    id: int
    name: str
    title: str
    origin: Origin
    source: str
    created: datetime
    changed: datetime
    fingerprint: str
    sections: tuple[Section, ...]
    languages: tuple[str, ...]
    plan: SplitPlan
    rows: int
    labelled: int
    duplicates: int
    covers: int
    problems: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class SectionCount:
    """How many rows of one section are in each split (or, in folds, in all)."""

    section: str
    train: int
    dev: int
    test: int

    @property
    def total(self) -> int:
        """Rows in all splits."""
        return self.train + self.dev + self.test


@dataclass(frozen=True, slots=True)
class LabelChange:
    """A line of the ledger of labels: who changed the section of which row, when and why."""

    id: int
    dataset_id: int
    number: int
    from_section: str
    to_section: str
    who: str
    at: datetime
    reason: str
