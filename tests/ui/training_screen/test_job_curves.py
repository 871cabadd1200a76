"""Curves and trials of the training screen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from training_screen_made import add

from newsdesk.core.job import MetricPoint, Progress, Trial
from newsdesk.core.recipes import SweepSpec
from newsdesk.services.job_details import pack
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.theme import DARK, LIGHT, Tokens, theme
from newsdesk.ui.training import TrainingScreen
from newsdesk.ui.training.heat_map import heat, ink_on, luminance
from newsdesk.ui.training.series import MOST_POINTS, Series, smoothed


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


def test_the_parts_of_a_students_loss_are_drawn_and_those_of_a_stage_stay(
    store: Store, screen: TrainingScreen, window: MainWindow, qtbot: QtBot
) -> None:
    job_id = add(store, "student", "running")
    curves = screen.view.curves.all

    def tell(trial: int, *names: str) -> None:
        points = [MetricPoint(trial, step, name, 0.5) for step in range(20) for name in names]
        store.jobs.tell(job_id, Progress("stage", 20, 100), points)
        window.session.watch.look()

    tell(0, "loss", "loss_attention", "loss_hidden")
    qtbot.waitUntil(lambda: len(curves["loss_attention"].values[0]) == 20)
    assert len(curves["loss"].values[0]) == 20
    assert not curves["loss_hidden"].isHidden()
    assert curves["loss_teacher"].isHidden()
    tell(1, "loss", "loss_teacher")
    qtbot.waitUntil(lambda: not curves["loss_teacher"].isHidden())
    assert not curves["loss_attention"].isHidden()
    assert curves["loss_attention"].text == "0.5000"
