"""Processes that are killed, windows that meet, awkward paths: nothing is lost or stuck."""

from __future__ import annotations

import itertools
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from job_driver import TRAINER, Jobs

from newsdesk.core import paths
from newsdesk.core.job import Job
from newsdesk.core.processes import is_alive
from newsdesk.jobs.start import reap, start_supervisor, wake
from newsdesk.jobs.stopping import cancel, pause
from newsdesk.store import Store


def kill(*processes: object) -> None:
    for process in processes:
        os.kill(process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    for process in processes:
        while is_alive(process):  # type: ignore[arg-type]
            time.sleep(0.01)


def under_way(jobs: Jobs, job_id: int) -> Job:
    """The job with both its processes, once it has made a step."""
    return jobs.wait_until(job_id, lambda job: job.state == "running" and job.progress.step > 0)


def test_with_both_processes_killed_a_running_job_is_found_interrupted_and_resumed(
    jobs: Jobs,
) -> None:
    job_id = jobs.add()
    jobs.detach(job_id, "endless", 100_000)
    job = under_way(jobs, job_id)
    kill(job.supervisor, job.trainer)
    assert [dead.id for dead in wake(jobs.store, start=jobs.detach)] == [job_id]
    job = jobs.get(job_id)
    assert job.state == "interrupted"
    assert f"step {job.progress.step} of 100,000" in job.problem.message
    jobs.store.jobs.requeue(job_id)
    jobs.detach(job_id, "good", job.progress.step + 3)
    assert jobs.wait(job_id, "done").attempt == 2


def test_a_killed_supervisor_is_replaced_and_the_trainer_hears_nothing_of_it(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.detach(job_id, "good", 60)
    first = under_way(jobs, job_id)
    kill(first.supervisor)
    assert wake(jobs.store, start=jobs.detach) == []
    second = jobs.wait(job_id, "done")
    assert (second.attempt, second.trainer) == (1, first.trainer)
    jobs.wait_until(job_id, lambda job: job.supervisor is None)


@pytest.mark.parametrize(("ask", "state"), [(pause, "paused"), (cancel, "cancelled")])
def test_killed_while_it_stops_a_job_has_stopped(jobs: Jobs, ask: object, state: str) -> None:
    job_id = jobs.add()
    jobs.detach(job_id, "stubborn", 100_000)
    job = under_way(jobs, job_id)
    ask(jobs.store, job_id, start=jobs.detach)  # type: ignore[operator]
    kill(job.supervisor, job.trainer)
    reap(jobs.store)
    assert jobs.get(job_id).state == state


def test_a_supervisor_killed_in_the_queue_leaves_a_job_that_still_has_its_turn(jobs: Jobs) -> None:
    first, second = jobs.add("first"), jobs.add("second")
    jobs.detach(first, "endless", 100_000)
    under_way(jobs, first)
    jobs.detach(second)
    waiting = jobs.wait_until(second, lambda job: job.progress.phase == "waiting for the device")
    kill(waiting.supervisor)
    cancel(jobs.store, first, start=jobs.detach)
    jobs.wait(first, "cancelled")
    assert jobs.get(second).state == "queued"
    wake(jobs.store, start=jobs.detach)
    jobs.wait(second, "done")


def test_a_stubborn_trainer_without_supervisor_is_stopped_by_the_next_one(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.detach(job_id, "stubborn", 100_000)
    job = under_way(jobs, job_id)
    kill(job.supervisor)
    cancel(jobs.store, job_id, start=jobs.detach)
    jobs.wait(job_id, "cancelled")
    assert not is_alive(job.trainer)


def test_a_trainer_started_by_a_script_is_stopped_without_the_script(
    jobs: Jobs, tmp_path: Path
) -> None:
    job_id = jobs.add()
    command = [sys.executable, str(TRAINER), str(job_id), "endless", "100000"]
    script = tmp_path / "train.sh"
    script.write_text(f"{shlex.join(command)}\nsleep 1\ntouch {tmp_path / 'went-on'}\n")
    shell = subprocess.Popen(["sh", str(script)], start_new_session=True)
    try:
        jobs.wait_until(job_id, lambda job: job.progress.step > 0)
        pause(jobs.store, job_id, start=jobs.supervise)
        jobs.wait(job_id, "paused")
        assert shell.wait(20) == 0
    finally:
        shell.kill()
    assert (tmp_path / "went-on").exists()


def test_a_clock_that_was_set_back_makes_nothing_look_dead(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.detach(job_id, "endless", 100_000)
    job = under_way(jobs, job_id)
    with jobs.store._database.write() as connection:
        for column in ("created", "started", "heartbeat"):
            connection.exec_driver_sql(f"UPDATE jobs SET {column} = '2036-01-01 00:00:00'")
    assert wake(jobs.store, start=jobs.detach) == []
    step = job.progress.step
    jobs.wait_until(job_id, lambda job: job.progress.step > step + 2)
    assert jobs.get(job_id).state == "running"


def test_two_windows_and_three_jobs_begin_each_job_once_and_one_at_a_time(jobs: Jobs) -> None:
    numbers = [jobs.add(f"job-{n}") for n in range(3)]
    with Store.open() as second_window:
        for window in (jobs.store, second_window):
            wake(window, start=lambda job_id: jobs.detach(job_id, "good", 10))
        most = 0
        while any(jobs.get(n).state != "done" for n in numbers):
            alive = [n for n in numbers if is_alive(jobs.get(n).trainer)]
            most = max(most, len(alive))
            time.sleep(0.01)
    assert most == 1
    assert [jobs.get(n).attempt for n in numbers] == [1, 1, 1]
    starts = [jobs.get(n).started for n in numbers]
    assert all(a < b for a, b in itertools.pairwise(starts))  # in the order of the queue


def test_a_store_on_a_path_with_spaces_and_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEWSDESK_HOME", str(tmp_path / "my newsroom 新聞台"))
    with Store.open() as store:
        jobs = Jobs(store)
        job_id = jobs.add("每日新聞")
        jobs.detach(job_id)
        assert jobs.wait(job_id, "done").name == "每日新聞"
        jobs.close()


def test_the_real_supervisor_outlives_whoever_started_it_and_tells_what_failed(jobs: Jobs) -> None:
    job_id = jobs.add(device="cuda:7")
    code = f"from newsdesk.jobs.start import start_supervisor; start_supervisor({job_id})"
    subprocess.run([sys.executable, "-c", code], check=True)
    job = jobs.wait(job_id, "failed")
    assert job.problem.kind == "no_device"
    assert "cuda:7" in job.problem.message
    assert paths.job(job_id).is_dir()


def test_a_supervisor_that_ends_leaves_nothing_behind_in_the_window(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.store.jobs.ask(job_id, "cancel")
    before = _children()
    start_supervisor(job_id)  # finds nothing to do
    end = time.monotonic() + 20
    while _children() - before:
        assert time.monotonic() < end
        time.sleep(0.05)


def _children() -> set[int]:
    """Processes that this one has started, the dead among them."""
    return {child.pid for child in psutil.Process().children()}
