"""The desk's undecided articles that would teach its model most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from newsdesk.analysis.next_best import NUMBER, POOL, next_best
from newsdesk.core.prediction import Prediction
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

STATES = ("to_decide", "filed")
"""The states of the inbox in which there are undecided articles that the model answered."""
_PORTION = 500


def most_teaching(
    store: Store,
    query: InboxQuery,
    stop: Callable[[], bool] | None = None,
    number: int = NUMBER,
) -> tuple[int, ...]:
    """Ids of those articles of a query that teach most, first the one that teaches most.

    query: of one of STATES. Where the model abstains, it is not asked. Raises StoreError,
    `stopped` once `stop` says so.
    """
    asked = replace(query, order="least_certain", among=None)
    margins = _smallest(store, store.articles.listing(asked, stop).tolist(), query.model)
    texts = store.articles.texts(sorted(margins, key=lambda each: margins[each])[:POOL])
    places = next_best(
        [f"{text.title}\n{text.body}" for text in texts],
        [margins[text.id] for text in texts],
        number,
    )
    return tuple(texts[place].id for place in places)


def margin(answer: Prediction) -> float:
    """The probability of the likeliest section less that of the second, 0 to 1."""
    scores = answer.scores
    return scores[0].p - (scores[1].p if len(scores) > 1 else 0.0)


def _smallest(store: Store, ids: list[int], model: str) -> dict[int, float]:
    """The margins of at least the POOL articles that have the smallest. ids: least certain first.

    A margin is never below 2p - 1, p being the confidence: once that is above the largest margin
    of the pool, no article that follows belongs into it, and its answer is not read.
    """
    margins: dict[int, float] = {}
    for start in range(0, len(ids), _PORTION):
        answers = store.predictions.many(ids[start : start + _PORTION], model)
        margins |= {article: margin(answer) for article, answer in answers.items()}
        if len(margins) >= POOL and answers:
            largest = sorted(margins.values())[POOL - 1]
            if 2 * max(answer.confidence for answer in answers.values()) - 1 > largest:
                break
    return margins
