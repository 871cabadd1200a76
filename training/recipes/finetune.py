"""The recipe `finetune`: the whole network on labelled articles, at one rate (TRAINING)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from training import checkpoint
from training.calibrate import macro_f1_of
from training.data import EncodedRows, batch_order, epoch_rows, to_batch
from training.learning import build_optimiser, learn, section_weights, set_rates
from training.networks import head_width, logits_of
from training.progress import Say, say

SAVE_EVERY = 100  # steps
SAY_EVERY = 25
MOST_ATTEMPTS = 3
NOT_FINITE = "the loss was not a number; the last good state is kept"


@dataclass(slots=True)
class Standing:
    """Where a training stands. at: batches done of this epoch; step: of all epochs.

    rate: the encoder's highest; halved with every collapsed attempt.
    ended: why it is over, empty while it goes on.
    """

    rate: float
    attempt: int = 1
    epoch: int = 0
    at: int = 0
    step: int = 0
    best_f1: float = -1.0
    best_loss: float = math.inf
    best_epoch: int = 0
    ended: str = ""
    history: list[dict[str, float]] = field(default_factory=list)


@dataclass(slots=True)
class Finetuning:
    """One training of one network, from its last checkpoint on if there is one.

    identity: hash of data and settings; a checkpoint of another identity is not used.
    checkpoints: their folder.
    between_steps: called after every step; what it raises ends the training, to be resumed.
    """

    network: PreTrainedModel
    train: EncodedRows
    dev: EncodedRows
    tuning: TuningSpec
    seed: int
    pad_id: int
    longest: int
    identity: str
    checkpoints: Path
    tell: Say = say
    between_steps: Callable[[Standing], None] = lambda _: None

    def run(self) -> Standing:
        """Train to the end and leave the network with its best weights, in evaluation mode.

        Raises TrainingError where every attempt collapsed.
        """
        start = {name: value.clone() for name, value in self.network.state_dict().items()}
        standing, optimiser = self._begin(start, Standing(rate=self.tuning.encoder_rate))
        saved = self._load("newest") or self._load("best")
        if saved is not None:
            standing, optimiser = self._resume(saved)
        while not standing.ended:
            self._run_epoch(standing, optimiser)
            if self._collapsed(standing):
                standing, optimiser = self._next_attempt(start, standing)
            self._save("newest", standing, optimiser)
        best = self._load("best")
        if best is not None:
            self.network.load_state_dict(best["network"])
        self.network.train(False)
        return standing

    def _begin(
        self, start: dict[str, torch.Tensor], standing: Standing
    ) -> tuple[Standing, torch.optim.Optimizer]:
        self.network.load_state_dict(start)
        torch.manual_seed(self.seed)
        return standing, build_optimiser(self.network, self.tuning, standing.rate)

    def _run_epoch(self, standing: Standing, optimiser: torch.optim.Optimizer) -> None:
        """The rest of one epoch, then the look at dev."""
        tuning, epoch = self.tuning, standing.epoch
        shown = epoch_rows(self.train, tuning.title_only, tuning.body_only, self.seed, epoch)
        order = batch_order([row.tokens_read for row in shown], tuning.batch, self.seed, epoch)
        weights = section_weights(self.train.labels, head_width(self.network))
        total = len(order) * tuning.epochs
        self.network.train()
        while standing.at < len(order):
            chosen = order[standing.at]
            batch = to_batch([shown[row] for row in chosen], self.pad_id, self.longest)
            labels = torch.from_numpy(self.train.labels[chosen])
            set_rates(optimiser, standing.step / total, tuning.warm_up)
            loss = learn(self.network, optimiser, batch, labels, weights, tuning)
            if not math.isfinite(loss):
                standing.ended = NOT_FINITE
                self.tell(f"step {standing.step + 1}/{total}: {standing.ended}")
                break
            standing.at += 1
            standing.step += 1
            if standing.step % SAY_EVERY == 0:
                self.tell(f"step {standing.step}/{total} loss {loss:.4f}")
            if standing.step % SAVE_EVERY == 0:
                self._save("newest", standing, optimiser)
            self.between_steps(standing)
        self._look_at_dev(standing, optimiser)

    def _look_at_dev(self, standing: Standing, optimiser: torch.optim.Optimizer) -> None:
        logits = logits_of(self.network, self.dev.whole, self.pad_id, self.longest)
        loss = dev_loss(logits, self.dev.labels)
        f1 = macro_f1_of(logits, self.dev.labels)
        standing.epoch += 1
        standing.at = 0
        standing.history.append({"epoch": standing.epoch, "loss": loss, "macro_f1": f1})
        self.tell(
            f"epoch {standing.epoch}/{self.tuning.epochs} dev loss {loss:.4f} macro-F1 {f1:.4f}"
        )
        better = (f1, -loss) > (standing.best_f1, -standing.best_loss)
        if better:
            standing.best_f1, standing.best_loss = f1, loss
            standing.best_epoch = standing.epoch
        if not standing.ended and standing.epoch >= self.tuning.epochs:
            standing.ended = "all epochs are done"
        elif not standing.ended and standing.epoch - standing.best_epoch >= self.tuning.patience:
            standing.ended = f"no better dev macro-F1 for {self.tuning.patience} epochs"
        if better:
            self._save("best", standing, optimiser)

    def _collapsed(self, standing: Standing) -> bool:
        """Whether the first epoch taught hardly more than the sections' shares would tell."""
        if standing.epoch != 1 or standing.ended == NOT_FINITE:
            return False
        limit = self.tuning.collapse * prior_entropy(self.dev.labels)
        return standing.history[-1]["loss"] > limit

    def _next_attempt(
        self, start: dict[str, torch.Tensor], old: Standing
    ) -> tuple[Standing, torch.optim.Optimizer]:
        if old.attempt == MOST_ATTEMPTS:
            raise TrainingError(
                "collapsed",
                f"The training collapsed {MOST_ATTEMPTS} times, the last time at an encoder rate "
                f"of {old.rate:g}: it learned no more than how large the sections are.",
                "Check the labels, then lower encoder_rate or give more articles.",
            )
        self.tell(f"collapsed at an encoder rate of {old.rate:g}; again at half of it")
        fresh = Standing(rate=old.rate / 2, attempt=old.attempt + 1)
        return self._begin(start, fresh)

    def _save(self, kind: str, standing: Standing, optimiser: torch.optim.Optimizer) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimiser": optimiser.state_dict(),
            "chance": torch.get_rng_state(),
            "standing": asdict(standing),
        }
        name = f"{standing.attempt:02d}-{standing.epoch:03d}-{standing.step:08d}"
        checkpoint.save(self.checkpoints, kind, name, self.identity, state)

    def _load(self, kind: str) -> dict[str, Any] | None:
        return checkpoint.load(self.checkpoints, kind, self.identity)

    def _resume(self, saved: dict[str, Any]) -> tuple[Standing, torch.optim.Optimizer]:
        standing = Standing(**saved["standing"])
        self.network.load_state_dict(saved["network"])
        optimiser = build_optimiser(self.network, self.tuning, standing.rate)
        optimiser.load_state_dict(saved["optimiser"])
        torch.set_rng_state(saved["chance"])
        if not standing.ended:
            self.tell(f"going on after step {standing.step}")
        return standing, optimiser


def dev_loss(logits: np.ndarray, labels: np.ndarray) -> float:
    """Mean cross-entropy, unweighted; logits of shape (articles, sections)."""
    return float(
        torch.nn.functional.cross_entropy(torch.from_numpy(logits), torch.from_numpy(labels))
    )


def prior_entropy(labels: np.ndarray) -> float:
    """Entropy of the sections' shares in nats: the loss of knowing those alone."""
    shares = np.bincount(labels) / len(labels)
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())
