"""What people ask of a full inbox: the filters and searches that are timed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from benchmarks.filled_articles import BESIDE
from newsdesk.store.records import InboxQuery
from newsdesk.store.schema import now

# Words of one character, of two, of three and more; as they are typed; several; side by side.
_SEARCHES = (
    "q", "7", "b", "ba", "ban", "bank", "uk", "ai", "eu", "film", "council", "minister",
    "hospital vaccine", "goal match coach", '"prime minister"', "nowhere to be found", "ministeri",
    "的", "港", "霧", "銀行", "醫院", "議會", "助聽器", "半導體工廠", "醫院 病人", "敗血症",
    "и", "ю", "мэр", "не", "банк", "победный гол", "школьников", "Москве", "микросхема",
)  # fmt: skip


def questions(model: str) -> list[InboxQuery]:
    """About sixty, always in the same order, seen with one model."""
    plain = InboxQuery(model)
    found = [replace(plain, search=words) for words in _SEARCHES]
    found += _filters(plain)
    return found


def _filters(plain: InboxQuery) -> Iterator[InboxQuery]:
    today = now()
    for state in ("to_decide", "filed", "decided", "unread", "failed", "all"):
        yield replace(plain, state=state)
    for state in ("to_decide", "decided", "all"):
        yield replace(plain, state=state, order="least_certain")
    yield replace(plain, order="oldest")
    yield replace(plain, sections=("sport",))
    yield replace(plain, sections=("business", "politics", "technology"), state="decided")
    yield replace(plain, sections=("health",), state="to_decide", order="least_certain")
    yield replace(plain, least=0.9)
    yield replace(plain, most=0.5, state="to_decide", order="least_certain")
    yield replace(plain, least=0.4, most=0.6)
    yield replace(plain, since=today - timedelta(days=1))
    yield replace(plain, since=today - timedelta(days=7), state="to_decide")
    yield replace(plain, since=today - timedelta(days=400), until=today - timedelta(days=370))
    yield replace(plain, answered_by=BESIDE)
    yield replace(plain, beside=BESIDE, differs=True)
    yield replace(plain, beside=BESIDE, differs=True, state="to_decide", order="least_certain")
    yield replace(plain, search="bank", state="to_decide", sections=("business",))
    yield replace(plain, search="銀行", state="decided")
    yield replace(plain, search="не", order="least_certain")
    yield replace(plain, search="minister", least=0.8, since=today - timedelta(days=90))
