"""The articles behind the charts: listed, read, and what is done with many of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.analysis.behind import Behind, Reading, Standing
from newsdesk.analysis.evaluated import Evaluated, Ints
from newsdesk.analysis.listed import Order, listed
from newsdesk.core.dataset import Dataset
from newsdesk.core.errors import Problem
from newsdesk.core.section import Section
from newsdesk.services.evaluate.collecting import Collecting
from newsdesk.services.evaluate.opened import Opened
from newsdesk.services.evaluate.relabelling import Relabelling
from newsdesk.services.evaluate.selection import Selection
from newsdesk.services.reader import Reader

if TYPE_CHECKING:
    from newsdesk.services.session import Session

PORTION = 100
"""Rows whose standing is asked for at once."""
SETTLE_MS = 150


@dataclass(frozen=True, slots=True)
class Row:
    """One article of the list. now: what stands for it, None until that has come.

    truth, predicted: places of sections; p_truth, p_predicted: their probabilities.
    """

    place: int
    key: int
    title: str
    truth: int
    predicted: int
    p_truth: float
    p_predicted: float
    cover: str
    now: Standing | None

    @property
    def right(self) -> bool:
        """Whether the model said what people said."""
        return self.truth == self.predicted


@dataclass(frozen=True, slots=True)
class _Material:
    """What the articles are, found anew whenever the store moved. lost: why none can be read."""

    dataset: Dataset | None
    lost: str
    sections: tuple[Section, ...]
    horizon: int


class PickedArticles(QObject):
    """The articles of the selection, or all wrong ones while nothing is picked.

    replacing, changed: the list is about to be, or is, another one. moved: rows [first, last] say
    something else. material_changed: what can be done with them is another thing now.
    said: a sentence, and whether it can be undone. failed: a Problem.
    """

    replacing = Signal()
    changed = Signal()
    moved = Signal(int, int)
    material_changed = Signal()
    said = Signal(str, bool)
    failed = Signal(Problem)

    def __init__(
        self, session: Session, opened: Opened, selection: Selection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._opened, self._selection = session, opened, selection
        self._reader, self._texts = Reader(self), Reader(self)
        self._behind: Behind | None = None
        self._material = _Material(None, "", (), 0)
        self._standings: dict[int, Standing] = {}
        """By place, as far as they were asked for."""
        self._asked: set[int] = set()
        self.places: Ints = np.zeros(0, dtype=np.int64)
        self.order: Order = "mistake"
        self.search = ""
        self.what = ""
        self.picked = False
        """Whether the list shows what was picked, rather than all wrong ones."""
        self.listing = False
        """Whether nobody knows yet what there is to list."""
        self.relabelling = Relabelling(session, self)
        self.collecting = Collecting(session.datasets.worker, self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._look_again)
        self._connect()
        self._open()

    def _connect(self) -> None:
        session = self._session
        for reader in (self._reader, self._texts):
            reader.failed.connect(self.failed)
        self._opened.changed.connect(self._open)
        self._selection.changed.connect(self._list)
        self.relabelling.said.connect(self.said)
        self.collecting.said.connect(self.said)
        self.collecting.failed.connect(self.failed)
        session.datasets.changed.connect(self._note_change)
        session.desk.changed.connect(self._note_change)
        session.desk.decisions.recorded.connect(self._note_change)
        session.watch.changed.connect(self._note_change)

    # What is listed

    @property
    def evaluated(self) -> Evaluated | None:
        """The evaluation that the articles are from."""
        return self._opened.evaluated

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections that an article can be given, in the order of the evaluation."""
        return self._material.sections

    @property
    def lost(self) -> str:
        """Why no article of the evaluation can be read any more; empty where they can."""
        return self._material.lost

    @property
    def from_desk(self) -> bool:
        """Whether these are the desk's own articles."""
        return self._behind is not None and self._behind.from_desk

    @property
    def busy(self) -> bool:
        """Whether anything is still on its way."""
        waits = self._settle.isActive() or self._reader.busy or self._texts.busy
        return waits or self.collecting.busy

    def __len__(self) -> int:
        return len(self.places)

    def row(self, number: int) -> Row:
        """One row of the list."""
        return self.row_of(int(self.places[number]))

    def row_of(self, place: int) -> Row:
        """The article at a place of the evaluation."""
        evaluated = self.evaluated
        assert evaluated is not None
        truth, said = int(evaluated.truth[place]), int(evaluated.predicted[place])
        odds = evaluated.probabilities[place]
        return Row(
            place=place,
            key=int(evaluated.keys[place]),
            title=evaluated.titles[place],
            truth=truth,
            predicted=said,
            p_truth=float(odds[truth]),
            p_predicted=float(odds[said]),
            cover=evaluated.covers[place],
            now=self._standings.get(place),
        )

    def relabelled(self, row: Row) -> str:
        """Code of the section that an article has now, where that is another one; else empty."""
        if row.now is None or row.now.gone or self._behind is None or self.evaluated is None:
            return ""
        now = row.now.section
        matched = self._behind.evaluation.material.matches.get(now, now)
        return "" if matched == self.evaluated.codes[row.truth] else now or "none"

    def sort(self, order: Order) -> None:
        """List in another order."""
        self.order = order
        self._list()

    def find(self, search: str) -> None:
        """List only those with these words in title, source or date."""
        self.search = search
        self._list()

    def look(self, first: int, last: int) -> None:
        """Rows [first, last] are in view: find out what stands for them."""
        behind, evaluated = self._behind, self.evaluated
        if behind is None or evaluated is None:
            return
        first, last = max(0, first - 10), min(len(self) - 1, last + 10)
        wanted = [place for place in self.places[first : last + 1].tolist()
                  if place not in self._standings][:PORTION]  # fmt: skip
        if not wanted or self._asked.issuperset(wanted):
            return
        self._asked = set(wanted)
        titles = {int(evaluated.keys[place]): evaluated.titles[place] for place in wanted}

        def take(found: dict[int, Standing]) -> None:
            self._asked.clear()
            for place in wanted:
                self._standings[place] = found[int(evaluated.keys[place])]
            self.moved.emit(first, min(last, len(self) - 1))

        dataset = self._material.dataset
        self._reader.ask("standings", lambda: behind.standings(dataset, titles), take)

    # One article

    def read(self, place: int, answer: Callable[[Reading | None], object]) -> None:
        """The article at a place with its text; None where it is gone."""
        behind, evaluated = self._behind, self.evaluated
        if behind is None or evaluated is None:
            return
        key, dataset = int(evaluated.keys[place]), self._material.dataset

        def take(reading: Reading | None) -> None:
            if reading is not None:
                self._standings[place] = reading.standing
            answer(reading)

        self._texts.ask("read", lambda: behind.read(dataset, key), take)

    # Many articles

    def relabel(self, places: Sequence[int], section: str) -> None:
        """Give the articles at these places another section, in one step that can be undone."""
        behind, evaluated = self._behind, self.evaluated
        if behind is None or evaluated is None:
            return
        if self.lost:
            self.said.emit(f"{self.lost} No section can be changed.", False)
            return
        keys = [int(evaluated.keys[place]) for place in places]
        if not self.from_desk and self._material.dataset is not None:
            self.relabelling.rows(self._material.dataset, keys, section)
        elif len(places) == 1 and (known := self._standings.get(places[0])) is not None:
            title = evaluated.titles[places[0]]
            self.relabelling.article(keys[0], section, known.line, title)
        else:
            self.relabelling.articles(keys, section, self._material.horizon)

    def sets(self, answer: Callable[[list[Dataset]], object]) -> None:
        """The data sets that articles can be added to."""
        self._texts.ask("sets", self._session.store.datasets.list, answer)

    def collect(self, places: Sequence[int], name: str, new: bool) -> None:
        """Make the articles at these places a new data set, or add them to one that is here."""
        evaluated = self.evaluated
        if evaluated is None:
            return
        dataset = self._material.dataset
        source = "" if self.from_desk or dataset is None else dataset.name
        if not self.from_desk and not source:
            self.said.emit(f"{self.lost} Nothing can be added.", False)
            return
        keys = [int(evaluated.keys[place]) for place in places]
        self.collecting.into_set(name, source, keys, new)

    def take_out(self, places: Sequence[int], path: Path, format: str = "") -> None:
        """Write the articles at these places to a file; see analysis.taking_out."""
        if self._behind is not None and self.evaluated is not None:
            self.collecting.into_file(self._behind, self.evaluated, places, path, format)

    def close(self) -> None:
        """Stop, and wait for what is being read."""
        self._settle.stop()
        self.collecting.close()
        for reader in (self._texts, self._reader):
            reader.close()

    # Within

    def _open(self) -> None:
        evaluation = self._opened.evaluation
        # What was asked of the evaluation before says nothing of this one.
        self._reader.forget("standings")
        self._standings.clear()
        self._asked.clear()
        self._show(np.zeros(0, dtype=np.int64), listing=evaluation is not None)
        self.search = ""
        self._material = _Material(None, "", evaluation.sections if evaluation else (), 0)
        self._behind = Behind(self._session.store, evaluation) if evaluation else None
        self.relabelling.begin()
        self._look_at_material()
        self._list()

    def _look_at_material(self) -> None:
        behind, store = self._behind, self._session.store
        if behind is None:
            self._reader.forget("material")
            return

        def work() -> _Material:
            dataset = behind.dataset()
            lost, sections = behind.lost(dataset), behind.sections(dataset)
            return _Material(dataset, lost, sections, store.decisions.horizon())

        def take(found: _Material) -> None:
            same_set = (found.dataset and found.dataset.id) == (
                self._material.dataset and self._material.dataset.id
            )
            self._material = found
            self._standings = {} if not same_set or found.lost else self._standings
            self._asked.clear()
            self.material_changed.emit()
            self.moved.emit(0, len(self) - 1)

        self._reader.ask("material", work, take)

    def _list(self) -> None:
        evaluated = self.evaluated
        if evaluated is None or len(self._selection.mask) != len(evaluated):
            self._reader.forget("list")
            self._show(np.zeros(0, dtype=np.int64))
            return
        mask, order, search = self._selection.mask.copy(), self.order, self.search
        self.what, self.picked = self._selection.what, bool(mask.any())
        self._reader.ask("list", lambda: listed(evaluated, mask, order, search), self._show)

    def _show(self, places: Ints, listing: bool = False) -> None:
        self.replacing.emit()
        self.listing = listing
        self.places = places
        self.changed.emit()

    def _note_change(self, *_: object) -> None:
        self._settle.start()

    def _look_again(self) -> None:
        """The store moved: what stands for the articles may be something else."""
        self._standings.clear()
        self._look_at_material()
