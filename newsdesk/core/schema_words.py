"""What a schema says of a wrong value, in words for the person who wrote it."""

from __future__ import annotations

import difflib
import re

import msgspec
from msgspec import inspect

_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in brackets",
    "object": "a table",
    "null": "nothing",
}
_BOUNDS = {">=": "of at least", ">": "above", "<=": "of at most", "<": "below"}


def in_words(said: str, of: type[msgspec.Struct]) -> str:
    """A msgspec message about a value of this type, rewritten; one not known is left as it is."""
    reason, _, place = said.partition(" - at ")
    path = place.strip("`").removeprefix("$").lstrip(".")
    if match := re.fullmatch(r"Object contains unknown field `(.+)`", reason):
        return _unknown(match[1], path, of)
    if match := re.fullmatch(r"Object missing required field `(.+)`", reason):
        return f"it does not give {'.'.join(filter(None, (path, match[1])))}"
    if match := re.fullmatch(r"Invalid enum value (.+)", reason):
        return f"{path} is {match[1]} and can be {_choices(path, of)}"
    if "matching regex" in reason:
        return f"{path} is not written as it must be{_written(path)}"
    if match := re.fullmatch(r"Expected `([^`]+)`(?:, got `(\w+)`| (>=|<=|>|<) (\S+))", reason):
        wanted = " or ".join(_TYPES.get(name, name) for name in match[1].split(" | "))
        bound = f" {_BOUNDS[match[3]]} {match[4]}" if match[3] else ""
        return f"{path or 'it'} must be {wanted}{bound}"
    return re.sub(r"`\$\.?([^`]*)`", r"`\1`", said)


def _unknown(name: str, path: str, of: type[msgspec.Struct]) -> str:
    where = f"[{path}]" if path else "it"
    near = difflib.get_close_matches(name, _fields(path, of), 1)
    return f"{where} has no field {name}" + (f"; {near[0]} may be meant" if near else "")


def _written(path: str) -> str:
    if path.endswith("night"):
        return ": two times such as 22:00-06:00, or nothing"
    if path.endswith("name"):
        return ": letters, digits, - _ and . only, beginning with a letter or a digit"
    return ""


def _choices(path: str, of: type[msgspec.Struct]) -> str:
    above, _, name = path.rpartition(".")
    kind = _fields(above, of).get(name)
    values = kind.values if isinstance(kind, inspect.LiteralType) else ()
    named = [str(value) for value in values]
    return " or ".join(filter(None, (", ".join(named[:-1]), *named[-1:]))) or "something else"


def _fields(path: str, of: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    """The fields of the struct at a path, by name; none where the path leads elsewhere."""
    kind: inspect.Type | None = inspect.type_info(of)
    for step in filter(None, path.split(".")):
        if not isinstance(kind, inspect.StructType):
            return {}
        kind = next((_bare(field.type) for field in kind.fields if field.name == step), None)
    if not isinstance(kind, inspect.StructType):
        return {}
    return {field.name: _bare(field.type) for field in kind.fields}


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind
