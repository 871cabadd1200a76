"""A watch that remembers what a training said, and weights to compare."""

import torch

from training.watch import Quiet


class Listener(Quiet):
    """Remembers what was said and measured; may wish or fail at a step."""

    def __init__(self, at=None, wish="pause"):
        self.said, self.steps, self.points, self.peaks = [], [], [], []
        self._at, self._wish = at, wish

    def say(self, message, kind="info"):
        self.said.append(message)

    def step(self, trial, step, articles, **metrics):
        self.steps.append((step, articles, metrics))

    def point(self, trial, step, **metrics):
        self.points.append((step, metrics))

    def memory(self, peak):
        self.peaks.append(peak)

    def wish(self):
        return self._wish if self.steps and self.steps[-1][0] == self._at else ""

    @property
    def losses(self):
        return [metrics["loss"] for _, _, metrics in self.steps]


class KilledError(Exception):
    pass


class Killer(Listener):
    """Ends the training at a step without a word, as a killed process would."""

    def give_way(self):
        if self.wish():
            raise KilledError

    def wish(self):
        return super().wish()


def weights(training):
    """A copy of all weights, as they are now."""
    return {name: value.clone() for name, value in training.network.state_dict().items()}


def same(first, second):
    """Whether weights are equal bit for bit."""
    return all(torch.equal(first[name], second[name]) for name in first)


def near(first, second, most):
    """Whether no weight differs by more than this."""
    return max(float((first[name] - second[name]).abs().max()) for name in first) <= most
