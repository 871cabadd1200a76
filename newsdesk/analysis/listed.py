"""Which articles of an evaluation a list shows, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.evaluated import Evaluated, Ints

Order = Literal["mistake", "doubt", "title", "date"]
"""mistake: wrong before right, the surest mistakes first. doubt: the least certain answers first.
title: by letters. date: the newest first, those without a date last."""


def listed(
    evaluated: Evaluated, picked: NDArray[np.bool_], order: Order = "mistake", search: str = ""
) -> Ints:
    """Places of the articles that a list shows, shape (M,).

    picked: shape (N,); where nothing is picked, all that are wrong are listed.
    search: words that the title, the source or the date must all have, in any case.
    """
    wanted = picked if picked.any() else ~evaluated.right
    places = np.flatnonzero(wanted)
    terms = search.casefold().split()
    if terms:
        found = [place for place in places.tolist() if _has(evaluated, place, terms)]
        places = np.array(found, dtype=np.int64)
    return places[_order(evaluated, places, order)]


def _has(evaluated: Evaluated, place: int, terms: Sequence[str]) -> bool:
    said = f"{evaluated.titles[place]}\n{evaluated.sources[place]}\n{evaluated.dates[place]}"
    folded = said.casefold()
    return all(term in folded for term in terms)


def _order(evaluated: Evaluated, places: Ints, order: Order) -> Ints:
    """Places within `places`, in their order; equals stay as they stood."""
    if order == "title":
        titles = [evaluated.titles[place].casefold() for place in places]
        return np.array(sorted(range(len(places)), key=titles.__getitem__), dtype=np.int64)
    if order == "date":
        dates = [evaluated.dates[place] for place in places]
        # Sorting backwards keeps equals in their order, and "" is the least of all texts.
        known = sorted(range(len(places)), key=dates.__getitem__, reverse=True)
        return np.array(known, dtype=np.int64)
    confidence, right = evaluated.confidence[places], evaluated.right[places]
    if order == "doubt":
        return np.argsort(confidence, kind="stable")
    return np.lexsort((np.where(right, confidence, -confidence), right))
