"""The recipe `finetune`: one trial, a network on labelled articles at one pair of rates (TRAINING).

A trial that is stopped and resumed ends in the same bits as one that was never stopped: the order
of the articles and all chance follow from the seed and the place, never from what went before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from training import checkpoint
from training.data import batch_order, epoch_rows
from training.devices import Device, peak_memory
from training.learning import (
    Learner,
    Part,
    build_optimiser,
    freeze_encoder,
    section_weights,
    set_rates,
)
from training.memory import OutOfMemory, too_small
from training.predict import logits_of
from training.quick.chance import seed_at
from training.quick.dropout import quicken
from training.results.calibrate import macro_f1_of
from training.tokens import EncodedRows, TokenRows
from training.watch import Stopped, Watch

SAVE_SECONDS = 120.0
ROOM_SECONDS = 3.0  # between two looks at a full disk
LOOK_EVERY = 20  # steps between two looks at the memory
MOST_ATTEMPTS = 3
NOT_FINITE = "the loss was not a number; the last good state is kept"


@dataclass(slots=True)
class Standing:
    """Where a trial stands. at: batches done of this epoch; step: of all epochs.

    rate: the encoder's highest; halved, as the head's, with every collapsed attempt.
    micro: articles computed at once; halved where the memory was too small.
    ended: why it is over, empty while it goes on.
    history: epoch, loss and macro_f1 on dev.
    """

    rate: float
    micro: int
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
    """One trial, from its last checkpoint on if there is one.

    network: with its fresh head; it is moved to the device.
    identity: hash of data and settings; a checkpoint of another identity is not used.
    checkpoints: their folder. trial: its number, for the watch.
    """

    network: PreTrainedModel
    train: EncodedRows
    dev: EncodedRows
    tuning: TuningSpec
    encoder_rate: float
    head_rate: float
    seed: int
    pad_id: int
    longest: int
    identity: str
    checkpoints: Path
    device: Device = field(default_factory=Device)
    watch: Watch = field(default_factory=Watch)
    trial: int = 1
    _learner: Learner = field(init=False)
    _frozen: torch.nn.Module | None = field(init=False, default=None)
    _saved_at: float = field(init=False, default_factory=time.monotonic)

    def run(self) -> Standing:
        """Train to the end and leave the network with its best weights, in evaluation mode.

        Raises Stopped where a person wants it, with everything saved for a pause; TrainingError
        where every attempt collapsed, or where a single article does not fit into the memory.
        """
        start = {name: value.clone() for name, value in self.network.state_dict().items()}
        self._prepare()
        standing = self._begin(Standing(self.encoder_rate, self._micro()))
        saved = self._load("newest")
        if saved is not None:
            standing = self._resume(saved)
        elif any(self.checkpoints.glob("newest-*")):
            self.watch.say(
                f"The checkpoint of trial {self.trial} cannot be used: it is damaged, or of other "
                "settings. The trial begins again from its start.",
                "warning",
            )
        self._check_together(standing)
        while not standing.ended:
            self._run_epoch(standing)
            if self._collapsed(standing):
                standing = self._next_attempt(start, standing)
            elif standing.epoch:
                start.clear()
            self._save("newest", standing)
        self._take_best(standing)
        return standing

    def _take_best(self, standing: Standing) -> None:
        self.device.wait()  # for the main process, which writes it
        best = self._load("best")
        # One of an earlier attempt, which collapsed, is no last good state of this one.
        if best is not None and best["standing"]["attempt"] == standing.attempt:
            self.network.load_state_dict(best["network"])
            # On a card a resumed epoch may come out a little worse than the one kept.
            for name in ("best_f1", "best_loss", "best_epoch"):
                setattr(standing, name, best["standing"][name])
        self.network.train(False)

    def _prepare(self) -> None:
        tuning = self.tuning
        self.device.bring(self.network)
        quicken(self.network)
        if tuning.freeze_encoder:
            self._frozen = freeze_encoder(self.network)
        elif tuning.checkpoint_layers:
            self._recompute_layers()

    def _recompute_layers(self) -> None:
        self.network.config.use_cache = False
        try:
            self.network.activation_checkpointing_enable({"use_reentrant": False})
        except ValueError:  # ALBERT's shared layers, for one
            self.watch.say(
                f"{type(self.network).__name__} cannot recompute its layers; they are kept, as "
                "without the setting.",
                "warning",
            )

    def _micro(self) -> int:
        """Articles computed at once: no more than give every process its part of a batch."""
        share = -(-self.tuning.batch // self.device.processes)
        return min(self.tuning.micro_batch or share, share)

    def _begin(self, standing: Standing) -> Standing:
        factor = standing.rate / self.encoder_rate
        weights = section_weights(
            self.train.labels, int(self.network.config.num_labels or 0), self.tuning.section_weights
        )
        self._learner = Learner(
            self.network,
            build_optimiser(self.network, self.tuning, standing.rate, self.head_rate * factor),
            self.device.scaler(),
            weights.to(self.device.place),
            self.tuning.clip,
            self.device,
        )
        return standing

    def _run_epoch(self, standing: Standing) -> None:
        """The rest of one epoch, then the look at dev."""
        tuning, epoch = self.tuning, standing.epoch
        shown = epoch_rows(self.train, tuning.title_only, tuning.body_only, self.seed, epoch)
        order = batch_order(shown.lengths, tuning.batch, self.seed, epoch)
        total = len(order) * tuning.epochs
        self._teach_mode()
        while standing.at < len(order):
            chosen = order[standing.at]
            share = set_rates(self._learner.optimiser, standing.step / total, tuning.warm_up)
            loss = self._step(standing, shown, chosen)
            if not math.isfinite(loss):
                standing.ended = NOT_FINITE
                self.watch.say(f"Step {standing.step + 1} of {total}: {standing.ended}.", "warning")
                break
            standing.at += 1
            standing.step += 1
            rate = standing.rate * share
            self.watch.step(self.trial, standing.step, len(chosen), loss=loss, rate=rate)
            self._between_steps(standing)
        self._look_at_dev(standing)

    def _teach_mode(self) -> None:
        self.network.train()
        if self._frozen is not None:
            self._frozen.eval()

    def _step(self, standing: Standing, shown: TokenRows, chosen: list[int]) -> float:
        """One step, with ever smaller parts of the batch until they fit."""
        while True:
            try:
                return self._learner.learn(self._parts(standing, shown, chosen), len(chosen))
            except OutOfMemory:
                # Outside this block: here the broken step would still be held.
                pass
            self._halve(standing)

    def _parts(self, standing: Standing, shown: TokenRows, chosen: list[int]) -> Iterator[Part]:
        """This process's parts of a batch. Each has chance of its own, whoever computes it."""
        size, device = standing.micro, self.device
        for index, at in enumerate(range(0, len(chosen), size)):
            if index % device.processes == device.rank:
                rows = chosen[at : at + size]
                yield Part(
                    shown.batch(rows, self.pad_id, self.longest),
                    torch.from_numpy(self.train.labels[rows]),
                    seed_at(self.seed, standing.attempt, standing.step, index),
                )

    def _halve(self, standing: Standing) -> None:
        old = standing.micro
        if old == 1:
            raise too_small(self.longest, self.tuning)
        standing.micro = -(-old // 2)
        batch = self.tuning.batch
        self.watch.say(
            f"Out of memory: micro-batch {old} → {standing.micro}, accumulation "
            f"{-(-batch // old)} → {-(-batch // standing.micro)}, "
            f"going on from step {standing.step}.",
            "warning",
        )

    def _between_steps(self, standing: Standing) -> None:
        self.watch.give_way()
        wish = self.watch.wish()
        if wish == "pause":
            self._save("newest", standing)
        if wish:
            raise Stopped(wish)
        if standing.step % LOOK_EVERY == 1:
            self.watch.memory(peak_memory(self.device))
        if time.monotonic() - self._saved_at >= SAVE_SECONDS:
            self._save("newest", standing)

    def _look_at_dev(self, standing: Standing) -> None:
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

    def _dev_logits(self, standing: Standing) -> NDArray[np.float32]:
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

    def _check(self, standing: Standing) -> None:
        """Between batches of dev; a pause here repeats the look at dev, and nothing else."""
        wish = self.watch.wish()
        if wish == "pause" and not standing.ended:
            self._save("newest", standing)
        if wish:
            raise Stopped(wish)

    def _collapsed(self, standing: Standing) -> bool:
        """Whether the first epoch taught hardly more than the sections' shares would tell."""
        if standing.epoch != 1 or standing.ended == NOT_FINITE:
            return False
        limit = self.tuning.collapse * prior_entropy(self.dev.labels)
        return standing.history[-1]["loss"] > limit

    def _next_attempt(self, start: dict[str, torch.Tensor], old: Standing) -> Standing:
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
        return self._begin(Standing(old.rate / 2, old.micro, attempt=old.attempt + 1))

    def _save(self, kind: str, standing: Standing) -> None:
        """Keep a checkpoint; where the disk is full, wait until there is room or a wish."""
        if not self.device.main:
            return
        state: dict[str, Any] = {
            "network": self.network.state_dict(),
            "standing": asdict(standing),
        }
        if kind == "newest" and not standing.ended:
            state["optimiser"] = self._learner.optimiser.state_dict()
            state["scaler"] = self._learner.scaler.state_dict()
        name = f"{standing.attempt:02d}-{standing.epoch:03d}-{standing.step:08d}"
        told = False
        while True:
            try:
                checkpoint.save(self.checkpoints, kind, name, self.identity, state)
                break
            except checkpoint.DiskFull as full:
                if not told:
                    self._tell_full(full)
                told = True
            if self.device.processes == 1:  # the others do not wait here, so none may be asked
                self.watch.check()
            time.sleep(ROOM_SECONDS)
        if told:
            self.watch.say("There is room on the disk again; the training goes on.")
        self._saved_at = time.monotonic()

    def _tell_full(self, full: checkpoint.DiskFull) -> None:
        self.watch.say(
            f"The disk of {self.checkpoints} is full: a checkpoint needs {full.size / 1e6:.0f} MB. "
            "The training waits until there is room; nothing is lost.",
            "warning",
        )

    def _check_together(self, standing: Standing) -> None:
        """Refuse to go on where processes found different checkpoints."""
        mine = torch.tensor([float(standing.step)], device=self.device.place)
        if float(self.device.sum(mine.clone())) != standing.step * self.device.processes:
            raise TrainingError(
                "apart",
                f"The processes of this training stand at different steps; this one at "
                f"{standing.step}.",
                "Put the job's folder where all machines see it, or copy its checkpoints.",
            )

    def _load(self, kind: str) -> dict[str, Any] | None:
        return checkpoint.load(self.checkpoints, kind, self.identity)

    def _resume(self, saved: dict[str, Any]) -> Standing:
        standing = self._begin(Standing(**saved["standing"]))
        self.network.load_state_dict(saved["network"])
        if standing.attempt > 1:
            self.watch.again(self.trial, standing.attempt)
        if not standing.ended:
            self._learner.optimiser.load_state_dict(saved["optimiser"])
            self._learner.scaler.load_state_dict(saved["scaler"])
            self.watch.say(f"Trial {self.trial} goes on after step {standing.step}.")
        return standing


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
