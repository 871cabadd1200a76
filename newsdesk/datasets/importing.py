"""A file or folder to a data set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from newsdesk.core.dataset import Dataset, Origin, SplitPlan
from newsdesk.core.dates import read_date
from newsdesk.core.errors import StoreError
from newsdesk.core.recipes import NAME
from newsdesk.core.section import tidy_label
from newsdesk.datasets.dividing import check_plan
from newsdesk.datasets.gathering import Gathering, Named
from newsdesk.datasets.sections import as_sections, check_number, section_code
from newsdesk.datasets.sources import (
    Found,
    Unread,
    check_split_column,
    read_source,
    row_estimate,
)
from newsdesk.datasets.spool import Raw
from newsdesk.datasets.steps import Steps
from newsdesk.documents.columns import ColumnMapping
from newsdesk.store import Store


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What to import, and how.

    mapping: of a table's columns; None lets them be guessed. encoding: None lets the file say.
    merges: a label to the section that it becomes. replacing: the set of that name goes.
    """

    path: Path
    name: str
    title: str = ""
    mapping: ColumnMapping | None = None
    encoding: str | None = None
    plan: SplitPlan = field(default_factory=SplitPlan)
    merges: Mapping[str, str] = field(default_factory=dict)
    replacing: bool = False


def import_dataset(store: Store, request: ImportRequest, steps: Steps | None = None) -> Dataset:
    """Read, group, divide and store; whatever is raised, nothing remains.

    Raises DocumentError where the source cannot be read, StoreError (`name_taken`, `bad_name`,
    `no_train`).
    What the steps raise passes.
    """
    steps = steps or Steps()
    check_name(store, request.name, request.replacing)
    check_plan(request.plan, "file")
    store.datasets.clear_incomplete()
    path = request.path.expanduser().resolve()
    if request.plan.way == "given":
        check_split_column(path, request.mapping, request.encoding)
    with Gathering(steps) as gathering:
        names = _read(path, request, gathering, steps)
        origin: Origin = "folder" if path.is_dir() else "file"
        title = request.title or request.name
        named = Named(request.name, title, origin, str(path), request.replacing)
        return gathering.write(store, named, as_sections(names), request.plan)


def check_name(store: Store, name: str, replacing: bool = False) -> None:
    """Raise StoreError (`bad_name`, `name_taken`) before any work is done in vain."""
    if not re.match(NAME, name) or len(name) > 100:
        raise StoreError(
            "bad_name",
            f"“{name}” cannot be the name of a data set.",
            "Use letters, digits, points, hyphens and underscores, and begin with a letter.",
        )
    if not replacing and store.datasets.get(name) is not None:
        raise StoreError(
            "name_taken",
            f"There is a data set called {name} already.",
            "Choose another name, or replace that one.",
        )


def _read(path: Path, request: ImportRequest, gathering: Gathering, steps: Steps) -> dict[str, str]:
    """Take all rows; returns the names of the sections that were met, by code."""
    steps.at("reading")
    total = row_estimate(path, lambda: steps.at("reading"))
    merges = {tidy_label(label): into for label, into in request.merges.items()}
    names: dict[str, str] = {}
    once: set[str] = set()
    for done, found in enumerate(read_source(path, request.mapping, request.encoding), start=1):
        steps.at("reading", done, max(done, total) if total else 0)
        if isinstance(found, Unread):
            gathering.problem(found.row, found.kind, found.message)
            continue
        row = _raw(found, merges)
        if row.section and row.section not in names:
            name = tidy_label(found.labels.section_name)
            names[row.section] = "" if row.section in merges.values() else name
            check_number(names)
        gathering.add(row, found.article.cover)
        for notice in found.article.notices:
            # What concerns the whole file is said once, not on every row.
            whole = notice.kind.startswith(("encoding", "columns"))
            if not whole:
                gathering.problem(found.row, notice.kind, notice.message)
            elif notice.kind not in once:
                once.add(notice.kind)
                gathering.problem(None, notice.kind, notice.message)
    return names


def _raw(found: Found, merges: Mapping[str, str]) -> Raw:
    article, labels = found.article, found.labels
    return Raw(
        title=article.title,
        body=article.body,
        section=section_code(labels.section, merges),
        label=labels.section,
        language=article.language or "",
        date=read_date(labels.date) or tidy_label(labels.date),
        given=tidy_label(labels.split),
        source_row=found.row,
        cover=article.cover.digest if article.cover else None,
    )
