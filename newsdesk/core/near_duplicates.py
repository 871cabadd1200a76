"""Near-duplicates: articles that share most of their wording are one group.

MinHash over shingles (Broder 1997) finds the candidates, the exact Jaccard similarity decides.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORDS_A_SHINGLE = 5
CHARACTERS_A_SHINGLE = 8
_BANDS, _ROWS = 32, 2
_SIZE = _BANDS * _ROWS
_NEIGHBOURS = 64
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_WORD = re.compile(r"\w+")
# Scripts written without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
_Hashes = NDArray[np.uint64]
_Rows = NDArray[np.int64]


def group_near_duplicates(texts: Sequence[str], threshold: float = 0.5) -> list[int]:
    """The group of every text: the row of the group's first text.

    threshold: Jaccard similarity of the shingles from which two texts are one, 0 to 1.
    Likeness is passed on: where a is like b and b like c, all three are one group. At .5 the
    search misses one pair in 10,000; far lower thresholds would want more bands.
    """
    search = NearDuplicates(threshold)
    for text in texts:
        search.add(text)
    return search.groups(texts.__getitem__)


class NearDuplicates:
    """Groups texts that are shown one after another; holds a signature of each, not the text."""

    def __init__(self, threshold: float = 0.5) -> None:
        self._threshold = threshold
        self._words: dict[str, int] = defaultdict(count(1).__next__)
        self._first: dict[bytes, int] = {}
        self._parents: list[int] = []
        self._rows: list[int] = []
        self._signatures: list[NDArray[np.uint32]] = []
        self._sketch = _sketch()

    def add(self, text: str) -> None:
        """Take the next text."""
        row = len(self._parents)
        key = blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
        first = self._first.setdefault(key, row)
        self._parents.append(row)
        if first != row and _WORD.search(text):
            self._parents[row] = first
            return
        shingles = self._shingles(text)  # a repeated one changes no signature
        if len(shingles):
            self._rows.append(row)
            self._signatures.append(self._signature(shingles))

    def groups(
        self, text: Callable[[int], str], step: Callable[[int, int], None] = lambda done, all: None
    ) -> list[int]:
        """The group of every text: the row of the group's first text.

        text: gives the text of a row again; asked for candidates only, mostly in rising order.
        step: called often with the pairs compared and their number; what it raises passes.
        """
        shingles = lru_cache(maxsize=2000)(lambda row: np.unique(self._shingles(text(row))))
        pairs = self._candidates(step)
        for done, (first, second) in enumerate(pairs.tolist()):
            step(done, len(pairs))
            one, other = _root(self._parents, first), _root(self._parents, second)
            if one != other and _jaccard(shingles(first), shingles(second)) >= self._threshold:
                self._parents[max(one, other)] = min(one, other)
        return [_root(self._parents, row) for row in range(len(self._parents))]

    def _signature(self, shingles: _Hashes) -> NDArray[np.uint32]:
        self._sketch.clear()
        self._sketch.update_batch((shingles & np.uint64(0xFFFFFFFF)).tolist())
        values: NDArray[np.uint32] = self._sketch.hashvalues
        return values

    def _candidates(self, step: Callable[[int, int], None]) -> _Rows:
        """Pairs of rows, in rising order, that agree in a band and in enough of the rest.

        The library's own index (MinHashLSH) holds a set for each row and band: 2 GB and half a
        minute for 200,000 articles. Sorting each band finds the same pairs in two seconds.
        """
        none = np.empty((0, 2), dtype=np.int64)
        if len(self._rows) < 2:
            return none
        rows = np.array(self._rows, dtype=np.int64)
        signatures = np.stack(self._signatures)
        found = [none]
        for band in range(_BANDS):
            step(0, 0)
            part = signatures[:, band * _ROWS : (band + 1) * _ROWS].astype(np.uint64)
            found += _neighbours((part[:, 0] << np.uint64(32)) | part[:, 1])
        pairs = np.unique(np.concatenate(found), axis=0)
        agreeing = np.concatenate(
            [
                (signatures[piece[:, 0]] == signatures[piece[:, 1]]).sum(axis=1)
                for piece in np.array_split(pairs, len(pairs) // 10_000 + 1)
            ]
        )
        return rows[pairs[agreeing >= _fewest(self._threshold)]]

    def _shingles(self, text: str) -> _Hashes:
        """The shingles of a text as 64-bit numbers."""
        words = _WORD.findall(text.casefold())
        size = WORDS_A_SHINGLE
        letters = "".join(words)
        if not letters.isascii() and len(_UNSPACED.findall(letters)) * 2 > len(letters):
            words, size = list(letters), CHARACTERS_A_SHINGLE
        numbers = np.fromiter(map(self._words.__getitem__, words), np.uint64, len(words))
        size = min(size, len(numbers))
        if not size:
            return numbers
        windows = len(numbers) - size + 1
        total = np.zeros(windows, dtype=np.uint64)
        for column in range(size):
            total = total * _FACTOR + numbers[column : column + windows]
        return _mix(total)


def _sketch() -> Any:
    from datasketch import MinHash  # brings SciPy along

    return MinHash(num_perm=_SIZE, seed=1, hashfunc=lambda number: number, scheme="affine32")


def _neighbours(keys: _Hashes) -> Iterator[_Rows]:
    """Pairs of places with the same key; of very many, those that are no further apart than 64."""
    order = np.argsort(keys, kind="stable")
    sorted_keys = keys[order]
    for apart in range(1, min(_NEIGHBOURS, len(keys) - 1) + 1):
        same = sorted_keys[apart:] == sorted_keys[:-apart]
        if not same.any():
            return
        yield np.stack([order[:-apart][same], order[apart:][same]], axis=1)


def _fewest(threshold: float) -> float:
    """Equal places of two signatures below which the texts are unlike: four deviations less."""
    return _SIZE * threshold - 4 * math.sqrt(_SIZE * threshold * (1 - threshold))


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
