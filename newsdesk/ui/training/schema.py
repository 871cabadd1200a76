"""The form's fields as the specification's types tell them, and texts checked against them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect

from newsdesk.core.recipes import NIGHT, FinetuneSpec

Path = tuple[str, ...]

LEFT_OUT = frozenset({
    "recipe", "sections", "sets", "across", "across_aim", "test_share", "dev_share",
})  # fmt: skip
"""What belongs to models made from several publishers' files; the form keeps it as it is."""
GROUPS = {
    "": "About the model",
    "preprocessing": "Reading",
    "student": "The student",
    "general": "General stage: to compute as the teacher does, on any articles",
    "intermediate": "Intermediate stage: to compute as the teacher does",
    "prediction": "Prediction: to answer as the teacher does",
    "tuning": "Learning",
    "sweep": "Rates and seeds to try",
    "schedule": "Where and when",
}
# The model folder's own types have no titles for people.
UNTITLED = {
    "max_tokens": ("Longest input", "Tokens of an article that are read: 128, 256 or 512."),
    "title_tokens": ("Longest title", "Tokens of its title, at most."),
    "cut": ("Long articles", "head_tail keeps beginning and end; head_only the beginning."),
}
CHARACTERS = r"^\w[\w.-]*$"


class Unfit(Exception):  # noqa: N818
    """A text that is no value of its field; the message says what would be one."""


@dataclass(frozen=True, slots=True)
class FormField:
    """One field. path: its place in the specification. kind: its type, constraints included."""

    path: Path
    title: str
    description: str
    kind: inspect.Type
    optional: bool
    required: bool

    @property
    def choices(self) -> tuple[str, ...]:
        """What there is to choose from; empty where anything may be typed."""
        kind = self.kind
        return tuple(map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else ()

    @property
    def is_switch(self) -> bool:
        """Whether it is yes or no."""
        return isinstance(self.kind, inspect.BoolType)

    @property
    def is_short(self) -> bool:
        """Whether a narrow field does: a number or a choice."""
        short = inspect.IntType | inspect.FloatType | inspect.LiteralType
        return isinstance(self.kind, short)


def form_fields(spec: type[msgspec.Struct] = FinetuneSpec) -> list[tuple[str, list[FormField]]]:
    """The fields of a specification, by group: its own first, then each nested part."""
    info = inspect.type_info(spec)
    assert isinstance(info, inspect.StructType)
    own: list[FormField] = []
    groups: list[tuple[str, list[FormField]]] = [("", own)]
    for field in info.fields:
        if field.name in LEFT_OUT:
            continue
        kind, _ = _bare(field.type)
        if isinstance(kind, inspect.StructType):
            inner = [_field((field.name, each.name), each) for each in kind.fields]
            groups.append((field.name, inner))
        else:
            own.append(_field((field.name,), field))
    return groups


def value_at(spec: msgspec.Struct, path: Path) -> Any:
    """The value of one field."""
    value: Any = spec
    for name in path:
        value = getattr(value, name)
    return value


def with_values(spec: FinetuneSpec, values: dict[Path, Any]) -> FinetuneSpec:
    """The specification with other values in some fields."""
    changes: dict[str, Any] = {}
    nested: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        if len(path) == 1:
            changes[path[0]] = value
        else:
            nested.setdefault(path[0], {})[path[1]] = value
    for name, inner in nested.items():
        changes[name] = msgspec.structs.replace(getattr(spec, name), **inner)
    return msgspec.structs.replace(spec, **changes)


def text_of(value: object) -> str:
    """A value as it is typed: 5e-5, lists with commas, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(text_of(each) for each in value)
    if isinstance(value, float):
        text = repr(value).replace("e-0", "e-")
        return text.removesuffix(".0")
    return str(value)


def value_of(field: FormField, text: str) -> Any:
    """The value that a text stands for; Unfit says in words what is wrong."""
    text = text.strip()
    if not text and field.optional:
        return None
    if not text and field.required:
        raise Unfit("This is needed.")
    kind = field.kind
    if isinstance(kind, inspect.VarTupleType):
        inner, _ = _bare(kind.item_type)
        parts = [part.strip() for part in re.split(r"[,;\s]+", text) if part.strip()]
        return tuple(_single(inner, part) for part in parts)
    return _single(kind, text)


def _single(kind: inspect.Type, text: str) -> Any:
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number(kind, text)
    if isinstance(kind, inspect.StrType) and kind.pattern and not re.search(kind.pattern, text):
        if kind.pattern == NIGHT:
            raise Unfit("Give two times, such as 22:00-06:00, or nothing.")
        if kind.pattern == CHARACTERS:
            raise Unfit("Use letters, digits, - _ and . only; begin with a letter or a digit.")
        raise Unfit("This has not the right form.")
    return text


def _number(kind: inspect.IntType | inspect.FloatType, text: str) -> int | float:
    whole = isinstance(kind, inspect.IntType)
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = math.nan
    lower = kind.ge if kind.ge is not None else kind.gt
    fits = math.isfinite(number)
    fits = fits and (kind.ge is None or number >= kind.ge)
    fits = fits and (kind.gt is None or number > kind.gt)
    fits = fits and (kind.le is None or number <= kind.le)
    fits = fits and (kind.lt is None or number < kind.lt)
    if fits:
        return number
    noun = "a whole number" if whole else "a number"
    bounds = []
    if lower is not None:
        bounds.append(f"above {lower}" if kind.ge is None else f"of at least {lower}")
    upper = kind.le if kind.le is not None else kind.lt
    if upper is not None:
        bounds.append(f"below {upper}" if kind.le is None else f"of at most {upper}")
    raise Unfit(" ".join([f"Give {noun}", " and ".join(bounds)]).strip() + ".")


def _field(path: Path, field: inspect.Field) -> FormField:
    kind, schema = _bare(field.type)
    optional = False
    if isinstance(kind, inspect.UnionType):
        optional = any(isinstance(each, inspect.NoneType) for each in kind.types)
        kind = next(each for each in kind.types if not isinstance(each, inspect.NoneType))
        kind, _ = _bare(kind)
    plain, why = UNTITLED.get(field.name, (field.name.replace("_", " ").capitalize(), ""))
    return FormField(
        path=path,
        title=schema.get("title") or plain,
        description=schema.get("description", why),
        kind=kind,
        optional=optional,
        required=field.required,
    )


def _bare(kind: inspect.Type) -> tuple[inspect.Type, dict[str, str]]:
    """A type without its metadata, and the metadata."""
    schema: dict[str, str] = {}
    while isinstance(kind, inspect.Metadata):
        schema = {**(kind.extra_json_schema or {}), **schema}
        kind = kind.type
    return kind, schema
