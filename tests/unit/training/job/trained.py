"""Weights of models that jobs made, and wishes that reach a job under way."""

from __future__ import annotations

import os
import signal

import torch
from safetensors.torch import load_file

from newsdesk.core import paths
from training import telling


def weights_of(name="tiny"):
    """The weights of an installed model."""
    return load_file(paths.installed_models() / name / "model.safetensors")


def same(first, second):
    """Whether two models have the same weights, bit for bit."""
    return first.keys() == second.keys() and all(
        torch.equal(first[name], second[name]) for name in first
    )


def wish_at(monkeypatch, store, job_id, wish, after):
    """Ask for something at the given step of the watch, as a person at the window would."""
    count = iter(range(1, 10_000))
    step = telling.StoreWatch.step

    def stepping(self, *given, **metrics):
        step(self, *given, **metrics)
        if next(count) == after:
            if wish == "signal":
                os.kill(os.getpid(), signal.SIGTERM)
            else:
                store.jobs.ask(job_id, wish)

    monkeypatch.setattr(telling.StoreWatch, "step", stepping)
