"""The data sets' child process: files in, sets out, nothing of it in the window's thread."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import NewsdeskError
from newsdesk.core.worker import Call, Worker
from newsdesk.datasets.dividing import divide_again
from newsdesk.datasets.exporting import export_dataset
from newsdesk.datasets.from_decisions import Which, count_decisions, from_decisions
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.datasets.picked import Added, Picked, add_picked, from_picked
from newsdesk.datasets.sections import merge_offers, section_code
from newsdesk.datasets.sources import Unread, read_source, section_folders
from newsdesk.datasets.steps import Steps
from newsdesk.documents.columns import ColumnMapping
from newsdesk.documents.source import file_error
from newsdesk.documents.tables import preview
from newsdesk.documents.walk import walk
from newsdesk.store import Store

LOOKED_AT = 2000
"""Rows whose labels a preview shows."""


class Datasets:
    """Does what the window asks about data sets."""

    def __init__(self) -> None:
        self._store = Store.open()

    def preview(self, call: Call) -> None:
        """Look at a table, or at a folder of folders, before it is imported.

        Wants path; takes encoding and mapping. Tells `preview` with the fields of TablePreview,
        path, folder, labels (rows by label, of the first 2,000) and merges (offered).
        """
        path = Path(call.request["path"])
        encoding = call.request.get("encoding") or None
        if path.is_dir():
            found = _folder(path, call)
        else:
            found = _table(path, encoding, _mapping(call.request.get("mapping")), call)
        offers = merge_offers(found["labels"])
        call.tell("preview", path=str(path), folder=path.is_dir(), merges=offers, **found)

    def import_(self, call: Call) -> None:
        """Import a file or folder.

        Wants path and name; takes title, mapping, encoding, plan, merges and replace. Tells
        `progress` with phase, done and total (0 where unknown), at last `imported` with name.
        """
        asked = call.request
        request = ImportRequest(
            path=Path(asked["path"]),
            name=asked["name"],
            title=asked.get("title") or "",
            mapping=_mapping(asked.get("mapping")),
            encoding=asked.get("encoding") or None,
            plan=_plan(asked),
            merges=asked.get("merges") or {},
            replacing=bool(asked.get("replace")),
        )
        made = import_dataset(self._store, request, _steps(call))
        call.tell("imported", name=made.name)

    def decisions(self, call: Call) -> None:
        """Make a set of the desk's decisions.

        Wants name; takes which ("all", "since"), model, plan and replace. Tells as `import`.
        """
        asked = call.request
        made = from_decisions(
            self._store,
            asked["name"],
            asked.get("which") or "all",
            asked.get("model") or "",
            _plan(asked),
            _steps(call),
            bool(asked.get("replace")),
        )
        call.tell("imported", name=made.name)

    def count(self, call: Call) -> None:
        """Tell `counted` with rows: how many articles a set of decisions would have."""
        which: Which = call.request.get("which") or "all"
        model = call.request.get("model") or ""
        call.tell("counted", rows=count_decisions(self._store, which, model))

    def divide(self, call: Call) -> None:
        """Divide a set anew. Wants name and plan; tells `progress`, at last `divided`."""
        made = divide_again(self._store, call.request["name"], _plan(call.request), _steps(call))
        call.tell("divided", name=made.name, note=made.note)

    def pick(self, call: Call) -> None:
        """Make picked articles a set of their own.

        Wants name, dataset ("" for the desk) and keys; takes plan. Tells as `import`.
        """
        made = from_picked(
            self._store, _picked(call), call.request["name"], _plan(call.request), _steps(call)
        )
        call.tell("imported", name=made.name)

    def add(self, call: Call) -> None:
        """Add picked articles to a set. Wants as `pick`; tells `progress`, at last `added`."""
        added = add_picked(self._store, _picked(call), call.request["name"], _steps(call))
        call.tell("added", name=call.request["name"], notice=_told(added), **asdict(added))

    def export(self, call: Call) -> None:
        """Write a set to a file. Wants name and path, takes format; tells `exported` at last.

        The dialog has asked whether a file that is there may go.
        """
        asked = call.request
        written = export_dataset(
            self._store, asked["name"], Path(asked["path"]), asked.get("format") or "",
            _steps(call), replace=True,
        )  # fmt: skip
        call.tell("exported", name=asked["name"], path=str(written.path), notice=written.notice)


def serve() -> None:
    """Answer the window until it goes."""
    datasets = Datasets()
    Worker(
        {
            "preview": datasets.preview,
            "import": datasets.import_,
            "decisions": datasets.decisions,
            "count": datasets.count,
            "divide": datasets.divide,
            "export": datasets.export,
            "pick": datasets.pick,
            "add": datasets.add,
        }
    ).serve()


def _steps(call: Call) -> Steps:
    def tell(phase: str, done: int, total: int) -> None:
        call.tell("progress", phase=phase, done=done, total=total)

    return Steps(tell, call.check)


def _picked(call: Call) -> Picked:
    return Picked(call.request.get("dataset") or "", [int(key) for key in call.request["keys"]])


def _told(added: Added) -> str:
    """What was left out, and sections that are new, in sentences."""
    why = {
        "in it already": added.same,
        "gone": added.gone,
        "without a section": added.unlabelled,
        "like rows of several of its parts": added.torn,
    }
    left_out = ", ".join(f"{number:,} {reason}" for reason, number in why.items() if number)
    told = [f"Left out: {left_out}."] if left_out else []
    if added.new_sections:
        told.append(f"New in the set: {', '.join(added.new_sections)}.")
    return " ".join([f"{added.rows:,} added.", *told])


def _mapping(asked: dict[str, str | None] | None) -> ColumnMapping | None:
    return ColumnMapping(**asked) if asked else None


def _plan(asked: dict[str, Any]) -> SplitPlan:
    try:
        return msgspec.convert(asked.get("plan") or {}, SplitPlan)
    except msgspec.ValidationError as error:
        raise NewsdeskError(
            "bad_plan",
            f"The set cannot be divided so: {error}.",
            "Choose parts between 0 and 1, and 3 to 10 folds.",
        ) from error


def _table(
    path: Path, encoding: str | None, mapping: ColumnMapping | None, call: Call
) -> dict[str, Any]:
    try:
        table = preview(path, encoding)
    except OSError as error:
        raise file_error(path, error) from error
    labels: Counter[str] = Counter()
    mapping = mapping or table.mapping
    if mapping.section and (mapping.title or mapping.body):
        labels_only = replace(mapping, cover=None)  # pictures take their time
        for found in islice(read_source(path, labels_only, encoding), LOOKED_AT):
            call.check()
            if not isinstance(found, Unread):
                labels[section_code(found.labels.section)] += 1
    return {**asdict(table), "labels": dict(labels.most_common())}


def _folder(path: Path, call: Call) -> dict[str, Any]:
    labels = {}
    for section in section_folders(path):
        call.check()
        labels[section_code(section.name)] = sum(1 for _ in islice(walk([section]), LOOKED_AT))
    return {"name": path.name, "columns": (), "rows": (), "mapping": {}, "renamed": (),
            "encoding": "", "certain": True, "labels": labels}  # fmt: skip
