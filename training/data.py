"""Data sets to labelled articles, splits and batches. Encoding is the desk's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
import torch

from newsdesk.core.errors import TrainingError
from newsdesk.core.near_duplicates import group_near_duplicates
from newsdesk.core.recipes import FinetuneSpec, SetSpec
from newsdesk.core.section import tidy_label
from newsdesk.core.splits import split_rows
from newsdesk.engine.preprocess import Encoded, TextEncoder, pad

POOL = 50  # batches sorted by length together
Batch = dict[str, torch.Tensor]


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


@dataclass(frozen=True, slots=True)
class EncodedRows:
    """Articles as a network reads them: whole, title only and body only; labels by position."""

    whole: list[Encoded]
    titles: list[Encoded]
    bodies: list[Encoded]
    labels: np.ndarray

    def __len__(self) -> int:
        return len(self.whole)


def encode_rows(
    articles: Sequence[LabelledArticle], codes: Sequence[str], encoder: TextEncoder
) -> EncodedRows:
    """Encode articles; `codes` gives the position of each section."""
    place = {code: index for index, code in enumerate(codes)}
    return EncodedRows(
        whole=encoder.encode_many([(a.title, a.body) for a in articles]),
        titles=encoder.encode_many([("", a.title or a.body) for a in articles]),
        bodies=encoder.encode_many([("", a.body or a.title) for a in articles]),
        labels=np.array([place[a.section] for a in articles], dtype=np.int64),
    )


def epoch_rows(
    rows: EncodedRows, title_only: float, body_only: float, seed: int, epoch: int
) -> list[Encoded]:
    """What one epoch shows of every article; the same for the same seed and epoch."""
    chance = np.random.default_rng([seed, epoch, 1]).random(len(rows))
    shown = []
    for index, value in enumerate(chance):
        if value < title_only:
            shown.append(rows.titles[index])
        elif value < title_only + body_only:
            shown.append(rows.bodies[index])
        else:
            shown.append(rows.whole[index])
    return shown


def batch_order(lengths: Sequence[int], size: int, seed: int, epoch: int) -> list[list[int]]:
    """Rows of every batch of one epoch: shuffled, sorted by length in pools, shuffled again.

    The last short batch is kept. The same for the same seed and epoch.
    """
    chance = np.random.default_rng([seed, epoch, 0])
    order = chance.permutation(len(lengths))
    batches = []
    for start in range(0, len(order), size * POOL):
        pool = sorted(order[start : start + size * POOL].tolist(), key=lambda row: lengths[row])
        batches += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [batches[index] for index in chance.permutation(len(batches))]


def to_batch(rows: Sequence[Encoded], pad_id: int, longest: int) -> Batch:
    """Rows to the network's inputs, each of shape (rows, width), padded to a multiple of 8."""
    ids, mask, types = (torch.from_numpy(part) for part in pad(rows, pad_id, longest=longest))
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


def by_length(rows: Sequence[Encoded], size: int = 32) -> Iterator[list[int]]:
    """Row numbers in batches of like length, for reading without learning."""
    order = sorted(range(len(rows)), key=lambda row: rows[row].tokens_read)
    for at in range(0, len(order), size):
        yield order[at : at + size]
