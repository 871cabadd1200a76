"""Attention with dropout for a processor, a few heads at a time, as transformers calls it."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.autograd.function import once_differentiable
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import sdpa_mask

from training.quick.chance import chances_of, draw, rise_of

QUICK = "newsdesk_quick"
"""The name under which transformers knows `quick_attention`; it is never saved."""
FIRST_ONLY = "newsdesk_first_only"
"""An attention module that has this attribute attends, in training, from its first token alone."""
_TOGETHER = 1 << 18  # scores computed at once: few enough to stay in a core's cache


def quick_attention(
    module: nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    dropout: float = 0.0,
    scaling: float | None = None,
    **others: Any,
) -> tuple[torch.Tensor, None]:
    """Attention over q, k, v of shape (batch, heads, tokens, width of a head).

    attention_mask: bool, true where a key is seen, (batch, 1, queries, keys); None: all are.
    Returns (batch, tokens, heads, width). Without dropout, off the CPU and in other than fp32
    it is transformers' own.
    """
    tokens = query.shape[2]
    if module.training and hasattr(module, FIRST_ONLY):
        query = query[:, :, :1]
        attention_mask = None if attention_mask is None else attention_mask[:, :, :1]
    if dropout == 0 or not is_plain(query) or not _is_simple(module, attention_mask, others):
        mixed, _ = sdpa_attention_forward(
            module, query, key, value, attention_mask, dropout=dropout, scaling=scaling, **others
        )
    else:
        scale = query.shape[-1] ** -0.5 if scaling is None else scaling
        rows = (each.flatten(0, 1) for each in (query, key, value))
        bias = _bias(attention_mask, key.shape)
        mixed = _Attend.apply(*rows, bias, scale, chances_of(dropout))
        mixed = mixed.view(*query.shape[:3], -1).transpose(1, 2).contiguous()
    missing = tokens - query.shape[2]
    return nn.functional.pad(mixed, (0, 0, 0, 0, 0, missing)) if missing else mixed, None


AttentionInterface.register(QUICK, quick_attention)
AttentionMaskInterface.register(QUICK, sdpa_mask)


def is_plain(values: torch.Tensor) -> bool:
    """Whether values are fp32 on the CPU, which is what the quick ways are made for."""
    return values.device.type == "cpu" and values.dtype == torch.float32


class _Attend(torch.autograd.Function):
    """softmax(scale · q kᵀ + bias), dropout, times v.

    query, key, value: (rows, tokens, width of a head), a row each head of each article; bias:
    (rows, 1 or queries, keys). Scores are not kept but computed again on the way back: that is
    quicker than fetching them from memory. Of every score two bytes stay, for its mask.
    """

    @staticmethod
    def forward(
        ctx: Any,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        bias: torch.Tensor,
        scale: float,
        chances: int,
    ) -> torch.Tensor:
        ctx.scale, ctx.rise = scale, rise_of(chances)
        ctx.save_for_backward(query, key, value, bias)
        mixed, ctx.kept = query.new_empty(*query.shape[:2], value.shape[2]), []
        for part in _parts(query, key):
            shares = _shares(query[part], key[part], bias[part], scale)
            kept = draw(shares.shape, chances)
            ctx.kept.append(kept)
            _times(shares.mul_(kept.float()), value[part], ctx.rise, mixed[part])
        return mixed

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, upstream: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        query, key, value, bias = ctx.saved_tensors
        to_query, to_key, to_value = (torch.empty_like(each) for each in (query, key, value))
        upstream, steep = upstream.contiguous(), ctx.scale * ctx.rise
        for part, kept in zip(_parts(query, key), ctx.kept, strict=True):
            mask, up = kept.float(), upstream[part]
            shares = _shares(query[part], key[part], bias[part], ctx.scale)
            slope = torch.bmm(up, value[part].transpose(1, 2)).mul_(mask)
            slope = torch._softmax_backward_data(slope, shares, -1, shares.dtype)
            _times(slope, key[part], steep, to_query[part])
            _times(slope.transpose(1, 2), query[part], steep, to_key[part])
            _times(shares.mul_(mask).transpose(1, 2), up, ctx.rise, to_value[part])
        return to_query, to_key, to_value, None, None, None


def _shares(
    query: torch.Tensor, key: torch.Tensor, bias: torch.Tensor, scale: float
) -> torch.Tensor:
    """softmax of the scores, (rows, queries, keys)."""
    return torch.softmax(torch.baddbmm(bias, query, key.transpose(1, 2), alpha=scale), -1)


def _times(left: torch.Tensor, right: torch.Tensor, factor: float, out: torch.Tensor) -> None:
    torch.baddbmm(out, left, right, beta=0, alpha=factor, out=out)


def _bias(seen: torch.Tensor | None, shape: torch.Size) -> torch.Tensor:
    """What is added to the scores of every head, in rows: 0 where a key is seen."""
    batch, heads, keys, _ = shape
    if seen is None:
        return torch.zeros(batch * heads, 1, keys)
    rows = seen[:, :, :1] if seen.stride(2) == 0 else seen  # all queries see the same
    bias = torch.zeros(rows.shape).masked_fill_(~rows, torch.finfo(torch.float32).min)
    return bias.expand(batch, heads, -1, -1).flatten(0, 1)


def _parts(query: torch.Tensor, key: torch.Tensor) -> list[slice]:
    rows = query.shape[0]
    together = max(1, _TOGETHER // (query.shape[1] * key.shape[1]))
    return [slice(at, at + together) for at in range(0, rows, together)]


def _is_simple(module: nn.Module, seen: torch.Tensor | None, others: dict[str, Any]) -> bool:
    """Whether there is nothing but a bool mask, or none, for every key from every query."""
    unusual = any(others.get(name) for name in ("is_causal", "softcap", "output_attentions"))
    if unusual or others.get("position_bias") is not None:
        return False
    return not getattr(module, "is_causal", True) if seen is None else seen.dtype == torch.bool
