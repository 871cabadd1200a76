"""The recipe `finetune`: a network on labelled articles at one pair of rates (TRAINING)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import PredictionSpec
from training.devices import peak_memory
from training.distillation.lessons import Answers
from training.learning import Labels, Lesson, section_weights
from training.predict import logits_of
from training.recipes.stage import NOT_FINITE, Stage, Standing
from training.results.calibrate import macro_f1_of
from training.tokens import EncodedRows
from training.watch import Stopped

MOST_ATTEMPTS = 3


@dataclass(slots=True)
class TrialStanding(Standing):
    """Where a trial stands. rate: halved, as the head's, with every collapsed attempt.

    history: epoch, loss and macro_f1 on dev.
    """

    best_f1: float = -1.0
    best_loss: float = math.inf
    best_epoch: int = 0
    history: list[dict[str, float]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Finetuning(Stage):
    """One trial, chosen by its macro-F1 on dev.

    said: a teacher's logits of the train rows, shape (rows, sections), where there is one; they are
    learned as `prediction` says.
    """

    dev: EncodedRows
    said: NDArray[np.float32] | None = None
    prediction: PredictionSpec = field(default_factory=PredictionSpec)

    def lesson(self) -> Lesson:
        """The sections that people gave, rare ones weighing more, and what a teacher said."""
        sections = int(self.network.config.num_labels or 0)
        weights = section_weights(self.train.labels, sections, self.tuning.section_weights)
        weights = weights.to(self.device.place)
        if self.said is None:
            return Labels(weights)
        return Answers(torch.from_numpy(self.said), weights, self.prediction)

    def _terms(self) -> dict[str, float]:
        lesson = self._learner.lesson
        return lesson.terms.take() if isinstance(lesson, Answers) else {}

    def run(self) -> TrialStanding:
        """Train to the end and leave the network with its best weights, in evaluation mode.

        Raises Stopped where a person wants it, with everything saved for a pause; TrainingError
        where every attempt collapsed, or where a single article does not fit into the memory.
        """
        start = {name: value.clone() for name, value in self.network.state_dict().items()}
        self._prepare()
        standing = self._begin(TrialStanding(self.encoder_rate, self._micro()))
        saved = self._load("newest")
        if saved is not None:
            standing = self._resume(saved)
        self._check_together(standing)
        while not standing.ended:
            self._run_steps(standing)
            self._look_at_dev(standing)
            if self._collapsed(standing):
                standing = self._next_attempt(start, standing)
            elif standing.epoch:
                start.clear()
            self._save("newest", standing)
        self._take_best(standing)
        return standing

    def _begin(self, standing: TrialStanding) -> TrialStanding:
        self._start_learning(standing.rate)
        return standing

    def _resume(self, saved: dict[str, Any]) -> TrialStanding:
        standing = self._begin(TrialStanding(**saved["standing"]))
        if standing.attempt > 1:
            self.watch.again(self.trial, standing.attempt)
        self._restore(saved, standing)
        return standing

    def _take_best(self, standing: TrialStanding) -> None:
        self.device.wait()  # for the main process, which writes it
        best = self._load("best")
        # One of an earlier attempt, which collapsed, is no last good state of this one.
        if best is not None and best["standing"]["attempt"] == standing.attempt:
            self.network.load_state_dict(best["network"])
            # On a card a resumed epoch may come out a little worse than the one kept.
            for name in ("best_f1", "best_loss", "best_epoch"):
                setattr(standing, name, best["standing"][name])
        self.network.train(False)

    def _look_at_dev(self, standing: TrialStanding) -> None:
        logits = self._dev_logits(standing)
        loss = dev_loss(logits, self.dev.labels)
        if not math.isfinite(loss):
            standing.ended = NOT_FINITE
            self.watch.say(f"Trial {self.trial}, on dev: {standing.ended}.", "warning")
            return
        f1 = macro_f1_of(logits, self.dev.labels)
        standing.epoch += 1
        standing.at = 0
        standing.history.append({"epoch": standing.epoch, "loss": loss, "macro_f1": f1})
        self.watch.point(self.trial, standing.step, dev_loss=loss, dev_macro_f1=f1)
        self.watch.memory(peak_memory(self.device))
        self.watch.say(
            f"Trial {self.trial}, epoch {standing.epoch} of {self.tuning.epochs}: "
            f"dev loss {loss:.4f}, dev macro-F1 {f1:.4f}."
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
            self._save("best", standing)

    def _dev_logits(self, standing: TrialStanding) -> NDArray[np.float32]:
        """Logits of dev, each process reading its share."""
        rows, device = self.dev.whole, self.device
        if device.processes == 1:
            return logits_of(
                self.network, rows, self.pad_id, self.longest, check=lambda: self._check(standing)
            )
        mine = np.arange(device.rank, len(rows), device.processes)
        logits = np.zeros((len(rows), int(self.network.config.num_labels or 0)), dtype=np.float32)
        if len(mine):
            logits[mine] = logits_of(self.network, rows.select(mine), self.pad_id, self.longest)
        total = device.sum(torch.from_numpy(logits).to(device.place))
        return np.asarray(total.cpu().numpy(), dtype=np.float32)

    def _check(self, standing: TrialStanding) -> None:
        """Between batches of dev; a pause here repeats the look at dev, and nothing else."""
        wish = self.watch.wish()
        if wish == "pause" and not standing.ended:
            self._save("newest", standing)
        if wish:
            raise Stopped(wish)

    def _collapsed(self, standing: TrialStanding) -> bool:
        """Whether the first epoch taught hardly more than the sections' shares would tell."""
        if standing.epoch != 1 or standing.ended == NOT_FINITE:
            return False
        limit = self.tuning.collapse * prior_entropy(self.dev.labels)
        return standing.history[-1]["loss"] > limit

    def _next_attempt(self, start: dict[str, torch.Tensor], old: TrialStanding) -> TrialStanding:
        if old.attempt == MOST_ATTEMPTS:
            raise TrainingError(
                "collapsed",
                f"The training collapsed {MOST_ATTEMPTS} times, the last time at an encoder rate "
                f"of {old.rate:g}: it learned no more than how large the sections are.",
                "Check the labels, then lower the encoder rate or give more articles.",
            )
        self.watch.say(
            f"Trial {self.trial} collapsed at an encoder rate of {old.rate:g}; "
            "it begins again at half of it.",
            "warning",
        )
        self.watch.again(self.trial, old.attempt + 1)
        self.network.load_state_dict(start)
        return self._begin(TrialStanding(old.rate / 2, old.micro, attempt=old.attempt + 1))


def dev_loss(logits: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    """Mean cross-entropy, unweighted; logits of shape (articles, sections)."""
    return float(
        torch.nn.functional.cross_entropy(torch.from_numpy(logits), torch.from_numpy(labels))
    )


def prior_entropy(labels: NDArray[np.int64]) -> float:
    """Entropy of the sections' shares in nats: the loss of knowing those alone."""
    shares = np.bincount(labels) / len(labels)
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())
