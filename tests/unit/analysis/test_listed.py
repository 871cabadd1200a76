"""Which articles a list shows, and in which order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from evaluated_made import made

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.listed import listed


@pytest.fixture
def some() -> Evaluated:
    return made(60, 4)


def test_nothing_picked_is_all_that_are_wrong_the_surest_mistake_first(some: Evaluated) -> None:
    places = listed(some, np.zeros(60, dtype=np.bool_))
    assert set(places.tolist()) == set(np.flatnonzero(~some.right).tolist())
    confidence = some.confidence[places]
    assert (np.diff(confidence) <= 0).all()


def test_mistakes_come_before_what_is_right(some: Evaluated) -> None:
    places = listed(some, np.ones(60, dtype=np.bool_))
    right = some.right[places]
    assert (np.diff(right.astype(int)) >= 0).all()


def test_the_least_certain_first(some: Evaluated) -> None:
    places = listed(some, np.ones(60, dtype=np.bool_), "doubt")
    assert (np.diff(some.confidence[places]) >= 0).all()


def test_the_newest_first_and_those_without_a_date_last(some: Evaluated) -> None:
    dates = ["", "2024-05-01", "2025-01-01", *[""] * 57]
    places = listed(replace(some, dates=dates), np.ones(60, dtype=np.bool_), "date")
    assert places[:3].tolist() == [2, 1, 0]


def test_every_word_of_a_search_must_be_there_in_any_case_and_script(some: Evaluated) -> None:
    everything = np.ones(60, dtype=np.bool_)
    found = listed(some, everything, "title", "車站 ARTICLE")
    assert sorted(found.tolist()) == list(range(0, 60, 5))
    assert not len(listed(some, everything, "title", "車站 nowhere"))
    assert not len(listed(some.chosen([]), np.zeros(0, dtype=np.bool_), "date"))
