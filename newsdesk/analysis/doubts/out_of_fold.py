"""What a simple model says of each article, having learned from the others only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.linear import learn, vectorizer

FOLDS = 5
_SEED = 13


def out_of_fold(
    texts: Sequence[str],
    labels: NDArray[np.int64],
    groups: NDArray[np.int64],
    sections: int,
    tell: Callable[[int, int], None] = lambda done, total: None,
    check: Callable[[], None] = lambda: None,
) -> NDArray[np.float64]:
    """Probabilities of shape (N, sections), each row from a model that has not seen the article.

    labels: places of the sections, shape (N,). groups: articles of one group, such as
    near-duplicates, are always in one fold. tell: folds done and in all. check: what it raises
    between the folds ends the work. Sections that a fold never saw get 0.
    """
    chances = np.zeros((len(texts), sections))
    parts = fold_of(labels, groups, min(FOLDS, len(np.unique(groups))))
    last = int(parts.max(initial=0)) + 1
    for part in range(last):
        check()
        tell(part, last)
        seen = np.flatnonzero(parts != part).tolist()
        asked = np.flatnonzero(parts == part).tolist()
        known = np.unique(labels[seen])
        if len(known) < 2:
            chances[np.ix_(asked, known.tolist())] = 1.0
            continue
        words = vectorizer([texts[i] for i in seen])
        model = learn(words.fit_transform([texts[i] for i in seen]), labels[seen])
        check()
        found = model.predict_proba(words.transform([texts[i] for i in asked]))
        chances[np.ix_(asked, model.classes_)] = found
    tell(last, last)
    return chances


def fold_of(labels: NDArray[np.int64], groups: NDArray[np.int64], folds: int) -> NDArray[np.int64]:
    """The fold of each article, shape (N,): groups stay whole, sections are spread evenly.

    Groups are dealt out section by section, each to the fold that has the fewest of the section.
    """
    chance = np.random.default_rng(_SEED)
    members: dict[int, list[int]] = {}
    for place in chance.permutation(len(labels)):
        members.setdefault(int(groups[place]), []).append(int(place))
    held = np.zeros((int(labels.max(initial=0)) + 1, folds), dtype=np.int64)
    parts = np.zeros(len(labels), dtype=np.int64)
    for places in members.values():
        section = labels[places[0]]
        fold = int(np.lexsort((held.sum(axis=0), held[section]))[0])
        parts[places] = fold
        for place in places:
            held[labels[place], fold] += 1
    return parts
