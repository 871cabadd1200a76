"""Data sets to labelled articles, splits and batches. Encoding is the desk's own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.errors import TrainingError
from newsdesk.core.near_duplicates import group_near_duplicates
from newsdesk.core.recipes import FinetuneSpec, SetSpec
from newsdesk.core.section import tidy_label
from newsdesk.core.splits import split_rows
from training.tokens import EncodedRows, TokenRows

POOL = 50  # batches sorted by length together
Lengths = Sequence[int] | NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LabelledArticle:
    """An article of a data set. section: a code; group: near-duplicates share it."""

    dataset: str
    id: str
    title: str
    body: str
    section: str
    group: int = -1
    split: str = ""


def read_corpus(spec: FinetuneSpec, folder: Path) -> list[LabelledArticle]:
    """All sets of a specification, grouped over all of them together and split.

    Raises TrainingError where a file is missing or a row cannot be read.
    """
    rows = [row for source in spec.sets for row in read_set(source, folder)]
    groups = group_near_duplicates([f"{row.title}\n\n{row.body}" for row in rows])
    rest = 1 - spec.test_share
    shares = {
        "train": rest * (1 - spec.dev_share),
        "dev": rest * spec.dev_share,
        "test": spec.test_share,
    }
    strata = [f"{row.dataset}/{row.section}" for row in rows]
    splits = split_rows(strata, groups, shares, spec.seed)
    return [
        replace(row, group=group, split=split)
        for row, group, split in zip(rows, groups, splits, strict=True)
    ]


def read_set(source: SetSpec, folder: Path) -> list[LabelledArticle]:
    """The rows of one set whose language is asked for and whose label is mapped."""
    path = folder / source.file
    labels = {tidy_label(label): section for label, section in source.labels.items()}
    articles = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise TrainingError(
            "no_data",
            f"The data set {source.title} cannot be read from {path}: {error}.",
            "Give the folder that holds the sets with --data.",
        ) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            section = labels.get(tidy_label(str(row["label"])))
            if row["lang"] == source.language and section is not None:
                articles.append(
                    LabelledArticle(source.code, str(row["id"]), row["title"], row["body"], section)
                )
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise TrainingError(
                "bad_row",
                f"Line {number} of {path} is not an article: {error}.",
                "Mend or remove the line.",
            ) from error
    return articles


def fingerprint(articles: Sequence[LabelledArticle]) -> str:
    """Hash of content and splits: 32 hexadecimal digits, whatever the order of the rows."""
    total = blake2b(digest_size=16)
    for article in sorted(articles, key=lambda a: (a.dataset, a.id)):
        parts = (article.dataset, article.id, article.section, article.split)
        total.update("\x1f".join((*parts, article.title, article.body, "\x1e")).encode())
    return total.hexdigest()


def epoch_rows(
    rows: EncodedRows, title_only: float, body_only: float, seed: int, epoch: int
) -> TokenRows:
    """What one epoch shows of every article; the same for the same seed and epoch."""
    if rows.titles is None or rows.bodies is None or title_only + body_only == 0:
        return rows.whole
    chance = np.random.default_rng([abs(seed), epoch, 1]).random(len(rows))
    view = np.where(chance < title_only, 1, np.where(chance < title_only + body_only, 2, 0))
    shown = (rows.whole, rows.titles, rows.bodies)
    # All three views lie in the same arrays, so a row of each can stand in one set of rows.
    return replace(
        rows.whole,
        starts=np.choose(view, [part.starts for part in shown]),
        lengths=np.choose(view, [part.lengths for part in shown]),
    )


def batch_order(lengths: Lengths, size: int, seed: int, epoch: int) -> list[list[int]]:
    """Rows of every batch of one epoch: shuffled, sorted by length in pools, shuffled again.

    The last short batch is kept. The same for the same seed and epoch.
    """
    known = np.asarray(lengths)
    chance = np.random.default_rng([abs(seed), epoch, 0])
    order = chance.permutation(len(known))
    batches: list[list[int]] = []
    for start in range(0, len(order), size * POOL):
        pool = order[start : start + size * POOL]
        pool = pool[np.argsort(known[pool], kind="stable")].tolist()
        batches += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [batches[index] for index in chance.permutation(len(batches))]
