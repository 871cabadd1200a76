"""What leaves the store: frozen records, never rows of a database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from newsdesk.core.errors import Notice, Problem

ArticleState = Literal["failed", "decided", "to_decide", "waiting"]
"""failed: its file could not be read; decided: a decision stands; to_decide: the model answered;
waiting: the model has not answered yet. The first that fits."""

COVER_NOTICE = "cover_"
"""How the kinds of notices on covers begin that could not be used."""

StateFilter = Literal["all", "waiting", "to_decide", "decided", "failed"]
InboxOrder = Literal["oldest", "newest", "least_certain"]


@dataclass(frozen=True, slots=True)
class InboxQuery:
    """Which articles the inbox lists, in which order, seen with one model.

    search: words that must all occur in title or body; "quoted words" occur side by side.
    order: oldest and newest by arrival; least_certain by rising confidence of the model,
        then those that it has not answered, oldest first.
    """

    model: str
    state: StateFilter = "all"
    search: str = ""
    order: InboxOrder = "newest"


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One line of the inbox.

    section, section_name: as decided, else as the query's model predicted; None while waiting.
    confidence: of that model's prediction, 0 to 1, also where an editor decided otherwise.
    added: UTC.
    problem: why the file could not be read, in state failed only.
    """

    id: int
    title: str
    source: str
    row: int | None
    state: ArticleState
    section: str | None
    section_name: str | None
    confidence: float | None
    cover_digest: str | None
    added: datetime
    problem: Problem | None


@dataclass(frozen=True, slots=True)
class InboxCounts:
    """How many articles each filter of the inbox holds; removed ones are in none."""

    all: int
    waiting: int
    to_decide: int
    decided: int
    failed: int


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """An article as the store holds it, its cover by digest.

    cover_size: width and height in pixels, as the eye sees the cover.
    decided_section: the section of the standing decision.
    added, removed: UTC; removed is None unless the article was removed and can be restored.
    """

    id: int
    title: str
    body: str
    source: str
    row: int | None
    language: str | None
    cover_digest: str | None
    cover_size: tuple[int, int] | None
    notices: tuple[Notice, ...]
    problem: Problem | None
    decided_section: str | None
    added: datetime
    removed: datetime | None


@dataclass(frozen=True, slots=True)
class ArticleText:
    """What a model reads of an article.

    notices: of the reading of the document, such as a broken cover left out.
    """

    id: int
    title: str
    body: str
    language: str | None
    cover_digest: str | None
    notices: tuple[Notice, ...]

    @property
    def cover_problem(self) -> Notice | None:
        """Why the document's cover was left out, where it had one that could not be used."""
        if self.cover_digest is not None:
            return None
        return next((n for n in self.notices if n.kind.startswith(COVER_NOTICE)), None)


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the ledger; never changed, never deleted.

    from_section: what stood before: the earlier decision, else what the model predicted.
    to_section: what stands from here on; None is a decision taken back.
    who, at, reason: the editor, the moment (UTC), and the reason given, if any.
    model, model_section, model_confidence: what the model on the desk said at that moment.
    """

    id: int
    article_id: int
    from_section: str | None
    to_section: str | None
    who: str
    at: datetime
    reason: str = ""
    model: str | None = None
    model_section: str | None = None
    model_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model that this store has met.

    fingerprint: hash of its manifest; another one under the same name is another model.
    manifest: the text of its `newsdesk.json`.
    """

    name: str
    fingerprint: str
    title: str
    manifest: str
    remembered: datetime
