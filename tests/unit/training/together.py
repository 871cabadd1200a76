"""A small training as one of several processes; writes its losses and weights (see test_devices).

Arguments: a folder for checkpoints and results, and the micro-batch.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch
from transformers import BertConfig, BertForSequenceClassification

from newsdesk.core.recipes import TuningSpec
from training.devices import open_device
from training.recipes.finetune import Finetuning
from training.tokens import EncodedRows, TokenRows
from training.watch import Quiet


class Losses(Quiet):
    """Keeps every loss."""

    def __init__(self) -> None:
        self.all: list[float] = []

    def step(self, trial: int, step: int, articles: int, **metrics: float) -> None:
        self.all.append(metrics["loss"])


def made_rows(articles: int, seed: int) -> EncodedRows:
    """Random ids of random lengths."""
    chance = np.random.default_rng(seed)
    lengths = chance.integers(5, 30, articles)
    starts = np.cumsum(lengths) - lengths
    ids = chance.integers(4, 60, lengths.sum()).astype(np.int32)
    rows = TokenRows(ids, np.zeros(len(ids), dtype=np.uint8), starts, lengths)
    return EncodedRows(rows, None, None, chance.integers(0, 3, articles))


def train(folder: Path, micro: int) -> None:
    """Two epochs with dropout; the last batch is a single article."""
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=60,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        num_labels=3,
    )
    device = open_device("cpu")
    tuning = TuningSpec(batch=8, micro_batch=micro, epochs=2, collapse=9.0)
    watch = Losses()
    training = Finetuning(
        network=BertForSequenceClassification(config),
        train=made_rows(41, 1),
        dev=made_rows(13, 2),
        tuning=tuning,
        encoder_rate=1e-3,
        head_rate=1e-2,
        seed=13,
        pad_id=0,
        longest=32,
        identity="together",
        checkpoints=folder / "checkpoints",
        device=device,
        watch=watch,
    )
    standing = training.run()
    if device.main:
        weights = sum(
            float(part.detach().double().abs().sum()) for part in training.network.parameters()
        )
        told = {
            "processes": device.processes,
            "losses": watch.all,
            "dev": [look["loss"] for look in standing.history],
            "weights": weights,
        }
        (folder / "told.json").write_text(json.dumps(told))


if __name__ == "__main__":
    torch.set_num_threads(1)
    train(Path(sys.argv[1]), int(sys.argv[2]))
