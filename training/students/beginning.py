"""The network that a student begins as, as the folder of a base model (TRAINING, distil).

From layers of a larger network where it keeps its width, else from nothing with the larger one's
vocabulary. A head comes along where the larger network is a trained model.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForSequenceClassification, PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import StudentSpec, TuningSpec
from training.networks import new_network, save_tokenizer
from training.students.layers import depth_of, keep_layers

HEAD_WIDTH, INNER = 32, 4
"""Of a student from nothing: the width of a head, and how much wider the inner layer is."""


def begin_student(
    source: Path, spec: StudentSpec, codes: Sequence[str], seed: int
) -> PreTrainedModel:
    """A student as the specification wants it, from the base model or trained model in `source`.

    Raises TrainingError where it cannot have these layers or this width.
    """
    if spec.width:
        return _from_nothing(source, spec, codes, seed)
    network = new_network(source, codes, TuningSpec(), seed)
    keep_layers(network, kept_layers(spec, depth_of(network)))
    return network


def kept_layers(spec: StudentSpec, depth: int) -> tuple[int, ...]:
    """The layers of a network of that depth that a student keeps, counted from 1."""
    return spec.keep or spread(spec.layers or depth, depth)


def spread(layers: int, depth: int) -> tuple[int, ...]:
    """Layers spread over a network, its first and last among them: of 12, 6 are 1 3 5 8 10 12.

    That is the choice of DistilBERT and its kin, counted from 1.
    """
    if layers > depth:
        raise TrainingError(
            "no_layer",
            f"A student of {layers} layers cannot begin as a network of {depth}.",
            f"Ask for at most {depth} layers, or give a width to begin from nothing.",
        )
    if layers == 1:
        return (depth,)
    step = (depth - 1) / (layers - 1)
    return tuple(int(number * step + 0.5) + 1 for number in range(layers))


def save_student(network: PreTrainedModel, source: Path, folder: Path, *, with_head: bool) -> None:
    """Write a student as the folder of a base model, whole or not at all.

    source: where its tokenizer comes from. with_head: whether its head knows anything; a head of
    chance is left out, since a later training would take it for knowledge.
    """
    writing = folder.with_name(f".{folder.name}.writing")
    shutil.rmtree(writing, ignore_errors=True)
    writing.mkdir(parents=True)
    kept = network if with_head else network.base_model
    assert isinstance(kept, PreTrainedModel)
    kept.save_pretrained(writing)
    save_tokenizer(source, writing)
    shutil.rmtree(folder, ignore_errors=True)
    writing.rename(folder)


def _from_nothing(
    source: Path, spec: StudentSpec, codes: Sequence[str], seed: int
) -> PreTrainedModel:
    config = AutoConfig.from_pretrained(source, local_files_only=True, trust_remote_code=False)
    heads = spec.heads or max(1, spec.width // HEAD_WIDTH)
    if spec.width % heads:
        raise TrainingError(
            "bad_width",
            f"A width of {spec.width} cannot be divided into {heads} heads.",
            f"Give a width that is a multiple of {heads}, or another number of heads.",
        )
    inner = spec.inner or INNER * spec.width
    config.update({
        "hidden_size": spec.width,
        "num_hidden_layers": spec.layers or int(config.num_hidden_layers),
        "num_attention_heads": heads,
        ("hidden_dim" if config.model_type == "distilbert" else "intermediate_size"): inner,
        "num_labels": len(codes),
    })  # fmt: skip
    torch.manual_seed(seed)
    network: PreTrainedModel = AutoModelForSequenceClassification.from_config(  # type: ignore[no-untyped-call]
        config, dtype=torch.float32
    )
    return network
