"""Near-duplicates: articles that share most of their wording are one group.

MinHash over shingles (Broder 1997) finds the candidates, the exact Jaccard similarity decides.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WORDS_A_SHINGLE = 5
CHARACTERS_A_SHINGLE = 8
_BANDS, _ROWS = 32, 2
_WORD = re.compile(r"\w+")
# Scripts written without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
_Hashes = NDArray[np.uint64]


def group_near_duplicates(texts: Sequence[str], threshold: float = 0.5) -> list[int]:
    """The group of every text: the row of the group's first text.

    threshold: Jaccard similarity of the shingles from which two texts are one, 0 to 1.
    Likeness is passed on: where a is like b and b like c, all three are one group. At .5 the
    search misses one pair in 10,000; far lower thresholds would want more bands.
    """
    known: dict[str, int] = {}
    shingles = [_shingles(text, known) for text in texts]
    parents = list(range(len(texts)))
    for rows in _candidates(shingles):
        for place, row in enumerate(rows):
            for other in rows[:place]:
                first, second = _root(parents, other), _root(parents, row)
                if first != second and _jaccard(shingles[other], shingles[row]) >= threshold:
                    parents[max(first, second)] = min(first, second)
    return [_root(parents, row) for row in range(len(texts))]


def _shingles(text: str, known: dict[str, int]) -> _Hashes:
    """The distinct shingles of a text as sorted 64-bit numbers."""
    folded = text.casefold()
    words = _WORD.findall(folded)
    size = WORDS_A_SHINGLE
    letters = "".join(words)
    if len(_UNSPACED.findall(letters)) * 2 > len(letters):
        words, size = list(letters), CHARACTERS_A_SHINGLE
    numbers = np.array([known.setdefault(word, len(known) + 1) for word in words], dtype=np.uint64)
    size = min(size, len(numbers))
    if not size:
        return numbers
    windows = np.lib.stride_tricks.sliding_window_view(numbers, size)
    total = np.zeros(len(windows), dtype=np.uint64)
    for column in range(size):
        total = _mix(total * np.uint64(0x100000001B3) + windows[:, column])
    return np.unique(total)


def _candidates(shingles: Sequence[_Hashes]) -> list[list[int]]:
    """Rows that agree in one band of their MinHash signature."""
    salts = np.random.default_rng(0).integers(1, 2**63, _BANDS * _ROWS, dtype=np.uint64)
    buckets: dict[tuple[int, bytes], list[int]] = defaultdict(list)
    for row, hashes in enumerate(shingles):
        if not len(hashes):
            continue
        signature = _mix(hashes[None, :] ^ salts[:, None]).min(axis=1).reshape(_BANDS, _ROWS)
        for band in range(_BANDS):
            buckets[band, signature[band].tobytes()].append(row)
    return [rows for rows in buckets.values() if len(rows) > 1]


def _mix(numbers: _Hashes) -> _Hashes:
    """Spread the bits of every number (the finaliser of MurmurHash3)."""
    numbers = (numbers ^ (numbers >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    numbers = (numbers ^ (numbers >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return numbers ^ (numbers >> np.uint64(33))


def _jaccard(first: _Hashes, second: _Hashes) -> float:
    shared = len(np.intersect1d(first, second, assume_unique=True))
    return shared / (len(first) + len(second) - shared)


def _root(parents: list[int], row: int) -> int:
    while parents[row] != row:
        parents[row] = parents[parents[row]]
        row = parents[row]
    return row
