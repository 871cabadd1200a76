"""What a new job can be made of: recipes to begin with, data sets, base models, teachers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from newsdesk.core import paths
from newsdesk.core.dataset import Dataset
from newsdesk.core.errors import NewsdeskError
from newsdesk.core.job import Job
from newsdesk.core.recipes import FinetuneSpec, parse_recipe, read_recipe
from newsdesk.core.teachers import teachers_here
from newsdesk.services.encoders import EncoderChoice, encoder_choices, is_here
from newsdesk.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DeviceState:
    """A device as the toolbar shows it. Bytes; 0 where not known."""

    code: str
    name: str
    memory: int
    used: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """A specification to begin with, and how it is called."""

    title: str
    spec: FinetuneSpec


@dataclass(frozen=True, slots=True)
class JobChoices:
    """What a new job can be made of.

    jobs: names of those that it might wait for. teachers: models that students can learn from.
    """

    datasets: list[Dataset]
    encoders: list[EncoderChoice]
    devices: list[DeviceState]
    jobs: list[str]
    teachers: list[str]


def choices_of(store: Store, devices: list[DeviceState], waiting: list[str]) -> JobChoices:
    """What a new job can be made of now. StoreError where the store cannot be read."""
    return JobChoices(store.datasets.list(), encoder_choices(), devices, waiting, _teachers())


def recipes_after(jobs: Sequence[Job]) -> list[Recipe]:
    """What to begin with: as the last time, what ships, or nothing but defaults."""
    found: list[Recipe] = []
    shipped: list[Recipe] = []
    newest = max(jobs, key=lambda job: job.id, default=None)
    if newest is not None and (spec := _parsed(newest)) is not None:
        # What it waited for has ended since, or is gone: the next one need not wait for it.
        schedule = msgspec.structs.replace(spec.schedule, after=())
        spec = msgspec.structs.replace(spec, schedule=schedule)
        found.append(Recipe(f"as the last time ({newest.name})", spec))
    for path in sorted(paths.bundled_recipes().glob("*.toml")):
        try:
            spec = read_recipe(path)
        except NewsdeskError as error:
            log.info("%s", error)
            continue
        shipped.append(Recipe(spec.title or spec.name, spec))
    found += sorted(shipped, key=lambda recipe: _order(recipe.spec))
    return found or [Recipe("the defaults", FinetuneSpec(name="new-model", encoder=""))]


def _order(spec: FinetuneSpec) -> tuple[bool, bool, bool]:
    """What needs no download comes first, then what needs no other model, the quick before all."""
    here = not spec.encoder or is_here(spec.encoder)
    return not here, spec.recipe != "finetune", spec.sweep.way != "single"


def _parsed(job: Job) -> FinetuneSpec | None:
    try:
        return parse_recipe(job.spec, job.name)
    except NewsdeskError:
        return None


def _teachers() -> list[str]:
    """Models with weights, and ensembles of such."""
    from newsdesk.engine.ensemble_files import ensemble_names, read_record  # loads the runtime

    here = teachers_here()
    ensembles = []
    for name in ensemble_names():
        with suppress(NewsdeskError):
            if all(member.name in here for member in read_record(name).members):
                ensembles.append(name)
    return here + ensembles
