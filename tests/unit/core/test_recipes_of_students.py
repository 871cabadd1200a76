"""Specifications of students come back as they were written."""

from __future__ import annotations

import pytest

from newsdesk.core.recipes import (
    DistilSpec,
    GeneralSpec,
    ImitationSpec,
    LayerDropSpec,
    StudentSpec,
    parse_recipe,
    write_recipe,
)


@pytest.mark.parametrize(
    "spec",
    [
        DistilSpec(name="a", teachers=("t",)),
        DistilSpec(name="a", teachers=("t", "u"), intermediate=ImitationSpec(epochs=0)),
        DistilSpec(name="a", general=GeneralSpec(epochs=2, form="language"), general_dataset="d"),
        DistilSpec(name="a", student=StudentSpec(keep=(1, 4, 6), pieces=4000)),
        DistilSpec(name="a", intermediate=ImitationSpec(map_layers=(2, 4), layer_weights=(0, 1))),
        LayerDropSpec(name="a", encoder="e", drop=3, strategy="symmetric"),
    ],
)
def test_what_is_written_is_read_again(spec: DistilSpec) -> None:
    assert parse_recipe(write_recipe(spec)) == spec


def test_a_stage_that_is_only_touched_is_not_left_out() -> None:
    spec = parse_recipe('recipe = "distil"\nname = "a"\n[intermediate]\nrate = 1e-4\n')
    assert isinstance(spec, DistilSpec)
    assert spec.intermediate.epochs == 10
    assert spec.general.epochs == 0
