"""Every way of dividing keeps groups whole, and says what it could not do."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.dates import read_date
from newsdesk.core.division import Row, divide
from newsdesk.core.errors import DocumentError

WAYS = ("shares", "folds", "date", "given")


def rows(number: int, **same: Any) -> list[Row]:
    return [
        Row(("sport", "world")[at % 2], at // 3, f"2024-01-{at % 28 + 1:02}",
            ("train", "dev", "test")[at % 3], **same)
        for at in range(number)
    ]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_near_duplicates_are_never_divided(way: Any) -> None:
    division = divide(rows(300), SplitPlan(way=way, dev=0.1, test=0.2))
    sides = defaultdict(set)
    for row, split, fold in zip(rows(300), division.splits, division.folds, strict=True):
        sides[row.group].add((split, fold))
    assert all(len(found) == 1 for found in sides.values())
    assert len({side for found in sides.values() for side in found}) >= 3 - (way == "given") * 2


@pytest.mark.parametrize("way", WAYS)
def test_the_same_rows_and_plan_give_the_same_division(way: Any) -> None:
    plan = SplitPlan(way=way)
    assert divide(rows(90), plan).splits == divide(rows(90), plan).splits


@pytest.mark.parametrize("way", WAYS)
def test_rows_without_a_section_are_on_no_side(way: Any) -> None:
    unlabelled = [Row("", 1000 + at, "2024-02-02", "train") for at in range(9)]
    division = divide([*unlabelled, *rows(60)], SplitPlan(way=way))
    assert set(division.splits[:9]) == {""}
    assert set(division.folds[:9]) == {0}


def test_a_section_with_two_articles_is_learned_from_and_that_is_said() -> None:
    few = [Row("chess", 900, ""), Row("chess", 901, "")]
    division = divide([*rows(60), *few], SplitPlan())
    assert division.splits[-2:] == ["train", "train"]
    assert division.note == (
        "The section chess has 2 different articles: it is not chosen by and not tested on."
    )


def test_folds_are_alike_in_size_and_a_section_too_small_for_them_is_named() -> None:
    many = [Row("sport", at) for at in range(100)]
    division = divide([*many, Row("chess", 200)], SplitPlan(way="folds", folds=5))
    assert Counter(division.folds[:100]) == dict.fromkeys(range(1, 6), 20)
    assert "chess has only one article" in division.note


def test_the_newest_are_tested_on_and_undated_ones_learned_from() -> None:
    dated = [Row("sport", at, f"2024-{at // 28 + 1:02}-{at % 28 + 1:02}") for at in range(100)]
    division = divide([*dated, Row("sport", 500)], SplitPlan(way="date", dev=0.1, test=0.2))
    assert division.splits == ["train"] * 70 + ["dev"] * 10 + ["test"] * 20 + ["train"]
    assert division.note.startswith("1 row is without a date")


def test_given_groups_that_straddle_go_to_the_test_side_together() -> None:
    given = [Row("sport", 1, "", "train"), Row("sport", 1, "", "test"), Row("sport", 2, "", "dev")]
    division = divide(given, SplitPlan(way="given"))
    assert division.splits == ["test", "test", "dev"]
    assert "1 row is moved" in division.note


def test_a_source_without_a_part_to_choose_by_gives_up_some_of_what_it_learns_from() -> None:
    given = [Row("sport", at, "", "test" if at % 4 == 0 else "train") for at in range(80)]
    division = divide(given, SplitPlan(way="given", dev=0.1))
    assert Counter(division.splits) == {"train": 54, "dev": 6, "test": 20}
    assert "names no part to choose by" in division.note


def test_a_set_without_dates_is_not_divided_by_date() -> None:
    undated = [Row("sport", at) for at in range(40)]
    with pytest.raises(DocumentError, match="no row has a date"):
        divide(undated, SplitPlan(way="date"))


def test_what_was_tested_on_stays_and_the_test_part_does_not_grow_for_ever() -> None:
    kept = [Row("sport", at, kept=True) for at in range(20)]
    division = divide([*kept, *[Row("sport", 100 + at) for at in range(80)]], SplitPlan(test=0.2))
    assert division.splits[:20] == ["test"] * 20
    assert "test" not in division.splits[20:]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-05-06", "2024-05-06"), ("2024-05-06T10:11:12Z", "2024-05-06T10:11:12"),
        ("2024-05-06 01:30:00+02:00", "2024-05-05T23:30:00"), ("6.5.2024", "2024-05-06"),
        ("2024/5/6 10:00", "2024-05-06"), ("2024年5月6日", "2024-05-06"),
        ("May 6, 2024", "2024-05-06"), ("13/5/2024", "2024-05-13"), ("5/13/2024", "2024-05-13"),
        ("3/4/2024", ""), ("Mon, 06 May 2024 10:00:00 +0000", "2024-05-06T10:00:00"),
        ("yesterday", ""), ("", ""), ("20240506", "2024-05-06"), ("31.2.2024", ""),
    ],
)  # fmt: skip
def test_dates_are_read_as_tables_hold_them(text: str, date: str) -> None:
    assert read_date(text) == date
