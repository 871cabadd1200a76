"""Plan: what a job will cost, measured before it starts, and what would fit better."""

from __future__ import annotations

import msgspec


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that fit the device. memory: peak bytes; reason: why these, in a sentence."""

    batch: int
    micro_batch: int
    max_tokens: int
    checkpoint_layers: bool
    memory: int
    seconds: float
    reason: str


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a specification costs on this machine.

    device: cpu or cuda:0; device_name: for people. device_memory, device_free: bytes, of the
    card, or of the machine for the CPU.
    articles: to learn from in each trial; trials: of all rates, seeds and folds; steps: at most.
    memory: peak bytes, measured over three trial steps of the longest batches.
    seconds: of all steps at most; disk: bytes of checkpoints, cache and models; disk_free: there.
    fits: whether it can start. proposals: what fits or fits better, best first.
    reasons: sentences for people, also where everything is well.
    """

    device: str
    device_name: str
    device_memory: int
    device_free: int
    articles: int
    trials: int
    steps: int
    seconds_a_step: float
    seconds: float
    memory: int
    disk: int
    disk_free: int
    fits: bool
    proposals: tuple[Proposal, ...] = ()
    reasons: tuple[str, ...] = ()
