"""How a training speaks and listens, whoever is there: a terminal, the store, a test."""

from __future__ import annotations

from typing import Literal

from newsdesk.core.job import Trial
from training.progress import say

Kind = Literal["info", "warning", "error"]


class Stopped(Exception):  # noqa: N818
    """A person asked for it: raised at a step, after the state was saved."""

    def __init__(self, wish: Literal["pause", "cancel"]) -> None:
        super().__init__(wish)
        self.wish = wish


class Watch:
    """Says what happens on standard output, and never asks to stop. The store's one overrides all.

    Every method is cheap enough to be called at every step.
    """

    def wish(self) -> Literal["", "pause", "cancel"]:
        """What a person wants now. Asked at every step and in every phase."""
        return ""

    def check(self) -> None:
        """Raise Stopped where a person wants it, in phases that have nothing to save."""
        wish = self.wish()
        if wish:
            raise Stopped(wish)

    def give_way(self) -> None:
        """Wait here while the desk needs the device. Called at every step."""

    def phase(self, text: str) -> None:
        """A new phase has begun, in words for people."""
        say(text)

    def say(self, message: str, kind: Kind = "info") -> None:
        """One line of the job's history."""
        say(message)

    def planned(self, steps: int, done: int = 0) -> None:
        """How many optimiser steps there will be over all trials, at most.

        done: those of trials that are over.
        """

    def step(self, trial: int, step: int, articles: int, **metrics: float) -> None:
        """An optimiser step is done. articles: how many it learned from.

        metrics: loss, rate (the encoder's), and whatever else is worth a curve.
        """

    def point(self, trial: int, step: int, **metrics: float) -> None:
        """Values that are measured seldom and must not be thinned out: dev_loss, dev_macro_f1."""

    def trial(self, trial: Trial) -> None:
        """A trial has begun, moved or ended."""

    def again(self, trial: int, attempt: int) -> None:
        """A trial collapsed and begins anew, or goes on in a later attempt than its first."""

    def memory(self, peak: int) -> None:
        """Peak bytes so far."""


class Quiet(Watch):
    """Says nothing."""

    def phase(self, text: str) -> None:
        """Nothing."""

    def say(self, message: str, kind: Kind = "info") -> None:
        """Nothing."""
