"""The losses of distillation, each as written in TRAINING, distil.

Every loss is a sum over a part of a batch divided by what the whole batch counts, so that it makes
no difference how a batch is divided: the parts' losses add up to the batch's. Padding counts
nowhere. `seen` is the attention mask as bool, shape (part, tokens).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch.nn import functional

Kd = Literal["logit_mse", "soft_ce", "kl"]
MOST_RELATION_HEADS = 48


@dataclass(frozen=True, slots=True)
class Counted:
    """What a whole batch counts. tokens: Σv; pairs: ΣP, over articles, of v⊗v; articles."""

    articles: int
    tokens: int
    pairs: int

    @staticmethod
    def of(lengths: Sequence[int]) -> Counted:
        """From the lengths of a batch's articles, in tokens without padding."""
        return Counted(len(lengths), sum(lengths), sum(length * length for length in lengths))


@dataclass(frozen=True, slots=True)
class Heads:
    """One call of an attention: q, k, v of shape (part, heads, tokens, width of a head)."""

    query: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor
    scale: float

    def scores(self) -> torch.Tensor:
        """Scaled scores before any mask, shape (part, heads, tokens, tokens)."""
        return self.query @ self.key.transpose(-1, -2) * self.scale


def attention_loss(
    student: Heads, teacher: Heads, seen: torch.Tensor, whole: Counted
) -> torch.Tensor:
    """Σ P·(S − T)² / (H·ΣP) of raw scaled scores (TinyBERT, section 3; TRAINING, L_att)."""
    pairs = (seen[:, None, :, None] & seen[:, None, None, :]).float()
    apart = (student.scores() - teacher.scores()).float().square() * pairs
    return apart.sum() / (student.query.shape[1] * whole.pairs)


def hidden_loss(
    student: torch.Tensor, teacher: torch.Tensor, seen: torch.Tensor, whole: Counted
) -> torch.Tensor:
    """Σ v·‖h_S − h_T‖² / (d_T·Σv) of states of shape (part, tokens, d_T) (TRAINING, L_hid)."""
    apart = (student - teacher).float().square() * seen[..., None].float()
    return apart.sum() / (teacher.shape[-1] * whole.tokens)


def relation_heads(student_width: int, teacher_width: int) -> int:
    """R: the largest number up to 48 of heads that both widths can be divided into."""
    both = math.gcd(student_width, teacher_width)
    return max(n for n in range(1, MOST_RELATION_HEADS + 1) if both % n == 0)


def relation_loss(
    student: Heads, teacher: Heads, seen: torch.Tensor, whole: Counted
) -> torch.Tensor:
    """Mean KL of the relations among queries, keys and values (MiniLM v2, section 3).

    Both sides are divided anew into R heads of width r; a relation is softmax(X Xᵀ / √r) over the
    keys that are no padding. Mean over q, k and v, over heads and over the queries that are no
    padding, of KL(teacher ‖ student).
    """
    count = relation_heads(_width(student.query), _width(teacher.query))
    total = student.query.new_zeros((), dtype=torch.float32)
    for mine, theirs in zip(_parts(student), _parts(teacher), strict=True):
        learned = _relation(mine, count, seen)
        wanted = _relation(theirs, count, seen)
        apart = (wanted.exp() * (wanted - learned)).masked_fill(~seen[:, None, None], 0.0).sum(-1)
        total = total + (apart * seen[:, None].float()).sum()
    return total / (3 * count * whole.tokens)


def prediction_loss(
    student: torch.Tensor,
    teacher: torch.Tensor,
    whole: Counted,
    way: Kd = "logit_mse",
    temperature: float = 1.0,
) -> torch.Tensor:
    """How far the student's logits are from the teacher's, shape (part, sections).

    logit_mse: mean square of logits less their mean over the sections. soft_ce: cross-entropy with
    the teacher's shares, summed over sections (Hinton et al. 2015). kl: the same less the
    teacher's entropy. The last two are softened by the temperature T and multiplied by T².
    """
    student, teacher = student.float(), teacher.float()
    if way == "logit_mse":
        apart = _centred(student) - _centred(teacher)
        return apart.square().sum() / (student.shape[-1] * whole.articles)
    wanted = functional.softmax(teacher / temperature, -1)
    losses = -(wanted * functional.log_softmax(student / temperature, -1)).sum(-1)
    if way == "kl":
        losses = losses + torch.special.xlogy(wanted, wanted).sum(-1)
    return losses.sum() * temperature**2 / whole.articles


def cosine_loss(
    student: torch.Tensor, teacher: torch.Tensor, seen: torch.Tensor, whole: Counted
) -> torch.Tensor:
    """Mean of 1 − cos of the last states, shape (part, tokens, width) (DistilBERT, section 2)."""
    alike = functional.cosine_similarity(student.float(), teacher.float(), dim=-1)
    return ((1 - alike) * seen.float()).sum() / whole.tokens


def _centred(logits: torch.Tensor) -> torch.Tensor:
    return logits - logits.mean(-1, keepdim=True)


def _parts(heads: Heads) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return heads.query, heads.key, heads.value


def _width(states: torch.Tensor) -> int:
    return states.shape[1] * states.shape[3]


def _relation(states: torch.Tensor, count: int, seen: torch.Tensor) -> torch.Tensor:
    """log softmax(X Xᵀ / √r), (part, count, tokens, tokens); padded keys have −inf."""
    joined = states.transpose(1, 2).flatten(2)
    split = joined.reshape(*joined.shape[:2], count, -1).transpose(1, 2).float()
    scores = split @ split.transpose(-1, -2) / math.sqrt(split.shape[-1])
    return functional.log_softmax(scores.masked_fill(~seen[:, None, None], -torch.inf), -1)
