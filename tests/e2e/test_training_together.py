"""One job by two processes: it tells what one process would, and a pause stops both.

Also as two machines would, each with a launcher of its own, over the loopback.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jobs_made import add_job, keep_set, made_rows, save_tiny_encoder, tiny_spec

from newsdesk.store import Store

pytest.importorskip("torch", reason="the training extra is not installed")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start(job_id: int, processes: int) -> subprocess.Popen[bytes]:
    return _start_machine(job_id, processes, 1, 0, _free_port())


def _start_machine(
    job_id: int, processes: int, machines: int, rank: int, port: int
) -> subprocess.Popen[bytes]:
    """As docs/training.md has it. processes: of all machines."""
    command = [sys.executable]
    if processes > 1:
        # Accelerate's name for "several processes", on the processor as well.
        command += ["-m", "accelerate.commands.launch", "--multi_gpu"]
        command += ["--num_machines", str(machines), "--num_processes", str(processes)]
        command += ["--machine_rank", str(rank), "--main_process_ip", "127.0.0.1"]
        command += ["--main_process_port", str(port)]
        command += ["--mixed_precision", "no", "--dynamo_backend", "no"]
    return subprocess.Popen(
        [*command, "-m", "training", str(job_id)],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def test_two_processes_tell_what_one_would_and_stop_at_the_same_step(tmp_path: Path) -> None:
    encoder = save_tiny_encoder(tmp_path / "encoder")
    tuning = {"micro_batch": 4, "epochs": 30, "patience": 30}
    with Store.open() as store:
        keep_set(store, made_rows())
        alone, both = (
            add_job(store, tiny_spec(str(encoder), name=name, tuning=tuning))
            for name in ("alone", "both")
        )
        assert _start(alone, 1).wait(timeout=200) == 0
        process = _start(both, 2)
        while not store.jobs.get(both).progress.step:
            assert process.poll() is None
            time.sleep(0.01)
        store.jobs.ask(both, "pause")
        process.wait(timeout=100)
        assert store.jobs.get(both).state == "paused"
        store.jobs.requeue(both)
        assert _start(both, 2).wait(timeout=200) == 0
        told = [
            {(point.step): point.value for point in store.jobs.points(job_id, ["dev_loss"])}
            for job_id in (alone, both)
        ]
    assert len(told[0]) == 30
    assert told[1] == pytest.approx(told[0], abs=1e-5)


def test_two_machines_with_one_data_folder_end_a_job_that_was_on_hold(tmp_path: Path) -> None:
    encoder = save_tiny_encoder(tmp_path / "encoder")
    tuning = {"micro_batch": 4, "epochs": 3}
    with Store.open() as store:
        keep_set(store, made_rows())
        alone, both = (
            add_job(store, tiny_spec(str(encoder), name=name, tuning=tuning))
            for name in ("alone", "both")
        )
        assert _start(alone, 1).wait(timeout=200) == 0
        store.jobs.ask(both, "pause")
        assert store.jobs.get(both).state == "paused"
        port = _free_port()
        machines = [_start_machine(both, 2, 2, rank, port) for rank in (0, 1)]
        assert [machine.wait(timeout=250) for machine in machines] == [0, 0]
        assert store.jobs.get(both).state == "done"
        told = [
            [point.value for point in store.jobs.points(job_id, ["dev_loss"])]
            for job_id in (alone, both)
        ]
    assert told[1] == pytest.approx(told[0], abs=1e-5)
