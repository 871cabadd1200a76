"""What a student learns from: its teacher's answers, or what the teacher does on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import nn
from transformers import PreTrainedModel

from newsdesk.core.recipes import ImitationSpec, PredictionSpec
from training.distillation.capture import Inside, look_inside, look_inside_teacher
from training.distillation.losses import (
    Counted,
    attention_loss,
    hidden_loss,
    prediction_loss,
    relation_loss,
)
from training.learning import Part, loss_of
from training.predict import to_network

PROJECTIONS = "projections"
"""The student's attribute that holds W while it imitates; it is never saved."""


class Terms:
    """The terms of a step's loss, added up over its parts."""

    def __init__(self) -> None:
        self._sums: dict[str, torch.Tensor] = defaultdict(lambda: torch.zeros(()))

    def add(self, name: str, value: torch.Tensor) -> torch.Tensor:
        """Count a term, and give it back."""
        self._sums[name] = self._sums[name] + value.detach().cpu()
        return value

    def take(self) -> dict[str, float]:
        """The terms since the last time."""
        taken = {name: float(value) for name, value in self._sums.items()}
        self._sums.clear()
        return taken


@dataclass(slots=True)
class Answers:
    """α·KD + (1 − α)·CE (TRAINING, distil, Prediction).

    said: the teacher's logits of every row, shape (rows, sections). weights: of the sections.
    """

    said: torch.Tensor
    weights: torch.Tensor
    spec: PredictionSpec
    terms: Terms = field(default_factory=Terms)

    def loss(self, network: PreTrainedModel, part: Part, articles: int) -> torch.Tensor:
        """The part's share. articles: of the whole batch."""
        logits = network(**to_network(network, part.batch)).logits
        said = self.said[list(part.rows)].to(logits.device)
        taught = prediction_loss(
            logits, said, Counted(articles, 0, 0), self.spec.loss, self.spec.temperature
        )
        labels = part.labels.to(logits.device, non_blocking=True)
        given = loss_of(logits, labels, self.weights, articles)
        alpha = self.spec.alpha
        self.terms.add("loss_teacher", taught)
        self.terms.add("loss_labels", given)
        return alpha * taught + (1 - alpha) * given


@dataclass(slots=True)
class Computing:
    """Attention, states and relations like the teacher's (TRAINING, distil, Intermediate).

    layers: g(1) to g(M), the teacher's layer that each of the student's learns from.
    """

    teacher: PreTrainedModel
    layers: tuple[int, ...]
    spec: ImitationSpec
    terms: Terms = field(default_factory=Terms)

    def loss(self, network: PreTrainedModel, part: Part, articles: int) -> torch.Tensor:
        """The part's share. articles: of the whole batch."""
        theirs = look_inside_teacher(self.teacher, part.batch)
        mine = look_inside(network, part.batch)
        seen = part.batch["attention_mask"].bool().to(mine.logits.device)
        whole = Counted.of(part.whole)
        total = mine.logits.new_zeros((), dtype=torch.float32)
        for name, weight, term in self._wanted():
            if weight:
                value = self.terms.add(name, term(network, mine, theirs, seen, whole))
                total = total + weight * value
        return total

    def _wanted(self) -> list[tuple[str, float, _Term]]:
        spec = self.spec
        return [
            ("loss_attention", spec.attention, self._attention),
            ("loss_hidden", spec.hidden, self._hidden),
            ("loss_embeddings", spec.embeddings, self._embeddings),
            ("loss_relation", spec.relation, self._relation),
        ]

    def _attention(
        self, network: PreTrainedModel, mine: Inside, theirs: Inside, seen: torch.Tensor,
        whole: Counted,
    ) -> torch.Tensor:  # fmt: skip
        losses = [
            weight * attention_loss(mine.attention[m], theirs.attention[g - 1], seen, whole)
            for m, (g, weight) in enumerate(self._layers())
        ]
        return torch.stack(losses).sum()

    def _hidden(
        self, network: PreTrainedModel, mine: Inside, theirs: Inside, seen: torch.Tensor,
        whole: Counted,
    ) -> torch.Tensor:  # fmt: skip
        losses = [
            weight
            * hidden_loss(_project(network, m, mine.states[m]), theirs.states[g], seen, whole)
            for m, (g, weight) in enumerate(self._layers(), start=1)
        ]
        return torch.stack(losses).sum()

    def _embeddings(
        self, network: PreTrainedModel, mine: Inside, theirs: Inside, seen: torch.Tensor,
        whole: Counted,
    ) -> torch.Tensor:  # fmt: skip
        return hidden_loss(_project(network, 0, mine.states[0]), theirs.states[0], seen, whole)

    def _relation(
        self, network: PreTrainedModel, mine: Inside, theirs: Inside, seen: torch.Tensor,
        whole: Counted,
    ) -> torch.Tensor:  # fmt: skip
        layer = self.spec.relation_layer or len(theirs.attention)
        return relation_loss(mine.attention[-1], theirs.attention[layer - 1], seen, whole)

    def _layers(self) -> list[tuple[int, float]]:
        weights = self.spec.layer_weights or (1.0,) * len(self.layers)
        return list(zip(self.layers, weights, strict=True))


_Term = Callable[[PreTrainedModel, Inside, Inside, torch.Tensor, Counted], torch.Tensor]


def add_projections(
    student: PreTrainedModel, teacher: PreTrainedModel, shared: bool, seed: int
) -> None:
    """Give the student W: a linear map of each layer's width to the teacher's, or one for all.

    Where the widths agree there is none. The embeddings are the first layer.
    """
    width, wanted = int(student.config.hidden_size), int(teacher.config.hidden_size)
    count = int(student.config.num_hidden_layers) + 1
    if width == wanted:
        student.add_module(PROJECTIONS, nn.ModuleList(nn.Identity() for _ in range(count)))
        return
    torch.manual_seed(seed)
    one = nn.Linear(width, wanted)
    each = [one if shared else nn.Linear(width, wanted) for _ in range(count)]
    student.add_module(PROJECTIONS, nn.ModuleList(each))


def drop_projections(student: PreTrainedModel) -> None:
    """Take W away again: it belongs to the lesson and not to the student."""
    delattr(student, PROJECTIONS)


def _project(student: PreTrainedModel, layer: int, states: torch.Tensor) -> torch.Tensor:
    projected: torch.Tensor = getattr(student, PROJECTIONS)[layer](states)
    return projected
