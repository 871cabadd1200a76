"""What thresholds cost, and how they are chosen."""

from __future__ import annotations

import pytest

from newsdesk.core.filing import (
    FilingCost,
    as_threshold,
    best_threshold,
    best_thresholds,
    cost_at,
    cost_of,
    filing_curves,
    wilson,
)


def answers(section: str, *groups: tuple[float, int, int]) -> list[tuple[str, float, bool]]:
    """Groups of (confidence, right, wrong)."""
    return [
        (section, confidence, place < right)
        for confidence, right, wrong in groups
        for place in range(right + wrong)
    ]


SPORT = answers("sport", (0.99, 40, 0), (0.8, 18, 2), (0.5, 10, 10))


def test_a_curve_counts_what_reaches_each_threshold() -> None:
    (curve,) = filing_curves(SPORT, ["sport"])
    assert curve.articles == 80
    assert [(p.threshold, p.filed, p.wrong) for p in curve.points] == [
        (0.5, 80, 12), (0.8, 60, 2), (0.99, 40, 0),
    ]  # fmt: skip
    assert cost_at(curve, 0.8) == FilingCost(80, 60, 2)
    assert cost_at(curve, 0.81) == FilingCost(80, 40, 0)
    assert cost_at(curve, 0.995) == FilingCost(80, 0, 0)
    assert cost_at(curve, None) == FilingCost(80, 0, 0)
    assert cost_at(curve, 0.8).coverage == 0.75


@pytest.mark.parametrize(
    ("most_wrong", "threshold"), [(0.0, 0.99), (0.01, 0.99), (0.05, 0.8), (0.10, 0.8), (0.15, 0.5)]
)
def test_the_lowest_threshold_that_keeps_the_promise_is_chosen(
    most_wrong: float, threshold: float
) -> None:
    (curve,) = filing_curves(SPORT, ["sport"])
    assert best_threshold(curve, most_wrong) == threshold


def test_fewer_than_twenty_articles_choose_nothing() -> None:
    few = answers("sport", (0.9, 19, 0))
    few += answers("health", (0.9, 19, 0), (0.5, 0, 10))
    sport, health = filing_curves(few, ["sport", "health"])
    assert not sport.tells
    assert best_threshold(sport, 0.5) is None
    assert health.tells
    assert best_threshold(health, 0.05) is None, "19 above the threshold are too few as well"
    assert best_thresholds([sport, health], 0.5) == {"health": 0.5}


def test_sections_come_in_the_order_asked_and_strange_ones_are_left_out() -> None:
    curves = filing_curves([*SPORT, ("gone", 0.9, True)], ["health", "sport"])
    assert [(curve.section, curve.articles) for curve in curves] == [("health", 0), ("sport", 80)]


def test_all_sections_together_add_up() -> None:
    curves = filing_curves(SPORT + answers("health", (0.9, 30, 1)), ["sport", "health"])
    cost = cost_of(curves, {"sport": 0.8, "nosuch": 0.1})
    assert (cost.articles, cost.filed, cost.wrong) == (111, 60, 2)
    assert cost.error == pytest.approx(2 / 60)


def test_no_article_is_counted_above_its_own_confidence() -> None:
    assert as_threshold(0.299999) == 0.29
    assert as_threshold(0.29) == 0.29
    assert as_threshold(0.9499) == 0.94
    assert as_threshold(0.9519) == 0.951
    assert (as_threshold(1.0), as_threshold(0.0)) == (1.0, 0.0)
    steps = [as_threshold(n / 10_000) for n in range(10_001)]
    assert steps == sorted(steps)
    assert all(step <= n / 10_000 + 1e-12 for n, step in enumerate(steps))


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(2, 61)
    assert (round(low, 4), round(high, 4)) == (0.0090, 0.1119)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0
    assert wilson(20, 20)[1] == pytest.approx(1.0)
