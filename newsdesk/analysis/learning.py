"""The learning curve of a set of articles: whether more of them would help a simple model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.figures import counts_of
from newsdesk.analysis.linear import check_extra, vectorizer
from newsdesk.core.errors import NewsdeskError
from newsdesk.core.metrics import macro_f1

SHARES, ORDERS = 7, 3
FEWEST = 10
"""Articles to learn from at the first point of the curve."""
MOST = 30_000
"""Articles to learn from at the last point; more of them are drawn from."""
_SEED = 13


class LearningPoint(msgspec.Struct, frozen=True):
    """How well a model does that learned from so many articles: macro-F1, 0 to 1.

    mean, low and high are over the orders in which the articles were taken.
    """

    articles: int
    mean: float
    low: float
    high: float


class LearningCurve(msgspec.Struct, frozen=True):
    """points: by rising number of articles. learned, tested: articles that there were for it.

    mark: fingerprint of what they are.
    """

    points: tuple[LearningPoint, ...]
    learned: int
    tested: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """N articles as texts, with the place of the section of each, shape (N,)."""

    texts: Sequence[str]
    labels: NDArray[np.int64]


def learning_curve(
    learn: Texts,
    test: Texts,
    sections: int,
    tell: Callable[[int, int], None] = lambda done, total: None,
    check: Callable[[], None] = lambda: None,
) -> LearningCurve:
    """Macro-F1 of a linear model over growing shares of the articles to learn from.

    The model is TF-IDF with a linear support vector machine (Joachims 1998); every share is twice
    the one before and holds it. tell: models made and in all; check: what it raises between two
    models ends the work. Raises NewsdeskError `missing_library`, `too_few_articles`.
    """
    check_extra("sklearn")
    orders = _orders(len(learn.texts))
    sizes = sizes_of(len(orders[0]))
    if not len(test.texts) or len(np.unique(learn.labels)) < 2 or len(sizes) < 2:
        raise NewsdeskError(
            "too_few_articles",
            f"There are too few articles for a learning curve: {len(learn.texts):,} to learn "
            f"from and {len(test.texts):,} to test on.",
            "Add articles of two sections at least to the train part and to the test part.",
        )
    # The last share is all articles, whatever their order.
    plan = [
        (size, order) for size in sizes for order in orders[: ORDERS if size < sizes[-1] else 1]
    ]
    scores: dict[int, list[float]] = {size: [] for size in sizes}
    for done, (size, order) in enumerate(plan):
        check()
        tell(done, len(plan))
        part = order[:size]
        found = _answers([learn.texts[i] for i in part], learn.labels[part], test.texts, check)
        scores[size].append(macro_f1(counts_of(test.labels, found, sections)))
    tell(len(plan), len(plan))
    points = [
        LearningPoint(size, float(np.mean(found)), min(found), max(found))
        for size, found in scores.items()
    ]
    return LearningCurve(tuple(points), len(orders[0]), len(test.texts))


def sizes_of(articles: int) -> list[int]:
    """Up to SHARES numbers of articles, each about half of the next; the last one is all."""
    sizes = {round(articles / 2**step) for step in range(SHARES)}
    return sorted(size for size in sizes if size >= min(FEWEST, articles))


def _orders(articles: int) -> list[NDArray[np.int64]]:
    chance = np.random.default_rng(_SEED)
    drawn = chance.permutation(articles)[:MOST]
    return [drawn, *(chance.permutation(drawn) for _ in range(ORDERS - 1))]


def _answers(
    texts: Sequence[str], labels: NDArray[np.int64], asked: Sequence[str], check: Callable[[], None]
) -> NDArray[np.int64]:
    """The sections that a model which learned from some texts gives to others."""
    known = np.unique(labels)
    if len(known) == 1:
        return np.full(len(asked), known[0], dtype=np.int64)
    words = vectorizer(texts)
    try:
        features = words.fit_transform(texts)
    except ValueError:  # no term is left: the texts are empty
        return np.full(len(asked), np.bincount(labels).argmax(), dtype=np.int64)
    check()
    found: Any = _machine().fit(features, labels).predict(words.transform(asked))
    return np.asarray(found, dtype=np.int64)


def _machine() -> Any:
    from sklearn.svm import LinearSVC

    return LinearSVC(C=1.0, max_iter=2000, random_state=_SEED)
