"""A quick source of chance for dropout on a processor, decided by torch's own generator."""

from __future__ import annotations

import numpy as np
import torch

_CHANCES = 1 << 16


def chances_of(p: float) -> int:
    """How many of 65,536 equal chances drop a place: at least one, and one keeps it."""
    return max(1, min(round(p * _CHANCES), _CHANCES - 1))


def rise_of(chances: int) -> float:
    """What is kept grows by this factor, so that the mean stays."""
    return _CHANCES / (_CHANCES - chances)


def seed_at(seed: int, *place: int) -> int:
    """A seed for one place of a training."""
    state = np.random.SeedSequence([abs(seed), *place]).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(1))


def draw(shape: torch.Size, chances: int) -> torch.Tensor:
    """1 where a place is kept, 0 where it is dropped: int16 of that shape, on the CPU.

    torch gives the seed; every 64 bits of numpy's quickest generator decide four places.
    """
    count, seed = shape.numel(), int(torch.randint(2**63 - 1, ()))
    words = np.random.SFC64(seed).random_raw(-(-count // 4)).view(np.int16)
    least = chances - _CHANCES // 2  # of the words that keep a place
    # Arithmetic, since torch's comparisons and booleans take ten times as long.
    kept = torch.from_numpy(words).clamp_(least - 1, least).sub_(least - 1)
    return kept[:count].view(shape)
