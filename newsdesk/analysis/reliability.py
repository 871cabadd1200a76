"""Reliability: whether articles with 80 % confidence are right in 80 % of cases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Articles of like confidence: how many, their mean confidence, and the part that is right."""

    articles: int
    confidence: float
    right: float
    low: float
    high: float


def reliability(
    confidence: NDArray[np.float32], right: NDArray[np.bool_], bins: int = BINS
) -> tuple[Bin, ...]:
    """Bins of equal mass by rising confidence (Nguyen & O'Connor 2015); low, high: its edges."""
    order = np.argsort(confidence, kind="stable")
    return tuple(
        Bin(
            len(part),
            float(confidence[part].mean()),
            float(right[part].mean()),
            float(confidence[part[0]]),
            float(confidence[part[-1]]),
        )
        for part in np.array_split(order, min(bins, max(1, len(order))))
        if len(part)
    )
