"""Rows gathered, compared, divided and written as one set: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

from newsdesk.core.article import Cover
from newsdesk.core.dataset import Dataset, DatasetProblem, LabelledArticle, Origin, SplitPlan
from newsdesk.core.division import Division, Row, divide
from newsdesk.core.errors import DocumentError
from newsdesk.core.fingerprint import content, digits, row_hash
from newsdesk.core.near_duplicates import NearDuplicates
from newsdesk.core.section import Section
from newsdesk.datasets.spool import Raw, Spool
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store

BATCH = 2000
"""Rows written together, so that others may write between."""
SHORT = 20
"""Characters below which a text says little; Chinese and its like count twice."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a set is called and where it came from."""

    name: str
    title: str
    origin: Origin
    source: str
    replacing: bool = False


class Gathering:
    """Takes rows one after another, then makes them a data set.

    tested: texts that were tested on before; they and their likes are tested on again.
    """

    def __init__(self, steps: Steps, tested: Iterable[str] = ()) -> None:
        self._steps = steps
        self._spool = Spool()
        self._search = NearDuplicates()
        self._tested: list[str] = []
        self._rows: list[Row] = []
        self._first: dict[bytes, tuple[str, int]] = {}
        self.problems: list[DatasetProblem] = []
        for text in tested:
            self._tested.append(text)
            self._search.add(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._spool.__exit__(None, None, None)

    def __len__(self) -> int:
        return len(self._spool)

    def problem(self, row: int | None, kind: str, message: str) -> None:
        """Something about a row of the source, or the source as a whole."""
        self.problems.append(DatasetProblem(row, kind, message))

    def add(self, row: Raw, cover: Cover | None = None) -> None:
        """Take the next row."""
        if cover is not None:
            self._spool.add_cover(cover)
        self._spool.add(row)
        self._search.add(_text(row))
        self._rows.append(Row(row.section, 0, row.date, row.given))
        self._judge(row)

    def write(
        self, store: Store, named: Named, sections: tuple[Section, ...], plan: SplitPlan
    ) -> Dataset:
        """Group, divide and store what was taken; whatever is raised, nothing of it remains."""
        if not self._rows:
            raise DocumentError(
                "empty", f"{named.source} holds no article.", "Choose another file or folder."
            )
        division = self._divide(plan)
        written = store.datasets.begin(
            named.name, named.title, named.origin, named.source, sections, division.plan,
            named.replacing,
        )  # fmt: skip
        try:
            fingerprint = self._store_rows(store, written, division)
            for start in range(0, len(self.problems), BATCH):
                self._steps.at("writing", len(self), len(self))
                store.datasets.add_problems(written, self.problems[start : start + BATCH])
            self._steps.at("finishing")
            store.datasets.finish(written, fingerprint, division.note, named.replacing)
        except BaseException:
            store.datasets.discard(written)
            raise
        found = store.datasets.get(named.name)
        assert found is not None
        return found

    def _divide(self, plan: SplitPlan) -> Division:
        """Near-duplicates, then sides. Groups become numbers of rows, from 1."""
        before = len(self._tested)

        def text(place: int) -> str:
            return self._tested[place] if place < before else _text(self._spool.row(place - before))

        def step(done: int, pairs: int) -> None:
            self._steps.at("comparing", done, pairs)

        roots = self._search.groups(text, step)
        kept = set(roots[:before])
        first: dict[int, int] = {}
        rows = []
        for place, (row, root) in enumerate(zip(self._rows, roots[before:], strict=True)):
            group = first.setdefault(root, place + 1)
            rows.append(Row(row.section, group, row.date, row.given, root in kept))
        self._rows = rows
        self._steps.at("dividing")
        division = divide(rows, plan)
        for place in division.unknown:
            self.problem(
                self._spool.row(place).source_row,
                "unknown_split",
                f"“{rows[place].given}” is no split that is known: the row is not used.",
            )
        return division

    def _store_rows(self, store: Store, written: int, division: Division) -> str:
        total, batch = 0, []
        covers: dict[str, Cover] = {}
        for row in self._placed(division):
            total += row_hash(row.number, row.section, row.split, row.fold, content(row))
            batch.append(row)
            if row.cover is not None and self._spool.has_cover(row.cover):
                covers[row.cover] = self._spool.cover(row.cover)
            if len(batch) == BATCH or len(covers) >= 50 or row.number == len(self):
                self._steps.at("writing", row.number, len(self))
                store.datasets.add_rows(written, batch, covers)
                batch, covers = [], {}
        return digits(total)

    def _placed(self, division: Division) -> Iterator[LabelledArticle]:
        for place, raw in enumerate(self._spool.rows()):
            group, split = self._rows[place].group, division.splits[place]
            yield raw.placed(place + 1, group, split, division.folds[place])

    def _judge(self, row: Raw) -> None:
        """Write down what is odd about a row that is kept all the same."""
        if not row.section:
            self.problem(
                row.source_row, "blank_label", "The row has no label: it is never learned from."
            )
        text = _text(row)
        if _width(text) < SHORT:
            self.problem(
                row.source_row, "short", "The text has fewer than 20 characters and says little."
            )
        key = blake2b(text.encode("utf-8", "replace"), digest_size=12).digest()
        section, source_row = self._first.setdefault(
            key, (row.section, row.source_row or len(self._rows))
        )
        if row.section and section and section != row.section:
            self.problem(
                row.source_row,
                "contradiction",
                f"The same text as row {source_row}, but in {row.section} instead of {section}.",
            )


def _text(row: Raw) -> str:
    return f"{row.title}\n\n{row.body}"


def _width(text: str) -> int:
    if len(text) >= SHORT + 2:
        return len(text)
    text = text.strip()
    return len(text) if text.isascii() else sum(2 if char >= "\u2e80" else 1 for char in text)
