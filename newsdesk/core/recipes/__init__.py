"""Recipes: what a job is asked to do, read from TOML and checked before anything starts.

The titles and descriptions of the fields are what the window's form shows, too.
"""

from newsdesk.core.recipes.finetune import FinetuneSpec
from newsdesk.core.recipes.numbers import NAME, NIGHT, Precision
from newsdesk.core.recipes.parts import ScheduleSpec, SetSpec, SweepSpec, TuningSpec
from newsdesk.core.recipes.reading import parse_recipe, read_recipe, write_recipe
from newsdesk.core.recipes.students import (
    DistilSpec,
    GeneralSpec,
    ImitationSpec,
    LayerDropSpec,
    PredictionSpec,
    StudentSpec,
)

__all__ = [
    "NAME",
    "NIGHT",
    "DistilSpec",
    "FinetuneSpec",
    "GeneralSpec",
    "ImitationSpec",
    "LayerDropSpec",
    "Precision",
    "PredictionSpec",
    "ScheduleSpec",
    "SetSpec",
    "StudentSpec",
    "SweepSpec",
    "TuningSpec",
    "parse_recipe",
    "read_recipe",
    "write_recipe",
]
