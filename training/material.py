"""A snapshot as a network reads it: tokenised, with the places of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import file_digest
from newsdesk.core.recipes import FinetuneSpec
from newsdesk.engine.preprocess import TextEncoder
from training.networks import check_length, text_encoder, tokenizer_file
from training.snapshot import Snapshot
from training.tokens import EncodedRows, encode_rows

Places = NDArray[np.int64]

FEW_TESTED = 30
"""With fewer articles an interval is wider than what models differ by."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Places of the rows that are learned from, chosen by and tested on."""

    train: Places
    dev: Places
    test: Places


@dataclass(frozen=True, slots=True)
class Material:
    """All that the trials of a job read.

    codes: sections in the order of the logits. rows: every article of these sections, in order of
    number. parts: by fold; 0 where the set is not in folds.
    notes: what people should know of the data, in sentences.
    """

    codes: list[str]
    encoder: TextEncoder
    longest: int
    rows: EncodedRows
    parts: dict[int, Parts]
    notes: tuple[str, ...]

    @property
    def in_folds(self) -> bool:
        """Whether each fold is tested in turn."""
        return 0 not in self.parts


def prepare(
    snapshot: Snapshot, spec: FinetuneSpec, source: Path, check: Callable[[], None]
) -> Material:
    """Tokenise a snapshot, or map what was tokenised before.

    source: the folder of the base model. Raises TrainingError where there is too little to learn.
    """
    check_length(source, spec.preprocessing.max_tokens)
    articles = list(snapshot.rows())
    parts = divide(articles, snapshot, spec.fold)
    codes = _learnable(articles, snapshot, parts.values())
    known = set(codes)
    kept = [place for place, article in enumerate(articles) if article.section in known]
    articles = [articles[place] for place in kept]
    parts = divide(articles, snapshot, spec.fold)
    _check_enough(codes, parts, snapshot)
    encoder = text_encoder(source, spec.preprocessing)
    rows = encode_rows(
        articles,
        codes,
        encoder,
        views=spec.tuning.title_only + spec.tuning.body_only > 0,
        cache=paths.token_cache(),
        key=_key(snapshot, codes, source, spec),
        check=check,
    )
    longest = spec.preprocessing.max_tokens
    notes = _notes(snapshot, len(articles), rows, longest, parts)
    return Material(codes, encoder, longest, rows, parts, notes)


def learnable(snapshot: Snapshot, spec: FinetuneSpec) -> tuple[list[str], list[LabelledArticle]]:
    """The sections in the order of the logits, and the articles that are learned from.

    Of a set in folds, without one being named, those that some fold learns from.
    """
    articles = list(snapshot.rows())
    parts = divide(articles, snapshot, spec.fold)
    codes = _learnable(articles, snapshot, parts.values())
    places = sorted({int(place) for part in parts.values() for place in part.train})
    return codes, [articles[place] for place in places if articles[place].section in codes]


def articles_of(snapshot: Snapshot, material: Material) -> list[LabelledArticle]:
    """The texts of the rows, in their order."""
    known = set(material.codes)
    return [article for article in snapshot.rows() if article.section in known]


def divide(
    articles: Iterable[LabelledArticle], snapshot: Snapshot, fold: int = 0
) -> dict[int, Parts]:
    """Places by fold: the fold is tested, the next one chooses, the others teach.

    fold: only this one; 0 for each in turn. A set in plain splits has one entry, 0.
    """
    plan = snapshot.info.plan
    if plan.way != "folds":
        if fold:
            raise TrainingError(
                "no_folds",
                f"The data set {snapshot.info.name} is not divided into folds.",
                "Divide it into folds, or leave the fold out of the specification.",
            )
        splits = np.array([article.split for article in articles])
        train, dev, test = (np.flatnonzero(splits == name) for name in ("train", "dev", "test"))
        return {0: Parts(train, dev, test)}
    if fold > plan.folds:
        raise TrainingError(
            "no_folds",
            f"The data set {snapshot.info.name} has {plan.folds} folds, and no fold {fold}.",
            f"Name a fold from 1 to {plan.folds}, or 0 for each in turn.",
        )
    folds = np.array([article.fold for article in articles], dtype=np.int64)
    return {
        number: Parts(
            np.flatnonzero((folds > 0) & (folds != number) & (folds != number % plan.folds + 1)),
            np.flatnonzero(folds == number % plan.folds + 1),
            np.flatnonzero(folds == number),
        )
        for number in ([fold] if fold else range(1, plan.folds + 1))
    }


def _learnable(
    articles: list[LabelledArticle], snapshot: Snapshot, parts: Iterable[Parts]
) -> list[str]:
    """Sections that have rows to learn from, in the set's own order."""
    have = {articles[place].section for part in parts for place in part.train}
    return [section.code for section in snapshot.info.sections if section.code in have]


def _check_enough(codes: list[str], parts: dict[int, Parts], snapshot: Snapshot) -> None:
    short = min((min(len(part.train), len(part.dev)) for part in parts.values()), default=0)
    if len(codes) < 2 or not short:
        learned = max((len(part.train) for part in parts.values()), default=0)
        raise TrainingError(
            "too_little",
            f"The data set {snapshot.info.name} has {learned} articles of {len(codes)} section(s) "
            "to learn from, or none to choose by.",
            "Add articles of at least two sections, or divide the set anew.",
        )


def _key(snapshot: Snapshot, codes: list[str], source: Path, spec: FinetuneSpec) -> str:
    parts = (
        snapshot.info.fingerprint,
        snapshot.info.rows,
        codes,
        file_digest(tokenizer_file(source)),
        spec.preprocessing,
    )
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def _notes(
    snapshot: Snapshot, kept: int, rows: EncodedRows, longest: int, parts: dict[int, Parts]
) -> tuple[str, ...]:
    notes = []
    tested = sum(len(part.test) for part in parts.values())
    if tested < FEW_TESTED:
        notes.append(
            f"Only {tested} articles are tested on: the figures will say little. Divide the set "
            "into folds, or test on a larger part."
        )
    left = snapshot.info.rows - kept
    if left:
        notes.append(f"{left} articles are of sections that have none to learn from; left out.")
    if rows.cut > 0.01:
        notes.append(
            f"{rows.cut:.0%} of the articles are longer than {longest} tokens and read in part."
        )
    if rows.unknown > 0.05:
        notes.append(
            f"{rows.unknown:.0%} of the pieces are unknown to the base model's vocabulary: "
            "it was made for another language or script."
        )
    return tuple(notes)
