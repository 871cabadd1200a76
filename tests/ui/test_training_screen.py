"""The training screen over a real store, with jobs in every state and no process behind them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit
from pytestqt.qtbot import QtBot

from newsdesk.core import paths
from newsdesk.core.errors import Problem
from newsdesk.core.job import Job, JobResult, JobState, MetricPoint, Progress, Trial
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import ProcessId, this_process
from newsdesk.core.recipes import FinetuneSpec, ScheduleSpec, SweepSpec, TuningSpec, write_recipe
from newsdesk.services.job_details import pack
from newsdesk.services.session import Session
from newsdesk.services.training_extra import Installation, InstallCommand
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.theme import DARK, LIGHT, Tokens, theme
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.acts import acts_of, way_out
from newsdesk.ui.training.heat_map import HeatMap, heat, ink_on, luminance
from newsdesk.ui.training.queue_model import LINE
from newsdesk.ui.training.series import MOST_POINTS, Series, smoothed
from newsdesk.ui.training.summary import so_far
from newsdesk.ui.training.words import clock, duration, line_of, rate, size, verdict, when
from newsdesk.ui.widgets.status_strip import Action

DEAD = ProcessId(2**22 - 3, "another/birth")
MEMORY = Problem("memory", "The device ran out of memory.", "Use a smaller micro-batch.")


@pytest.fixture
def store() -> Iterator[Store]:
    """As another process would see it."""
    with Store.open() as opened:
        yield opened


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the jobs that a supervisor would have been started for."""
    ids: list[str] = []

    def start(command: list[str], **_: object) -> SimpleNamespace:
        ids.append(command[-1])
        return SimpleNamespace(wait=lambda: 0)

    instead = SimpleNamespace(Popen=start, DEVNULL=None, STDOUT=None)
    monkeypatch.setattr("newsdesk.jobs.start.subprocess", instead)
    monkeypatch.setattr("newsdesk.jobs.devices._cards", list)
    return ids


@pytest.fixture
def window(qtbot: QtBot, store: Store, started: list[str]) -> Iterator[MainWindow]:
    make_application()
    made = MainWindow(Session())
    made._has_started = True  # neither engine nor documents are needed here
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def screen(window: MainWindow) -> TrainingScreen:
    window._watch_jobs()
    window.show_place("training")
    assert window._training is not None
    return window._training


def add(
    store: Store,
    name: str,
    state: JobState = "queued",
    *,
    progress: Progress | None = None,
    problem: Problem | None = None,
    result: JobResult | None = None,
    trainer: ProcessId | None = None,
    tuning: TuningSpec | None = None,
    sweep: SweepSpec | None = None,
) -> int:
    spec = FinetuneSpec(
        name=name,
        encoder="some/encoder",
        dataset="bbc",
        tuning=tuning or TuningSpec(),
        sweep=sweep or SweepSpec(),
    )
    job_id = store.jobs.add(name, "finetune", write_recipe(spec), "bbc")
    if state == "queued":
        return job_id
    store.jobs.begin(job_id, trainer or this_process(), "cpu")
    if progress is not None:
        store.jobs.tell(job_id, progress)
    if state == "pausing":
        store.jobs.ask(job_id, "pause")
    elif state == "cancelling":
        store.jobs.ask(job_id, "cancel")
    elif state != "running":
        store.jobs.end(job_id, state, problem, result)
    return job_id


def left_and_right(screen: TrainingScreen, name: str) -> tuple[str, str]:
    rows = screen.queue.rows
    for place in range(rows.rowCount()):
        index = rows.index(place)
        if index.data() == name:
            line = index.data(LINE)
            return line.left, line.right
    raise AssertionError(name)


def names(screen: TrainingScreen) -> list[str]:
    rows = screen.queue.rows
    return [rows.index(place).data() for place in range(rows.rowCount())]


def say_yes(screen: TrainingScreen) -> None:
    assert screen.question is not None
    screen.question.yes.click()


def test_without_jobs_it_says_what_can_be_done(screen: TrainingScreen) -> None:
    assert screen.welcome.isVisible()
    assert not screen.splitter.isVisible()


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


def test_curves_grow_as_another_process_tells_and_read_each_point_once(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot
) -> None:
    job_id = add(store, "live", "running")
    trial = Trial(1, 5e-5, 5e-4, 13, state="running", attempts=1)

    def tell(first: int, last: int) -> None:
        points = [MetricPoint(1, step, "loss", 1 / (step + 1)) for step in range(first, last)]
        store.jobs.tell(job_id, Progress("epoch 1", last, 100), points, [trial])
        window.session.watch.look()

    read: list[int] = []
    window.session.jobs.details.connect(
        lambda details: read.append(sum(len(steps) for steps, _ in details.points.values()))
    )
    tell(0, 30)
    loss = screen.view.curves.all["loss"]
    qtbot.waitUntil(lambda: len(loss.values[0]) == 30)
    tell(30, 50)
    qtbot.waitUntil(lambda: len(loss.values[0]) == 50)
    assert sum(read) == 50
    assert loss.text == "0.020"
    loss.show_step(9.2)
    assert loss.text == "step 9: 0.100"
    assert "step 50 of 100" in screen.view.so_far.text


