"""A data set as a file that others read, and that reads back as the same set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.division import FOLD
from newsdesk.datasets.dividing import find
from newsdesk.datasets.steps import Steps
from newsdesk.documents.tables import own_columns
from newsdesk.documents.tables.cover_folder import CoverFolder
from newsdesk.documents.tables.writing import FORMATS, Exported, format_of, new_table
from newsdesk.store import Store

__all__ = ["COLUMNS", "FORMATS", "export_dataset"]

COLUMNS = own_columns.DATASET


def export_dataset(
    store: Store,
    name: str,
    path: Path,
    format: str = "",
    steps: Steps | None = None,
    *,
    replace: bool = False,
) -> Exported:
    """Write a set to a file, its covers to a folder beside.

    format: one of FORMATS; "" for what the file's ending says. In the column split a set in folds
    says "fold 2". The file has its name only once it is whole. replace: one that is there goes.
    Raises StoreError (`no_dataset`, `disk_full`, `unwritable`), DocumentError (`unknown_format`,
    `target_exists`, `no_folder`,
    `too_long` where a text is longer than a cell of a workbook may be, `missing_library`).
    """
    steps = steps or Steps()
    dataset = find(store, name)
    path = path.expanduser().absolute()
    covers = CoverFolder(store, path)
    names = {section.code: section.name() for section in dataset.sections}
    try:
        with new_table(path, COLUMNS, format_of(path, format), replace=replace) as table:
            for row in store.datasets.rows(dataset.id):
                steps.at("writing", row.number, dataset.rows)
                table.write(_values(row, names, covers.keep(row.cover)))
    except BaseException:
        covers.undo()
        raise
    return table.exported


def _values(row: LabelledArticle, names: Mapping[str, str], cover: str) -> dict[str, Any]:
    return {
        "title": row.title,
        "body": row.body,
        "section": row.section,
        "section_name": names.get(row.section, row.section),
        "label": row.label,
        "language": row.language,
        "date": row.date,
        "split": row.split or (f"{FOLD}{row.fold}" if row.fold else ""),
        "fold": row.fold or None,
        "cover": cover,
        "row": row.source_row,
    }
