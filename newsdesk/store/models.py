"""The models that this store has met."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from newsdesk.store.connection import Database
from newsdesk.store.records import KnownModel
from newsdesk.store.schema import models, now


class ModelRepository:
    """Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remember(self, name: str, fingerprint: str, title: str, manifest: str) -> None:
        """Keep a model, in place of one known by the same name.

        fingerprint: hash of its manifest. manifest: the text of its `newsdesk.json`.
        """
        values = {
            "name": name,
            "fingerprint": fingerprint,
            "title": title,
            "manifest": manifest,
            "remembered": now(),
        }
        with self._database.write() as connection:
            connection.execute(delete(models).where(models.c.name == name))
            connection.execute(insert(models), values)

    def list(self) -> list[KnownModel]:
        """All models, by name."""
        with self._database.read() as connection:
            rows = connection.execute(select(models).order_by(models.c.name)).all()
        return [KnownModel(**row._mapping) for row in rows]