def test_a_trial_that_collapsed_begins_its_curve_anew(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot
) -> None:
    job_id = add(store, "steep", "running")
    loss = screen.view.curves.all["loss"]
    for attempts, steps in ((1, 40), (2, 10)):
        trial = Trial(1, 5e-5, 5e-4, 13, state="running", attempts=attempts)
        points = [MetricPoint(1, step, "loss", float(attempts)) for step in range(steps)]
        store.jobs.tell(job_id, Progress("epoch 1", steps, 100), points, [trial])
        window.session.watch.look()
        qtbot.waitUntil(lambda first=float(attempts): loss.values[1][:1].tolist() == [first])


def test_long_curves_are_thinned_and_keep_their_end() -> None:
    series = Series()
    series.take(pack(MetricPoint(1, step, "loss", float(step)) for step in range(100_000)))
    series.take(pack([MetricPoint(1, 100_000, "loss", 100_000.0)]))
    steps, values = series.curve("loss", 1)
    assert len(steps) <= MOST_POINTS
    assert (steps[-1], values[-1]) == (100_000, 100_000)
    assert np.all(np.diff(steps) > 0)


def test_smoothing_follows_and_is_not_pulled_to_nought() -> None:
    flat = smoothed(np.full(400, 2.0))
    assert np.allclose(flat, 2.0)
    noisy = 1 + np.random.default_rng(13).normal(0, 0.2, 400)
    assert smoothed(noisy)[100:].std() < 0.5 * noisy.std()


def grid(store: Store, job_id: int) -> list[Trial]:
    trials = []
    for number, (encoder, head) in enumerate(
        ((e, h) for e in (2e-5, 3e-5) for h in (1e-3, 5e-3)), start=1
    ):
        state = "collapsed" if number == 2 else "done"
        value = None if number == 2 else 0.8 + number / 100
        trials.append(Trial(number, encoder, head, 13, state=state, attempts=1, dev_macro_f1=value))
    points = [MetricPoint(t.number, 10, "dev_macro_f1", 0.7 + t.number / 100) for t in trials]
    store.jobs.tell(job_id, Progress("trial 4 of 4", 40, 40), points, trials)
    return trials


def test_a_click_in_the_grid_of_a_sweep_shows_that_trials_curves(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot
) -> None:
    sweep = SweepSpec(way="grid", encoder_rates=(2e-5, 3e-5), head_rates=(1e-3, 5e-3))
    job_id = add(store, "sweep", "running", sweep=sweep)
    grid(store, job_id)
    window.session.watch.look()
    view = screen.view
    qtbot.waitUntil(lambda: view.trials.isVisibleTo(screen))
    heat_map = view.trials.heat_map
    assert heat_map.best is not None
    assert heat_map.best.value == pytest.approx(0.84)
    assert view.curves.trial == 4  # the best, until another is chosen
    first = next(cell for cell in heat_map.cells if cell.trials[0].number == 1)
    place = heat_map.area_of(first).center().toPoint()
    qtbot.mouseClick(heat_map, Qt.MouseButton.LeftButton, pos=place)
    assert view.curves.trial == 1
    assert view.curves.all["dev_macro_f1"].values[1].tolist() == pytest.approx([71.0])
    assert view.trials.table.currentIndex().row() == 0
    qtbot.keyClick(heat_map, Qt.Key.Key_Down)
    assert view.curves.trial == 3
    window.session.jobs.refresh()
    assert view.curves.trial == 3


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_numbers_in_the_grid_can_be_read_on_every_shade(
    tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme(), "tokens", tokens)
    for share in np.linspace(0, 1, 21):
        ground = heat(float(share), 0.0, 1.0)
        ink: QColor = ink_on(ground)
        light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3.5, share


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


