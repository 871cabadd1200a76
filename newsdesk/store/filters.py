"""Filters of the inbox that a person keeps under a name."""

from __future__ import annotations

import builtins
from dataclasses import replace

import msgspec
from sqlalchemy import delete, insert, select

from newsdesk.core.errors import StoreError
from newsdesk.store.connection import Database
from newsdesk.store.records import InboxQuery, SavedFilter
from newsdesk.store.schema import now, saved_filters
from newsdesk.store.storable import storable


class FilterRepository:
    """The saved filters of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list(self) -> builtins.list[SavedFilter]:
        """All filters by name, in any case; those that only a newer program reads are left out."""
        with self._database.read() as connection:
            rows = connection.execute(select(saved_filters.c.name, saved_filters.c.query)).all()
        known = (_read(row.name, row.query) for row in rows)
        return sorted((f for f in known if f is not None), key=lambda f: f.name.casefold())

    def save(self, name: str, query: InboxQuery) -> None:
        """Keep a filter, in place of one of the same name; its model is not kept.

        Raises StoreError `blank_name` for an empty name.
        """
        name = _tidy(name)
        if not name:
            raise StoreError("blank_name", "A filter needs a name.", "Type a name for it.")
        text = storable(msgspec.json.encode(replace(query, model="")).decode("utf-8"))
        with self._database.write() as connection:
            connection.execute(delete(saved_filters).where(saved_filters.c.name == name))
            connection.execute(insert(saved_filters), {"name": name, "query": text, "at": now()})

    def remove(self, name: str) -> None:
        """Drop a filter, where there is one of this name."""
        with self._database.write() as connection:
            connection.execute(delete(saved_filters).where(saved_filters.c.name == _tidy(name)))


def _tidy(name: str) -> str:
    return " ".join(storable(name).split())


def _read(name: str, text: str) -> SavedFilter | None:
    try:
        return SavedFilter(name, msgspec.json.decode(text, type=InboxQuery))
    except msgspec.MsgspecError:
        return None
