"""Jobs in the store: each change looks at the state first, and nothing told is lost."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.job import JobResult, MetricPoint, Progress, Trial
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import ProcessId, this_process
from newsdesk.store import Store

ME = this_process()
DEAD = ProcessId(ME.pid, "an earlier birth")
PROBLEM = Problem("memory", "It was too large.", "Take a smaller batch.")


def added(store: Store, name: str = "news", **options: object) -> int:
    return store.jobs.add(name, "finetune", 'name = "news"', "bbc", **options)  # type: ignore[arg-type]


def running(store: Store, trainer: ProcessId = ME, name: str = "news") -> int:
    job_id = added(store, name)
    assert store.jobs.claim(job_id, ME)
    store.jobs.begin(job_id, trainer, "cpu")
    return job_id


def test_a_job_comes_out_of_the_store_as_it_went_in(store: Store) -> None:
    first = added(store)
    job_id = added(store, "學生", after=[first], night="22:00-06:00", device="cuda:1", memory=5)
    job = store.jobs.get(job_id)
    assert job is not None
    assert (job.name, job.state, job.after, job.night) == (
        "學生",
        "queued",
        (first,),
        "22:00-06:00",
    )
    assert (job.device, job.progress.memory, job.attempt, job.trainer) == ("cuda:1", 5, 0, None)
    assert [job.id for job in store.jobs.list()] == [job_id, first]
    assert store.jobs.list({"running"}) == []


def test_a_job_is_found_by_number_and_by_the_newest_of_its_name(store: Store) -> None:
    first, second = added(store), added(store)
    assert store.jobs.find(str(first)).id == first
    assert store.jobs.find("news").id == second
    assert store.jobs.find("sports") is None
    assert store.jobs.get(99) is None


def test_only_one_supervisor_at_a_time_sees_to_a_job(store: Store) -> None:
    job_id = added(store)
    assert store.jobs.claim(job_id, DEAD)
    assert store.jobs.claim(job_id, ME)  # the first one is dead
    assert not store.jobs.claim(job_id, ProcessId(1, "another"))
    store.jobs.ask(job_id, "cancel")
    assert store.jobs.leave(job_id, ME)
    assert not store.jobs.claim(job_id, ME)


def test_a_supervisor_may_not_leave_a_job_that_is_in_the_queue_again(store: Store) -> None:
    job_id = running(store)
    store.leases.take("cpu", job_id, 0, 0)
    store.jobs.end(job_id, "paused")
    store.jobs.requeue(job_id)
    assert not store.jobs.leave(job_id, ME)
    store.jobs.ask(job_id, "pause")
    assert store.leases.holders("cpu") == [job_id]  # until its process is gone
    assert store.jobs.leave(job_id, ME)
    assert store.leases.holders("cpu") == []


def test_a_job_is_begun_once(store: Store) -> None:
    job_id = running(store)
    with pytest.raises(StoreError, match="is running"):
        store.jobs.begin(job_id, ProcessId(1, "another"), "cpu")
    job = store.jobs.get(job_id)
    assert (job.attempt, job.trainer, job.started is not None) == (1, ME, True)


def test_telling_moves_the_beats_and_brings_the_wish(store: Store) -> None:
    job_id = running(store)
    before = store.jobs.get(job_id).beats
    assert store.jobs.tell(job_id, Progress("training", 1, 10)) == ""
    store.jobs.ask(job_id, "pause")
    assert store.jobs.wish(job_id) == "pause"
    assert store.jobs.tell(job_id, Progress("training", 2, 10, 3.5, 1.5, 7)) == "pause"
    job = store.jobs.get(job_id)
    assert job.beats == before + 2
    assert job.progress == Progress("training", 2, 10, 3.5, 1.5, 7)
    store.jobs.end(job_id, "paused")
    assert store.jobs.tell(job_id, Progress("training", 3, 10)) == "cancel"  # nobody wants it now
    assert store.jobs.get(job_id).progress.step == 2


def test_points_told_again_take_the_place_of_the_first(store: Store) -> None:
    job_id = running(store)
    told = [MetricPoint(1, step, "loss", 1.0) for step in (1, 2, 3)]
    store.jobs.tell(job_id, Progress("a"), [*told, MetricPoint(2, 1, "rate", 5e-5)])
    store.jobs.tell(job_id, Progress("a"), [MetricPoint(1, 3, "loss", 0.5), told[0], told[0]])
    points = store.jobs.points(job_id, ["loss"])
    assert [(p.step, p.value) for p in points] == [(1, 1.0), (2, 1.0), (3, 0.5)]
    assert len(store.jobs.points(job_id)) == 4
    seen = {("loss", 1): 2}
    assert [(p.name, p.step) for p in store.jobs.points(job_id, after=seen)] == [
        ("loss", 3),
        ("rate", 1),
    ]
    assert [p.step for p in store.jobs.points(job_id, ["loss"], seen)] == [3]


def test_a_trial_is_kept_as_it_was_told_last(store: Store) -> None:
    job_id = running(store)
    first, second = Trial(1, 5e-5, 5e-4, 13), Trial(2, 3e-5, 3e-4, 13, fold=2)
    store.jobs.tell(job_id, Progress("a"), trials=[second, first])
    done = Trial(1, 5e-5, 5e-4, 13, 0, "done", 2, 3, 0.9, 0.1)
    store.jobs.tell(job_id, Progress("a"), trials=[done])
    assert store.jobs.trials(job_id) == [done, second]


def test_the_result_and_the_problem_come_back(store: Store) -> None:
    interval = Metric(value=0.9, low=0.8, high=1.0)
    result = JobResult(model="news", dev_macro_f1=0.9, macro_f1=interval, articles=100)
    done, failed = running(store), running(store, name="other")
    assert store.jobs.end(done, "done", result=result)
    assert store.jobs.end(failed, "failed", PROBLEM)
    assert store.jobs.get(done).result == result
    assert store.jobs.get(failed).problem == PROBLEM
    kinds = [event.kind for event in store.jobs.events(failed)]
    assert kinds == ["info", "info", "error"]
    last = store.jobs.events(failed)[-1]
    assert PROBLEM.message in last.message
    assert store.jobs.events(failed, after=last.id) == []


def test_what_has_ended_ends_no_second_time(store: Store) -> None:
    job_id = running(store)
    assert store.jobs.end(job_id, "done")
    assert not store.jobs.end(job_id, "interrupted", PROBLEM)
    assert store.jobs.get(job_id).state == "done"
    assert not store.jobs.end(99, "failed", PROBLEM)


@pytest.mark.parametrize(
    ("wish", "way", "state"),
    [
        ("pause", "interrupted", "paused"),
        ("cancel", "interrupted", "cancelled"),
        ("cancel", "paused", "cancelled"),
        ("pause", "failed", "failed"),
        ("cancel", "done", "done"),
    ],
)
def test_a_job_that_ends_after_it_was_asked_to_has_ended_as_asked(
    store: Store, wish: str, way: str, state: str
) -> None:
    job_id = running(store)
    store.jobs.ask(job_id, wish)  # type: ignore[arg-type]
    store.jobs.end(job_id, way, PROBLEM)  # type: ignore[arg-type]
    job = store.jobs.get(job_id)
    assert (job.state, job.wish) == (state, "")
    assert (job.problem is None) == (state in ("paused", "cancelled"))


def test_what_waits_stops_at_once_and_what_is_done_stays_done(store: Store) -> None:
    waiting, other, done = added(store), added(store), running(store)
    assert store.jobs.ask(waiting, "pause").state == "paused"
    assert store.jobs.ask(waiting, "cancel").state == "cancelled"
    assert store.jobs.ask(other, "cancel").state == "cancelled"
    store.jobs.end(done, "done")
    for change in (lambda: store.jobs.ask(done, "cancel"), lambda: store.jobs.requeue(done)):
        with pytest.raises(StoreError) as caught:
            change()
        assert caught.value.problem.kind == "wrong_state"
    with pytest.raises(StoreError) as caught:
        store.jobs.ask(99, "pause")
    assert caught.value.problem.kind == "no_job"


def test_a_second_thought_turns_a_pause_into_a_cancel_but_not_back(store: Store) -> None:
    job_id = running(store)
    assert store.jobs.ask(job_id, "pause").state == "pausing"
    assert store.jobs.ask(job_id, "pause").state == "pausing"
    assert store.jobs.ask(job_id, "cancel").state == "cancelling"
    with pytest.raises(StoreError, match="cannot be paused"):
        store.jobs.ask(job_id, "pause")


@pytest.mark.parametrize("state", ["paused", "interrupted", "failed", "cancelled"])
def test_what_stopped_goes_back_into_the_queue_without_its_problem(
    store: Store, state: str
) -> None:
    job_id = running(store)
    store.jobs.end(job_id, state, PROBLEM)  # type: ignore[arg-type]
    job = store.jobs.requeue(job_id)
    assert (job.state, job.problem, job.wish) == ("queued", None, "")
    assert job.attempt == (0 if state == "paused" else 1)  # a pause costs no attempt


def test_a_job_that_runs_is_not_removed_and_another_goes_with_all_it_told(store: Store) -> None:
    job_id = running(store)
    store.jobs.tell(job_id, Progress("a"), [MetricPoint(1, 1, "loss", 1.0)])
    with pytest.raises(StoreError, match="cannot be removed"):
        store.jobs.remove(job_id)
    store.jobs.end(job_id, "failed", PROBLEM)
    with pytest.raises(StoreError, match="cannot be removed"):
        store.jobs.remove(job_id)  # its process, this one, still lives
    with store._database.write() as connection:
        connection.exec_driver_sql("UPDATE jobs SET trainer_birth = 'dead'")
    store.jobs.remove(job_id)
    assert store.jobs.get(job_id) is None
    assert store.jobs.events(job_id) == []
    assert store.jobs.points(job_id) == []
    store.jobs.note(job_id, "nobody reads this")  # and nobody stumbles over it


def test_the_processor_takes_one_job_and_a_card_as_many_as_fit(store: Store) -> None:
    jobs = [running(store, name=f"job-{n}") for n in range(4)]
    assert store.leases.take("cpu", jobs[0], 1, 100)
    assert store.leases.take("cpu", jobs[0], 1, 100)
    assert not store.leases.take("cpu", jobs[1], 1, 100)
    assert store.leases.take("cuda:0", jobs[0], 40, 100)
    assert store.leases.take("cuda:0", jobs[1], 60, 100)
    assert not store.leases.take("cuda:0", jobs[2], 1, 100)
    assert not store.leases.take("cuda:0", jobs[3], 0, 100)  # nobody measured it
    assert store.leases.holders("cuda:0") == jobs[:2]
    store.leases.release(jobs[0])
    assert store.leases.take("cpu", jobs[1], 1, 100)
    assert not store.leases.take("cuda:0", jobs[3], 0, 100)
    assert store.leases.take("cuda:1", jobs[3], 0, 100)
    assert not store.leases.take("cuda:1", jobs[2], 1, 100)


def test_a_lease_of_the_dead_counts_for_nothing(store: Store) -> None:
    dead, alive = added(store), running(store)
    store.jobs.claim(dead, DEAD)
    assert store.leases.take("cpu", dead, 0, 0)
    assert store.leases.holders("cpu") == []
    assert store.leases.take("cpu", alive, 0, 0)


def test_the_desk_is_known_by_beats_that_move_while_its_process_lives(store: Store) -> None:
    store.leases.claim_desk("cuda", ME)
    store.leases.claim_desk("cpu", DEAD)
    ((process, first),) = store.leases.desk_beats("cuda:1")
    store.leases.beat_desk("cuda", ME)
    ((_, second),) = store.leases.desk_beats("cuda:1")
    assert (process, second) == (ME, first + 1)
    assert store.leases.desk_beats("cpu") == ()
    store.leases.release_desk("cuda", ME)
    assert store.leases.desk_beats("cuda:1") == ()


def test_events_are_in_order_and_say_when(store: Store) -> None:
    job_id = running(store)
    store.jobs.note(job_id, "The micro-batch was halved.", "warning")
    events = store.jobs.events(job_id)
    assert [event.message for event in events][-1] == "The micro-batch was halved."
    assert all(a.id < b.id and a.at <= b.at for a, b in itertools.pairwise(events))


def test_points_of_an_attempt_that_collapsed_go_with_the_next_one(store: Store) -> None:
    job_id = running(store)
    trials = [Trial(n, 5e-5, 5e-4, 13, state="running", attempts=1) for n in (1, 2)]
    old = [MetricPoint(trial, step, "loss", 9.0) for trial in (1, 2) for step in range(40)]
    store.jobs.tell(job_id, Progress("a"), old, trials)
    again = replace(trials[0], attempts=2)
    store.jobs.tell(job_id, Progress("a"), [MetricPoint(1, 1, "loss", 1.0)], [again])
    points = [(p.step, p.value) for p in store.jobs.points(job_id) if p.trial == 1]
    assert points == [(1, 1.0)]
    assert sum(p.trial == 2 for p in store.jobs.points(job_id)) == 40
    # A trainer that goes on counts from the first attempt again: nothing is lost by that.
    for attempts in (0, 1, 2):
        store.jobs.tell(job_id, Progress("a"), [], [replace(again, attempts=attempts)])
    assert store.jobs.trials(job_id)[0].attempts == 2
    assert sum(p.trial == 1 for p in store.jobs.points(job_id)) == 1
