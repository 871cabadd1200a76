"""What a person can do with a job of the training screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from training_screen_made import DEAD, MEMORY, add, say_yes

from newsdesk.core import paths
from newsdesk.core.errors import Problem
from newsdesk.core.job import Job, Progress
from newsdesk.core.recipes import FinetuneSpec, TuningSpec
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.acts import acts_of, way_out
from newsdesk.ui.training.summary import so_far


def test_a_failed_job_says_why_and_offers_the_way_out(
    store: Store, screen: TrainingScreen, window: MainWindow, monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:  # fmt: skip
    asked: list[FinetuneSpec] = []

    def submit(store: Store, spec: FinetuneSpec, memory: int = 0) -> Job:
        asked.append(spec)
        job = store.jobs.get(job_id)
        assert job is not None
        return job

    monkeypatch.setattr("newsdesk.jobs.submit.submit", submit)
    tuning = TuningSpec(batch=32)
    job_id = add(store, "large", "failed", problem=MEMORY, tuning=tuning)
    window.session.watch.look()
    assert screen.view.trouble.isVisibleTo(screen)
    assert screen.view.trouble.text == "The device ran out of memory. Use a smaller micro-batch."
    screen.view.act_button("again_smaller").click()
    qtbot.waitUntil(lambda: bool(asked))
    assert (asked[0].tuning.batch, asked[0].tuning.micro_batch) == (32, 16)


def test_a_job_that_cannot_succeed_as_it_is_offers_changes(store: Store) -> None:
    collapsed = Problem("collapsed", "No trial learned anything.", "Lower the rate.")
    for problem, offered in ((collapsed, "again"), (MEMORY, "again_smaller")):
        name = f"job-{problem.kind}"
        job = store.jobs.get(add(store, name, "failed", problem=problem))
        assert job is not None
        assert way_out(job) == (offered,)


def test_pause_and_stop_reach_the_job(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot
) -> None:
    job_id = add(store, "busy", "running")
    window.session.watch.look()

    def state() -> str:
        job = store.jobs.get(job_id)
        assert job is not None
        return job.state

    screen.view.act_button("pause").click()
    qtbot.waitUntil(lambda: state() == "pausing")
    qtbot.waitUntil(lambda: screen.view.state.text() == "pausing…")
    screen.view.act_button("stop").click()
    assert state() == "pausing"  # it asks first
    say_yes(screen)
    qtbot.waitUntil(lambda: state() == "cancelling")


def test_resume_by_the_keyboard_and_by_the_word_in_the_row(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot, started: list[str]
) -> None:
    one = add(store, "one", "interrupted", progress=Progress("epoch 1", 3, 9))
    two = add(store, "two", "paused", progress=Progress("epoch 1", 3, 9))
    window.session.watch.look()
    screen.pick(one)
    qtbot.keyClick(screen.queue, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: str(one) in started)
    position = screen.queue.rows.position(two)
    assert position is not None
    area = screen.queue.visualRect(screen.queue.rows.index(position))
    word = QPoint(area.right() - 22, area.top() + 58)
    qtbot.mouseClick(screen.queue.viewport(), Qt.MouseButton.LeftButton, pos=word)
    qtbot.waitUntil(lambda: str(two) in started)


def test_a_removed_job_is_gone_and_its_model_stays(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot
) -> None:
    job_id = add(store, "old", "cancelled", trainer=DEAD)
    (paths.job(job_id) / "checkpoints").mkdir(parents=True)
    model = paths.installed_models() / "old"
    model.mkdir(parents=True)
    window.session.watch.look()
    screen.queue.setFocus()
    qtbot.keyClick(screen.queue, Qt.Key.Key_Delete)
    say_yes(screen)
    qtbot.waitUntil(lambda: store.jobs.get(job_id) is None)
    qtbot.waitUntil(lambda: screen.welcome.isVisible())
    assert model.is_dir()
    assert not paths.job(job_id).exists()


def test_stopping_a_paused_job_says_what_stays_of_it(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    add(store, "half", "paused", progress=Progress("training", 5, 10))
    window.session.watch.look()
    job = screen._jobs.jobs[0]
    assert any("paused " in line for line in so_far(job, []))
    screen.act(job.id, "stop")
    assert screen.question is not None
    assert "last checkpoint stays" in screen.question.explanation
    screen.question.reject()


def test_what_can_be_done_fits_the_state(store: Store) -> None:
    acts: dict[str, tuple[str, ...]] = {}
    for state in ("queued", "running", "pausing", "paused", "failed", "cancelled", "interrupted"):
        job = store.jobs.get(add(store, f"job-{state}", state))  # type: ignore[arg-type]
        assert job is not None
        acts[state] = acts_of(job)
    assert acts["running"] == ("pause", "stop")
    assert acts["pausing"] == ("stop",)
    assert "resume" in acts["interrupted"]
    assert "resume" not in acts["failed"]  # it had not made a step
    assert "remove" not in acts["running"]
    assert all("remove" in acts[state] for state in ("paused", "failed", "cancelled"))
