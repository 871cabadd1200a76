"""Which layer of the teacher a layer of the student learns from."""

from __future__ import annotations

import pytest

from newsdesk.core.errors import TrainingError
from training.distillation.mapping import layer_map


@pytest.mark.parametrize(
    ("student", "teacher", "layers"),
    [
        (4, 12, (3, 6, 9, 12)),
        (6, 12, (2, 4, 6, 8, 10, 12)),
        (4, 6, (2, 3, 5, 6)),
        (3, 6, (2, 4, 6)),
        (6, 6, (1, 2, 3, 4, 5, 6)),
        (1, 6, (6,)),
    ],
)
def test_uniform_is_spread_over_the_teacher_and_ends_at_its_last_layer(
    student: int, teacher: int, layers: tuple[int, ...]
) -> None:
    assert layer_map("uniform", student, teacher) == layers


def test_top_and_bottom_take_one_end_and_a_list_is_taken_as_it_is() -> None:
    assert layer_map("top", 4, 12) == (9, 10, 11, 12)
    assert layer_map("bottom", 4, 12) == (1, 2, 3, 4)
    assert layer_map([1, 5, 12], 3, 12) == (1, 5, 12)


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ([3, 2, 5], "not increasing"),
        ([2, 2, 5], "not increasing"),
        ([1, 2], "names 2 layers"),
        ([1, 2, 7], "no layer 7"),
        ([0, 2, 6], "no layer 0"),
        ("sideways", "no way called sideways"),
    ],
)
def test_a_map_that_cannot_be_is_refused_with_the_reason(way: str | list[int], said: str) -> None:
    with pytest.raises(TrainingError, match=said):
        layer_map(way, 3, 6)


@pytest.mark.parametrize("way", ["uniform", "top", "bottom"])
def test_a_student_deeper_than_its_teacher_is_told_so(way: str) -> None:
    with pytest.raises(TrainingError, match="more than the teacher"):
        layer_map(way, 7, 6)
