"""One job from the queue to its end, on good days and bad ones."""

from __future__ import annotations

import os
import signal
from datetime import datetime
from pathlib import Path

import pytest
from job_driver import Jobs, living_in

from newsdesk.core import paths
from newsdesk.core.job import Job, Wish
from newsdesk.core.processes import ProcessId, is_alive, process_of, this_process
from newsdesk.jobs import retention
from newsdesk.jobs.devices import Device
from newsdesk.jobs.ladder import Patience
from newsdesk.jobs.start import reap
from newsdesk.jobs.stopping import cancel, pause
from newsdesk.jobs.supervisor import Times, trainer_command


def no_start(job_id: int) -> None:
    """A job that has its supervisor already needs none."""


def test_a_job_is_trained_and_done(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.supervise(job_id)
    job = jobs.get(job_id)
    assert job.state == "done"
    assert job.result is not None
    assert job.result.model == "made"
    assert (job.attempt, job.device, job.progress.step) == (1, "cpu", 5)
    assert job.supervisor is None
    assert jobs.store.leases.holders("cpu") == []
    assert [p.step for p in jobs.store.jobs.points(job_id, ["loss"])] == [1, 2, 3, 4, 5]


def test_what_the_trainer_says_is_in_the_log_of_every_attempt(jobs: Jobs) -> None:
    job_id = jobs.add()
    for _ in range(2):
        jobs.supervise(job_id, "crash")
        jobs.store.jobs.requeue(job_id)
    log = paths.job(job_id) / "log.txt"
    assert log.read_text().count("reading the articles") == 2


def test_several_processes_are_started_by_the_launcher(jobs: Jobs) -> None:
    alone, both = jobs.get(jobs.add()), jobs.get(jobs.add(devices=2))
    cpu = Device("cpu", "Processor", 1, 1)
    assert trainer_command(alone, [cpu])[1:] == ["-m", "training", str(alone.id)]
    command = trainer_command(both, [cpu])
    assert "accelerate.commands.launch" in command
    assert command[command.index("--num_processes") + 1] == "2"
    assert command[-3:] == ["-m", "training", str(both.id)]


def test_a_job_is_paused_at_a_step_and_goes_on_from_there(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "good", steps=100_000)
    jobs.wait_until(job_id, lambda job: job.progress.step > 2)
    pause(jobs.store, job_id, start=no_start)
    step = jobs.wait(job_id, "paused").progress.step
    jobs.wait_until(job_id, lambda job: job.supervisor is None)
    assert jobs.store.leases.holders("cpu") == []
    jobs.store.jobs.requeue(job_id)
    jobs.supervise(job_id, "good", steps=step + 3)
    job = jobs.get(job_id)
    assert (job.state, job.progress.step, job.attempt) == ("done", step + 3, 1)


def test_resume_right_after_pause_finds_a_supervisor(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "good", steps=60)
    jobs.wait_until(job_id, lambda job: job.progress.step > 1)
    pause(jobs.store, job_id, start=no_start)
    jobs.wait(job_id, "paused")
    jobs.store.jobs.requeue(job_id)  # while the first supervisor may still be there
    jobs.start(job_id, "good", steps=60)
    assert jobs.wait(job_id, "done").progress.step == 60


def test_a_stubborn_trainer_is_killed_with_all_that_it_started(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "stubborn", steps=100_000)
    trainer = jobs.wait(job_id, "running").trainer
    group = os.getpgid(trainer.pid)
    cancel(jobs.store, job_id, start=no_start)
    job = jobs.wait(job_id, "cancelled")
    assert job.problem is None
    jobs.wait_until(job_id, lambda job: job.supervisor is None)
    assert not is_alive(trainer)
    assert living_in(group) == []
    assert "told to end" in jobs.events(job_id)
    assert "killed" in jobs.events(job_id)


def test_cancelled_while_its_libraries_load_a_job_ends_without_waiting(jobs: Jobs) -> None:
    job_id = jobs.add()
    patient = Times(poll=0.02, look=0.1, stop=Patience(term=600, kill=600))
    jobs.start(job_id, "slow", times=patient)
    trainer = jobs.wait_until(job_id, lambda job: job.trainer is not None).trainer
    assert cancel(jobs.store, job_id, start=no_start).state == "cancelled"
    jobs.wait_until(job_id, lambda job: job.supervisor is None)
    assert not is_alive(trainer)
    assert jobs.get(job_id).state == "cancelled"


def test_cancel_while_it_pauses_is_heard(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "stubborn", steps=100_000)
    jobs.wait(job_id, "running")
    pause(jobs.store, job_id, start=no_start)
    assert cancel(jobs.store, job_id, start=no_start).state == "cancelling"
    jobs.wait(job_id, "cancelled")


def test_a_killed_trainer_leaves_an_interrupted_job_that_can_be_resumed(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "endless", steps=100_000)
    trainer = jobs.wait_until(job_id, lambda job: job.progress.step > 2).trainer
    os.kill(trainer.pid, signal.SIGKILL)
    job = jobs.wait(job_id, "interrupted")
    assert job.problem.kind == "interrupted"
    assert "SIGKILL" in job.problem.message
    assert "Resume" in job.problem.remedy
    jobs.wait_until(job_id, lambda job: job.supervisor is None)
    jobs.store.jobs.requeue(job_id)
    jobs.supervise(job_id, "good", steps=job.progress.step + 1)
    assert jobs.get(job_id).state == "done"
    assert jobs.get(job_id).attempt == 2


@pytest.mark.parametrize(("wish", "state"), [("pause", "paused"), ("cancel", "cancelled")])
def test_a_trainer_that_dies_while_it_stops_has_stopped(jobs: Jobs, wish: str, state: str) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "stubborn", steps=100_000)
    trainer = jobs.wait(job_id, "running").trainer
    jobs.store.jobs.ask(job_id, wish)
    os.kill(trainer.pid, signal.SIGKILL)
    assert jobs.wait(job_id, state).problem is None


