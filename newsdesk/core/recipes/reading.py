"""Specifications from TOML and back, checked before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes.finetune import FinetuneSpec
from newsdesk.core.recipes.students import DistilSpec, LayerDropSpec
from newsdesk.core.schema_words import in_words

RECIPES: dict[str, type[FinetuneSpec]] = {
    "finetune": FinetuneSpec,
    "distil": DistilSpec,
    "layer_drop": LayerDropSpec,
}


def read_recipe(path: Path) -> FinetuneSpec:
    """Read and check a specification; TrainingError where it is missing or wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise TrainingError(
            "no_recipe",
            f"The specification {path} cannot be read: {reason}.",
            "Check its name and that you may read it.",
        ) from error
    return parse_recipe(text, str(path))


def parse_recipe(text: str, name: str = "specification") -> FinetuneSpec:
    """A specification from TOML text; TrainingError that names the field where it is wrong."""
    kind = _kind_of(text, name)
    try:
        spec = msgspec.toml.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise _wrong(name, in_words(str(error), kind)) from error
    if spec.sets:
        _check_sets(spec, name)
    if spec.dataset and spec.sets:
        raise _wrong(name, "it names both a data set of the store and files; give one of them")
    if spec.tuning.micro_batch > spec.tuning.batch:
        raise _wrong(name, "its micro-batch is larger than its batch")
    if spec.sweep.way != "single" and not spec.sweep.encoder_rates:
        raise _wrong(name, "its sweep has no encoder rate to try")
    if isinstance(spec, DistilSpec):
        _check_distil(spec, name)
    return spec


class _Named(msgspec.Struct):
    recipe: str = "finetune"


def _kind_of(text: str, name: str) -> type[FinetuneSpec]:
    """The type of the recipe that a specification names."""
    try:
        named = msgspec.toml.decode(text, type=_Named).recipe
    except (msgspec.MsgspecError, ValueError) as error:
        raise _wrong(name, in_words(str(error), FinetuneSpec)) from error
    if named not in RECIPES:
        raise _wrong(name, f"there is no recipe {named}; it can be {', '.join(RECIPES)}")
    return RECIPES[named]


def _check_distil(spec: DistilSpec, name: str) -> None:
    if spec.general.epochs and not spec.general_dataset:
        raise _wrong(name, "its general stage has no articles: name a data set")
    student = spec.student
    if student.keep and student.layers and len(student.keep) != student.layers:
        raise _wrong(
            name, f"its student has {student.layers} layers and {len(student.keep)} are kept"
        )
    if student.keep and student.width:
        raise _wrong(name, "layers are kept only at the base model's own width")


def write_recipe(spec: FinetuneSpec) -> str:
    """A specification as TOML text without what is left at its default."""
    values = _changed(spec)
    return msgspec.toml.encode(values).decode("utf-8")


def _changed(spec: msgspec.Struct) -> dict[str, Any]:
    """The fields that differ from their defaults, nested ones too; a recipe says its name."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(spec):
        value = getattr(spec, field.name)
        if value is None or (value == field.default and field.name != "recipe"):
            continue
        if isinstance(value, msgspec.Struct):
            inner = _changed(value)
            if inner:
                values[field.name] = inner
        elif value != () or field.default is msgspec.NODEFAULT:
            values[field.name] = msgspec.to_builtins(value)
    return values


def _check_sets(spec: FinetuneSpec, name: str) -> None:
    codes = [section.code for section in spec.sections]
    if len(codes) < 2 or len(set(codes)) != len(codes):
        raise _wrong(name, "it needs at least two sections, each with a code of its own")
    for source in spec.sets:
        unknown = sorted(set(source.labels.values()) - set(codes))
        if unknown:
            raise _wrong(name, f"{source.code} maps to {', '.join(unknown)}, which is no section")
    names = [source.code for source in spec.sets]
    if len(set(names)) != len(names):
        raise _wrong(name, "each of its data sets needs a code of its own")
    if spec.across and spec.across not in names:
        raise _wrong(name, f"across names {spec.across}, which is none of its sets")


def _wrong(name: str, reason: str) -> TrainingError:
    return TrainingError(
        "bad_recipe",
        f"The specification {name} is wrong: {reason.rstrip('.')}.",
        "Mend it and start again.",
    )
