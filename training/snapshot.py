"""The data set of a job as it was at the job's first start: later changes change nothing.

`jobs/<id>/snapshot/` holds `articles.jsonl`, one labelled row a line, and `set.json`.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from newsdesk.core.dataset import Dataset, LabelledArticle, SplitPlan
from newsdesk.core.errors import TrainingError
from newsdesk.core.section import Section
from newsdesk.store.store import Store

ARTICLES, ABOUT = "articles.jsonl", "set.json"
CHECK_EVERY = 500  # rows
MOST_TRIES = 3


class SnapshotInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a snapshot says of its set.

    fingerprint: of the whole set. rows: those that are in the snapshot: all that have a section.
    languages: rows by language, the commonest first.
    """

    name: str
    title: str
    origin: str
    source: str
    fingerprint: str
    sections: tuple[Section, ...]
    plan: SplitPlan
    languages: dict[str, int]
    rows: int
    note: str = ""


class Snapshot:
    """A snapshot on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.info = msgspec.json.decode((folder / ABOUT).read_bytes(), type=SnapshotInfo)

    def rows(self) -> Iterator[LabelledArticle]:
        """All rows in order of number, one in memory at a time."""
        decoder = msgspec.json.Decoder(LabelledArticle)
        with (self.folder / ARTICLES).open("rb") as file:
            for line in file:
                yield decoder.decode(line)


def take_snapshot(store: Store, name: str, folder: Path, check: Callable[[], None]) -> Snapshot:
    """The job's snapshot, made now where there is none yet.

    name: of the data set. check: called between rows; what it raises leaves nothing behind.
    Raises TrainingError where the set is gone or changes all the time.
    """
    if (folder / ABOUT).is_file():
        return Snapshot(folder)
    writing = folder.with_name(f".{folder.name}.writing")
    try:
        for _ in range(MOST_TRIES):
            shutil.rmtree(writing, ignore_errors=True)
            writing.mkdir(parents=True)
            dataset = _find(store, name)
            _write(store, dataset, writing, check)
            if _find(store, name).fingerprint == dataset.fingerprint:
                writing.rename(folder)
                return Snapshot(folder)
    finally:
        shutil.rmtree(writing, ignore_errors=True)
    raise TrainingError(
        "dataset_moves",
        f"The data set {name} was changed while it was read.",
        "Start the job again when nobody works on the set.",
    )


def has_changed(store: Store, snapshot: Snapshot) -> bool:
    """Whether the set is another one by now, or gone."""
    dataset = store.datasets.get(snapshot.info.name)
    return dataset is None or dataset.fingerprint != snapshot.info.fingerprint


def _find(store: Store, name: str) -> Dataset:
    dataset = store.datasets.get(name)
    if dataset is None:
        raise TrainingError(
            "no_dataset",
            f"There is no data set named {name}.",
            "Import it again under this name, or start a job with another one.",
        )
    return dataset


def _write(store: Store, dataset: Dataset, folder: Path, check: Callable[[], None]) -> None:
    encoder = msgspec.json.Encoder()
    languages: Counter[str] = Counter()
    kept = 0
    with (folder / ARTICLES).open("wb") as file:
        for place, row in enumerate(store.datasets.rows(dataset.id)):
            if place % CHECK_EVERY == 0:
                check()
            if row.section:
                file.write(encoder.encode(row) + b"\n")
                languages[row.language] += 1
                kept += 1
        _to_disk(file.fileno(), file.flush)
    info = SnapshotInfo(
        name=dataset.name,
        title=dataset.title or dataset.name,
        origin=dataset.origin,
        source=dataset.source,
        fingerprint=dataset.fingerprint,
        sections=dataset.sections,
        plan=dataset.plan,
        languages={language: rows for language, rows in languages.most_common() if language},
        rows=kept,
        note=dataset.note,
    )
    with (folder / ABOUT).open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(info), indent=2))
        _to_disk(file.fileno(), file.flush)


def _to_disk(number: int, flush: Callable[[], None]) -> None:
    flush()
    os.fsync(number)
