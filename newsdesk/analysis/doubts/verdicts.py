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
"""A label, and the hash of the article that has it rightly."""


class Verdicts(msgspec.Struct, frozen=True):
    """What people said of the labels of one data set.

    kept: labels that are right though they stand out; they hold for the same text in any data
    set that takes this one's name. dataset, report: id of the set that was reviewed last, and the
    fingerprint of the report that was reviewed.
    """

    kept: frozenset[Kept] = frozenset()
    dataset: int = 0
    report: str = ""


def kept_of(row: LabelledArticle, section: str) -> Kept:
    """What is remembered where a row's section is kept."""
    text = f"{row.title}\x1f{row.body}".encode("utf-8", "replace")
    return section, blake2b(text, digest_size=_BYTES).hexdigest()


def verdicts_of(name: str) -> Verdicts:
    """What was said of the labels of a data set; nothing where the file is not there or damaged."""
    try:
        return msgspec.json.decode(_path(name).read_bytes(), type=Verdicts)
    except (OSError, msgspec.MsgspecError):
        return Verdicts()


def remember(name: str, verdicts: Verdicts) -> None:
    """Put verdicts on disk; a kill leaves either the old file or the new one. Raises StoreError."""
    path = _path(name)
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(verdicts, order="deterministic"))
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise failures.from_os(error, str(path)) from error


def _path(name: str) -> Path:
    return paths.home() / "doubts" / f"{name}.json"
