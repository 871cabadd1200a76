"""Division of a data set: which rows are learned from, chosen by and tested on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec

from newsdesk.core.dataset import Split, SplitPlan
from newsdesk.core.errors import DocumentError
from newsdesk.core.splits import split_rows

_SAID = {
    "train": "train", "training": "train", "learn": "train",
    "dev": "dev", "development": "dev", "val": "dev", "valid": "dev", "validation": "dev",
    "test": "test", "testing": "test",
}  # fmt: skip
_SIDES: tuple[Split, ...] = ("train", "dev", "test")
FOLD = "fold "


@dataclass(frozen=True, slots=True)
class Row:
    """What division looks at. section: "" for none; date: ISO 8601; given: split as it came.

    kept: must be tested on, since it was before.
    """

    section: str
    group: int
    date: str = ""
    given: str = ""
    kept: bool = False


@dataclass(slots=True)
class Division:
    """The side of every row, in their order.

    plan: as it was carried out. notes: what could not be done as asked, for people.
    unknown: places of rows whose given split has an unknown name; they are on no side.
    """

    plan: SplitPlan
    splits: list[Split]
    folds: list[int]
    notes: list[str] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)

    @property
    def note(self) -> str:
        """All notes as one text."""
        return " ".join(self.notes)


def divide(rows: Sequence[Row], plan: SplitPlan) -> Division:
    """Divide rows; those without a section are on no side, groups are never divided.

    The same rows and plan always give the same division. Raises DocumentError `no_dates` where
    rows without dates are to be divided by date.
    """
    division = Division(plan, [""] * len(rows), [0] * len(rows))
    labelled = [place for place, row in enumerate(rows) if row.section]
    ways: dict[str, Callable[[Sequence[Row], list[int], Division], None]] = {
        "shares": _by_shares, "folds": _by_folds, "date": _by_date, "given": _as_given,
    }  # fmt: skip
    ways[plan.way](rows, labelled, division)
    _keep_tested(rows, labelled, division)
    if any(division.splits):
        _note_missing(rows, labelled, division)
    return division


def _by_shares(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    plan = division.plan
    rest = max(1 - plan.dev - plan.test, 0.01)
    free, tested = _free(rows, labelled, plan.test)
    for places, shares in (
        (free, {"train": rest, "dev": plan.dev, "test": plan.test}),
        (tested, {"train": rest + plan.test, "dev": plan.dev}),
    ):
        for place, name in zip(places, _dealt(rows, places, shares, plan.seed), strict=True):
            division.splits[place] = cast(Split, name)


def _free(rows: Sequence[Row], labelled: list[int], test: float) -> tuple[list[int], list[int]]:
    """Rows that may be tested on, and those of sections that have enough to be tested on."""
    kept = {rows[place].group for place in labelled if rows[place].kept}
    if not kept:
        return labelled, []
    size = Counter(rows[place].section for place in labelled)
    known = Counter(rows[place].section for place in labelled if rows[place].group in kept)
    enough = {section for section in size if known[section] >= 0.5 * test * size[section]}
    of_group: dict[int, bool] = {}
    free: list[int] = []
    tested: list[int] = []
    for place in labelled:
        row = rows[place]
        if row.group not in kept:
            done = of_group.setdefault(row.group, row.section in enough)
            (tested if done else free).append(place)
    return free, tested


def _by_folds(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    plan = division.plan
    shares = {str(fold): 1.0 for fold in range(1, plan.folds + 1)}
    for place, name in zip(labelled, _dealt(rows, labelled, shares, plan.seed), strict=True):
        division.folds[place] = int(name)
    for section, number in _groups(rows, labelled).items():
        if number < plan.folds:
            division.notes.append(
                f"The section {section} has only {_different(number)}, so not every "
                "fold holds one of them."
            )


def _by_date(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    plan = division.plan
    members: dict[int, list[int]] = defaultdict(list)
    newest: dict[int, str] = {}
    for place in labelled:
        row = rows[place]
        members[row.group].append(place)
        newest[row.group] = max(newest.get(row.group, ""), row.date)
    dated = sum(bool(rows[place].date) for place in labelled)
    if not dated:
        raise DocumentError(
            "no_dates",
            "The set cannot be divided by date: no row has a date that can be read.",
            "Divide it by shares, or name the column that holds the date.",
        )
    wanted: list[tuple[Split, float]] = [("test", plan.test * dated), ("dev", plan.dev * dated)]
    taken = 0.0
    for group in sorted(members, key=lambda group: (newest[group], group), reverse=True):
        while wanted and taken >= wanted[0][1]:
            taken -= wanted.pop(0)[1]
        side: Split = wanted[0][0] if wanted and newest[group] else "train"
        taken += len(members[group])
        for place in members[group]:
            division.splits[place] = side
    if dated < len(labelled):
        division.notes.append(
            f"{_rows(len(labelled) - dated)} without a date that can be read: learned from, "
            "never tested on."
        )


def _as_given(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    for place in labelled:
        given = " ".join(rows[place].given.casefold().split())
        if given in _SAID:
            division.splits[place] = cast(Split, _SAID[given])
        elif given.removeprefix(FOLD).isdecimal() and given.startswith(FOLD):
            division.folds[place] = int(given.removeprefix(FOLD))
        else:
            division.unknown.append(place)
    if any(division.folds):
        folds = min(max(max(division.folds), 3), 10)
        division.plan = msgspec.structs.replace(division.plan, way="folds", folds=folds)
    _bring_together(rows, labelled, division)
    sides = Counter(division.splits)
    if sides["train"] and sides["test"] and not sides["dev"]:
        _take_dev(rows, labelled, division)


def _bring_together(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    """Groups on several sides go to the one that is learned from least: test, then dev."""
    rank = {"": 0, "train": 1, "dev": 2, "test": 3}
    best: dict[int, tuple[Split, int]] = {}
    for place in labelled:
        side = (division.splits[place], division.folds[place])
        known = best.get(rows[place].group)
        if known is None or (rank[side[0]], -side[1]) > (rank[known[0]], -known[1] or -11):
            best[rows[place].group] = side
    moved = 0
    for place in labelled:
        side = best[rows[place].group]
        if side != (division.splits[place], division.folds[place]):
            moved += 1
            division.splits[place], division.folds[place] = side
    if moved:
        division.notes.append(
            f"{_rows(moved)} moved to the side of their near-duplicates, so that nothing is "
            "tested on that was learned from."
        )


def _take_dev(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    learned = [place for place in labelled if division.splits[place] == "train"]
    plan = division.plan
    names = _dealt(rows, learned, {"train": 1 - plan.dev, "dev": plan.dev}, plan.seed)
    for place, name in zip(learned, names, strict=True):
        division.splits[place] = cast(Split, name)
    division.notes.append(
        f"The source names no part to choose by: {plan.dev:.0%} of what it learns from was taken."
    )


def _keep_tested(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    """What was tested on before is tested on again, whatever the plan says."""
    kept = {rows[place].group for place in labelled if rows[place].kept}
    if not kept:
        return
    for place in labelled:
        if rows[place].group in kept:
            division.splits[place], division.folds[place] = "test", 0
    division.notes.append(
        f"{_rows(sum(rows[place].group in kept for place in labelled))} tested on, as before."
    )


def _note_missing(rows: Sequence[Row], labelled: list[int], division: Division) -> None:
    """Say which section is not on every side."""
    found: dict[str, set[str]] = defaultdict(set)
    for place in labelled:
        found[rows[place].section].add(division.splits[place])
    groups = _groups(rows, labelled)
    what = {"train": "learned from", "dev": "chosen by", "test": "tested on"}
    for section in sorted(found):
        missing = [what[side] for side in _SIDES if side not in found[section]]
        if missing:
            division.notes.append(
                f"The section {section} has {_different(groups[section])}: it is not "
                f"{' and not '.join(missing)}."
            )


def _dealt(
    rows: Sequence[Row], places: list[int], shares: dict[str, float], seed: int
) -> list[str]:
    sections = [rows[place].section for place in places]
    return split_rows(sections, [rows[place].group for place in places], shares, seed)


def _groups(rows: Sequence[Row], places: list[int]) -> dict[str, int]:
    """How many groups of near-duplicates each section has."""
    found: dict[str, set[int]] = defaultdict(set)
    for place in places:
        found[rows[place].section].add(rows[place].group)
    return {section: len(groups) for section, groups in sorted(found.items())}


def _different(number: int) -> str:
    return "one article" if number == 1 else f"{number:,} different articles"


def _rows(number: int) -> str:
    return "1 row is" if number == 1 else f"{number:,} rows are"
