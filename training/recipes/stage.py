"""What every training goes through: steps over epochs that can be broken off and gone on with.

A stage that is stopped and resumed ends in the same bits as one that was never stopped: the order
of the articles and all chance follow from the seed and the place, never from what went before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from training import checkpoint
from training.data import batch_order, epoch_rows
from training.devices import Device, peak_memory
from training.learning import Learner, Lesson, Part, build_optimiser, freeze_encoder, set_rates
from training.memory import OutOfMemory, too_small
from training.quick.chance import seed_at
from training.quick.dropout import quicken
from training.tokens import EncodedRows, TokenRows
from training.watch import Stopped, Watch

SAVE_SECONDS = 120.0
ROOM_SECONDS = 3.0  # between two looks at a full disk
LOOK_EVERY = 20  # steps between two looks at the memory
NOT_FINITE = "the loss was not a number; the last good state is kept"


@dataclass(slots=True)
class Standing:
    """Where a stage stands. at: batches done of this epoch; step: of all epochs.

    rate: the encoder's highest. micro: articles computed at once; halved where the memory was too
    small. ended: why it is over, empty while it goes on.
    """

    rate: float
    micro: int
    attempt: int = 1
    epoch: int = 0
    at: int = 0
    step: int = 0
    ended: str = ""


@dataclass(slots=True, kw_only=True)
class Stage:
    """One training of one network, from its last checkpoint on if there is one.

    network: with its fresh head; it is moved to the device.
    identity: hash of data and settings; a checkpoint of another identity is not used.
    checkpoints: their folder. trial: its number, for the watch.
    """

    network: PreTrainedModel
    train: EncodedRows
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

    def lesson(self) -> Lesson:
        """What the network learns from, on the device."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"Trial {self.trial}"

    def _prepare(self, *, first_only: bool = True) -> None:
        """first_only: nobody looks at more than the first token of the last layer."""
        tuning = self.tuning
        self.device.bring(self.network)
        quicken(self.network, first_only=first_only)
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

    def _start_learning(self, rate: float) -> None:
        factor = rate / self.encoder_rate
        self._learner = Learner(
            self.network,
            build_optimiser(self.network, self.tuning, rate, self.head_rate * factor),
            self.device.scaler(),
            self.lesson(),
            self.tuning.clip,
            self.device,
        )

    def _run_steps(self, standing: Standing) -> None:
        """The rest of one epoch."""
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
            told = {"loss": loss, "rate": rate, **self._terms()}
            self.watch.step(self.trial, standing.step, len(chosen), **told)
            self._between_steps(standing)

    def _terms(self) -> dict[str, float]:
        """More of the last step that is drawn as curves, by name."""
        return {}

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
        whole = tuple(shown.lengths[chosen].tolist())
        for index, at in enumerate(range(0, len(chosen), size)):
            if index % device.processes == device.rank:
                rows = chosen[at : at + size]
                yield Part(
                    shown.batch(rows, self.pad_id, self.longest),
                    torch.from_numpy(self.train.labels[rows]),
                    seed_at(self.seed, standing.attempt, standing.step, index),
                    tuple(rows),
                    whole,
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

    # Checkpoints

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
        saved = checkpoint.load(self.checkpoints, kind, self.identity)
        if saved is None and kind == "newest" and any(self.checkpoints.glob("newest-*")):
            self.watch.say(
                f"The checkpoint of {self.name[0].lower()}{self.name[1:]} cannot be used: it is "
                f"damaged, or of other settings. {self.name} begins again from its start.",
                "warning",
            )
        return saved

    def _restore(self, saved: dict[str, Any], standing: Standing) -> None:
        self.network.load_state_dict(saved["network"])
        if not standing.ended:
            self._learner.optimiser.load_state_dict(saved["optimiser"])
            self._learner.scaler.load_state_dict(saved["scaler"])
            self.watch.say(f"{self.name} goes on after step {standing.step}.")
