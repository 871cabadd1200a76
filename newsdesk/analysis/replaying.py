"""The last articles of the desk, read by another model. Nothing of it is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from newsdesk.analysis.promotion import Replayed, Said
from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError
from newsdesk.core.prediction import Prediction
from newsdesk.core.section import Section
from newsdesk.core.worker import Call
from newsdesk.engine.loading import Reads, Shelf
from newsdesk.store import Store
from newsdesk.store.records import ArticleText, FilingRules, InboxQuery
from newsdesk.store.verdicts import verdict

LAST = 500
"""Articles that are replayed."""
_PORTION = 500
_CHUNK = 64
_REPLAYED = ("decided", "filed", "to_decide")
Tell = Callable[[int, int], None]
_Check = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Replay:
    """What two models say of the same articles, newest first.

    lacking: sections of the model on the desk that the candidate does not have; new: the other
    way round. shared: how many both have. names: of sections, by code.
    """

    articles: tuple[Replayed, ...]
    lacking: tuple[str, ...]
    new: tuple[str, ...]
    shared: int
    names: dict[str, str]


def replay(
    store: Store,
    shelf: Shelf,
    candidate: str,
    current: str,
    tell: Tell = lambda done, total: None,
    check: _Check = lambda: None,
    last: int = LAST,
) -> Replay:
    """Have a candidate read the last articles that were decided, or answered by `current`.

    current: the model on the desk, empty for none. It is asked again only about those of which
    its answer is not kept; where it is gone, they are left without.
    tell: gets done and total. check: what it raises ends the work.
    Raises ModelError where the candidate is gone, StoreError.
    """
    reads = shelf.take(candidate)
    asked = _taken(shelf, current)
    texts = _texts(store, current, last)
    kept = _kept(store, current, texts)
    missing = [text for text in texts if text.id not in kept] if asked is not None else []
    total, done = len(texts) + len(missing), 0
    tell(0, total)
    found: dict[int, Prediction] = {}
    for model, wanted, into in ((asked, missing, kept), (reads, texts, found)):
        if model is None:
            continue
        for answers in _read(store, model, wanted, check):
            into.update(answers)
            done += len(answers)
            tell(done, total)
    rows = _rows(store, texts, (current, kept), (candidate, found))
    ours = asked.manifest.sections if asked is not None else ()
    return _replay(rows, ours, reads.manifest.sections)


def replay_for(store: Store, shelf: Shelf, call: Call) -> None:
    """Answer a window that asks for a replay.

    Wants candidate; takes current and last. Tells `progress` with done and total, at last
    `replayed` with the values of a Replay.
    """
    asked = call.request
    found = replay(
        store,
        shelf,
        asked["candidate"],
        asked.get("current") or "",
        lambda done, total: call.tell("progress", done=done, total=total),
        call.check,
        asked.get("last") or LAST,
    )
    call.tell("replayed", replay=found)


def _texts(store: Store, current: str, last: int) -> list[ArticleText]:
    """The last articles that were decided or answered, newest first."""
    query = InboxQuery(current, order="newest")
    listed = store.articles.listing(query).tolist()
    ids: list[int] = []
    for start in range(0, len(listed), _PORTION):
        rows = store.articles.rows(listed[start : start + _PORTION], query)
        ids += [row.id for row in rows if row.state in _REPLAYED or row.abstains]
        if len(ids) >= last:
            break
    texts = {text.id: text for text in store.articles.texts(ids[:last])}
    return [texts[i] for i in ids[:last] if i in texts]


def _kept(store: Store, model: str, texts: Sequence[ArticleText]) -> dict[int, Prediction]:
    """What a model has said before."""
    said = {text.id: store.predictions.get(text.id, model) for text in texts} if model else {}
    return {article_id: each for article_id, each in said.items() if each is not None}


def _taken(shelf: Shelf, model: str) -> Reads | None:
    """The model on the desk; None where there is none, or it is gone."""
    try:
        return shelf.take(model) if model else None
    except ModelError:
        return None


def _read(
    store: Store, reads: Reads, texts: Sequence[ArticleText], check: _Check
) -> Iterator[dict[int, Prediction]]:
    for start in range(0, len(texts), _CHUNK):
        check()
        chunk = texts[start : start + _CHUNK]
        articles = [
            Article(
                text.title, text.body, language=text.language,
                cover=store.articles.cover(text.cover_digest) if text.cover_digest else None,
            )
            for text in chunk
        ]  # fmt: skip
        yield {chunk[place].id: answer for place, answer in reads.stream(articles, check)}


_Answers = tuple[str, dict[int, Prediction]]


def _rows(
    store: Store, texts: Sequence[ArticleText], now: _Answers, then: _Answers
) -> tuple[Replayed, ...]:
    (current, kept), (candidate, found) = now, then
    rules, rules_now = store.filing.get(candidate), store.filing.get(current)
    standing = store.decisions.standing_of([text.id for text in texts])
    rows = []
    for text in texts:
        line, before = standing.get(text.id), kept.get(text.id)
        rows.append(
            Replayed(
                article=text.id,
                title=text.title,
                now=_said(before, rules_now) if before is not None else None,
                then=_said(found[text.id], rules),
                decided=(line.to_section or "") if line is not None else "",
                also=(line.also or "") if line is not None else "",
            )
        )
    return tuple(rows)


def _said(prediction: Prediction, rules: FilingRules) -> Said:
    return Said(
        prediction.section, prediction.name, prediction.confidence, verdict(prediction, rules)
    )


def _replay(
    rows: tuple[Replayed, ...], ours: Sequence[Section], theirs: Sequence[Section]
) -> Replay:
    before, after = {each.code for each in ours}, {each.code for each in theirs}
    return Replay(
        articles=rows,
        lacking=tuple(each.code for each in ours if each.code not in after),
        new=tuple(each.code for each in theirs if ours and each.code not in before),
        shared=len(before & after),
        names={each.code: each.name() for each in (*ours, *theirs)},
    )
