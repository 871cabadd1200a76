"""Devices, precision, and several processes that learn as one would."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import together
import torch

from newsdesk.core.errors import TrainingError
from training import devices
from training.devices import Device, memory_of, open_device, peak_memory, precision_for

SCRIPT = Path(__file__).with_name("together.py")
ROOT = SCRIPT.parents[3]


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _launch(folder, processes):
    """What the main one of several processes told."""
    command = [sys.executable, "-m", "accelerate.commands.launch", "--multi_gpu"]
    command += ["--num_processes", str(processes), "--num_machines", "1"]
    command += ["--mixed_precision", "no", "--dynamo_backend", "no"]
    command += ["--main_process_ip", "127.0.0.1", "--main_process_port", str(_free_port())]
    done = subprocess.run(
        [*command, str(SCRIPT), str(folder), "0"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_two_processes_learn_as_one_with_twice_the_accumulation(tmp_path):
    folders = tmp_path / "two", tmp_path / "one"
    for folder in folders:
        folder.mkdir()
    _launch(folders[0], processes=2)
    together.train(folders[1], micro=4)
    two, one = (json.loads((folder / "told.json").read_text()) for folder in folders)
    assert (two["processes"], one["processes"]) == (2, 1)
    np.testing.assert_allclose(two["losses"], one["losses"], atol=1e-6)
    np.testing.assert_allclose(two["dev"], one["dev"], atol=1e-6)
    assert two["weights"] == pytest.approx(one["weights"], rel=1e-7)


def test_the_processor_computes_in_full_precision_unless_asked():
    cpu = torch.device("cpu")
    assert precision_for(cpu, "auto") == "fp32"
    assert precision_for(cpu, "bf16") == "bf16"
    with pytest.raises(TrainingError, match="fp16 needs a graphics card"):
        precision_for(cpu, "fp16")


@pytest.mark.parametrize(("has_it", "precision"), [(True, "bf16"), (False, "fp16")])
def test_a_card_computes_in_bf16_where_it_can(monkeypatch, has_it, precision):
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: has_it)
    assert precision_for(torch.device("cuda"), "auto") == precision


@pytest.mark.parametrize("wanted", ["cuda:7", "tpu"])
def test_a_device_that_is_not_here_is_refused_with_those_that_are(monkeypatch, wanted):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(TrainingError, match=r"auto or one of cpu, cuda:0, cuda:1"):
        open_device(wanted)


def test_without_a_card_auto_is_the_processor(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    device = open_device()
    assert (device.name, device.precision, device.main) == ("cpu", "fp32", True)


def test_the_machine_has_memory_and_this_process_took_some_of_it():
    memory = memory_of(Device())
    assert 0 < memory.free <= memory.total
    assert 1e7 < peak_memory(Device()) < memory.total


def test_gradients_of_all_processes_are_added_up_in_buckets(monkeypatch):
    monkeypatch.setattr(devices, "BUCKET", 5)
    monkeypatch.setattr(devices, "reduce", lambda values, how: values * 2)  # a twin beside us
    parts = [torch.nn.Parameter(torch.zeros(2, 3)), torch.nn.Parameter(torch.zeros(4))]
    parts[0].grad = torch.arange(6.0).reshape(2, 3)
    Device(processes=2).sum_gradients(parts)
    assert parts[0].grad.tolist() == [[0, 2, 4], [6, 8, 10]]
    assert parts[1].grad.tolist() == [0, 0, 0, 0]  # an empty share
