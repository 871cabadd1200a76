"""What the desk shows: inbox pages, one article with its answers; and what undo takes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError
from newsdesk.core.prediction import Prediction
from newsdesk.core.section import pair_sections
from newsdesk.services.decisions import Decisions, Wish
from newsdesk.services.editor import Editor
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

    decision: the one that stands.
    cover: a picture file to show, upright and small enough for a screen.
    second: what the second model says, where one is asked beside the first.
    beside: its probabilities by code of the first model's sections, for those that both have.
    seen: id of the newest line of the ledger, 0 where there is none.
    files_from: the confidence from which the likeliest section is filed without a person, 0 to 1;
        None where it always asks.
    """

    article: StoredArticle
    prediction: Prediction | None
    decision: Decision | None
    cover: Path | None
    cover_size: tuple[int, int] | None
    second: Prediction | None = None
    beside: dict[str, float] = field(default_factory=dict)
    seen: int = 0
    files_from: float | None = None

    @property
    def filed(self) -> bool:
        """Whether the model was sure enough to file it by itself."""
        answer = self.prediction
        if answer is None or answer.abstains or self.decision or self.files_from is None:
            return False
        return answer.confidence >= self.files_from


class Desk(QObject):
    """The inbox and the article on the desk, seen with one model.

    changed: rows or counts may be other ones now.
    stale: ids of articles whose answers went with what they were about.
    """

    changed = Signal()
    stale = Signal(list)

    def __init__(self, store: Store, editor: Editor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.editor = editor
        self.undo_stack = UndoStack(self)
        self.decisions = Decisions(store, self.undo_stack, editor, self.section_name, self)
        self.decisions.recorded.connect(lambda _: self.changed.emit())
        self._arrivals: list[int] = []
        self._replaced: list[int] = []
        self.model: ModelCard | None = None
        self.second: ModelCard | None = None

    def use(self, model: ModelCard) -> None:
        """See the inbox with another model."""
        self.model = model
        self.decisions.model = model.name
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
        listed = self._store.articles.listing(query)
        return self._store.articles.rows(listed[offset : offset + limit], query)

    def counts(self) -> InboxCounts:
        """How many articles are in each state."""
        return self._store.articles.counts(self.model.name if self.model else "")

    def open(self, article_id: int) -> OpenArticle | None:
        """One article with its answer and standing decision; None where it has gone."""
        article = self._store.articles.get(article_id)
        if article is None or article.removed is not None:
            return None
        newest = self._store.decisions.newest(article_id)
        prediction = self._answer(article_id, self.model)
        second = self._answer(article_id, self.second)
        return OpenArticle(
            article=article,
            prediction=prediction,
            decision=newest if newest and newest.to_section is not None else None,
            cover=rendition(article.cover_digest),
            cover_size=article.cover_size,
            second=second,
            beside=self._beside(second),
            seen=newest.id if newest else 0,
            files_from=self._files_from(prediction),
        )

    def decide(self, article_id: int, section: str) -> None:
        """Decide for a section, whatever stands; it can be undone."""
        self.decisions.settle(article_id, Wish(section))

    def remove(self, articles: Sequence[int]) -> None:
        """Take articles out of the inbox; it can be undone."""
        ids = list(articles)
        what = "Removed 1 article" if len(ids) == 1 else f"Removed {len(ids):,} articles"
        self.undo_stack.do(
            Step(what, undo=lambda: self._restore(ids), redo=lambda: self._remove(ids))
        )

    def of_source(self, source: str) -> list[int]:
        """Ids of everything that came from one file. Raises StoreError."""
        return self._store.articles.of_source(source)

    def note_arrivals(self, arrived: list[int], first: bool, replaced: list[int]) -> None:
        """Make the coming of articles and failures one step that can be undone, as it grows.

        first: nothing of the same reading came before. replaced: ids that they stand for.
        """
        if not first:
            self._arrivals.extend(arrived)
            self._replaced.extend(replaced)
            return
        new, old = self._arrivals, self._replaced = list(arrived), list(replaced)
        self.undo_stack.note(
            Step(
                "Added articles",
                undo=lambda: self._swap(old, new),
                redo=lambda: self._swap(new, old),
            )
        )

    def note_cover(self, article_id: int, before: str | None, after: str) -> None:
        """Make the change of a cover a step that can be undone. before, after: digests."""
        what = "Changed the cover" if before else "Added a cover"
        self.undo_stack.note(self._cover_step(what, article_id, before, after))
        self.stale.emit([article_id])

    def note_division(self, article_id: int, articles: list[int]) -> None:
        """Make it a step that can be undone that several articles stand for one."""
        ids = list(articles)
        self.undo_stack.note(
            Step(
                f"Divided into {len(ids):,} articles",
                undo=lambda: self._swap([article_id], ids),
                redo=lambda: self._swap(ids, [article_id]),
                article=article_id,
            )
        )
        self.stale.emit(ids)

    def remove_cover(self, article_id: int) -> None:
        """Take an article's cover away; it can be undone. Raises StoreError."""
        article = self._store.articles.get(article_id)
        if article is not None and article.cover_digest is not None:
            step = self._cover_step("Removed the cover", article_id, article.cover_digest, None)
            self.undo_stack.do(step)

    def _cover_step(
        self, what: str, article_id: int, before: str | None, after: str | None
    ) -> Step:
        return Step(
            what,
            undo=lambda: self._set_cover(article_id, after, before),
            redo=lambda: self._set_cover(article_id, before, after),
            article=article_id,
        )

    def section_name(self, code: str) -> str:
        """A section's name, or its code where the model on the desk does not have it."""
        sections = self.model.manifest.sections if self.model else ()
        return next((section.name() for section in sections if section.code == code), code)

    def _answer(self, article_id: int, model: ModelCard | None) -> Prediction | None:
        return self._store.predictions.get(article_id, model.name) if model else None

    def _beside(self, second: Prediction | None) -> dict[str, float]:
        if second is None or self.model is None or self.second is None:
            return {}
        pairs = pair_sections(self.model.manifest.sections, self.second.manifest.sections)
        said = {score.code: score.p for score in second.scores}
        return {ours: said[theirs] for ours, theirs in pairs.items() if theirs in said}

    def _files_from(self, prediction: Prediction | None) -> float | None:
        if prediction is None:
            return None
        rules = self._store.filing.get(prediction.model)
        return rules.thresholds.get(prediction.section) if rules.enabled else None

    def _set_cover(self, article_id: int, now: str | None, digest: str | None) -> None:
        """Put a cover in the place of the one that was left there. Raises NewsdeskError."""
        article = self._store.articles.get(article_id)
        if article is not None and article.cover_digest != now:
            raise NewsdeskError(
                "changed_since",
                "The cover was changed by somebody else since, so it stays as it is.",
                "Choose another one to change it.",
            )
        cover = self._store.articles.cover(digest) if digest else None
        self._store.articles.set_cover(article_id, cover)
        self.changed.emit()
        self.stale.emit([article_id])

    def _remove(self, ids: list[int]) -> None:
        self._store.articles.remove(ids)
        self.changed.emit()

    def _swap(self, back: list[int], away: list[int]) -> None:
        self._store.articles.restore(back)
        self._remove(away)

    def _restore(self, ids: list[int]) -> None:
        self._store.articles.restore(ids)
        self.changed.emit()


def rendition(digest: str | None) -> Path | None:
    """The picture file that stands for a cover on the screen, where there is one."""
    if digest is None:
        return None
    path = paths.rendition(digest)
    return path if path.exists() else None
