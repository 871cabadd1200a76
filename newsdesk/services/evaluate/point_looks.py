"""What the colours of points stand for: each article of an evaluation is of one group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.core.section import Section
from newsdesk.engine.readable import language_name

Ints = NDArray[np.int64]
Colouring = Literal["truth", "predicted", "right", "confidence", "model", "date", "language"]
COLOURINGS: dict[Colouring, str] = {
    "truth": "true section",
    "predicted": "predicted section",
    "right": "right or wrong",
    "confidence": "confidence",
    "model": "model that is right",
    "date": "date",
    "language": "language",
}
"""The ways of colouring, as they are called."""

Look = Literal["section", "ramp", "list", "right", "one", "other", "wrong", "unknown"]
CONFIDENCES = ((0.5, "below 50 %"), (0.7, "50 – 70 %"), (0.9, "70 – 90 %"), (0.99, "90 – 99 %"))
_HIGHEST = "99 % and more"
_MOST_LANGUAGES = 9
_MOST_PERIODS = 7
_FEWEST_PERIODS = 3
_UNITS = (4, 7, 10)
"""Lengths of a year, a month and a day at the head of a date in ISO 8601."""


@dataclass(frozen=True, slots=True)
class Group:
    """Articles that look the same.

    look: where its colour comes from: the section's own, a place `share` (0 to 1) on a ramp, a
    place in the list of colours, or what the word says. code: of the section.
    """

    name: str
    look: Look
    code: str = ""
    share: float = 0.0


@dataclass(frozen=True)
class Looks:
    """groups: what the legend shows, in order. of: shape (N,): place of each article's group."""

    colouring: Colouring
    groups: tuple[Group, ...]
    of: Ints

    @cached_property
    def counts(self) -> Ints:
        """Articles in each group, shape (groups,)."""
        return np.bincount(self.of, minlength=len(self.groups))


def looks_of(
    evaluated: Evaluated,
    colouring: Colouring,
    against: Evaluated | None = None,
    models: tuple[str, str] = ("this model", "the other"),
) -> Looks:
    """Group the articles of an evaluation. against, models: for the colouring `model`."""
    if colouring == "truth":
        return Looks(colouring, _sections(evaluated.sections), evaluated.truth)
    if colouring == "predicted":
        return Looks(colouring, _sections(evaluated.sections), evaluated.predicted)
    if colouring == "confidence":
        return _by_confidence(evaluated)
    if colouring == "date":
        return _by_date(evaluated.dates)
    if colouring == "language":
        return _by_language(evaluated.languages)
    if colouring == "model" and against is not None:
        return _by_model(evaluated, against, models)
    groups = (Group("right", "right"), Group("wrong", "wrong"))
    return Looks("right", groups, np.where(evaluated.right, 0, 1))


def _sections(sections: Sequence[Section]) -> tuple[Group, ...]:
    return tuple(Group(section.name(), "section", section.code) for section in sections)


def _by_confidence(evaluated: Evaluated) -> Looks:
    edges = [edge for edge, _ in CONFIDENCES]
    names = [name for _, name in CONFIDENCES] + [_HIGHEST]
    of = np.searchsorted(edges, evaluated.confidence, side="right")
    return Looks("confidence", _ramp(names), of.astype(np.int64))


def _by_model(evaluated: Evaluated, against: Evaluated, models: tuple[str, str]) -> Looks:
    """Whether both are right, one or neither; articles are matched by their keys."""
    there = {int(key): bool(right) for key, right in zip(against.keys, against.right, strict=True)}
    places = {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}
    of = [
        4 if (other := there.get(int(key))) is None else places[bool(right), other]
        for key, right in zip(evaluated.keys, evaluated.right, strict=True)
    ]
    groups = (
        Group("both right", "unknown"),
        Group(f"only {models[0]} right", "one"),
        Group(f"only {models[1]} right", "other"),
        Group("both wrong", "wrong"),
        Group(f"not read by {models[1]}", "list", share=0.5),
    )
    return _used("model", groups, np.array(of, dtype=np.int64))


def _by_date(dates: Sequence[str]) -> Looks:
    """By year, month or day: the coarsest that tells some apart; many stand together in runs."""
    known = [date for date in dates if date]
    periods: list[str] = []
    unit = _UNITS[-1]
    for unit in _UNITS:
        periods = sorted({date[:unit] for date in known})
        if len(periods) >= _FEWEST_PERIODS:
            break
    runs = [run.tolist() for run in np.array_split(np.array(periods), _MOST_PERIODS) if len(run)]
    names = [run[0] if len(run) == 1 else f"{run[0]} – {run[-1]}" for run in runs]
    places = {period: i for i, run in enumerate(runs) for period in run}
    of = np.array([places[d[:unit]] if d else len(runs) for d in dates], dtype=np.int64)
    return _used("date", (*_ramp(names), Group("no date", "unknown")), of)


def _by_language(languages: Sequence[str]) -> Looks:
    ordered = [code for code, _ in Counter(code for code in languages if code).most_common()]
    seen = ordered[:_MOST_LANGUAGES]
    places = {code: i for i, code in enumerate(seen)}
    rest = {code: len(seen) for code in ordered[_MOST_LANGUAGES:]} | {"": len(seen) + 1}
    groups = [
        Group(language_name(code), "list", share=i / _MOST_LANGUAGES) for i, code in enumerate(seen)
    ]
    groups += [Group("other languages", "other"), Group("not known", "unknown")]
    of = np.array([places.get(code, rest.get(code, 0)) for code in languages], dtype=np.int64)
    return _used("language", tuple(groups), of)


def _ramp(names: Sequence[str]) -> tuple[Group, ...]:
    last = max(1, len(names) - 1)
    return tuple(Group(name, "ramp", share=i / last) for i, name in enumerate(names))


def _used(colouring: Colouring, groups: tuple[Group, ...], of: Ints) -> Looks:
    """Only the groups that have articles; the legend speaks of no others."""
    used = np.unique(of)
    return Looks(colouring, tuple(groups[i] for i in used), np.searchsorted(used, of))
