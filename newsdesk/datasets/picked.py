"""Articles that a person picked, made a data set of their own or added to one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from newsdesk.core.dataset import Dataset, LabelledArticle, Split, SplitPlan
from newsdesk.core.near_duplicates import NearDuplicates
from newsdesk.core.section import Section
from newsdesk.datasets.dividing import find
from newsdesk.datasets.from_decisions import names_of
from newsdesk.datasets.gathering import Gathering, Named
from newsdesk.datasets.importing import check_name
from newsdesk.datasets.sections import as_sections
from newsdesk.datasets.spool import Raw
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Picked:
    """dataset: the name of the set that the articles are rows of; empty for those of the desk.

    keys: numbers of rows, or ids of the desk's articles.
    """

    dataset: str
    keys: Sequence[int]


@dataclass(slots=True)
class Added:
    """What came of adding. same: texts that the set had already. gone: those that were not found.

    unlabelled: those without a section. torn: those like rows of several parts of the set, in
    none of which they could be without being known from another one.
    """

    rows: int = 0
    same: int = 0
    gone: int = 0
    unlabelled: int = 0
    torn: int = 0
    new_sections: list[str] = field(default_factory=list)


def from_picked(
    store: Store,
    picked: Picked,
    name: str,
    plan: SplitPlan | None = None,
    steps: Steps | None = None,
) -> Dataset:
    """Make picked articles a data set, with the sections that they have now.

    Raises StoreError (`name_taken`, `bad_name`, `no_dataset`), DocumentError `empty`.
    """
    steps = steps or Steps()
    check_name(store, name)
    store.datasets.clear_incomplete()
    source = f"Articles picked from {picked.dataset or 'the desk'}."
    # As in every set of the desk's: what was tested on before is tested on again.
    tested = () if picked.dataset else (f"{r.title}\n\n{r.body}" for r in store.datasets.tested())
    with Gathering(steps, tested) as gathering:
        met: set[str] = set()
        for raw in _raws(store, picked, steps):
            gathering.add(raw)
            met.add(raw.section)
        sections = _sections(store, picked.dataset, met)
        named = Named(name, name, "decisions" if not picked.dataset else "file", source)
        return gathering.write(store, named, sections, plan or SplitPlan())


def add_picked(store: Store, picked: Picked, name: str, steps: Steps | None = None) -> Added:
    """Add picked articles to a data set that is here; none of it or all.

    Near-duplicates of its rows go to the part where those are; others are learned from. Sections
    that the set does not know yet are added to it.
    Raises StoreError: `no_dataset`, `dataset_changed`.
    """
    steps = steps or Steps()
    target = find(store, name)
    raws = list(_raws(store, picked, steps))
    added = Added(gone=len(picked.keys) - len(raws), unlabelled=sum(not r.section for r in raws))
    raws = [raw for raw in raws if raw.section]
    known = {section.code for section in target.sections}
    missing = _sections(store, picked.dataset, {raw.section for raw in raws} - known)
    placing = _Placing(store, target, steps)
    rows = placing.place(raws, added)
    used = {row.section for row in rows}
    missing = tuple(section for section in missing if section.code in used)
    added.rows, added.new_sections = len(rows), [section.name() for section in missing]
    if rows:
        steps.at("writing", 0, len(rows))
        sections = (*target.sections, *missing)
        store.datasets.extend(target.id, target.fingerprint, rows, sections)
    return added


class _Placing:
    """Finds the part of a set in which its new rows must be."""

    def __init__(self, store: Store, target: Dataset, steps: Steps) -> None:
        self._store, self._target, self._steps = store, target, steps
        self._search = NearDuplicates()
        self._numbers: list[int] = []
        self._groups: dict[int, tuple[int, Split, int]] = {}
        """Group, split and fold of the rows that are there, by number."""
        self._said: set[tuple[str, str]] = set()

    def place(self, raws: Sequence[Raw], added: Added) -> list[LabelledArticle]:
        """The new rows, numbered and divided; what cannot be added is counted."""
        total = self._target.rows + len(raws)
        for row in self._store.datasets.rows(self._target.id):
            self._steps.at("comparing", len(self._numbers), total)
            self._numbers.append(row.number)
            self._groups[row.number] = (row.group or row.number, row.split, row.fold)
            self._said.add((row.title, row.body))
            self._search.add(f"{row.title}\n\n{row.body}")
        fresh = []
        for raw in raws:
            if (raw.title, raw.body) in self._said:
                added.same += 1
                continue
            self._said.add((raw.title, raw.body))
            fresh.append(raw)
            self._search.add(f"{raw.title}\n\n{raw.body}")
        return list(self._divided(fresh, added))

    def _divided(self, fresh: Sequence[Raw], added: Added) -> Iterator[LabelledArticle]:
        before = len(self._numbers)

        def text(place: int) -> str:
            if place >= before:
                raw = fresh[place - before]
                return f"{raw.title}\n\n{raw.body}"
            row = self._store.datasets.row(self._target.id, self._numbers[place])
            return f"{row.title}\n\n{row.body}" if row else ""

        def step(done: int, pairs: int) -> None:
            self._steps.at("comparing", done, pairs)

        roots = self._search.groups(text, step)
        sides: dict[int, set[tuple[Split, int]]] = {}
        for place, root in enumerate(roots[:before]):
            _, split, fold = self._groups[self._numbers[place]]
            if split or fold:
                sides.setdefault(root, set()).add((split, fold))
        number = max(self._numbers, default=0)
        first: dict[int, int] = {}
        for raw, root in zip(fresh, roots[before:], strict=True):
            near = sides.get(root, set())
            if len(near) > 1:
                added.torn += 1
                continue
            number += 1
            group = (
                self._groups[self._numbers[root]][0]
                if root < before
                else first.setdefault(root, number)
            )
            split, fold = next(iter(near)) if near else self._usual(group)
            yield raw.placed(number, group, split, fold)

    def _usual(self, group: int) -> tuple[Split, int]:
        """Where rows go that are like no other: as a row that is given its first section."""
        plan = self._target.plan
        return ("", group % plan.folds + 1) if plan.way == "folds" else ("train", 0)


def _raws(store: Store, picked: Picked, steps: Steps) -> Iterator[Raw]:
    """The picked articles as they are now; those that are gone are left out."""
    dataset = find(store, picked.dataset) if picked.dataset else None
    for start in range(0, len(picked.keys), _BATCH):
        steps.at("reading", start, len(picked.keys))
        keys = list(picked.keys[start : start + _BATCH])
        yield from _from_dataset(store, dataset, keys) if dataset else _from_desk(store, keys)


def _from_dataset(store: Store, dataset: Dataset, numbers: Sequence[int]) -> Iterator[Raw]:
    for number in numbers:
        row = store.datasets.row(dataset.id, number)
        if row is not None:
            yield Raw(
                row.title, row.body, row.section, row.label, row.language, row.date,
                cover=row.cover, article_id=row.article_id,
            )  # fmt: skip


def _from_desk(store: Store, ids: Sequence[int]) -> Iterator[Raw]:
    there, lines = store.articles.present(ids), store.decisions.standing_of(ids)
    for text in store.articles.texts(ids):
        if text.id in there:
            line = lines.get(text.id)
            section = (line.to_section or "") if line else ""
            yield Raw(
                text.title, text.body, section, section, text.language or "",
                line.at.date().isoformat() if line else "",
                cover=text.cover_digest, article_id=text.id,
            )  # fmt: skip


def _sections(store: Store, dataset: str, codes: set[str]) -> tuple[Section, ...]:
    """These sections with the names that they have where they come from."""
    codes = codes - {""}
    if dataset:
        return tuple(s for s in find(store, dataset).sections if s.code in codes)
    names: Mapping[str, str] = names_of(store, codes)
    return as_sections(names)
