"""The exporting child process: articles of the store into files, none of it in the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from newsdesk.archive.exporting import export_articles
from newsdesk.core.worker import Call, Worker
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery


class Exports:
    """Writes what the window asks for."""

    def __init__(self) -> None:
        self._store = Store.open()

    def export(self, call: Call) -> None:
        """Write articles to a file.

        Wants path and query; takes format, and articles (ids; all that the query lists where
        there are none). Tells `progress` with done and total, at last `exported` with path,
        articles and sentence. The dialog has asked whether a file that is there may go.
        """
        asked = call.request
        query = msgspec.convert(asked["query"], InboxQuery)
        made = export_articles(
            self._store,
            self._ids(asked, query),
            query,
            Path(asked["path"]),
            asked.get("format") or "",
            call.tell_progress,
            call.check,
            replace=True,
        )
        call.tell(
            "exported",
            path=str(made.file.path),
            articles=made.file.rows,
            sentence=made.sentence,
        )

    def _ids(self, asked: dict[str, Any], query: InboxQuery) -> Sequence[int]:
        given = asked.get("articles")
        return list(given) if given is not None else self._store.articles.listing(query).tolist()


def serve() -> None:
    """Answer the window until it goes."""
    Worker({"export": Exports().export}).serve()
