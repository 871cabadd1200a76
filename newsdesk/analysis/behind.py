"""The articles behind an evaluation as they are now: there or gone, with the label of today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from newsdesk.core.dataset import Dataset
from newsdesk.core.evaluation import Evaluation
from newsdesk.core.section import Section
from newsdesk.store import Store

REMOVED = "The article was removed from the desk since the evaluation."
ROW_GONE = "This row is not in the data set any more."


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands for an article now.

    section: code of its section today, "" for none. line: id of the newest line of the ledger
    about the desk's article, 0 for none. gone: why it cannot be read any more, as a sentence.
    """

    section: str = ""
    line: int = 0
    gone: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a ledger about an article. section: "" where none stands from then on."""

    section: str
    who: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """An article to be read. cover: a digest, "" for none. changes: of its label, oldest first."""

    title: str
    body: str
    cover: str
    language: str
    date: str
    source: str
    standing: Standing
    changes: tuple[Change, ...]


class Behind:
    """Finds the articles of an evaluation in the store, each time as they are then."""

    def __init__(self, store: Store, evaluation: Evaluation) -> None:
        self._store = store
        self.evaluation = evaluation

    @property
    def from_desk(self) -> bool:
        """Whether the articles are those of the desk."""
        return self.evaluation.material.from_desk

    def dataset(self) -> Dataset | None:
        """The data set that was evaluated on, by another name where it was renamed."""
        material = self.evaluation.material
        if material.from_desk:
            return None
        named = self._store.datasets.get(material.dataset)
        if named is not None and named.created <= self.evaluation.created:
            return named
        same = (each for each in self._store.datasets.list()
                if each.fingerprint == self.evaluation.data_mark)  # fmt: skip
        return next(same, None)

    def lost(self, dataset: Dataset | None) -> str:
        """Why no article can be read, as a sentence; empty where they can."""
        if self.from_desk or dataset is not None:
            return ""
        name = self.evaluation.material.dataset
        if self._store.datasets.get(name) is not None:
            return f"The data set {name} was replaced by another one since the evaluation."
        return f"The data set {name} is not here any more."

    def sections(self, dataset: Dataset | None) -> tuple[Section, ...]:
        """The sections that an article can be given, in the order of the evaluation.

        Codes are those of the data set, which may call a section of the model's otherwise; one
        that has no name there has that of the model's.
        """
        if self.from_desk or dataset is None:
            return self.evaluation.sections
        known = {section.code: section for section in dataset.sections}
        matches = self.evaluation.material.matches
        first = []
        for section in self.evaluation.sections:
            others = (code for code, into in matches.items() if into == section.code)
            for code in (section.code, *others):
                if (mine := known.pop(code, None)) is not None:
                    first.append(mine if mine.names else Section(code, section.names))
        return (*first, *known.values())

    def standings(
        self, dataset: Dataset | None, articles: Mapping[int, str]
    ) -> dict[int, Standing]:
        """What stands for these articles. articles: titles as they were evaluated, by key."""
        keys = list(articles)
        if self.from_desk:
            return self._desk_standings(keys)
        lost = self.lost(dataset)
        if dataset is None:
            return {key: Standing(gone=lost) for key in keys}
        sections = self._store.datasets.sections_of(dataset.id, keys)
        return {
            key: Standing(sections[key]) if key in sections else Standing(gone=ROW_GONE)
            for key in keys
        }

    def read(self, dataset: Dataset | None, key: int) -> Reading | None:
        """An article with its text; None where it is gone."""
        return self._read_desk(key) if self.from_desk else self._read_row(dataset, key)

    def _desk_standings(self, keys: Sequence[int]) -> dict[int, Standing]:
        lines = self._store.decisions.newest_of(keys)
        present = self._store.articles.present(keys)
        found = {}
        for key in keys:
            line = lines.get(key)
            section, number = (line.to_section or "", line.id) if line else ("", 0)
            found[key] = Standing(section, number, "" if key in present else REMOVED)
        return found

    def _read_desk(self, key: int) -> Reading | None:
        article = self._store.articles.get(key)
        if article is None or article.removed is not None:
            return None
        lines = self._store.decisions.history(key)
        newest = lines[-1] if lines else None
        return Reading(
            article.title, article.body, article.cover_digest or "", article.language or "",
            newest.at.isoformat() if newest else "", article.source,
            Standing((newest.to_section or "") if newest else "", newest.id if newest else 0),
            tuple(Change(each.to_section or "", each.who, each.at, each.reason) for each in lines),
        )  # fmt: skip

    def _read_row(self, dataset: Dataset | None, key: int) -> Reading | None:
        row = self._store.datasets.row(dataset.id, key) if dataset else None
        if row is None or dataset is None:
            return None
        lines = self._store.datasets.label_history(dataset.id, key)
        return Reading(
            row.title, row.body, row.cover or "", row.language, row.date,
            f"{dataset.name}, row {row.number:,}", Standing(row.section),
            tuple(Change(each.to_section, each.who, each.at, each.reason) for each in lines),
        )  # fmt: skip
