"""Fingerprint of a data set: one number for its content, sections, splits and folds."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from newsdesk.core.dataset import LabelledArticle

_BYTES = 16


def fingerprint(rows: Iterable[LabelledArticle]) -> str:
    """Hash of the rows of a set, whatever their order: 32 hexadecimal digits.

    It is a sum of one hash a row, its number included (AdHash, Bellare and Micciancio 1997):
    after one label has changed, the others need not be read again. A set that was exported and
    read back has the same one.
    """
    return digits(_sum(rows))


def moved(known: str, before: Iterable[LabelledArticle], after: Iterable[LabelledArticle]) -> str:
    """The fingerprint of a set after some of its rows have changed."""
    return digits(int(known or "0", 16) - _sum(before) + _sum(after))


def content(row: LabelledArticle) -> bytes:
    """Hash of what a row says: title, body and cover."""
    text = f"{row.cover or ''}\x1f{row.title}\x1f{row.body}"
    return blake2b(text.encode("utf-8", "replace"), digest_size=_BYTES).digest()


def row_hash(number: int, section: str, split: str, fold: int, said: bytes) -> int:
    """What one row adds to the sum. said: hash of its content."""
    head = f"{number}\x1f{section}\x1f{split}\x1f{fold}\x1f".encode("utf-8", "replace")
    return int.from_bytes(blake2b(head + said, digest_size=_BYTES).digest(), "big")


def digits(total: int) -> str:
    """A sum of hashes as it is written down."""
    return f"{total % (1 << 8 * _BYTES):032x}"


def _sum(rows: Iterable[LabelledArticle]) -> int:
    return sum(row_hash(r.number, r.section, r.split, r.fold, content(r)) for r in rows)
