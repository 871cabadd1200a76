"""A data folder as after years at the desk, written in bulk: the store, covers, two models."""

from __future__ import annotations

import io
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from sqlalchemy import Engine, Table, create_engine, insert

from benchmarks.filled_articles import BESIDE, Years, texts
from newsdesk.core.manifest import Manifest, write_manifest
from newsdesk.core.pictures import read_cover
from newsdesk.engine.installed import meet
from newsdesk.engine.model_folder import ModelFolder
from newsdesk.store import Store
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.records import FilingRules
from newsdesk.store.schema import FULL_TEXT, articles, covers

FILED_FROM = 0.95
"""Confidence from which the first model files by itself."""
_COVERS = 240
_CHUNK = 5000


def fill(home: Path, count: int, model: ModelFolder) -> None:
    """Put so many articles into an empty data folder, always the same ones.

    model: the one that answered first; a copy of it is installed as the one beside it.
    Everything is answered, so that no model has work to do.
    """
    path = home / "newsdesk.db"
    with Store.open(path) as store:
        for manifest in (model.manifest, _install_beside(home, model)):
            meet(store, manifest)
    engine = create_engine(f"sqlite:///{path}")
    triggers = _take_triggers(path)
    years = Years(model.manifest, _keep_covers(home, engine), count)
    writer = _Writer(engine)
    for number, text in enumerate(texts(count), start=1):
        for table, row in years.rows(number, *text):
            writer.add(table, row)
    writer.close()
    engine.dispose()
    _give_back(path, triggers)
    with Store.open(path) as store:
        thresholds = {section.code: FILED_FROM for section in model.manifest.sections}
        store.filing.set(FilingRules(model.name, enabled=True, thresholds=thresholds))


class _Writer:
    """Writes rows by the thousand; articles come before what refers to them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._rows: dict[Table, list[dict[str, Any]]] = {}

    def add(self, table: Table, row: dict[str, Any]) -> None:
        if table is articles and len(self._rows.get(articles, ())) == _CHUNK:
            self.close()
        self._rows.setdefault(table, []).append(row)

    def close(self) -> None:
        with self._engine.begin() as connection:
            for table, rows in self._rows.items():
                connection.execute(insert(table), rows)
        self._rows.clear()


def _install_beside(home: Path, model: ModelFolder) -> Manifest:
    """The same model under another name."""
    path = home / "models" / BESIDE
    shutil.copytree(model.path, path)
    manifest = msgspec.structs.replace(model.manifest, name=BESIDE)
    write_manifest(manifest, path)
    return manifest


def _keep_covers(home: Path, engine: Engine) -> list[str]:
    """Pictures of many colours, drawn as the screen wants them; returns their digests."""
    files, rows = CoverFiles(home / "covers"), []
    for number in range(_COVERS):
        image = Image.new("RGB", (960, 600), f"hsl({number * 360 // _COVERS}, 60%, 45%)")
        image.paste("white", (100, 100, 300 + number, 260))
        target = io.BytesIO()
        image.save(target, "JPEG")
        cover = read_cover(target.getvalue(), f"{number}.jpg")
        files.keep(cover)
        drawn = home / "renditions" / cover.digest[:2] / f"{cover.digest}.jpg"
        drawn.parent.mkdir(parents=True, exist_ok=True)
        drawn.write_bytes(cover.data)
        rows.append(
            {
                "digest": cover.digest,
                "name": cover.name,
                "media_type": cover.media_type,
                "width": cover.width,
                "height": cover.height,
            }
        )
    with engine.begin() as connection:
        connection.execute(insert(covers), rows)
    return [row["digest"] for row in rows]


def _take_triggers(path: Path) -> list[str]:
    """Take away what would follow every row; returns the statements that bring it back."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = dict(found.fetchall())
        for name in triggers:
            connection.execute(f"DROP TRIGGER {name}")
    connection.close()
    return list(triggers.values())


def _give_back(path: Path, triggers: Sequence[str]) -> None:
    """Index all texts in one go, and let the triggers follow again."""
    with sqlite3.connect(path) as connection:
        connection.execute(f"INSERT INTO {FULL_TEXT} ({FULL_TEXT}) VALUES ('rebuild')")
        for statement in triggers:
            connection.execute(statement)
    connection.close()
