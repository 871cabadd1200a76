"""Labelled articles that are no near-duplicates of one another."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.store import Store

WORDS = [f"{first}{last}" for first in "brplmtks" for last in ("ane", "ode", "ush", "ill", "ater")]
Rows = list[dict[str, Any]]


def text(seed: object, words: int = 40) -> str:
    """A text that shares its wording with no other; the same for the same seed."""
    return " ".join(random.Random(str(seed)).choices(WORDS, k=words))


def articles(number: int, sections: tuple[str, ...] = ("sport", "world")) -> Rows:
    """Rows of a table, the sections in turn."""
    return [
        {"title": f"Title {at}", "body": text(at), "label": sections[at % len(sections)]}
        for at in range(number)
    ]


def import_rows(rows: Rows, folder: Path, name: str = "news", replacing: bool = False) -> None:
    """Import rows as a data set, by way of a file in this folder."""
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with Store.open() as store:
        import_dataset(store, ImportRequest(path, name, replacing=replacing))


def section_of(number: int, name: str = "news") -> str:
    """The section that a row of a data set has now."""
    with Store.open() as store:
        dataset = store.datasets.get(name)
        assert dataset is not None
        row = store.datasets.row(dataset.id, number)
        assert row is not None
        return row.section
