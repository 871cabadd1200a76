"""Seeing inside a network while it computes: q, k and v of every attention, and the states.

transformers 5 hands out no scores where attention is fused, so that a registered attention function
notes what each call gets. What was noted lives as long as the value that holds it, one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedModel
from transformers.masking_utils import sdpa_mask

from training.distillation.losses import Heads
from training.predict import to_network
from training.quick.attention import quick_attention
from training.tokens import Batch

CAPTURED = "newsdesk_captured"
"""The name under which transformers knows `_attend`; it is never saved."""
_calls: ContextVar[list[Heads] | None] = ContextVar("calls", default=None)


@dataclass(frozen=True, slots=True)
class Inside:
    """One pass through a network.

    states: embeddings and each layer's output, (articles, tokens, width) each. attention: each
    layer's, in order; a layer that is used again comes again.
    """

    logits: torch.Tensor
    states: tuple[torch.Tensor, ...]
    attention: tuple[Heads, ...]


def make_visible(network: PreTrainedModel) -> None:
    """Let the attention of a network be noted, in place; weights and saved settings stay."""
    network.set_attn_implementation(CAPTURED)


def look_inside(network: PreTrainedModel, batch: Batch) -> Inside:
    """Ask a network that was made visible, and note what it does on the way."""
    with _noting() as calls:
        output = network(**to_network(network, batch), output_hidden_states=True)
    return Inside(output.logits, tuple(output.hidden_states), tuple(calls))


@torch.inference_mode()
def look_inside_teacher(network: PreTrainedModel, batch: Batch) -> Inside:
    """The same of a teacher, which is in evaluation mode and learns nothing."""
    assert not network.training
    return look_inside(network, batch)


@contextmanager
def _noting() -> Iterator[list[Heads]]:
    calls: list[Heads] = []
    token = _calls.set(calls)
    try:
        yield calls
    finally:
        _calls.reset(token)


def _attend(
    module: nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    dropout: float = 0.0,
    scaling: float | None = None,
    **others: Any,
) -> tuple[torch.Tensor, None]:
    """Attention as `quick_attention` computes it; q, k and v are noted where somebody looks."""
    calls = _calls.get()
    if calls is not None:
        scale = query.shape[-1] ** -0.5 if scaling is None else scaling
        calls.append(Heads(query, key, value, scale))
    return quick_attention(
        module, query, key, value, attention_mask, dropout=dropout, scaling=scaling, **others
    )


AttentionInterface.register(CAPTURED, _attend)
AttentionMaskInterface.register(CAPTURED, sdpa_mask)
