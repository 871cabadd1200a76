"""A simple linear model over words: a second opinion that costs seconds, from the extra."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.errors import NewsdeskError

EXTRA = ("sklearn", "cleanlab", "openTSNE", "umap")
MOST_TERMS = 200_000
_FEW_SPACES = 0.05
"""Of all characters: below this share the texts' words are not divided by spaces."""
_SAMPLE = 200
_SEED = 13


def check_extra(*modules: str) -> None:
    """Raise NewsdeskError (`missing_library`) where a module of the extra is not installed."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise NewsdeskError(
            "missing_library",
            f"This needs {missing[0]}, which is not installed.",
            "Install Newsdesk with its extra: pip install 'newsdesk[analysis]'.",
        )


def vectorizer(texts: Sequence[str]) -> Any:
    """TF-IDF over words and pairs of words, or over two and three characters where no spaces are.

    Not fitted yet. Terms count by the logarithm of how often they occur (Salton & Buckley 1988).
    """
    from sklearn.feature_extraction.text import TfidfVectorizer

    options: dict[str, Any] = {"sublinear_tf": True, "min_df": 2 if len(texts) > 50 else 1}
    options["max_features"] = MOST_TERMS
    if _without_spaces(texts):
        return TfidfVectorizer(analyzer="char", ngram_range=(2, 3), **options)
    return TfidfVectorizer(token_pattern=r"(?u)\w+", ngram_range=(1, 2), **options)


def learn(features: Any, labels: NDArray[np.int64]) -> Any:
    """Logistic regression on features of shape (N, terms); labels: shape (N,), two at least."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10.0, max_iter=200, tol=1e-3, random_state=_SEED).fit(
        features, labels
    )


def _without_spaces(texts: Sequence[str]) -> bool:
    sample = texts[:: max(1, len(texts) // _SAMPLE)]
    characters = sum(map(len, sample))
    return sum(text.count(" ") for text in sample) < _FEW_SPACES * characters