@pytest.mark.parametrize(("way", "code"), [("crash", "3"), ("early", "1")])
def test_a_trainer_that_fails_without_a_word_is_a_failed_job(
    jobs: Jobs, way: str, code: str
) -> None:
    job_id = jobs.add()
    jobs.supervise(job_id, way)
    job = jobs.get(job_id)
    assert job.state == "failed"
    assert f"code {code}" in job.problem.message
    assert "log.txt" in job.problem.remedy


def test_a_trainer_that_cannot_be_started_is_a_failed_job(jobs: Jobs) -> None:
    job_id = jobs.add()
    supervisor = jobs._supervisor(job_id, "good", 5)
    supervisor._command = lambda job, place: ["/no/such/program"]
    supervisor.run()
    assert jobs.get(job_id).problem.kind == "no_start"


def test_an_ending_that_could_not_be_written_is_known_by_its_code(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.supervise(job_id, "mute")
    assert jobs.get(job_id).state == "done"


def test_lack_of_memory_is_told_as_that(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    kills = iter(range(10))
    monkeypatch.setattr("newsdesk.jobs.supervisor.memory_kills", lambda: next(kills))
    job_id = jobs.add()
    jobs.start(job_id, "endless", steps=100_000)
    os.kill(jobs.wait(job_id, "running").trainer.pid, signal.SIGKILL)
    job = jobs.wait(job_id, "failed")
    assert job.problem.kind == "memory"
    assert "micro-batch" in job.problem.remedy


def test_a_full_disk_is_said_before_anything_starts(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MARGIN", 1 << 60)
    job_id = jobs.add()
    jobs.supervise(job_id)
    job = jobs.get(job_id)
    assert (job.state, job.problem.kind, job.attempt) == ("failed", "low_disk", 0)
    assert "GB" in job.problem.message
    assert "Free" in job.problem.remedy


def test_silence_is_noted_once_and_nothing_is_killed(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "silent")
    jobs.wait_until(job_id, lambda job: "Nothing was heard" in jobs.events(job_id))
    jobs.wait_until(job_id, lambda job: job.state == "running")
    assert is_alive(jobs.get(job_id).trainer)


def test_an_ending_machine_leaves_an_interrupted_job(jobs: Jobs) -> None:
    job_id = jobs.add()
    supervisor = jobs.start(job_id, "endless", steps=100_000)
    jobs.wait_until(job_id, lambda job: job.progress.step > 0)
    supervisor.end()
    job = jobs.wait(job_id, "interrupted")
    assert "SIGTERM" in job.problem.message


def test_a_trainer_that_lost_its_supervisor_gets_another_that_can_stop_it(jobs: Jobs) -> None:
    job_id = jobs.add()
    jobs.start(job_id, "stubborn", steps=100_000)
    jobs.wait(job_id, "running")
    with jobs.store._database.write() as connection:
        connection.exec_driver_sql("UPDATE jobs SET supervisor_birth = 'of a dead one'")
    assert reap(jobs.store) == []  # the trainer lives
    cancel(jobs.store, job_id, start=lambda number: jobs.start(number, "never asked"))
    jobs.wait(job_id, "cancelled")


def test_a_reused_number_of_a_process_is_not_taken_for_the_job(jobs: Jobs) -> None:
    job_id = jobs.add()
    me = this_process()
    stranger = ProcessId(me.pid, "another birth")
    jobs.store.jobs.claim(job_id, stranger)
    jobs.store.jobs.begin(job_id, stranger, "cpu")
    assert [job.id for job in reap(jobs.store)] == [job_id]
    assert jobs.get(job_id).state == "interrupted"
    assert process_of(me.pid) == me


def test_the_night_window_pauses_a_job_and_the_next_night_goes_on(jobs: Jobs) -> None:
    hour = datetime(2026, 11, 30, 23)
    job_id = jobs.add(night="22:00-06:00")
    jobs.start(job_id, "good", steps=100, moment=lambda: hour)
    jobs.wait_until(job_id, lambda job: job.progress.step > 2)
    hour = datetime(2026, 12, 1, 6)
    job = jobs.wait_until(job_id, lambda job: job.progress.phase == "night window 22:00")
    assert job.state == "queued"
    assert "The night window is over; it goes on at 22:00." in jobs.events(job_id)
    assert jobs.store.leases.holders("cpu") == []
    hour = datetime(2026, 12, 1, 22)
    job = jobs.wait(job_id, "done")
    assert job.progress.step == 100


def test_a_job_that_ends_just_as_the_night_does_is_done(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour, ask = datetime(2026, 11, 30, 23), jobs.store.jobs.ask

    def too_late(number: int, wish: Wish) -> Job:
        jobs.store.jobs.end(number, "done")
        return ask(number, wish)

    monkeypatch.setattr(jobs.store.jobs, "ask", too_late)
    job_id = jobs.add(night="22:00-06:00")
    jobs.start(job_id, "endless", steps=100_000, moment=lambda: hour)
    jobs.wait_until(job_id, lambda job: job.progress.step > 2)
    hour = datetime(2026, 12, 1, 6)
    job = jobs.wait_until(job_id, lambda job: job.supervisor is None)
    assert job.state == "done"
    assert "it goes on at" not in jobs.events(job_id)


def test_a_log_that_grew_too_long_keeps_its_end(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("".join(f"line {n}\n" for n in range(1000)))
    retention.cut_log(log, limit=5000, kept=100)
    lines = log.read_text().splitlines()
    assert lines[-1] == "line 999"
    assert lines[1].startswith("line ")
    assert len(lines) < 15
