"""Part `doubts`: how many of the labels that were flipped stand early in the list."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.figures import Figure, Size
from newsdesk.analysis.doubts.doubts import find_doubts
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import NewsdeskError

FLIPPED, EARLY, LEAST = 0.05, 0.08, 0.8
SEEDS = (1, 2, 3)


def measure(size: Size) -> list[Figure]:
    """The share of 5 % flipped labels of BBC within the first 8 % of the list, for three seeds."""
    rows = _bbc()
    figures, seconds = [], []
    for seed in SEEDS if size.rounds > 1 else SEEDS[:1]:
        wrong, numbers = flipped(rows, FLIPPED, seed)
        begun = time.perf_counter()
        report = find_doubts(wrong)
        seconds.append(time.perf_counter() - begun)
        first = {doubt.number for doubt in report.doubts[: round(EARLY * len(rows))]}
        share = len(first & numbers) / len(numbers)
        name = f"flipped labels of BBC in the first 8 %, seed {seed}"
        figures.append(Figure(name, 100 * share, "%", 100 * LEAST, "higher"))
    figures.append(Figure("looking for labels in doubt, 1,780 articles", max(seconds), "s"))
    return figures


def flipped(
    rows: list[LabelledArticle], share: float, seed: int
) -> tuple[list[LabelledArticle], set[int]]:
    """The rows with a share of their labels exchanged for another one, and the numbers of those."""
    chance = np.random.default_rng(seed)
    codes = sorted({row.section for row in rows})
    made, numbers = list(rows), set()
    for place in chance.choice(len(rows), round(share * len(rows)), replace=False):
        others = [code for code in codes if code != rows[place].section]
        made[place] = replace(rows[place], section=others[int(chance.integers(len(others)))])
        numbers.add(rows[place].number)
    return made, numbers


def _bbc() -> list[LabelledArticle]:
    root = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("NEWSDESK_DATA", root / "shared" / "data"))
    path = folder / "bbc" / "bbc.jsonl"
    if not path.is_file():
        raise NewsdeskError(
            "no_data", "The news data are not here.", "Set NEWSDESK_DATA to their folder."
        )
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        LabelledArticle(number, row["title"], row["body"], row["label"], group=number)
        for number, row in enumerate(rows, start=1)
    ]
