"""The store: articles, covers, predictions, decisions and models in one database.

`from newsdesk.store import Store` loads SQLAlchemy only when it is reached, so that a
module which needs nothing but `newsdesk.store.records` stays cheap to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newsdesk.store.store import Store as Store

__all__ = ["Store"]


def __getattr__(name: str) -> object:
    if name == "Store":
        from newsdesk.store.store import Store

        return Store
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
