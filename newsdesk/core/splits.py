"""Splits of a data set: every section on every side, near-duplicates never divided."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from random import Random


def split_rows(
    strata: Sequence[str],
    groups: Sequence[Hashable],
    shares: Mapping[str, float],
    seed: int,
) -> list[str]:
    """The name of the split of every row.

    strata: what is kept in proportion, one a row: a section, or data set and section.
    groups: rows of the same group always land in the same split; one a row.
    shares: the wanted part of each split, by name; they are brought to a sum of 1.
    seed: the same rows and seed always give the same splits.

    A stratum with at least as many groups as there are splits is found in each of them.
    Raises ValueError where the lengths differ or a share is not above 0.
    """
    if len(strata) != len(groups):
        raise ValueError("strata and groups differ in length")
    if not shares or min(shares.values()) <= 0:
        raise ValueError("every split needs a share above 0")
    members: dict[Hashable, list[int]] = defaultdict(list)
    for row, group in enumerate(groups):
        members[group].append(row)
    by_stratum: dict[str, list[list[int]]] = defaultdict(list)
    for rows in members.values():
        # A group belongs where most of its rows do; the name settles a draw.
        by_stratum[_commonest([strata[row] for row in rows])].append(rows)
    names = [""] * len(strata)
    for stratum in sorted(by_stratum):
        parts = by_stratum[stratum]
        Random(f"{seed}/{stratum}").shuffle(parts)
        for name, rows in _deal(parts, shares):
            for row in rows:
                names[row] = name
    return names


def _commonest(strata: Sequence[str]) -> str:
    if len(strata) == 1:
        return strata[0]
    counts = Counter(strata)
    return max(sorted(counts), key=counts.__getitem__)


def _deal(parts: list[list[int]], shares: Mapping[str, float]) -> list[tuple[str, list[int]]]:
    """Give each part to the split that is furthest below its share; first one to each."""
    total = sum(len(rows) for rows in parts)
    whole = sum(shares.values())
    missing = {name: total * share / whole for name, share in shares.items()}
    waiting = list(shares) if len(parts) >= len(shares) else []
    dealt = []
    for rows in parts:
        name = waiting.pop() if waiting else max(missing, key=missing.__getitem__)
        missing[name] -= len(rows)
        dealt.append((name, rows))
    return dealt
