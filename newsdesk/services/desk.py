"""What the desk shows and does: inbox pages, one article with its answer, decisions, undo."""

from __future__ import annotations

import getpass
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.core import paths
from newsdesk.core.prediction import Prediction
from newsdesk.services.models import ModelCard
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store
from newsdesk.store.records import (
    Decision,
    InboxCounts,
    InboxOrder,
    InboxQuery,
    InboxRow,
    StateFilter,
    StoredArticle,
)


@dataclass(frozen=True, slots=True)
class OpenArticle:
    """The article on the desk with all that is known about it.

    cover: a picture file to show, upright and small enough for a screen.
    """

    article: StoredArticle
    prediction: Prediction | None
    decision: Decision | None
    cover: Path | None
    cover_size: tuple[int, int] | None


class Desk(QObject):
    """The inbox and the article on the desk, seen with one model.

    changed: rows or counts may be other ones now.
    stale: ids of articles whose answers went with what they were about.
    """

    changed = Signal()
    stale = Signal(list)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._editor = _editor()
        self.undo_stack = UndoStack(self)
        self._arrivals: list[int] = []
        self.model: ModelCard | None = None

    def use(self, model: ModelCard) -> None:
        """See the inbox with another model."""
        self.model = model
        manifest = msgspec.json.encode(model.manifest)
        fingerprint = hashlib.blake2b(manifest, digest_size=16).hexdigest()
        known = {each.name: each.fingerprint for each in self._store.models.list()}
        if known.get(model.name) != fingerprint:
            # Another model under this name: what its forerunner said is not its answer.
            self._store.predictions.forget_model(model.name)
            self._store.models.remember(model.name, fingerprint, model.title, manifest.decode())
        self.changed.emit()

    def query(
        self, state: StateFilter = "all", search: str = "", order: InboxOrder = "oldest"
    ) -> InboxQuery:
        """A question about the inbox, for the model on the desk."""
        return InboxQuery(
            model=self.model.name if self.model else "", state=state, search=search, order=order
        )

    def rows(self, query: InboxQuery, offset: int, limit: int) -> list[InboxRow]:
        """One page of the inbox."""
        return self._store.articles.page(query, offset, limit)

    def count(self, query: InboxQuery) -> int:
        """How many rows the inbox has."""
        return self._store.articles.count(query)

    def position(self, query: InboxQuery, article_id: int) -> int | None:
        """At which row of the inbox an article stands."""
        return self._store.articles.position(query, article_id)

    def counts(self) -> InboxCounts:
        """How many articles are in each state."""
        return self._store.articles.counts(self.model.name if self.model else "")

    def open(self, article_id: int) -> OpenArticle | None:
        """One article with its answer and standing decision; None where it has gone."""
        article = self._store.articles.get(article_id)
        if article is None or article.removed is not None:
            return None
        prediction = self._store.predictions.get(article_id, self.model.name if self.model else "")
        return OpenArticle(
            article=article,
            prediction=prediction,
            decision=self._store.decisions.standing(article_id),
            cover=rendition(article.cover_digest),
            cover_size=article.cover_size,
        )

    def decide(self, article_id: int, section: str) -> None:
        """Record the editor's decision; it can be undone. What is decided already stays so."""
        before = self._store.decisions.standing(article_id)
        old = before.to_section if before else None
        if old == section:
            return
        self.undo_stack.do(
            Step(
                f"Decided: {self.section_name(section)}",
                undo=lambda: self._record(article_id, old),
                redo=lambda: self._record(article_id, section),
            )
        )

    def remove(self, articles: Sequence[int]) -> None:
        """Take articles out of the inbox; it can be undone."""
        ids = list(articles)
        what = "Removed 1 article" if len(ids) == 1 else f"Removed {len(ids):,} articles"
        self.undo_stack.do(
            Step(what, undo=lambda: self._restore(ids), redo=lambda: self._remove(ids))
        )

    def remove_source(self, source: str) -> None:
        """Take out everything that came from one file, as before it is read another way."""
        ids = self._store.articles.of_source(source)
        if ids:
            self.remove(ids)

    def note_arrivals(self, arrived: list[int], first: bool) -> None:
        """Make the coming of articles and failures one step that can be undone, as it grows.

        first: nothing of the same reading came before.
        """
        if not first:
            self._arrivals.extend(arrived)
            return
        ids = self._arrivals = list(arrived)
        self.undo_stack.note(
            Step(
                "Added articles",
                undo=lambda: self._remove(ids),
                redo=lambda: self._restore(ids),
            )
        )

    def note_cover(self, article_id: int, before: str | None, after: str) -> None:
        """Make the change of a cover a step that can be undone. before, after: digests."""
        self.undo_stack.note(
            Step(
                "Changed the cover",
                undo=lambda: self._set_cover(article_id, before),
                redo=lambda: self._set_cover(article_id, after),
            )
        )
        self.stale.emit([article_id])

    def section_name(self, code: str) -> str:
        """A section's name, or its code where the model on the desk does not have it."""
        sections = self.model.manifest.sections if self.model else ()
        return next((section.name() for section in sections if section.code == code), code)

    def _record(self, article_id: int, section: str | None) -> None:
        model = self.model.name if self.model else None
        self._store.decisions.record(article_id, section, who=self._editor, model=model)
        self.changed.emit()

    def _set_cover(self, article_id: int, digest: str | None) -> None:
        cover = self._store.articles.cover(digest) if digest else None
        self._store.articles.set_cover(article_id, cover)
        self.changed.emit()
        self.stale.emit([article_id])

    def _remove(self, ids: list[int]) -> None:
        self._store.articles.remove(ids)
        self.changed.emit()

    def _restore(self, ids: list[int]) -> None:
        self._store.articles.restore(ids)
        self.changed.emit()


def rendition(digest: str | None) -> Path | None:
    """The picture file that stands for a cover on the screen, where there is one."""
    if digest is None:
        return None
    path = paths.rendition(digest)
    return path if path.exists() else None


def _editor() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "editor"
