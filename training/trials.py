"""Trials: pairs of rates, seeds and folds in order, and which of them are worth keeping."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from newsdesk.core.job import Trial
from newsdesk.core.recipes import FinetuneSpec

Pair = tuple[float, float]
"""Encoder rate and head rate."""


class TrialRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One trial that is over.

    identity: hash of all that decided how it went. rate: the encoder's in its last attempt.
    micro: articles computed at once at its end. history: epoch, loss and macro_f1 on dev.
    test_macro_f1: told where seeds or folds are compared; nothing is chosen by it.
    """

    number: int
    encoder_rate: float
    head_rate: float
    seed: int
    fold: int
    identity: str
    state: Literal["done", "collapsed", "failed"]
    attempts: int
    rate: float
    micro: int = 0
    steps: int = 0
    best_epoch: int = 0
    dev_macro_f1: float | None = None
    dev_loss: float | None = None
    test_macro_f1: float | None = None
    history: tuple[dict[str, float], ...] = ()
    ended: str = ""

    @property
    def pair(self) -> Pair:
        return self.encoder_rate, self.head_rate

    @property
    def order(self) -> tuple[float, float, int]:
        """Sorts the better of two trials first."""
        loss = math.inf if self.dev_loss is None else self.dev_loss
        return -(self.dev_macro_f1 or 0.0), loss, self.number

    def as_trial(self) -> Trial:
        """As the table of trials shows it."""
        return Trial(
            number=self.number,
            encoder_rate=self.encoder_rate,
            head_rate=self.head_rate,
            seed=self.seed,
            fold=self.fold,
            state=self.state,
            attempts=self.attempts,
            best_epoch=self.best_epoch,
            dev_macro_f1=self.dev_macro_f1,
            dev_loss=self.dev_loss,
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A trial before it began: its rates, seed and fold."""

    pair: Pair
    seed: int
    fold: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """The outcome of a sweep.

    winner: the trial that ships. by_fold: the best trial of the winning pair in each fold.
    records: all trials.
    """

    winner: TrialRecord
    by_fold: dict[int, TrialRecord]
    records: tuple[TrialRecord, ...]


def first_pairs(spec: FinetuneSpec) -> list[Pair]:
    """Pairs that are tried whatever comes out."""
    tuning, sweep = spec.tuning, spec.sweep
    if sweep.way == "single":
        return [(tuning.encoder_rate, _head_rate(spec, tuning.encoder_rate))]
    rates = list(dict.fromkeys(sweep.encoder_rates))
    if sweep.way == "staged" or not sweep.head_rates:
        return [(rate, _head_rate(spec, rate)) for rate in rates]
    return [(rate, head) for rate in rates for head in dict.fromkeys(sweep.head_rates)]


def later_pairs(spec: FinetuneSpec, best_rate: float) -> list[Pair]:
    """In a staged sweep the head's rates, at the best encoder rate of the first stage."""
    if spec.sweep.way != "staged":
        return []
    tried = _head_rate(spec, best_rate)
    return [(best_rate, head) for head in dict.fromkeys(spec.sweep.head_rates) if head != tried]


def places_of(pairs: Sequence[Pair], folds: Sequence[int], seeds: Sequence[int]) -> list[Place]:
    """The trials of some pairs, in order: pair by pair, fold by fold, seed by seed."""
    return [Place(pair, seed, fold) for pair in pairs for fold in folds for seed in seeds]


def seeds_of(spec: FinetuneSpec) -> tuple[int, ...]:
    """The seeds that every pair is trained with."""
    return tuple(dict.fromkeys(spec.sweep.seeds)) or (spec.seed,)


def most_trials(spec: FinetuneSpec, folds: int) -> int:
    """How many trials there will be at most."""
    later = len(set(spec.sweep.head_rates)) if spec.sweep.way == "staged" else 0
    return (len(first_pairs(spec)) + later) * len(seeds_of(spec)) * folds


def best_pair(records: Sequence[TrialRecord]) -> Pair | None:
    """The pair of the best mean over its trials; a collapsed trial counts as 0.

    None where no trial of any pair came to an end.
    """

    def order(pair: Pair) -> tuple[float, float]:
        mine = [record for record in records if record.pair == pair]
        losses = [record.dev_loss for record in mine if record.dev_loss is not None]
        f1 = sum(record.dev_macro_f1 or 0.0 for record in mine) / len(mine)
        return -f1, sum(losses) / len(losses)

    # In order of training, so that of equals the first one wins.
    alive = dict.fromkeys(record.pair for record in records if record.state == "done")
    return min(alive, key=order, default=None)


def worth_keeping(records: Sequence[TrialRecord], trials_a_pair: int) -> tuple[set[int], set[int]]:
    """Numbers of the trials whose weights, and of those whose logits, may still be needed.

    Of the best pair whose trials are all over, and of a pair that is not yet through: the best
    trial's weights, and the logits of the best trial in each fold.
    """
    counts: dict[Pair, int] = {}
    for record in records:
        counts[record.pair] = counts.get(record.pair, 0) + 1
    through = [record for record in records if counts[record.pair] == trials_a_pair]
    pairs = {best_pair(through)} | {pair for pair, n in counts.items() if n < trials_a_pair}
    weights, logits = set(), set()
    for pair in pairs:
        mine = [r for r in records if r.pair == pair and r.state == "done"]
        if mine:
            weights.add(min(mine, key=lambda r: r.order).number)
            logits |= {record.number for record in best_by_fold(mine).values()}
    return weights, logits


def best_by_fold(records: Sequence[TrialRecord]) -> dict[int, TrialRecord]:
    """The best trial in each fold."""
    best: dict[int, TrialRecord] = {}
    for record in sorted(records, key=lambda r: r.order):
        best.setdefault(record.fold, record)
    return dict(sorted(best.items()))


def _head_rate(spec: FinetuneSpec, encoder_rate: float) -> float:
    tuning = spec.tuning
    return tuning.head_rate or encoder_rate * tuning.head_factor
