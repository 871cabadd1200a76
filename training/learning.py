"""What every recipe shares: the optimiser, its rate over time, one step (TRAINING, Common)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional
from torch.nn.utils import clip_grad_norm_
from transformers import PreTrainedModel

from newsdesk.core.recipes import TuningSpec
from training.devices import Device
from training.memory import OutOfMemory, is_out_of_memory, release
from training.predict import to_network
from training.tokens import Batch

LEAST_SCALE = 2.0**-14
"""Of fp16: gradients that overflow even at this scale are no numbers."""


def build_optimiser(
    network: PreTrainedModel, tuning: TuningSpec, encoder_rate: float, head_rate: float
) -> torch.optim.Optimizer:
    """AdamW; no decay on biases and layer norms; the head has a rate of its own."""
    spared = _without_decay(network)
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, parameter in network.named_parameters():
        if parameter.requires_grad:
            head = not name.startswith(f"{network.base_model_prefix}.")
            groups.setdefault((head, id(parameter) in spared), []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "peak": head_rate if head else encoder_rate,
                "weight_decay": 0.0 if plain else tuning.decay,
            }
            for (head, plain), parameters in sorted(groups.items())
        ],
        lr=encoder_rate,
        betas=(0.9, 0.999),
        eps=1e-8,
        fused=True,
    )


def _without_decay(network: nn.Module) -> set[int]:
    """Identities of biases and of all that a normalising layer owns, whatever it is called."""
    spared = set()
    for module in network.modules():
        norm = "Norm" in type(module).__name__
        for name, parameter in module.named_parameters(recurse=False):
            if norm or name.endswith("bias"):
                spared.add(id(parameter))
    return spared


def freeze_encoder(network: PreTrainedModel) -> nn.Module:
    """Let only the head learn; the encoder, which stays in evaluation mode."""
    encoder = getattr(network, network.base_model_prefix)
    assert isinstance(encoder, nn.Module)
    encoder.requires_grad_(False)
    return encoder.eval()


def set_rates(optimiser: torch.optim.Optimizer, done: float, warm_up: float) -> float:
    """Rates for the next step: up in a line over the warm-up, then down to 0 in a line.

    done: part of all steps that lie behind, 0 to 1. Gives the part of the highest rate.
    """
    share = done / warm_up if done < warm_up else (1 - done) / (1 - warm_up)
    for group in optimiser.param_groups:
        group["lr"] = group["peak"] * share
    return share


def section_weights(labels: NDArray[np.int64], sections: int, way: str = "root") -> torch.Tensor:
    """n_c^-1/2 for every section, at a mean of 1 over the articles; 0 where there are none.

    way: root, or none for the same weight everywhere.
    """
    counts = np.bincount(labels, minlength=sections)
    power = 0.5 if way == "root" else 0.0
    weights = np.where(counts > 0, np.maximum(counts, 1.0) ** -power, 0.0)
    return torch.tensor(weights * counts.sum() / (weights * counts).sum(), dtype=torch.float32)


def loss_of(
    logits: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor, articles: int
) -> torch.Tensor:
    """Weighted cross-entropy of a part of a batch, divided by the articles of the whole batch.

    logits: shape (part, sections). Summed over the parts it is the batch's mean, so that it
    makes no difference how a batch is divided.
    """
    losses = functional.cross_entropy(logits.float(), labels, reduction="none")
    return (losses * weights[labels]).sum() / articles


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a batch that is computed at once.

    labels: shape (part,). rows: their places among all rows. seed: of all that its computing draws.
    whole: the lengths of all articles of the batch, in tokens.
    """

    batch: Batch
    labels: torch.Tensor
    seed: int
    rows: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()


class Lesson(Protocol):
    """What a network learns from."""

    def loss(self, network: PreTrainedModel, part: Part, articles: int) -> torch.Tensor:
        """The part's share of the batch's loss. articles: of the whole batch."""
        ...


@dataclass(frozen=True, slots=True)
class Labels:
    """Learning the sections that people gave. weights: of the sections, on the device."""

    weights: torch.Tensor

    def loss(self, network: PreTrainedModel, part: Part, articles: int) -> torch.Tensor:
        """Weighted cross-entropy."""
        logits = network(**to_network(network, part.batch)).logits
        labels = part.labels.to(logits.device, non_blocking=True)
        return loss_of(logits, labels, self.weights, articles)


@dataclass(slots=True)
class Learner:
    """Takes steps."""

    network: PreTrainedModel
    optimiser: torch.optim.Optimizer
    scaler: torch.amp.GradScaler
    lesson: Lesson
    clip: float
    device: Device

    def learn(self, parts: Iterable[Part], articles: int) -> float:
        """One step from this process's parts of a batch; the loss of the whole batch.

        articles: of the whole batch. Where loss or gradient is not finite, nothing moves and
        NaN is given; only in fp16 a gradient may overflow, which lowers the scale.
        Raises OutOfMemory, in all processes, where one of them had too little.
        """
        self.optimiser.zero_grad(set_to_none=True)
        loss, short = torch.zeros((), device=self.device.place), False
        try:
            for part in parts:
                loss = loss + self._backward(part, articles)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            short = True
        if self.device.processes > 1:
            told = self.device.sum(torch.stack([loss, loss.new_tensor(float(short))]))
            loss, short = told[0], bool(told[1] > 0)
        if short:
            self.optimiser.zero_grad(set_to_none=True)
            release()
            raise OutOfMemory
        return self._move(loss)

    def _backward(self, part: Part, articles: int) -> torch.Tensor:
        self.device.seed(part.seed)
        with self.device.autocast():
            loss = self.lesson.loss(self.network, part, articles)
        torch.autograd.backward(self.scaler.scale(loss))
        return loss.detach()

    def _move(self, loss: torch.Tensor) -> float:
        """The optimiser's step from the gradients that are there."""
        learned = [p for group in self.optimiser.param_groups for p in group["params"]]
        self.device.sum_gradients(learned)
        self.scaler.unscale_(self.optimiser)
        norm = clip_grad_norm_(learned, self.clip)
        # One look at the card a step: both values at once.
        value, size = torch.stack([loss, norm.to(loss)]).tolist()
        half = self.scaler.is_enabled()
        if not math.isfinite(value) or not (half or math.isfinite(size)):
            return math.nan
        self.scaler.step(self.optimiser)  # in fp16 it skips a step that overflowed
        self.scaler.update()
        return value if not half or self.scaler.get_scale() >= LEAST_SCALE else math.nan
