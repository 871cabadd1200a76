"""Evaluations out of thin air: seeded answers over sections that can be told apart."""

from __future__ import annotations

import numpy as np

from newsdesk.analysis.evaluated import Evaluated, Floats
from newsdesk.core.section import Section

NAMES = (
    "politics", "society", "sport", "entertainment", "local", "life", "world", "novelty",
)  # fmt: skip


def sections_made(number: int) -> tuple[Section, ...]:
    """So many sections; the first eight have the names of a real newsroom's, in two languages."""
    chinese = ("政治", "社會", "體育", "娛樂", "地方", "生活", "國際", "新奇")
    return tuple(
        Section(NAMES[i], {"en": NAMES[i].title(), "zh-Hant": chinese[i]})
        if i < len(NAMES)
        else Section(f"section-{i}", {"en": f"Section {i}", "ru": f"Раздел {i}"})
        for i in range(number)
    )


def made(articles: int = 200, sections: int = 8, right: float = 0.85, seed: int = 1) -> Evaluated:
    """So many articles of which about the part `right` is put where it belongs."""
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, sections, articles)
    wanted = np.where(
        chance.random(articles) < right, truth, (truth + 1 + chance.integers(0, 2, articles))
    )
    scores = chance.gumbel(size=(articles, sections))
    scores[np.arange(articles), wanted % sections] += 4
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities = exponentials / exponentials.sum(axis=1, keepdims=True)
    return Evaluated(
        sections=sections_made(sections),
        keys=np.arange(1, articles + 1, dtype=np.int64),
        truth=truth.astype(np.int64),
        probabilities=probabilities.astype(np.float32),
        lengths=chance.integers(20, 900, articles).astype(np.int64),
        abstained=np.zeros(articles, dtype=np.bool_),
        titles=[f"Article {i}: 各車站首日秩序良好" if i % 5 == 0 else f"Article {i}"
                for i in range(articles)],
        dates=[f"2024-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(articles)],
        sources=[f"wire-{i % 3}" for i in range(articles)],
        languages=["zh" if i % 5 == 0 else "en" for i in range(articles)],
        covers=[""] * articles,
    )  # fmt: skip


def features_made(evaluated: Evaluated, width: int = 24, seed: int = 2) -> Floats:
    """Features that lie around a place for each true section, shape (N, width)."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(len(evaluated.sections), width)) * 3
    spread = chance.normal(size=(len(evaluated), width))
    return (centres[evaluated.truth] + spread).astype(np.float32)
