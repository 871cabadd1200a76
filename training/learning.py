"""What every recipe shares: the optimiser, its rate over time, one step (TRAINING, Common)."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch.nn import functional
from torch.nn.utils import clip_grad_norm_
from transformers import PreTrainedModel

from newsdesk.core.recipes import TuningSpec
from training.data import Batch


def build_optimiser(
    network: PreTrainedModel, tuning: TuningSpec, rate: float
) -> torch.optim.Optimizer:
    """AdamW; no decay on biases and LayerNorm; the head's rate is a multiple of the encoder's."""
    groups: dict[tuple[bool, bool], list[torch.nn.Parameter]] = {}
    for name, parameter in network.named_parameters():
        if parameter.requires_grad:
            head = not name.startswith(f"{network.base_model_prefix}.")
            plain = name.endswith("bias") or "LayerNorm" in name
            groups.setdefault((head, plain), []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "peak": rate * (tuning.head_factor if head else 1.0),
                "weight_decay": 0.0 if plain else tuning.decay,
            }
            for (head, plain), parameters in sorted(groups.items())
        ],
        lr=rate,
        betas=(0.9, 0.999),
        eps=1e-8,
    )


def set_rates(optimiser: torch.optim.Optimizer, done: float, warm_up: float) -> None:
    """Rates for the next step: up in a line over the warm-up, then down to 0 in a line.

    done: part of all steps that lie behind, 0 to 1.
    """
    share = done / warm_up if done < warm_up else (1 - done) / (1 - warm_up)
    for group in optimiser.param_groups:
        group["lr"] = group["peak"] * share


def section_weights(labels: np.ndarray, sections: int) -> torch.Tensor:
    """n_c^-1/2 for every section, at a mean of 1 over the articles; 0 where there are none."""
    counts = np.bincount(labels, minlength=sections)
    weights = np.where(counts > 0, 1 / np.sqrt(np.maximum(counts, 1)), 0.0)
    return torch.tensor(weights * counts.sum() / (weights * counts).sum(), dtype=torch.float32)


def loss_of(logits: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Weighted cross-entropy, the mean over the articles of a batch."""
    losses = functional.cross_entropy(logits.float(), labels, reduction="none")
    return (losses * weights[labels]).mean()


def learn(
    network: PreTrainedModel,
    optimiser: torch.optim.Optimizer,
    batch: Batch,
    labels: torch.Tensor,
    weights: torch.Tensor,
    tuning: TuningSpec,
) -> float:
    """One step; the loss. Where loss or gradient is not finite, nothing moves and NaN returns."""
    optimiser.zero_grad(set_to_none=True)
    with torch.autocast("cpu", torch.bfloat16, enabled=tuning.precision == "bf16"):
        logits = network(**batch).logits
    loss = loss_of(logits, labels, weights)
    value = float(loss.detach())
    if not math.isfinite(value):
        return math.nan
    torch.autograd.backward(loss)
    moved = [p for group in optimiser.param_groups for p in group["params"]]
    if not math.isfinite(float(clip_grad_norm_(moved, tuning.clip))):
        return math.nan
    optimiser.step()
    return value
