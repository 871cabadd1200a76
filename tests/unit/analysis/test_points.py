"""Points are found, boxed, lassoed and counted as one would by looking at each alone."""

from __future__ import annotations

import numpy as np
import pytest

from newsdesk.analysis.points import bounds, centres, density, in_box, in_polygon, nearest


def scattered(number: int, seed: int = 1) -> np.ndarray:
    """Points of shape (number, 2); every ninth is nowhere."""
    points = np.random.default_rng(seed).normal(size=(number, 2)) * 10
    points[::9] = np.nan
    return points


def inside(x: float, y: float, corners: np.ndarray) -> bool:
    """The textbook's way: how often a ray to the right crosses a side."""
    odd = False
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


@pytest.mark.parametrize("corners", [3, 4, 11, 200])
def test_a_lasso_holds_what_a_ray_from_each_point_says(corners: int) -> None:
    points = scattered(700)
    line = np.random.default_rng(corners).normal(size=(corners, 2)) * 12
    found = in_polygon(points[:, 0], points[:, 1], line)
    assert found.tolist() == [inside(x, y, line) for x, y in points]
    assert found.any()


def test_a_lasso_with_level_sides_and_one_of_no_extent() -> None:
    x, y = np.array([0.0, 2.0, 0.5, np.nan]), np.array([0.5, 0.5, 5.0, 0.5])
    square = np.array([[-1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [-1.0, 1.0]])
    assert in_polygon(x, y, square).tolist() == [True, False, False, False]
    assert not in_polygon(x, y, np.array([[0.0, 0.5]] * 5)).any()
    assert not in_polygon(x, y, square[:2]).any()


def test_a_box_may_be_drawn_from_any_corner_and_holds_no_point_that_is_nowhere() -> None:
    points = scattered(300)
    x, y = points.T
    expected = [bool(abs(a) <= 5 and abs(b) <= 3) for a, b in points]
    for one, other in (((-5, -3), (5, 3)), ((5, -3), (-5, 3)), ((5, 3), (-5, -3))):
        assert in_box(x, y, one, other).tolist() == expected


def test_the_nearest_of_a_hundred_thousand_is_found() -> None:
    points = scattered(100_000)
    for at in scattered(40, seed=7)[1:9]:
        away = np.hypot(*(points - at).T)
        expected = int(np.nanargmin(away))
        found = nearest(points[:, 0], points[:, 1], (at[0], at[1]), 5.0)
        assert found == (expected if away[expected] <= 5.0 else -1)
    assert nearest(points[:, 0], points[:, 1], (1e6, 0.0), 5.0) == -1
    assert nearest(np.empty(0), np.empty(0), (0.0, 0.0), 5.0) == -1
    assert nearest(np.array([np.nan]), np.array([np.nan]), (0.0, 0.0), 5.0) == -1


def test_one_point_far_away_does_not_shrink_the_others() -> None:
    points = scattered(10_000)
    left, low, right, high = bounds(points)
    points[1] = 1e9, -1e9
    again = bounds(points)
    assert again[2] - again[0] < 1.6 * (right - left)
    assert again[3] - again[1] < 1.6 * (high - low)


@pytest.mark.parametrize("points", [np.empty((0, 2)), np.full((3, 2), np.nan), np.ones((4, 2))])
def test_points_without_extent_have_room_around_them(points: np.ndarray) -> None:
    left, low, right, high = bounds(points)
    assert (right - left, high - low) == (2, 2)


def test_the_middle_of_a_group_is_its_median_and_none_has_none() -> None:
    points = scattered(400)
    groups = np.random.default_rng(2).integers(0, 3, 400)
    found = centres(points, groups, 4)
    for group in range(3):
        assert found[group] == pytest.approx(np.nanmedian(points[groups == group], axis=0))
    assert np.isnan(found[3]).all()


def test_density_counts_each_cell_and_names_its_majority() -> None:
    chance = np.random.default_rng(5)
    x, y = chance.uniform(-10, 110, 5000), chance.uniform(-10, 70, 5000)
    groups = chance.integers(0, 4, 5000)
    found = density(x, y, groups, (100, 60), 7)
    assert (found.rows, found.columns) == (9, 15)
    there = (x >= 0) & (x < 100) & (y >= 0) & (y < 60)
    assert found.counts.sum() == there.sum()
    cells = (y // 7).astype(int) * 15 + (x // 7).astype(int)
    for cell, count, group in zip(found.cells, found.counts, found.groups, strict=True):
        members = np.bincount(groups[there & (cells == cell)], minlength=4)
        assert members.sum() == count
        assert members[group] == members.max()


def test_density_of_nothing_has_no_cell() -> None:
    nothing = np.empty(0)
    found = density(nothing, nothing, np.empty(0, dtype=np.int64), (50, 50), 3)
    assert not len(found.cells)
    assert not len(found.counts)
