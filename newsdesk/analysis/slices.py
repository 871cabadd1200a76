"""Where a model is wrong: its errors by the length of the articles, their date and their source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from newsdesk.analysis.curves import Share, wilson
from newsdesk.analysis.evaluated import Evaluated, Ints
from newsdesk.analysis.matrix import partners

LENGTH_BINS = 8
FEWEST_IN_BIN = 10
MOST_PERIODS = 24
MOST_SOURCES = 12
OTHERS, UNKNOWN = "others", "not known"
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


@dataclass(frozen=True, slots=True)
class Slice:
    """Articles that have something in common. wrong: the part of them that is wrong.

    name: what they have in common, UNKNOWN or OTHERS. places: of the articles.
    """

    name: str
    wrong: Share
    places: Ints


def by_length(evaluated: Evaluated, bins: int = LENGTH_BINS) -> tuple[Slice, ...]:
    """Bins of about equal mass by rising length in tokens; articles of one length stay together.

    There are fewer where a bin would have less than FEWEST_IN_BIN articles.
    """
    known = np.flatnonzero(evaluated.lengths > 0)
    made: list[Slice] = []
    if len(known):
        lengths = evaluated.lengths[known]
        number = max(1, min(bins, len(known) // FEWEST_IN_BIN))
        edges = np.quantile(lengths, np.arange(1, number) / number, method="higher")
        of = np.searchsorted(np.unique(edges), lengths, side="right")
        for place in np.unique(of):
            part = lengths[of == place]
            low, high = int(part.min()), int(part.max())
            name = f"{low:,}" if low == high else f"{low:,} – {high:,}"
            made.append(_slice(evaluated, name, known[of == place]))
    return (*made, *_unknown(evaluated, np.flatnonzero(evaluated.lengths <= 0)))


def by_date(evaluated: Evaluated, most: int = MOST_PERIODS) -> tuple[Slice, ...]:
    """By day, month, quarter or year: the finest with at most so many periods; else of n years.

    Periods in which no article is dated are left out.
    """
    dates = [_date(text) for text in evaluated.dates]
    known = np.array([i for i, date in enumerate(dates) if date], dtype=np.int64)
    unknown = np.array([i for i, date in enumerate(dates) if not date], dtype=np.int64)
    periods = _periods([dates[i] for i in known], most)
    made = []
    for period in sorted(set(periods)):
        where = np.array([each == period for each in periods], dtype=np.bool_)
        made.append(_slice(evaluated, period, known[where]))
    return (*made, *_unknown(evaluated, unknown))


def by_source(evaluated: Evaluated, most: int = MOST_SOURCES) -> tuple[Slice, ...]:
    """By source, those with most articles first; the smallest together where there are many."""
    names, of = np.unique(np.array(evaluated.sources, dtype=object), return_inverse=True)
    counts = np.bincount(of, minlength=len(names))
    order = [place for place in np.argsort(-counts, kind="stable") if names[place]]
    shown = order if len(order) <= most else order[: most - 1]
    made = [_slice(evaluated, str(names[i]), np.flatnonzero(of == i)) for i in shown]
    rest = np.isin(of, order[len(shown) :])
    if rest.any():
        made.append(_slice(evaluated, OTHERS, np.flatnonzero(rest)))
    blank = [place for place, name in enumerate(names) if not name]
    return (*made, *_unknown(evaluated, np.flatnonzero(np.isin(of, blank))))


def held_against(
    slices: Sequence[Slice], evaluated: Evaluated, other: Evaluated
) -> tuple[Slice, ...]:
    """The errors of another evaluation in the same articles; places are those of `evaluated`.

    Articles that the other model did not read are left out of its slices.
    """
    where = partners(evaluated, other)
    made = []
    for each in slices:
        places = each.places[where[each.places] >= 0]
        wrong = int((~other.right[where[places]]).sum())
        made.append(Slice(each.name, wilson(wrong, len(places)), places))
    return tuple(made)


def _slice(evaluated: Evaluated, name: str, places: Ints) -> Slice:
    wrong = int((~evaluated.right[places]).sum())
    return Slice(name, wilson(wrong, len(places)), places.astype(np.int64))


def _unknown(evaluated: Evaluated, places: Ints) -> tuple[Slice, ...]:
    return (_slice(evaluated, UNKNOWN, places),) if len(places) else ()


def _date(text: str) -> str:
    """The year, month or day at the head of a text, "" where it does not begin with any."""
    found = _DATE.match(text)
    return found.group() if found else ""


def _periods(dates: Sequence[str], most: int) -> list[str]:
    """The period of each date."""
    finest = min(map(len, dates), default=4)
    ways = [dates] if finest == 10 else []
    if finest >= 7:
        months = [date[:7] for date in dates]
        ways += [months, [f"{m[:4]} Q{(int(m[5:]) + 2) // 3}" for m in months]]
    years = [date[:4] for date in dates]
    for way in (*ways, years):
        if len(set(way)) <= most:
            return list(way)
    first, last = min(map(int, years)), max(map(int, years))
    size = -(-(last - first + 1) // most)
    starts = [first + (int(year) - first) // size * size for year in years]
    return [f"{start} – {start + size - 1}" for start in starts]
