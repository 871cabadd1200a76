"""The queue of the training screen: what each job says, and what is told of jobs."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot
from training_screen_made import DEAD, MEMORY, add, left_and_right, names

from newsdesk.core.job import JobResult, Progress
from newsdesk.core.manifest import Metric
from newsdesk.core.recipes import TuningSpec
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.heat_map import HeatMap
from newsdesk.ui.training.words import line_of
from newsdesk.ui.widgets.status_strip import Action


def test_each_job_says_where_it_stands(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    halfway = Progress("trial 3 of 12", 61, 100, 2460.0, 164.0, 5 * 10**9)
    stopped = Progress("trial 1 of 1", 410, 900)
    done = JobResult(
        model="m", dev_macro_f1=0.9, macro_f1=Metric(value=0.978, low=0.969, high=0.986)
    )
    add(store, "teacher", "done", result=done)
    add(store, "大模型", "failed", problem=MEMORY, tuning=TuningSpec(batch=32))
    add(store, "broken", "interrupted", progress=stopped)
    add(store, "resting", "paused", progress=stopped)
    running = add(store, "running", "running", progress=halfway)
    later = store.jobs.add("student", "finetune", "", "bbc", after=[running], night="22:00-06:00")
    window.session.watch.look()
    assert names(screen)[:2] == ["running", "student"]
    assert left_and_right(screen, "running") == ("trial 3 of 12 · 61 %", "CPU · 00:41 left")
    assert left_and_right(screen, "student") == ("after running", "night window 22:00")
    assert left_and_right(screen, "teacher")[0] == "macro-F1 97.8 (96.9 – 98.6)"
    assert left_and_right(screen, "大模型") == ("out of memory at batch 32", "Again with 16")
    assert left_and_right(screen, "broken") == ("step 410 of 900", "Resume")
    assert left_and_right(screen, "resting") == ("step 410 of 900", "Resume")
    assert screen.view.title.text() == "running"
    assert later


def test_the_queue_keeps_the_chosen_job_while_others_move(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    first, second = add(store, "first"), add(store, "second")
    window.session.watch.look()
    screen.pick(second)
    store.jobs.begin(second, DEAD, "cpu")
    add(store, "third")
    window.session.watch.look()
    assert names(screen) == ["second", "first", "third"]
    assert screen.queue.current is not None
    assert screen.queue.current.id == second
    store.jobs.end(second, "cancelled")
    store.jobs.remove(second)
    window.session.watch.look()
    assert screen.queue.current is not None
    assert screen.view.title.text() == screen.queue.current.name
    assert first


def test_the_end_of_a_job_is_told_wherever_the_person_is(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    done, failed = add(store, "good", "running"), add(store, "bad", "running")
    window.session.watch.look()
    window.show_place("evaluate")
    result = JobResult(
        model="good", dev_macro_f1=0.9, macro_f1=Metric(value=0.912, low=0.9, high=0.92)
    )
    store.jobs.end(done, "done", result=result)
    window.session.watch.look()
    assert window.strip.text == "good is done: macro-F1 91.2"
    assert "something happened" in window.rail._buttons["training"].accessibleName()
    window.strip.action("Show").click()
    assert window.places.currentWidget() is screen
    assert screen.view.title.text() == "good"
    assert window.rail._buttons["training"].accessibleName() == "Training"
    store.jobs.end(failed, "failed", MEMORY)
    window.session.watch.look()
    assert window.strip.text == "bad failed: The device ran out of memory."


def test_jobs_that_died_meanwhile_are_told_once_with_resume(
    store: Store, window: MainWindow, qtbot: QtBot, started: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("newsdesk.services.jobs.WAKE_MS", 0)
    dead = add(store, "lost", "running", trainer=DEAD, progress=Progress("epoch 2", 410, 900))
    waiting = add(store, "waits")
    said: list[str] = []
    say = window.strip.say

    def note(text: str, *actions: Action) -> None:
        said.append(text)
        say(text, *actions)

    monkeypatch.setattr(window.strip, "say", note)
    window._watch_jobs()
    qtbot.waitUntil(lambda: bool(said))
    assert said == [
        "The job lost was interrupted at step 410 of 900; the machine or its process was stopped. "
        "Resume goes on from the last checkpoint."
    ]
    assert started == [str(waiting)]
    window.strip.action("Resume").click()
    qtbot.waitUntil(lambda: str(dead) in started)


def test_a_job_whose_processes_are_all_killed_does_not_go_on_as_running(
    store: Store, window: MainWindow, screen: TrainingScreen, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.session.jobs._pulse.setInterval(20)
    name = "killed"
    add(store, name, "running", trainer=DEAD, progress=Progress("epoch 2", 108, 404))
    window.session.watch.look()
    qtbot.waitUntil(lambda: store.jobs.list()[0].state == "interrupted")
    window.session.watch.look()
    assert left_and_right(screen, name)[0] == "step 108 of 404"
    assert "killed was interrupted" in window.strip.text


def test_a_job_of_a_newer_version_is_listed_all_the_same(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    store.jobs.add("strange", "distil", 'recipe = "distil"\nnew = 1\n', "bbc")
    window.session.watch.look()
    assert names(screen) == ["strange"]
    job = screen.queue.current
    assert job is not None
    assert line_of(job, {}).left == "waiting for its turn"
    assert HeatMap().best is None
