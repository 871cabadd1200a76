"""The comparison with Trainer: what a pace is, and when a figure is under its limit."""

from __future__ import annotations

import pytest

from benchmarks.pace import Pace

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from benchmarks.training import figures  # noqa: E402


class Clock:
    def __init__(self, seconds: float) -> None:
        self.now, self._seconds = 50.0, seconds

    def __call__(self) -> float:
        self.now += self._seconds
        return self.now


def pace(seconds: float, losses: tuple[float, ...] = (2.0, 1.5, 1.0, 0.5)) -> Pace:
    made = Pace(clock=Clock(seconds))
    for _ in losses:
        made.step(16)
    return made.ended(losses)


def test_the_time_before_the_first_step_is_no_part_of_the_rate():
    assert pace(2.0).rate == pytest.approx(8.0)
    assert Pace().rate == 0.0


def test_the_final_loss_is_that_of_the_last_quarter():
    assert pace(1.0, (9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 1.0, 2.0)).final_loss == pytest.approx(1.5)


def test_a_round_that_was_slow_for_all_does_not_move_the_ratio():
    paces = {
        "documented": [pace(4.0), pace(40.0), pace(4.0)],
        "best": [pace(3.0), pace(30.0), pace(3.0)],
        "ours": [pace(2.0), pace(20.0), pace(2.0)],
    }
    found = {figure.name: figure for figure in figures(paces, "made up")}
    assert found["… in times of Trainer as documented"].value == pytest.approx(2.0)
    assert found["… in times of Trainer at its best"].value == pytest.approx(1.5)
    assert all(figure.kept for figure in found.values())


def test_too_slow_a_training_and_another_loss_are_under_their_limits():
    ours = pace(2.9, (2.0, 2.0, 2.0, 2.0))
    paces = {"documented": [pace(4.0)], "best": [pace(3.0)], "ours": [ours]}
    kept = [figure.kept for figure in figures(paces, "made up")]
    assert kept == [True, True, True, False, False, False]
