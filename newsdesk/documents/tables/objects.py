"""JSON and JSON Lines: objects to rows. Lines are streamed; a bad line costs only itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from newsdesk.core.errors import DocumentError, Problem
from newsdesk.documents.encoding import Choice, decode
from newsdesk.documents.source import damaged, empty
from newsdesk.documents.tables.delimited import choose_encoding
from newsdesk.documents.tables.records import SAMPLE_ROWS, BadRecord, Record, Table

LARGEST_JSON = 500_000_000

_decoder = msgspec.json.Decoder()
_Found = tuple[int, dict[str, Any] | BadRecord]


def open_jsonl(path: Path, encoding: str | None = None) -> Table:
    """Open a file with one object a line; row numbers are line numbers.

    Raises DocumentError: `empty`, `binary`, `columns`. OSError is let through.
    """
    choice = choose_encoding(path, encoding)
    return _table(_from_lines(path, choice), path.name, choice)


def open_json(path: Path, encoding: str | None = None) -> Table:
    """Open a JSON file: one object, a list of objects, or an object with one list of objects.

    Raises DocumentError: `empty`, `damaged`, `columns`, `too_large`. OSError is let through.
    """
    if path.stat().st_size > LARGEST_JSON:
        raise DocumentError(
            "too_large",
            f"{path.name} is above the limit of {LARGEST_JSON // 1_000_000} MB for JSON.",
            "Save it as JSON Lines (.jsonl), one article a line, which has no limit.",
        )
    decoded = decode(path.read_bytes(), encoding=encoding)
    if not decoded.text.strip():
        raise empty(path.name)
    try:
        value = _decoder.decode(decoded.text)
    except (msgspec.DecodeError, RecursionError) as error:
        if _is_lines(decoded.text):
            return open_jsonl(path, encoding)
        raise damaged(path.name, f"it is not valid JSON ({error})") from error
    objects = _objects(value)
    if objects is None:
        raise DocumentError(
            "columns",
            f"{path.name} holds no article: neither an object with a text nor a list of such.",
            "Save it as a list of objects, each with a title and a body.",
        )
    found = ((row, _checked(item, row, path.name)) for row, item in enumerate(objects, 1))
    return _table(
        found,
        path.name,
        decoded.choice,
        numbered=isinstance(value, list) or value is not objects[0],
    )


def _from_lines(path: Path, choice: Choice) -> Iterator[_Found]:
    with path.open(encoding=choice.encoding, errors="replace", newline="\n") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                value = _decoder.decode(line.strip("\0\r\n \t"))
            except (msgspec.DecodeError, RecursionError) as error:
                yield number, _bad(number, path.name, f"it is not valid JSON ({error})")
                continue
            yield number, _checked(value, number, path.name)


def _table(found: Iterator[_Found], name: str, choice: Choice, numbered: bool = True) -> Table:
    head = list(islice(found, SAMPLE_ROWS))
    if not head:
        raise empty(name)
    columns = tuple(
        dict.fromkeys(key for _, item in head if isinstance(item, dict) for key in item)
    )
    return Table(columns, _records(chain(head, found), columns), (), choice, numbered)


def _records(found: Iterable[_Found], columns: tuple[str, ...]) -> Iterator[Record | BadRecord]:
    for number, item in found:
        if isinstance(item, BadRecord):
            yield item
        else:
            yield Record(number, [cell_text(item.get(column)) for column in columns])


def _objects(value: Any) -> list[Any] | None:
    if isinstance(value, list):
        return value if any(isinstance(item, dict) for item in value) else None
    if not isinstance(value, dict):
        return None
    lists = [
        item
        for item in value.values()
        if isinstance(item, list) and item and all(isinstance(part, dict) for part in item)
    ]
    texts = [item for item in value.values() if isinstance(item, str) and len(item) > 60]
    return lists[0] if len(lists) == 1 and not texts else [value]


def _checked(item: Any, row: int, name: str) -> dict[str, Any] | BadRecord:
    return item if isinstance(item, dict) else _bad(row, name, "it is not an object")


def _bad(row: int, name: str, why: str) -> BadRecord:
    return BadRecord(
        row,
        Problem(
            "damaged",
            f"Row {row} of {name} cannot be read: {why}.",
            "Mend or delete that row; the others were read.",
        ),
    )


def cell_text(value: Any) -> str:
    """A value as text: lists are paragraphs, an object is the path or address that it names."""
    if isinstance(value, str):
        return value
    if value is None or value is False:
        return ""
    if isinstance(value, list):
        return "\n\n".join(filter(None, map(cell_text, value)))
    if isinstance(value, dict):
        for key in ("text", "content", "path", "file", "url", "src", "name"):
            if isinstance(value.get(key), str):
                return str(value[key])
        return ""
    return str(value)


def _is_lines(text: str) -> bool:
    """True for JSON Lines under the name of JSON."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    try:
        return isinstance(_decoder.decode(first), dict)
    except (msgspec.DecodeError, RecursionError):
        return False
