"""What leaves the store: frozen records, never rows of a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from newsdesk.core.errors import Notice, Problem

ArticleState = Literal["failed", "decided", "filed", "to_decide", "unread"]
"""failed: its file could not be read; decided: a decision stands; filed: the model was sure enough
to file it by itself; to_decide: the model answered; unread: the model has not answered yet, or
cannot read the text. The first that fits."""

Verdict = Literal["asks", "filed", "abstains"]
"""What follows from a model's answer: a person decides; it is filed; the model cannot read it."""

COVER_NOTICE = "cover_"
"""How the kinds of notices on covers begin that could not be used."""

StateFilter = Literal["all", "to_decide", "filed", "decided", "unread", "waiting", "failed"]
"""waiting: those of `unread` that the model has not been asked about yet."""
InboxOrder = Literal["oldest", "newest", "least_certain", "teaches_most"]
Arrived = Literal["", "today", "yesterday", "week"]
"""week: today and the six days before it."""


@dataclass(frozen=True, slots=True)
class InboxQuery:
    """Which articles the inbox lists, in which order, seen with one model.

    search: words that must all occur in title or body; "quoted words" occur side by side.
    order: oldest and newest by arrival; least_certain by rising confidence of the model,
        then those that it has not answered, oldest first; teaches_most: those of `among`.
    sections: only those that stand in one of these (as decided, first or second section, else
        as answered); empty is any.
    least, most: only those that the model answered with a confidence from least to most, 0 to 1.
    since, until: only those that arrived in [since, until); None is any time.
    answered_by: only those that this model has answered; empty is any.
    beside, differs: only those that the model `beside` puts into a section of another name.
    run: only those that this archive run brought in.
    among: only these, in this order; None is any. Whoever asks with the order `teaches_most` puts
        them in first, and only where some are undecided; without them it is `newest`.
    arrived: a time told from the day on which it is asked. Whoever asks puts `since` and `until`
        in its place first; the store keeps it in saved filters and does not heed it.
    """

    model: str
    state: StateFilter = "all"
    search: str = ""
    order: InboxOrder = "newest"
    sections: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 1.0
    since: datetime | None = None
    until: datetime | None = None
    answered_by: str = ""
    beside: str = ""
    differs: bool = False
    run: int | None = None
    arrived: Arrived = ""
    among: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One line of the inbox.

    section, section_name: as decided, else as the query's model predicted; None while unread.
    confidence: of that model's prediction, 0 to 1, also where an editor decided otherwise.
    also: the second section that the article stands in.
    beside_section, beside_name: what the query's second model says; None where it said nothing.
    abstains: the model was asked and cannot read the text.
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
    also: str | None = None
    beside_section: str | None = None
    beside_name: str | None = None
    abstains: bool = False


@dataclass(frozen=True, slots=True)
class InboxCounts:
    """How many articles each filter of the inbox holds; removed ones are in none.

    unread counts `waiting` and those that the model cannot read.
    """

    all: int
    to_decide: int
    filed: int
    decided: int
    unread: int
    waiting: int
    failed: int


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A filter that a person keeps under a name; its model is the one on the desk."""

    name: str
    query: InboxQuery


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file, or a row of one, that could not be read."""

    id: int
    source: str
    row: int | None
    problem: Problem
    added: datetime


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person has typed into an article and not yet kept as its text. at: UTC."""

    article_id: int
    title: str
    body: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FilingRules:
    """From which confidence on a model files by itself.

    thresholds: by section code, 0 to 1; a section without one always asks.
    """

    model: str
    enabled: bool = False
    thresholds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """An article as the store holds it, its cover by digest.

    cover_size: width and height in pixels, as the eye sees the cover.
    decided_section, also_section: of the standing decision.
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
    also_section: str | None = None


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


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the ledger; never changed, never deleted.

    from_section: what stood before: the earlier decision, else what the model predicted.
    to_section: what stands from here on; None is a decision taken back.
    who, at, reason: the editor, the moment (UTC), and the reason given, if any.
    model, model_section, model_confidence: what the model on the desk said at that moment.
    also: a second section in which the article stands from here on.
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
    also: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person wants to be written into the ledger about one article.

    section: the section's code; None takes back the decision that stands.
    also: a second section; None leaves the article in one.
    seen: id of the newest line about the article that the person has seen, 0 for none;
        None does not look whether there is a newer one.
    """

    article_id: int
    section: str | None
    also: str | None = None
    reason: str = ""
    seen: int | None = None


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
