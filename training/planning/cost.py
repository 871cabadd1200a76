"""What a step costs here: trial steps of random articles, in seconds and bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import psutil
import torch

from training.devices import Device
from training.learning import Learner, Part
from training.memory import OutOfMemory
from training.networks import head_width

STEPS = 3  # the first one warms up
LEAST_TOKENS = 16
PATIENCE = 4.0  # seconds that a trial step on the processor should take at most
MOST_ON_CPU = 8  # articles of a trial step there; more cost in proportion
CONTEXT = 600 << 20
"""Bytes that a card's driver takes for a process, beside its tensors."""
SLACK = 1.1  # what fragments take


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one optimiser step, by the tokens that are computed.

    fixed: bytes whatever the batch: weights, gradients, moments, the process itself.
    token_bytes: for each token computed at once. step_seconds: whatever the batch.
    token_seconds: for each token of the batch. fitted: tokens at once that were seen to fit;
    failed: those that were seen not to, 0 where all did.
    """

    fixed: int
    token_bytes: float
    step_seconds: float
    token_seconds: float
    fitted: int
    failed: int = 0

    def memory(self, micro: int, longest: int, recomputed: float = 1.0) -> int:
        """Peak bytes of parts of `micro` articles; recomputed: share of activations kept."""
        return int(self.fixed + self.token_bytes * recomputed * micro * longest)

    def seconds(self, tokens: int) -> float:
        """Of one step that computes so many tokens, padding too."""
        return self.step_seconds + self.token_seconds * tokens


@dataclass(frozen=True, slots=True)
class _Point:
    tokens: int
    seconds: float
    peak: int


def measure_cost(
    learner: Learner, micro: int, longest: int, tell: Callable[[str], None] = lambda _: None
) -> Cost | None:
    """Trial steps with one article, then with as many as are wanted and fit.

    micro: articles at once; longest: tokens of each. None where not even a short one fits.
    """
    failed = 0
    width, single = longest, None
    while single is None and width >= min(LEAST_TOKENS, longest):
        tell(f"trial steps of 1 article of {width} tokens")
        single = _try(learner, 1, width)
        if single is None:
            failed, width = width, width // 2
    if single is None:
        return None
    many = _wanted(learner.device, micro, single.seconds)
    other = None
    while other is None and many > 1:
        tell(f"trial steps of {many} articles of {width} tokens")
        other = _try(learner, many, width)
        if other is None:
            failed, many = many * width, many // 2
    if other is None:
        shorter = max(width // 2, 1)
        other, single = single, _try(learner, 1, shorter) or single
    return _fit(single, other, failed)


def _wanted(device: Device, micro: int, seconds: float) -> int:
    """Articles of the larger trial step: on the processor no more than it does in patience."""
    if device.on_card:
        return micro
    return min(micro, MOST_ON_CPU, max(2, int(PATIENCE / max(seconds, 1e-3))))


def _try(learner: Learner, articles: int, tokens: int) -> _Point | None:
    """Seconds and peak of steps with articles of one length; None where they do not fit."""
    device = learner.device
    if device.on_card:
        torch.cuda.reset_peak_memory_stats(device.place)
    seconds, kept = [], 0
    try:
        for step in range(STEPS):
            part = _made_up(learner, articles, tokens, step)
            started = time.perf_counter()
            if step or device.on_card:
                learner.learn([part], articles)
            else:
                with _kept_for_backward(learner) as sizes:
                    learner.learn([part], articles)
                kept = sum(sizes.values())
            seconds.append(time.perf_counter() - started)
    except OutOfMemory:
        return None
    if device.on_card:
        peak = int(torch.cuda.max_memory_allocated(device.place) * SLACK) + CONTEXT
    else:
        # The process's own peak would be that of loading the weights.
        peak = int(psutil.Process().memory_info().rss + kept * SLACK)
    # The quicker of two: what else the machine did meanwhile is not the cost of a step.
    return _Point(articles * tokens, min(seconds[1:]), peak)


def _made_up(learner: Learner, articles: int, tokens: int, seed: int) -> Part:
    chance = np.random.default_rng(seed)
    shape = (articles, tokens)
    vocabulary = int(learner.network.config.vocab_size)
    batch = {
        "input_ids": torch.from_numpy(chance.integers(0, vocabulary, shape)),
        "attention_mask": torch.ones(shape, dtype=torch.int64),
        "token_type_ids": torch.zeros(shape, dtype=torch.int64),
    }
    labels = chance.integers(0, head_width(learner.network), articles)
    return Part(batch, torch.from_numpy(labels), seed)


@contextmanager
def _kept_for_backward(learner: Learner) -> Iterator[dict[int, int]]:
    """Bytes of what a forward pass keeps, by the place where it lies; weights left out."""
    weights = {part.untyped_storage().data_ptr() for part in learner.network.parameters()}
    sizes: dict[int, int] = {}

    def note(kept: torch.Tensor) -> torch.Tensor:
        storage = kept.untyped_storage()
        if storage.data_ptr() not in weights:
            sizes[storage.data_ptr()] = storage.nbytes()
        return kept

    with torch.autograd.graph.saved_tensors_hooks(note, lambda kept: kept):
        yield sizes


def _fit(first: _Point, second: _Point, failed: int) -> Cost:
    """A line through two points, of bytes and of seconds."""
    small, large = sorted((first, second), key=lambda point: point.tokens)
    between = large.tokens - small.tokens
    token_bytes = max(large.peak - small.peak, 0) / between if between else 0.0
    token_seconds = (large.seconds - small.seconds) / between if between else 0.0
    if not 0 < token_seconds <= large.seconds / large.tokens:  # noise: all of it by the token
        token_seconds = large.seconds / large.tokens
    return Cost(
        fixed=int(large.peak - token_bytes * large.tokens),
        token_bytes=token_bytes,
        step_seconds=large.seconds - token_seconds * large.tokens,
        token_seconds=token_seconds,
        fitted=large.tokens,
        failed=failed,
    )
