"""Watches that hand on what they are told: within one trial, and between several processes."""

from __future__ import annotations

from dataclasses import replace

import torch

from newsdesk.core.job import Trial, Wish
from training.devices import Device
from training.watch import Kind, Watch

_WISHES: tuple[Wish, ...] = ("", "pause", "cancel")


class Passing(Watch):
    """Hands everything on to another watch."""

    def __init__(self, inner: Watch) -> None:
        self._inner = inner

    def wish(self) -> Wish:
        """As the other."""
        return self._inner.wish()

    def check(self) -> None:
        """As the other."""
        self._inner.check()

    def give_way(self) -> None:
        """As the other."""
        self._inner.give_way()

    def phase(self, text: str) -> None:
        """As the other."""
        self._inner.phase(text)

    def say(self, message: str, kind: Kind = "info") -> None:
        """As the other."""
        self._inner.say(message, kind)

    def planned(self, steps: int, done: int = 0) -> None:
        """As the other."""
        self._inner.planned(steps, done)

    def step(self, trial: int, step: int, articles: int, **metrics: float) -> None:
        """As the other."""
        self._inner.step(trial, step, articles, **metrics)

    def point(self, trial: int, step: int, **metrics: float) -> None:
        """As the other."""
        self._inner.point(trial, step, **metrics)

    def trial(self, trial: Trial) -> None:
        """As the other."""
        self._inner.trial(trial)

    def again(self, trial: int, attempt: int) -> None:
        """As the other."""
        self._inner.again(trial, attempt)

    def memory(self, peak: int) -> None:
        """As the other."""
        self._inner.memory(peak)


class TrialWatch(Passing):
    """Within one trial: its phases name the trial and the epoch.

    running: the trial as it was told to run.
    """

    def __init__(self, inner: Watch, name: str, steps_an_epoch: int, running: Trial) -> None:
        super().__init__(inner)
        self._name = name
        self._running = running
        self._steps = max(steps_an_epoch, 1)
        self._epoch = 0

    def step(self, trial: int, step: int, articles: int, **metrics: float) -> None:
        """A step, perhaps the first of an epoch."""
        epoch = (step - 1) // self._steps + 1
        if epoch != self._epoch:
            self._epoch = epoch
            self._inner.phase(f"{self._name}, epoch {epoch}")
        super().step(trial, step, articles, **metrics)

    def again(self, trial: int, attempt: int) -> None:
        """The trial's line tells which attempt this is."""
        self._inner.trial(replace(self._running, attempts=attempt))


class SharedWatch(Passing):
    """Of several processes the first decides, so that all of them stop at the same step.

    The others' inner watch should say nothing. `wish` must be asked by all of them at once, as
    a trial does at every step; `check` is each process's own.
    """

    def __init__(self, inner: Watch, device: Device) -> None:
        super().__init__(inner)
        self._device = device

    def wish(self) -> Wish:
        """What the first process has heard."""
        mine = _WISHES.index(self._inner.wish()) if self._device.main else 0
        code = torch.tensor([float(mine)], device=self._device.place)
        return _WISHES[int(self._device.sum(code))]
