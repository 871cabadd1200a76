"""From labelled articles to a trained network, and everything needed to ask it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import FinetuneSpec
from newsdesk.engine.preprocess import TextEncoder
from training.data import LabelledArticle, fingerprint
from training.devices import open_device
from training.networks import encoder_folder, new_network, text_encoder
from training.predict import logits_of
from training.progress import say
from training.recipes.finetune import Finetuning, TrialStanding
from training.tokens import EncodedRows, Readable, encode_rows


@dataclass(frozen=True, slots=True)
class Trained:
    """A network with its best weights.

    source: the folder of its encoder, where the tokenizer lies.
    codes: its sections in the order of the logits. longest: tokens that it reads at most.
    dev: the articles that it was chosen by.
    """

    network: PreTrainedModel
    source: Path
    encoder: TextEncoder
    codes: list[str]
    longest: int
    dev: EncodedRows
    standing: TrialStanding

    def encode(self, articles: Sequence[Readable]) -> EncodedRows:
        """Articles as this network reads them."""
        return encode_rows(articles, self.codes, self.encoder)

    def logits(self, rows: EncodedRows) -> np.ndarray:
        """Logits in full precision, shape (articles, sections)."""
        return logits_of(self.network, rows.whole, self.encoder.pad_id, self.longest)


def train_on(spec: FinetuneSpec, articles: Sequence[LabelledArticle], folder: Path) -> Trained:
    """Fine-tune the encoder on the train rows, chosen by the dev rows.

    folder: for the checkpoints; a training that was stopped goes on from there. Its logits are
    the sections that the train rows have. Raises TrainingError where there is too little.
    """
    source = encoder_folder(spec.encoder)
    encoder = text_encoder(source, spec.preprocessing)
    views = spec.tuning.title_only + spec.tuning.body_only > 0
    train = [a for a in articles if a.split == "train"]
    have = {a.section for a in train}
    codes = [section.code for section in spec.sections if section.code in have]
    # A rare section may have dev rows only; they cannot be chosen by.
    dev = [a for a in articles if a.split == "dev" and a.section in have]
    if len(codes) < 2 or not dev:
        raise TrainingError(
            "too_little",
            f"{len(train)} articles of {len(codes)} section(s) are too few to learn from.",
            "Add data sets, or articles of at least two sections.",
        )
    say(f"{folder.name}: {len(train)} articles to learn from, {len(dev)} to choose by")
    tuning = Finetuning(
        network=new_network(source, codes, spec.tuning, spec.seed),
        train=encode_rows(train, codes, encoder, views=views),
        dev=encode_rows(dev, codes, encoder),
        tuning=spec.tuning,
        encoder_rate=spec.tuning.encoder_rate,
        head_rate=spec.tuning.head_rate or spec.tuning.encoder_rate * spec.tuning.head_factor,
        seed=spec.seed,
        pad_id=encoder.pad_id,
        longest=spec.preprocessing.max_tokens,
        identity=identity(spec, articles),
        checkpoints=folder / "checkpoints",
        device=open_device(spec.schedule.device, spec.tuning.precision),
    )
    standing = tuning.run()
    tuning.network.cpu()
    return Trained(
        network=tuning.network,
        source=source,
        encoder=encoder,
        codes=codes,
        longest=spec.preprocessing.max_tokens,
        dev=tuning.dev,
        standing=standing,
    )


def identity(spec: FinetuneSpec, articles: Sequence[LabelledArticle]) -> str:
    """Hash of all that decides how a training goes: data, encoder and settings."""
    parts = (spec.encoder, spec.seed, spec.preprocessing, spec.tuning, fingerprint(articles))
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()
