"""What makes a training step on a processor quick without changing what is learned.

Stock dropout draws a double for every place, and with it attention leaves the fused path of
`scaled_dot_product_attention`; together they nearly double the time of a step.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.autograd.function import once_differentiable
from transformers import PreTrainedModel

from training.quick import attention
from training.quick.chance import chances_of, draw, rise_of


def quicken(network: PreTrainedModel, *, first_only: bool = True) -> None:
    """Make the training of a network quick, in place; weights, names and saved settings stay.

    In training on the CPU in fp32, dropout has the same distribution from a quicker source,
    decided by torch's generator. In training anywhere, with `first_only`, the last layer computes
    only the first token, where the head reads no other: its output is then (batch, 1, width).
    In evaluation everything is as before. Attention other than "sdpa" is left alone.
    """
    for parent in list(network.modules()):
        for name, child in parent.named_children():
            if type(child) is nn.Dropout:
                setattr(parent, name, QuickDropout(child.p).train(child.training))
    if network.config._attn_implementation == "sdpa":
        network.set_attn_implementation(attention.QUICK)
        if first_only:
            _read_first_only(network)


class QuickDropout(nn.Dropout):
    """nn.Dropout with the quick source of chance."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """Same shape; a share p of the places is 0, the others are scaled up for it."""
        if self.training and self.p > 0 and attention.is_plain(input):
            dropped: torch.Tensor = _Drop.apply(input, chances_of(self.p))
            return dropped
        stock: torch.Tensor = nn.functional.dropout(input, self.p, self.training, self.inplace)
        return stock


class _Drop(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, values: torch.Tensor, chances: int) -> torch.Tensor:
        kept, rise = draw(values.shape, chances), rise_of(chances)
        ctx.kept, ctx.rise = kept, rise
        return kept.float().mul_(rise).mul_(values)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, upstream: torch.Tensor) -> tuple[torch.Tensor, None]:
        return ctx.kept.float().mul_(ctx.rise).mul_(upstream), None


def _read_first_only(network: PreTrainedModel) -> None:
    """Let the last layer compute one token, where the head is known to read the first alone."""
    body: Any = network.base_model
    if not type(network).__name__.endswith("ForSequenceClassification"):
        return
    if network.config.model_type in ("bert", "electra", "roberta", "xlm-roberta"):
        last = body.encoder.layer[-1].attention
        attends, after = last.self, last.output
    elif network.config.model_type == "distilbert":
        last = body.transformer.layer[-1]
        attends, after = last.attention, last.sa_layer_norm
    else:  # ALBERT's last layer is all the others, too
        return
    setattr(attends, attention.FIRST_ONLY, True)
    after.register_forward_pre_hook(_first_token)


def _first_token(module: nn.Module, inputs: tuple[torch.Tensor, ...]) -> Any:
    return tuple(each[:, :1] for each in inputs) if module.training else None
