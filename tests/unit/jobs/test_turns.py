"""Whose turn it is: other jobs, the night, the devices, and the order of the queue."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from job_driver import Jobs

from newsdesk.core.errors import TrainingError
from newsdesk.core.processes import ProcessId, this_process
from newsdesk.jobs import night
from newsdesk.jobs.devices import Device, list_devices, parse_cards, places
from newsdesk.jobs.turns import take_place, waits_for

NOON = datetime(2026, 11, 30, 12)
CPU = Device("cpu", "Processor", 16, 8)
SMALL, LARGE = Device("cuda:0", "small", 80, 70), Device("cuda:1", "large", 100, 90)
PRINTED = """\
0, NVIDIA GeForce RTX 4060, 8188, 7890
1, Odd, but real, 24564, 24000
2, NVIDIA GRID, [N/A], [Insufficient Permissions]

No devices were found
"""


def test_cards_are_read_from_what_nvidia_smi_prints() -> None:
    first, second, third = parse_cards(PRINTED)
    assert first == Device("cuda:0", "NVIDIA GeForce RTX 4060", 8188 << 20, 7890 << 20)
    assert (second.name, second.memory) == ("Odd, but real", 24564 << 20)
    assert (third.code, third.memory, third.free) == ("cuda:2", 0, 0)


def test_without_nvidia_smi_there_is_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (device,) = list_devices()
    assert device.code == "cpu"
    assert device.memory >= device.free > 0


@pytest.mark.parametrize(
    ("asked", "count", "codes"),
    [
        ("auto", 1, [["cuda:1"], ["cuda:0"]]),
        ("auto", 2, [["cuda:1", "cuda:0"]]),
        ("auto", 3, [["cpu"]]),
        ("cpu", 2, [["cpu"]]),
        ("cuda", 1, [["cuda:1"], ["cuda:0"]]),
        ("cuda:0", 1, [["cuda:0"]]),
        ("cuda:0", 2, [["cuda:0", "cuda:1"]]),
    ],
)
def test_a_job_gets_what_it_asks_for(asked: str, count: int, codes: list[list[str]]) -> None:
    found = places(asked, count, [SMALL, LARGE, CPU])
    assert [[device.code for device in place] for place in found] == codes


@pytest.mark.parametrize(("asked", "count"), [("cuda:2", 1), ("cuda", 3), ("tpu", 1), ("tpu", 2)])
def test_what_is_not_here_is_refused_with_what_is(asked: str, count: int) -> None:
    with pytest.raises(TrainingError, match="cuda:0, cuda:1, cpu"):
        places(asked, count, [SMALL, LARGE, CPU])


@pytest.mark.parametrize(
    ("window", "hour", "opens"),
    [
        ("", 12, True),
        ("22:00-06:00", 23, True),
        ("22:00-06:00", 5, True),
        ("22:00-06:00", 6, False),
        ("22:00-06:00", 21, False),
        ("01:00-05:00", 3, True),
        ("01:00-05:00", 5, False),
        ("01:00-05:00", 0, False),
    ],
)
def test_a_night_window_opens_and_closes_also_over_midnight(
    window: str, hour: int, opens: bool
) -> None:
    assert night.is_open(window, datetime(2026, 11, 30, hour)) == opens


def test_a_job_waits_for_the_night_and_says_so(jobs: Jobs) -> None:
    job = jobs.get(jobs.add(night="22:00-06:00"))
    assert waits_for(jobs.store, job, NOON) == "night window 22:00"
    assert waits_for(jobs.store, job, NOON + timedelta(hours=12)) == ""


def test_a_student_waits_for_its_teacher(jobs: Jobs) -> None:
    teacher = jobs.add("teacher")
    student = jobs.add("student", after=[teacher])
    jobs.start(student)
    jobs.wait_until(student, lambda job: job.progress.phase == "after teacher")
    jobs.supervise(teacher)
    assert jobs.wait(student, "done").started > jobs.get(teacher).ended


@pytest.mark.parametrize("way", ["failed", "cancelled", "removed"])
def test_a_student_whose_teacher_never_comes_fails_and_says_why(jobs: Jobs, way: str) -> None:
    teacher = jobs.add("teacher")
    student = jobs.add("student", after=[teacher])
    if way == "failed":
        jobs.supervise(teacher, "crash")
    else:
        jobs.store.jobs.ask(teacher, "cancel")
    if way == "removed":
        jobs.store.jobs.remove(teacher)
    jobs.supervise(student)
    problem = jobs.get(student).problem
    assert problem.kind == "dependency"
    assert ("removed" if way == "removed" else "teacher") in problem.message


def test_an_interrupted_teacher_is_waited_for(jobs: Jobs) -> None:
    teacher = jobs.add("teacher")
    student = jobs.add("student", after=[teacher])
    jobs.store.jobs.end(teacher, "interrupted")
    assert waits_for(jobs.store, jobs.get(student), NOON) == "after teacher"


def test_the_job_ahead_comes_first_unless_it_waits_or_is_lost(jobs: Jobs) -> None:
    ahead = jobs.add("ahead", night="22:00-06:00")
    job = jobs.get(jobs.add("job"))
    midnight = NOON + timedelta(hours=12)
    assert take_place(jobs.store, job, [CPU], midnight, settled=False) == ()
    jobs.store.jobs.claim(ahead, this_process())
    assert take_place(jobs.store, job, [CPU], midnight) == ()
    assert take_place(jobs.store, job, [LARGE, CPU], midnight) == ()
    jobs.store.jobs.claim(job.id, this_process())
    assert take_place(jobs.store, job, [CPU], NOON) == (CPU,)


def test_a_lost_job_ahead_is_passed_over(jobs: Jobs) -> None:
    ahead = jobs.add("ahead")
    job = jobs.get(jobs.add("job"))
    jobs.store.jobs.claim(ahead, ProcessId(1, "dead"))
    assert take_place(jobs.store, job, [CPU], NOON) == (CPU,)


def test_a_job_for_another_device_does_not_wait(jobs: Jobs) -> None:
    jobs.store.jobs.claim(jobs.add("ahead", device="cuda:0"), this_process())
    job = jobs.get(jobs.add("job", device="cpu"))
    assert take_place(jobs.store, job, [SMALL, CPU], NOON) == (CPU,)


def test_jobs_share_a_card_while_their_measured_memory_fits(jobs: Jobs) -> None:
    taken = []
    for memory in (60, 30, 30):
        job_id = jobs.store.jobs.add("job", "finetune", jobs.spec(device="cuda:1"), "news",
                                     "cuda:1", memory=memory)  # fmt: skip
        jobs.store.jobs.claim(job_id, this_process())
        taken.append(take_place(jobs.store, jobs.get(job_id), [LARGE, CPU], NOON))
        jobs.store.jobs.starting(job_id, this_process(), "cuda:1")
    assert taken == [(LARGE,), (LARGE,), ()]


def test_several_cards_are_taken_together_or_not_at_all(jobs: Jobs) -> None:
    holder = jobs.get(jobs.add("holder", device="cuda:0"))
    jobs.store.jobs.claim(holder.id, this_process())
    assert take_place(jobs.store, holder, [SMALL, LARGE, CPU], NOON) == (SMALL,)
    jobs.store.jobs.starting(holder.id, this_process(), "cuda:0")
    both = jobs.get(jobs.add("both", devices=2))
    jobs.store.jobs.claim(both.id, this_process())
    assert take_place(jobs.store, both, [SMALL, LARGE, CPU], NOON) == ()
    assert jobs.store.leases.holders("cuda:1") == []


@pytest.mark.parametrize("spec", ['recipe = "of tomorrow"', None])
def test_a_job_ahead_that_can_never_start_here_hinders_no_other(
    jobs: Jobs, spec: str | None
) -> None:
    ahead = jobs.add("ahead", device="cuda:7")
    if spec:
        jobs.store.jobs.set_spec(ahead, spec)
    jobs.store.jobs.claim(ahead, this_process())
    job = jobs.get(jobs.add("job", device="cpu"))
    assert take_place(jobs.store, job, [CPU], NOON) == (CPU,)
