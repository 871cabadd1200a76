from __future__ import annotations

import threading
import time

import pytest
from jobs_made import add_job, tiny_spec

from newsdesk.core.errors import StoreError
from newsdesk.core.job import Trial
from newsdesk.core.processes import ProcessId, this_process
from newsdesk.engine import right_of_way
from newsdesk.engine.right_of_way import RightOfWay
from newsdesk.store import Store
from training import telling
from training.devices import Device
from training.passing import SharedWatch, TrialWatch
from training.telling import StoreWatch
from training.watch import Quiet, Stopped


@pytest.fixture
def store():
    with Store.open() as opened:
        yield opened


@pytest.fixture
def job_id(store):
    number = add_job(store, tiny_spec("encoder"))
    store.jobs.begin(number, this_process(), "cpu")
    return number


class Clock:
    """Moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def watch(store, job_id, clock):
    return StoreWatch(store, job_id, clock=clock)


def test_steps_are_told_once_a_second_and_figures_of_dev_always(store, job_id, watch, clock):
    watch.planned(100)
    for step in range(1, 31):
        clock.now += 0.1
        watch.step(1, step, 8, loss=float(step), rate=1e-3)
        if step % 10 == 0:
            watch.point(1, step, dev_macro_f1=step / 100)
    watch.close()
    losses = store.jobs.points(job_id, ["loss"])
    assert 3 <= len(losses) <= 5
    # A point is the mean of the steps since the last one.
    assert sum(point.value for point in losses) / len(losses) == pytest.approx(15.5, abs=3)
    assert [p.value for p in store.jobs.points(job_id, ["dev_macro_f1"])] == [0.1, 0.2, 0.3]
    progress = store.jobs.get(job_id).progress
    assert (progress.step, progress.steps) == (30, 100)
    assert progress.rate == pytest.approx(80, rel=0.01)
    assert progress.seconds_left == pytest.approx(7.0, rel=0.01)


def test_the_steps_of_trials_that_are_over_count(store, job_id, watch, clock):
    watch.planned(60, 40)
    clock.now += 1
    watch.step(2, 5, 8, loss=1.0)
    watch.close()
    progress = store.jobs.get(job_id).progress
    assert (progress.step, progress.steps) == (45, 60)


def test_a_value_that_is_no_number_does_not_stop_the_telling(store, job_id, watch):
    watch.step(1, 1, 8, loss=float("nan"), rate=1e-3)
    watch.point(1, 1, dev_loss=float("inf"), dev_macro_f1=0.5)
    assert watch.write()
    assert {point.name for point in store.jobs.points(job_id)} == {"rate", "dev_macro_f1"}


def test_a_phase_is_told_at_once_and_moves_the_beats(store, job_id, watch):
    before = store.jobs.get(job_id).beats
    watch.phase("exporting")
    job = store.jobs.get(job_id)
    assert job.progress.phase == "exporting"
    assert job.beats > before


def test_the_table_of_trials_follows(store, job_id, watch, clock):
    watch.trial(Trial(1, 1e-3, 2e-3, 13))
    watch.trial(Trial(1, 1e-3, 2e-3, 13, state="running", attempts=1))
    clock.now += 1
    watch.phase("trial 1 of 2")
    assert [trial.state for trial in store.jobs.trials(job_id)] == ["running"]


def test_a_wish_is_heard_at_the_next_step(store, job_id, watch, clock):
    assert watch.wish() == ""
    store.jobs.ask(job_id, "pause")
    clock.now += 0.1
    assert watch.wish() == "pause"
    with pytest.raises(Stopped):
        watch.check()


def test_a_shut_down_is_a_pause_that_nobody_asked_for(store, job_id, watch, clock):
    watch.shut_down = True
    assert watch.wish() == "pause"
    assert watch.asked == ""
    store.jobs.ask(job_id, "cancel")
    clock.now += 0.1
    assert watch.wish() == "cancel"


def test_a_busy_store_is_told_later_and_nothing_is_lost(store, job_id, clock, monkeypatch, capsys):
    watch = StoreWatch(store, job_id, clock=clock)
    watch.phase("training")

    def busy(*_):
        raise StoreError("busy", "The store is busy.", "Wait.")

    with monkeypatch.context() as patched:
        patched.setattr(store.jobs, "tell", busy)
        patched.setattr(store.jobs, "note", busy)
        for step in range(1, 80):
            clock.now += 1
            watch.step(1, step, 8, loss=1.0)
        watch.point(1, 79, dev_macro_f1=0.5)
        watch.say("Trial 1 collapsed.", "warning")
    assert capsys.readouterr().out.count("could not be told for a minute") == 1
    watch.close()
    assert len(store.jobs.points(job_id, ["loss"])) == 79
    assert len(store.jobs.points(job_id, ["dev_macro_f1"])) == 1
    assert [e.kind for e in store.jobs.events(job_id) if "collapsed" in e.message] == ["warning"]


def test_a_store_that_is_locked_does_not_hold_up_the_training(store, job_id):
    with Store.open(patience=telling.PATIENCE) as quick, store._database.write():
        watch = StoreWatch(quick, job_id)
        began = time.monotonic()
        watch.step(1, 1, 8, loss=1.0)
        assert time.monotonic() - began < 2


def test_telling_costs_at_most_a_hundredth_of_a_step(store, job_id):
    watch = StoreWatch(store, job_id, yields=True)
    watch.planned(1000)
    spent, steps = 0.0, 250
    for step in range(1, steps + 1):
        time.sleep(0.01)
        if step == 50:
            spent = 0.0  # the first write makes the statements ready
        began = time.thread_time()
        watch.step(1, step, 8, loss=1.0, rate=1e-3)
        watch.give_way()
        watch.wish()
        spent += time.thread_time() - began
    # A hundredth is .1 ms; twice that leaves room for a machine that does other things too.
    assert spent / (steps - 50) < 2e-4


def test_the_desk_has_right_of_way_while_its_beats_move(store, job_id):
    watch = StoreWatch(store, job_id, yields=True)
    watch.phase("trial 1 of 2")
    watch.wish()
    time.sleep(telling.LOOK)
    me = this_process()
    store.leases.claim_desk("cpu", me)
    told = []

    def work():
        time.sleep(0.15)
        told.append(store.jobs.get(job_id).progress.phase)
        store.leases.release_desk("cpu", me)

    desk = threading.Thread(target=work)
    desk.start()
    began = time.monotonic()
    watch.give_way()
    assert time.monotonic() - began >= 0.15
    desk.join()
    assert told == ["waiting for the desk"]
    assert store.jobs.get(job_id).progress.phase == "trial 1 of 2"


def test_desk_and_trainer_share_a_device_in_turns(store, job_id, monkeypatch):
    monkeypatch.setattr(right_of_way, "EVERY", 0.02)
    watch, at_work, turns = StoreWatch(store, job_id, yields=True), threading.Event(), []

    def classify():
        with Store.open() as own:
            for _ in range(3):
                with RightOfWay(own, "cpu") as desk:
                    at_work.set()
                    for _ in range(6):
                        time.sleep(0.03)
                        desk.beat()
                    turns.append("desk")
                while at_work.is_set():
                    time.sleep(0.005)

    desk = threading.Thread(target=classify)
    desk.start()
    for step in range(1, 4):
        assert at_work.wait(10)
        time.sleep(telling.LOOK)
        began = time.monotonic()
        watch.give_way()
        assert time.monotonic() - began < 5  # not until the claim is too old to count
        turns.append("step")
        watch.step(1, step, 8, loss=1.0)
        at_work.clear()
    desk.join(10)
    assert turns == ["desk", "step"] * 3


def test_a_desk_that_leaves_just_before_a_write_is_not_waited_for(store, job_id, monkeypatch):
    watch = StoreWatch(store, job_id, yields=True)
    store.leases.claim_desk("cpu", this_process())
    watch.wish()
    store.leases.release_desk("cpu", this_process())
    watch.write()
    time.sleep(telling.LOOK)
    monkeypatch.setattr(telling.time, "sleep", lambda _: pytest.fail("it waited"))
    watch.give_way()


def test_a_desk_that_stands_still_loses_its_right_of_way(store, job_id, clock, monkeypatch):
    watch = StoreWatch(store, job_id, yields=True, clock=clock)
    store.leases.claim_desk("cpu", this_process())

    def nap(seconds):
        clock.now += 1

    monkeypatch.setattr(telling.time, "sleep", nap)
    began = clock.now
    watch.give_way()
    assert 9 <= clock.now - began <= 12
    watch.give_way()
    assert clock.now - began <= 12


def test_a_dead_desk_or_one_that_nobody_yields_to_is_not_waited_for(store, job_id, monkeypatch):
    monkeypatch.setattr(telling.time, "sleep", lambda _: pytest.fail("it waited"))
    store.leases.claim_desk("cpu", ProcessId(1, "another birth"))
    StoreWatch(store, job_id, yields=True).give_way()
    store.leases.claim_desk("cpu", this_process())
    StoreWatch(store, job_id, yields=False).give_way()
    StoreWatch(store, job_id, yields=True, device="cuda:0").give_way()


def test_a_wish_ends_the_wait_for_the_desk(store, job_id):
    watch = StoreWatch(store, job_id, yields=True)
    store.leases.claim_desk("cpu", this_process())
    store.jobs.ask(job_id, "pause")
    watch.give_way()
    assert watch.wish() == "pause"


def test_phases_name_the_trial_and_the_epoch(store, job_id, watch):
    running = Trial(3, 3e-5, 3e-4, 13, state="running", attempts=1)
    trial = TrialWatch(watch, "trial 3 of 12", 2, running)
    phases = []
    for step in range(1, 5):
        trial.step(3, step, 8, loss=1.0)
        phases.append(store.jobs.get(job_id).progress.phase)
    assert phases == ["trial 3 of 12, epoch 1"] * 2 + ["trial 3 of 12, epoch 2"] * 2


def test_a_trial_that_begins_again_leaves_no_old_tail_in_its_curves(store, job_id, watch):
    running = Trial(1, 3e-5, 3e-4, 13, state="running", attempts=1)
    trial = TrialWatch(watch, "training", 2, running)
    watch.trial(running)
    trial.step(1, 1, 8, loss=9.0)
    watch.write()
    trial.step(1, 2, 8, loss=9.0)
    trial.point(1, 2, dev_loss=9.0)
    trial.again(1, 2)
    trial.step(1, 1, 8, loss=1.0)
    watch.close()
    points = [(p.name, p.step, p.value) for p in store.jobs.points(job_id, ["loss", "dev_loss"])]
    assert points == [("loss", 1, 1.0)]
    assert store.jobs.trials(job_id) == [Trial(1, 3e-5, 3e-4, 13, state="running", attempts=2)]


def test_of_several_processes_the_first_decides():
    class Asked(Quiet):
        def wish(self):
            return "pause"

    class Summed(Device):
        def sum(self, values):
            return values

    assert SharedWatch(Asked(), Summed(processes=2, rank=0)).wish() == "pause"
    assert SharedWatch(Asked(), Summed(processes=2, rank=1)).wish() == ""


def test_tensorboard_files_are_written_where_they_are_asked_for(store, job_id, tmp_path):
    watch = StoreWatch(store, job_id, board=tmp_path / "board")
    watch.point(1, 10, dev_macro_f1=0.5)
    watch.close()
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(tmp_path / "board"))
    events.Reload()
    assert events.Scalars("dev_macro_f1/trial 1")[0].value == 0.5
