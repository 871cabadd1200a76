"""The evaluation that is open and others of the same articles, held against it one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.comparing import (
    Common,
    Contender,
    Duel,
    Mask,
    Standing,
    duel_of,
    in_common,
    standing_of,
)
from newsdesk.analysis.evaluated import Evaluated, load
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.evaluation import Evaluation
from newsdesk.services.evaluate.evaluations import Evaluations
from newsdesk.services.evaluate.opened import Opened
from newsdesk.services.evaluate.selection import How, Selection
from newsdesk.services.reader import Reader

Outcome = Literal["only_first", "only_second", "both_wrong"]
AT_FIRST = 5
"""Evaluations that take part until somebody chooses, the open one counted."""


@dataclass(frozen=True)
class Row:
    """One evaluation in the comparison. duel: against the open one; None for that one itself."""

    evaluation: Evaluation
    standing: Standing
    duel: Duel | None


@dataclass(frozen=True)
class Compared:
    """What came of it; the first row is the open evaluation.

    problems: of evaluations that could not be read and are left out.
    """

    common: Common
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()


class Comparison(QObject):
    """Does nothing until somebody looks.

    changed: other evaluations can take part, do so, or their figures came. failed: a Problem.
    compared: None while there is nothing to compare, or it is being counted.
    """

    changed = Signal()
    failed = Signal(Problem)

    def __init__(
        self,
        evaluations: Evaluations,
        opened: Opened,
        selection: Selection,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._evaluations, self._opened, self._selection = evaluations, opened, selection
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)
        self._kept: dict[int, Evaluated] = {}
        self._looked_at = False
        self._open_id = 0
        self.offered: list[Evaluation] = []
        self.chosen: set[int] = set()
        self.compared: Compared | None = None
        opened.changed.connect(self._open)
        opened.against_changed.connect(self._take_against)
        evaluations.changed.connect(self._open)

    @property
    def busy(self) -> bool:
        """Whether figures are being counted."""
        return self._reader.busy

    def look(self) -> None:
        """Somebody looks at the comparison from now on."""
        if not self._looked_at:
            self._looked_at = True
            self._open()

    def choose(self, evaluation_id: int, takes_part: bool) -> None:
        """Let one of those offered take part, or no more."""
        if takes_part:
            self.chosen.add(evaluation_id)
        else:
            self.chosen.discard(evaluation_id)
        self._read()

    def pick(self, row: Row, outcome: Outcome, what: str, how: How = "replace") -> None:
        """Pick the articles of one outcome between the open evaluation and that of a row."""
        if self.compared is None or row.duel is None or row not in self.compared.rows:
            return
        mask: Mask = np.zeros(len(self._selection.mask), dtype=np.bool_)
        mask[self.compared.common.places[0][getattr(row.duel, outcome)]] = True
        self._selection.pick(mask, what, how)

    def close(self) -> None:
        """Wait for what is being counted."""
        self._reader.close()

    def _open(self) -> None:
        if not self._looked_at:
            return
        open_ = self._opened.evaluation
        offered = comparable(open_, self._evaluations.all) if open_ is not None else []
        ids = {each.id for each in offered}
        anew = (open_.id if open_ is not None else 0) != self._open_id
        if open_ is None:
            self.chosen = set()
        elif anew:
            self.chosen = {each.id for each in first_choice(open_, offered)}
        elif offered == self.offered:
            return
        else:  # one that was just made takes part, as that is what it was made for
            known = {each.id for each in self.offered}
            new = {each.id for each in first_choice(open_, offered)} - known
            self.chosen = (self.chosen & ids) | new
        self._open_id = open_.id if open_ is not None else 0
        self.offered = offered
        self._take_against()

    def _take_against(self) -> None:
        against = self._opened.against
        if against is not None and against.id in {each.id for each in self.offered}:
            self.chosen.add(against.id)
        if self._looked_at:
            self._read()

    def _read(self) -> None:
        self.compared = None
        self.changed.emit()
        open_, evaluated = self._opened.evaluation, self._opened.evaluated
        others = [each for each in self.offered if each.id in self.chosen]
        if open_ is None or evaluated is None or not others:
            self._reader.forget("compare")
            return
        kept = {each.id: self._kept[each.id] for each in others if each.id in self._kept}

        def work() -> tuple[Compared, dict[int, Evaluated]]:
            return compare(open_, evaluated, others, kept)

        self._reader.ask("compare", work, self._show)

    def _show(self, found: tuple[Compared, dict[int, Evaluated]]) -> None:
        self.compared, self._kept = found
        self.changed.emit()


def comparable(one: Evaluation, evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Those that are done and may have articles in common with one, in their order."""
    return [
        each for each in evaluations
        if each.state == "done" and each.id != one.id
        and each.material.dataset == one.material.dataset
    ]  # fmt: skip


def first_choice(one: Evaluation, offered: Iterable[Evaluation]) -> list[Evaluation]:
    """The newest of each other model on the same part, else on one that overlaps, a few."""
    found: dict[tuple[str, str], Evaluation] = {}
    ours = one.material.part
    others = [
        each for each in offered
        if (each.model, each.model_mark) != (one.model, one.model_mark)
        and (each.material.from_desk or "all" in (ours, each.material.part)
             or each.material.part == ours)
    ]  # fmt: skip
    same = [each for each in others if each.material.from_desk or each.material.part == ours]
    for each in same or others:
        found.setdefault((each.model, each.model_mark), each)
    return list(found.values())[: AT_FIRST - 1]


def compare(
    first: Evaluation,
    evaluated: Evaluated,
    others: Sequence[Evaluation],
    kept: dict[int, Evaluated] | None = None,
) -> tuple[Compared, dict[int, Evaluated]]:
    """Hold others against the first one; also what was read of the others.

    kept: what was read before, by id. Those that cannot be read are left out and told.
    """
    read, problems, taking = dict(kept or {}), [], []
    for each in others:
        try:
            if each.id not in read:
                read[each.id] = load(each.id)
        except StoreError as error:
            problems.append(error.problem)
        else:
            taking.append(each)
    everyone = [first, *taking]
    common = in_common([
        Contender(
            evaluated if each is first else read[each.id], each.material.matches, each.created
        )
        for each in everyone
    ])  # fmt: skip
    rows = tuple(
        Row(each, standing_of(common, place), duel_of(common, 0, place) if place else None)
        for place, each in enumerate(everyone)
    )
    return Compared(common, rows, tuple(problems)), read
