"""Which labels people have looked at and kept, remembered by what the articles say."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec

from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle
from newsdesk.store import failures

_BYTES = 16
Kept = tuple[str, str]
"""A label, and the hash of the article that has it rightly, in whatever data set that is."""


class _Line(msgspec.Struct, frozen=True):
    """A label that is kept, or is not any more."""

    label: str
    article: str
    kept: bool


class _OfOneSet(msgspec.Struct, frozen=True):
    """A file of former days, when each data set had one under its name."""

    kept: frozenset[Kept] = frozenset()


def kept_of(row: LabelledArticle, section: str) -> Kept:
    """What is remembered where a row's section is kept."""
    text = f"{row.title}\x1f{row.body}".encode("utf-8", "replace")
    return section, blake2b(text, digest_size=_BYTES).hexdigest()


def kept_labels() -> frozenset[Kept]:
    """All labels that were kept; what is damaged is left out."""
    kept = set[Kept]()
    for path in _folder().glob("*.json"):
        try:
            kept |= msgspec.json.decode(path.read_bytes(), type=_OfOneSet).kept
        except (OSError, msgspec.MsgspecError):
            continue
    for line in _lines():
        if line.kept:
            kept.add((line.label, line.article))
        else:
            kept.discard((line.label, line.article))
    return frozenset(kept)


def remember(kept: Kept, there: bool = True) -> None:
    """Write down that a label is kept, or with False that it is not any more. Raises StoreError."""
    path = _path()
    # A line that a kill left half written ends here, and costs nothing but itself.
    line = b"\n" + msgspec.json.encode(_Line(*kept, there))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(line)
    except OSError as error:
        raise failures.from_os(error, str(path)) from error


def _lines() -> list[_Line]:
    try:
        raw = _path().read_bytes()
    except OSError:
        return []
    found = []
    for line in raw.splitlines():
        try:
            found.append(msgspec.json.decode(line, type=_Line))
        except msgspec.MsgspecError:
            continue
    return found


def _path() -> Path:
    return _folder() / "kept.jsonl"


def _folder() -> Path:
    return paths.home() / "doubts"
