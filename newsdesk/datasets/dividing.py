"""A set that is here, divided anew."""

from __future__ import annotations

from newsdesk.core.dataset import Dataset, LabelledArticle, SplitPlan
from newsdesk.core.dates import read_date
from newsdesk.core.division import Row, divide
from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.core.fingerprint import content, digits, row_hash
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store

_Text = tuple[str, str]


def find(store: Store, name: str) -> Dataset:
    """The set of a name; StoreError (`no_dataset`) where there is none."""
    found = store.datasets.get(name)
    if found is None:
        known = ", ".join(entry.name for entry in store.datasets.list())
        raise StoreError(
            "no_dataset",
            f"There is no data set called {name}.",
            f"Choose one of {known}." if known else "Import one first.",
        )
    return found


def check_plan(plan: SplitPlan, origin: str) -> None:
    """Raise StoreError (`no_folds`, `no_train`) where a plan cannot be carried out."""
    if plan.way == "folds" and origin == "decisions":
        raise StoreError(
            "no_folds",
            "What a set from decisions is tested on stays so for ever, and in folds all is.",
            "Divide it by shares or by date.",
        )
    if plan.way in ("shares", "date") and plan.dev + plan.test >= 1:
        raise StoreError(
            "no_train",
            "The parts for choosing and for testing leave nothing to learn from.",
            "Make them smaller: 0.05 each is usual.",
        )


def divide_again(store: Store, name: str, plan: SplitPlan, steps: Steps | None = None) -> Dataset:
    """Divide a set by another plan; near-duplicates stay together.

    What a set from decisions was tested on is tested on again.
    Raises StoreError: `no_dataset`, `no_folds`, `no_train`.
    """
    steps = steps or Steps()
    dataset = find(store, name)
    check_plan(plan, dataset.origin)
    if plan.way == "given":
        raise NewsdeskError(
            "no_split",
            "Splits that a file gives are only known while it is imported.",
            "Import it again to have them, or choose another way here.",
        )
    tested = _tested(store, steps) if dataset.origin == "decisions" else set()
    rows: list[Row] = []
    said: list[bytes] = []
    before: list[tuple[int, str, int]] = []
    for row in store.datasets.rows(dataset.id):
        steps.at("reading", row.number, dataset.rows)
        kept = bool(tested) and _key(row) in tested
        rows.append(Row(row.section, row.group, read_date(row.date), "", kept))
        before.append((row.number, row.split, row.fold))
        said.append(content(row))
    steps.at("dividing")
    division = divide(rows, plan)
    total, moves = 0, []
    for place, (number, *side) in enumerate(before):
        split, fold = division.splits[place], division.folds[place]
        total += row_hash(number, rows[place].section, split, fold, said[place])
        if side != [split, fold]:
            moves.append((number, split, fold))
    steps.at("writing")
    store.datasets.divide(dataset.id, division.plan, moves, digits(total), division.note)
    return find(store, name)


def _tested(store: Store, steps: Steps) -> set[_Text]:
    found = set()
    for row in store.datasets.tested():
        steps.at("reading")
        found.add(_key(row))
    return found


def _key(row: LabelledArticle) -> _Text:
    return row.title, row.body
