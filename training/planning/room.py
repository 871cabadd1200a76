"""Which settings fit a device: a batch in smaller parts, recomputed layers, shorter inputs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.plan import Proposal
from newsdesk.core.recipes import FinetuneSpec
from training.data import batch_order
from training.planning.cost import Cost
from training.tokens import MULTIPLE
from training.trials import most_trials

LENGTHS = (512, 256, 128)
RECOMPUTED_MEMORY = 0.35
RECOMPUTED_TIME = 1.35
ENOUGH = 0.95
"""Share of the articles that a shorter input must hold whole to be proposed where all fits."""


@dataclass(frozen=True, slots=True)
class DataFacts:
    """What a plan must know of a data set.

    codes: sections that have articles to learn from. train: articles to learn from in a trial.
    rows: all that are tokenised. folds: 1 where there are none. lengths: tokens of a sample,
    not cut.
    """

    codes: tuple[str, ...]
    train: int
    rows: int
    folds: int
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Room:
    """Which settings fit. limit: bytes that may be taken."""

    spec: FinetuneSpec
    facts: DataFacts
    cost: Cost | None
    limit: int

    @property
    def longest(self) -> int:
        """Tokens that the specification reads at most."""
        return self.spec.preprocessing.max_tokens

    @property
    def recompute(self) -> bool:
        """Whether the specification recomputes layers."""
        return self.spec.tuning.checkpoint_layers

    def memory(self, micro: int, longest: int, recompute: bool) -> int:
        """Peak bytes; 0 where nothing could be measured."""
        if self.cost is None:
            return 0
        width = width_of(self.facts.lengths, longest)
        return self.cost.memory(micro, width, self._kept(recompute))

    def _kept(self, recompute: bool) -> float:
        # What was measured had the specification's own setting.
        return RECOMPUTED_MEMORY if recompute and not self.spec.tuning.checkpoint_layers else 1.0

    def seconds(self, longest: int, recompute: bool) -> float:
        """Of all steps of all trials at most, from the real lengths in batches of like length."""
        if self.cost is None or not len(self.facts.lengths):
            return 0.0
        tuning = self.spec.tuning
        read = np.minimum(self.facts.lengths, longest)
        batches = batch_order(read, tuning.batch, self.spec.seed, 0)
        widths = [width_of(read[batch], longest) * len(batch) for batch in batches]
        sampled = sum(widths) / len(read) / self.spec.schedule.devices  # tokens an article
        steps = math.ceil(self.facts.train / tuning.batch)
        epoch = self.cost.step_seconds * steps
        epoch += self.cost.token_seconds * sampled * self.facts.train
        slower = RECOMPUTED_TIME if recompute and not tuning.checkpoint_layers else 1.0
        return epoch * slower * tuning.epochs * most_trials(self.spec, self.facts.folds)

    def largest(self, longest: int, recompute: bool) -> int:
        """The largest micro-batch that fits, by halves of the batch; 0 where none does."""
        micro = share_of(self.spec)
        while micro and not self._fits(micro, longest, recompute):
            micro //= 2
        return micro

    def _fits(self, micro: int, longest: int, recompute: bool) -> bool:
        if self.cost is None:
            return False
        tokens = micro * width_of(self.facts.lengths, longest)
        seen_not_to = 0 < self.cost.failed <= tokens and self._kept(recompute) == 1.0
        return not seen_not_to and self.memory(micro, longest, recompute) <= self.limit

    def proposal(self, micro: int, longest: int, recompute: bool, reason: str) -> Proposal:
        return Proposal(
            batch=self.spec.tuning.batch,
            micro_batch=micro,
            max_tokens=longest,
            checkpoint_layers=recompute,
            memory=self.memory(micro, longest, recompute),
            seconds=self.seconds(longest, recompute),
            reason=reason,
        )

    def fitting(self) -> list[Proposal]:
        """Settings that fit where the specification's do not; what changes least comes first."""
        longest, recompute = self.longest, self.recompute
        found = []
        micro = self.largest(longest, recompute)
        if micro:
            reason = f"{parts_of(self.spec, micro)}: the same training in less memory."
            found.append(self.proposal(micro, longest, recompute, reason))
        if not recompute:
            micro = self.largest(longest, True)
            if micro:
                reason = (
                    f"Recompute layers, {parts_of(self.spec, micro)}: the same training, slower."
                )
                found.append(self.proposal(micro, longest, True, reason))
        for shorter in (length for length in LENGTHS if length < longest):
            micro = self.largest(shorter, recompute)
            if micro:
                whole = float(np.mean(self.facts.lengths <= shorter))
                reason = (
                    f"{shorter} instead of {longest} tokens, {parts_of(self.spec, micro)}: "
                    f"{whole:.0%} of the articles are still read whole."
                )
                found.append(self.proposal(micro, shorter, recompute, reason))
                break
        return found

    def better(self) -> list[Proposal]:
        """Settings that are quicker where the specification's fit already."""
        longest, recompute = self.longest, self.recompute
        found = []
        micro = self.largest(longest, recompute)
        if micro > micro_of(self.spec):
            reason = f"{parts_of(self.spec, micro)}: there is room for more at once."
            found.append(self.proposal(micro, longest, recompute, reason))
        for shorter in (length for length in reversed(LENGTHS) if length < longest):
            whole = float(np.mean(self.facts.lengths <= shorter))
            if whole >= ENOUGH:
                reason = (
                    f"{shorter} instead of {longest} tokens: {whole:.0%} of the articles are no "
                    "longer."
                )
                found.append(self.proposal(micro_of(self.spec), shorter, recompute, reason))
                break
        return found


def share_of(spec: FinetuneSpec) -> int:
    """Articles of a batch that one device computes."""
    return -(-spec.tuning.batch // spec.schedule.devices)


def micro_of(spec: FinetuneSpec) -> int:
    """Articles that it computes at once."""
    return min(spec.tuning.micro_batch or share_of(spec), share_of(spec))


def parts_of(spec: FinetuneSpec, micro: int) -> str:
    return f"micro-batch {micro} × accumulation {-(-share_of(spec) // micro)}"


def width_of(lengths: NDArray[np.int64], longest: int) -> int:
    """Tokens of a row that is padded to the longest of some articles."""
    most = int(lengths.max()) if len(lengths) else longest
    return min(-(-most // MULTIPLE) * MULTIPLE, longest)
