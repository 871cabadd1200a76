"""The parts of a network, whatever its architecture calls them."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from transformers import PreTrainedModel


def head_of(network: PreTrainedModel) -> torch.nn.Linear:
    """The last linear layer: text features to logits."""
    inside = f"{network.base_model_prefix}."
    layers = [
        module
        for name, module in network.named_modules()
        if isinstance(module, torch.nn.Linear) and not name.startswith(inside)
    ]
    return layers[-1]


def head_width(network: PreTrainedModel) -> int:
    """How many sections the network tells apart."""
    return int(network.config.num_labels or 0)


def encoder_parameters(network: PreTrainedModel) -> Iterator[torch.nn.Parameter]:
    """What was learned before."""
    yield from network.base_model.parameters()


def head_parameters(network: PreTrainedModel) -> Iterator[torch.nn.Parameter]:
    """What stands on top of the encoder: all that starts afresh."""
    inside = f"{network.base_model_prefix}."
    for name, parameter in network.named_parameters():
        if not name.startswith(inside):
            yield parameter
