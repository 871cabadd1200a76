"""What a model makes of an article on the way to its answer, for those who look into models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.prediction import Prediction

FeatureKind = Literal["text", "cover", "fused"]


@dataclass(frozen=True, slots=True)
class Examined:
    """An answer and the features behind it, each of shape (width,); those that there are."""

    prediction: Prediction
    features: dict[FeatureKind, NDArray[np.float32]] = field(default_factory=dict)


def features_of(
    batch: Mapping[FeatureKind, NDArray[np.float32] | None], row: int
) -> dict[FeatureKind, NDArray[np.float32]]:
    """The features of one row of a batch; those that are not there, or NaN, are left out."""
    return {
        kind: rows[row]
        for kind, rows in batch.items()
        if rows is not None and np.isfinite(rows[row]).all()
    }