def test_without_the_training_libraries_it_offers_to_install_them(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks = [Problem("no_training", "This installation cannot train: torch is missing.", "")]
    place = "newsdesk.ui.training.screen.missing"
    monkeypatch.setattr(place, lambda: lacks[0] if lacks else None)
    installation = Installation(command=InstallCommand((), "", "python -m pip install x"))
    screen = TrainingScreen(window.session.jobs, installation)
    qtbot.addWidget(screen)
    screen.show()
    assert screen.extra is not None
    assert screen.extra.isVisible()
    screen.new_job()
    assert screen.dialog is None
    screen.extra.button.click()
    assert "python -m pip install x" in screen.extra.said.text()
    lacks.clear()
    installation.ended.emit(True, "Training is installed.")
    assert screen.extra is None
    assert screen.welcome.isVisible()
    screen.close_workers()


def test_log_and_specification_are_at_hand(
    store: Store, screen: TrainingScreen, window: MainWindow, tmp_path: Path
) -> None:
    job_id = add(store, "talker", "running")
    log = paths.job(job_id) / "log.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("Aufwärmen\n" * 20_000 + "the end\n", encoding="utf-8")
    window.session.watch.look()
    screen.view.tabs.show_page("Log")
    shown = screen.view.log.text.toPlainText()
    assert shown.endswith("the end\n")
    assert shown.startswith("Aufwärmen")
    assert len(shown) < 100_000
    with log.open("a", encoding="utf-8") as file:
        file.write("one more\n")
    screen.view.log.read()
    assert screen.view.log.text.toPlainText().endswith("one more\n")
    target = tmp_path / "again.toml"
    screen.view.specification.save(target)
    job = store.jobs.get(job_id)
    assert job is not None
    assert target.read_text(encoding="utf-8") == job.spec
    screen.view.specification.save(tmp_path / "nowhere" / "x.toml")
    assert "cannot be written" in window.strip.text


def test_a_wrong_specification_file_is_refused_in_words(
    screen: TrainingScreen, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('recipe = "finetune"\nname = "x"\n', encoding="utf-8")
    screen.read_file(path)
    assert screen.dialog is None
    assert "wrong.toml is wrong" in window.strip.text


def test_again_with_changes_begins_with_what_the_job_was_asked(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    add(store, "first", "cancelled", tuning=TuningSpec(epochs=7))
    window.session.watch.look()
    screen.view.act_button("again").click()
    dialog = screen.dialog
    assert dialog is not None
    row = dialog.form.rows["tuning", "epochs"]
    assert row.value() == 7
    # The base model is not here, so the way to it is offered and nothing can start.
    assert dialog.encoder.download.isVisibleTo(dialog)
    assert not dialog.start_button.isEnabled()
    dialog.reject()


def test_a_specification_of_a_set_that_is_not_here_cannot_be_started(
    screen: TrainingScreen, tmp_path: Path
) -> None:
    path = tmp_path / "gone.toml"
    path.write_text(write_recipe(FinetuneSpec(name="x", encoder="y", dataset="gone")))
    screen.read_file(path)
    dialog = screen.dialog
    assert dialog is not None
    assert "no data set gone here" in dialog.form.problems()["dataset",]
    assert not dialog.start_button.isEnabled()
    dialog.reject()


def test_as_the_last_time_does_not_wait_for_the_jobs_of_the_last_time(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    schedule = ScheduleSpec(after=("gone",), night="22:00-06:00")
    spec = FinetuneSpec(name="last", encoder="y", dataset="bbc", schedule=schedule)
    store.jobs.add("last", "finetune", write_recipe(spec), "bbc")
    window.session.watch.look()
    last = screen._jobs.recipes()[0]
    assert "last" in last.title
    assert (last.spec.schedule.after, last.spec.schedule.night) == ((), "22:00-06:00")


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


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (0.97, 0.96, 0.98, "better than the simple model by more than chance"),
        (0.955, 0.94, 0.97, "no more than chance"),
        (0.94, 0.93, 0.96, "not better"),
        (0.90, 0.88, 0.92, "worse than the simple model"),
    ],
)
def test_a_result_is_told_without_flattery(
    value: float, low: float, high: float, words: str
) -> None:
    result = JobResult(
        model="m",
        dev_macro_f1=0.9,
        macro_f1=Metric(value=value, low=low, high=high),
        baseline_macro_f1=0.95,
    )
    assert words in verdict(result)


def test_figures_read_as_people_write_them() -> None:
    assert (rate(5e-5), rate(1.25e-4), rate(0.001)) == ("5e-5", "1.25e-4", "1e-3")
    assert (clock(41 * 60), clock(30), clock(86_400 * 2 + 3600)) == (
        "00:41",
        "< 1 min",
        "2 d 01:00",
    )
    assert (duration(240), duration(4000), duration(10)) == (
        "4 min", "1 h 7 min", "less than a minute"
    )  # fmt: skip
    assert (size(5.2e9), size(61e6), size(900)) == ("5.2 GB", "61 MB", "900 bytes")
    now = datetime.now(UTC)
    assert when(now - timedelta(days=1)).startswith("yesterday ")
    assert when(None) == ""


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


def test_every_control_of_the_screen_and_its_dialog_has_a_name(
    store: Store, screen: TrainingScreen, window: MainWindow
) -> None:
    add(store, "seen", "failed", problem=MEMORY)
    window.session.watch.look()
    screen.new_job()
    assert screen.dialog is not None
    for top in (screen, screen.dialog):
        for control in top.findChildren(QAbstractButton) + top.findChildren(QLineEdit):
            if isinstance(control.parent(), QLineEdit) or control.objectName().startswith("qt_"):
                continue
            text = control.text() if isinstance(control, QAbstractButton) else ""
            seen = control.isVisibleTo(top)
            assert control.accessibleName() or text or not seen, control
        for view in top.findChildren(QAbstractItemView):
            assert view.accessibleName() or not view.isVisibleTo(top), view
    screen.dialog.reject()


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
