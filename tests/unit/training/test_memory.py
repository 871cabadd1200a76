"""Too little memory in mid-training: smaller parts of the same batch, and it is said."""

import numpy as np
import pytest
import torch

from newsdesk.core.errors import TrainingError
from training.memory import is_out_of_memory
from training.watch import Quiet, Stopped


class Listener(Quiet):
    def __init__(self, pause_at=0):
        self.said, self.losses, self.pause_at = [], [], pause_at

    def say(self, message, kind="info"):
        self.said.append(message)

    def step(self, trial, step, articles, **metrics):
        self.losses.append(metrics["loss"])

    def wish(self):
        return "pause" if len(self.losses) == self.pause_at else ""


def _holds(training, most, after=0):
    """Let a network hold no more than so many articles at once, after some steps."""
    seen = []

    def refuse(_, __, given):
        seen.append(len(given["input_ids"]))
        if training.network.training and len(seen) > after and seen[-1] > most:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB.")

    training.network.register_forward_pre_hook(refuse, with_kwargs=True)
    return seen


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB."),
        MemoryError(),
        RuntimeError("CUDA error: out of memory"),
        RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
        RuntimeError(
            "[enforce fail at alloc_cpu.cpp:124] err == 0. DefaultCPUAllocator: can't allocate "
            "memory: you tried to allocate 80 bytes. Error code 12 (Cannot allocate memory)"
        ),
        RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 80 bytes."),
    ],
)
def test_every_way_of_saying_out_of_memory_is_understood(error):
    assert is_out_of_memory(error)


def test_the_processors_own_refusal_is_understood():
    with pytest.raises(RuntimeError) as raised:
        torch.empty(1 << 60, dtype=torch.uint8)
    assert is_out_of_memory(raised.value)


@pytest.mark.parametrize("error", [RuntimeError("size mismatch"), ValueError("out of memory")])
def test_other_errors_are_not_lack_of_memory(error):
    assert not is_out_of_memory(error)


def test_the_micro_batch_is_halved_and_the_same_step_is_done_again(bench, tmp_path):
    calm = {"dropout": 0.0, "attention_dropout": 0.0, "epochs": 1, "encoder_rate": 1e-4}
    whole, small = Listener(), Listener()
    bench.training(tmp_path / "whole", whole, **calm).run()
    training = bench.training(tmp_path / "small", small, **calm)
    _holds(training, most=4, after=5)
    standing = training.run()
    assert standing.micro == 4
    told = "Out of memory: micro-batch 8 → 4, accumulation 1 → 2, going on from step 5."
    assert small.said.count(told) == 1
    np.testing.assert_allclose(small.losses, whole.losses, atol=1e-6)


def test_a_resumed_training_keeps_the_smaller_micro_batch(bench, tmp_path):
    first = bench.training(tmp_path, Listener(pause_at=3), epochs=1)
    _holds(first, most=3)
    with pytest.raises(Stopped):
        first.run()
    watch = Listener()
    second = bench.training(tmp_path, watch, epochs=1)
    seen = _holds(second, most=3)
    assert second.run().micro == 2
    assert not [line for line in watch.said if "Out of memory" in line]
    assert seen[0] == 2


def test_where_no_single_article_fits_it_is_refused_with_what_would(bench, tmp_path):
    training = bench.training(tmp_path)
    _holds(training, most=0)
    with pytest.raises(TrainingError) as raised:
        training.run()
    problem = raised.value.problem
    assert problem.kind == "memory"
    assert "recomputed layers" in problem.remedy


def test_an_error_of_another_kind_is_not_hidden(bench, tmp_path):
    training = bench.training(tmp_path)

    def fail(*_):
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied")

    training.network.register_forward_pre_hook(fail)
    with pytest.raises(RuntimeError, match="shapes"):
        training.run()
