"""The layers of an encoder, whatever its architecture calls them, and some of them alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError
from training.predict import to_network
from training.tokens import TokenRows, by_length


def depth_of(network: PreTrainedModel) -> int:
    """How many layers an encoder has; of ALBERT, how often its one layer is applied."""
    return int(network.config.num_hidden_layers)


def keep_layers(network: PreTrainedModel, kept: Sequence[int]) -> None:
    """Leave only some layers, counted from 1, in place; saving and loading keeps it so.

    Of ALBERT, which applies one layer again and again, only their number counts.
    Raises TrainingError where the architecture's layers are not known.
    """
    depth = depth_of(network)
    if not kept or any(not 1 <= number <= depth for number in kept):
        raise TrainingError(
            "no_layer",
            f"The layers {' '.join(map(str, kept)) or '(none)'} cannot be kept: there are {depth}.",
            f"Name layers from 1 to {depth}.",
        )
    if network.config.model_type != "albert":
        parent, name = _stack(network, depth)
        layers = getattr(parent, name)
        setattr(parent, name, nn.ModuleList([layers[number - 1] for number in kept]))
    network.config.num_hidden_layers = len(kept)


def _stack(network: PreTrainedModel, depth: int) -> tuple[nn.Module, str]:
    """The module that holds the list of layers, and the list's name."""
    for parent in network.base_model.modules():
        for name, child in parent.named_children():
            if isinstance(child, nn.ModuleList) and len(child) == depth:
                return parent, name
    raise TrainingError(
        "unknown_layers",
        f"Layers of the architecture {network.config.model_type} cannot be taken out.",
        "Use BERT, RoBERTa, DistilBERT, ALBERT or their kin.",
    )


def likeness_of_layers(
    network: PreTrainedModel, rows: TokenRows, pad_id: int, longest: int
) -> NDArray[np.float64]:
    """Mean cosine of each layer's input and output over all tokens that are no padding."""
    was_training = network.training
    network.train(False)
    sums, tokens = np.zeros(depth_of(network)), 0
    try:
        with torch.inference_mode():
            for chosen in by_length(rows.lengths, 16):
                batch = to_network(network, rows.batch(chosen, pad_id, longest))
                states = network(**batch, output_hidden_states=True).hidden_states
                seen = batch["attention_mask"].float()
                for number, (before, after) in enumerate(pairwise(states)):
                    alike = functional.cosine_similarity(before, after, dim=-1)
                    sums[number] += float((alike * seen).sum())
                tokens += int(seen.sum())
    finally:
        network.train(was_training)
    return sums / max(tokens, 1)
