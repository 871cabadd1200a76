"""The labelled articles of an evaluation: rows of a data set, or the desk's own decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from newsdesk.core.article import Article
from newsdesk.core.dataset import Dataset, LabelledArticle
from newsdesk.core.errors import StoreError
from newsdesk.core.evaluation import Material
from newsdesk.core.section import Section
from newsdesk.store import Store
from newsdesk.store.records import Decision, InboxQuery

_PORTION = 256


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled article.

    key: the row's number in its data set, or the id of the desk's article. cover: a digest.
    """

    key: int
    section: str
    title: str
    body: str
    date: str
    source: str
    language: str
    cover: str

    def article(self, store: Store) -> Article:
        """The article as a model reads it."""
        cover = store.articles.cover(self.cover) if self.cover else None
        return Article(self.title, self.body, self.source, cover=cover)


@dataclass(frozen=True, slots=True)
class Cases:
    """What an evaluation is made on.

    mark: fingerprint. sections: that people put articles into. held: codes of those that at least
    one of these articles is in.
    """

    store: Store
    material: Material
    mark: str
    sections: tuple[Section, ...]
    held: frozenset[str]
    total: int

    def __iter__(self) -> Iterator[Case]:
        if self.material.from_desk:
            return _from_desk(self.store, self.material)
        return _from_dataset(self.store, self.material)


def cases_of(store: Store, material: Material) -> Cases:
    """Open the material of an evaluation.

    Raises StoreError: `no_dataset`; `no_articles` where nothing in it has a section.
    """
    if material.from_desk:
        decided = _decided(store, material)
        held = frozenset(line.to_section or "" for line in decided)
        sections = tuple(Section(code) for code in sorted(held))
        cases = Cases(store, material, "", sections, held, len(decided))
    else:
        dataset = _dataset(store, material.dataset)
        rows = store.datasets.rows(dataset.id)
        found = Counter(row.section for row in rows if _belongs(row, material))
        cases = Cases(
            store, material, dataset.fingerprint, dataset.sections, frozenset(found), found.total()
        )
    if not cases.total:
        where = "on the desk in that time" if material.from_desk else f"in its {material.part} part"
        raise StoreError(
            "no_articles",
            f"There are no articles with a section {where}.",
            "Choose another part or another time.",
        )
    return cases


def _from_dataset(store: Store, material: Material) -> Iterator[Case]:
    dataset = _dataset(store, material.dataset)
    for row in store.datasets.rows(dataset.id):
        if _belongs(row, material):
            yield Case(
                row.number, _section(row.section, material), row.title, row.body, row.date, "",
                row.language, row.cover or "",
            )  # fmt: skip


def _from_desk(store: Store, material: Material) -> Iterator[Case]:
    decided = _decided(store, material)
    for start in range(0, len(decided), _PORTION):
        portion = {line.article_id: line for line in decided[start : start + _PORTION]}
        sources = {row.id: row.source for row in store.articles.rows(list(portion), InboxQuery(""))}
        for text in store.articles.texts(list(portion)):
            line = portion[text.id]
            yield Case(
                text.id, _section(line.to_section or "", material), text.title, text.body,
                line.at.isoformat(), sources.get(text.id, ""), text.language or "",
                text.cover_digest or "",
            )  # fmt: skip


def _section(code: str, material: Material) -> str:
    return material.matches.get(code, code)


def _decided(store: Store, material: Material) -> list[Decision]:
    since, until = material.since, material.until
    return [
        line for line in store.decisions.decided()
        if (since is None or line.at >= since) and (until is None or line.at < until)
    ]  # fmt: skip


def _belongs(row: LabelledArticle, material: Material) -> bool:
    return bool(row.section) and material.part in ("all", row.split)


def _dataset(store: Store, name: str) -> Dataset:
    found = store.datasets.get(name)
    if found is None:
        raise StoreError(
            "no_dataset",
            f"There is no data set called {name}.",
            "`newsdesk datasets list` shows those that there are.",
        )
    return found
