"""Tokenised articles in flat arrays, cached by what they are made from and mapped, not held."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from newsdesk.engine.preprocess import Encoded, TextEncoder

CHUNK = 2000  # articles tokenised at once
MULTIPLE = 8
MOST_CACHED = 8
"""Tokenised sets kept on the disk; they can be made again."""

Batch = dict[str, torch.Tensor]
Places = Sequence[int] | NDArray[np.int64]


class Readable(Protocol):
    """What tokenising needs of an article. section: a code."""

    @property
    def title(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def section(self) -> str: ...


@dataclass(frozen=True, slots=True)
class TokenRows:
    """Rows of token ids, each a stretch of two long arrays that others may share.

    ids (int32), types (uint8): shape (tokens,), perhaps mapped from a file.
    starts, lengths (int64): shape (rows,), where each row lies.
    """

    ids: NDArray[np.int32]
    types: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, encoded: Sequence[Encoded]) -> TokenRows:
        """Rows from the encoder's, held in memory."""
        lengths = np.array([row.tokens_read for row in encoded], dtype=np.int64)
        ids = np.concatenate([row.ids for row in encoded]) if encoded else np.zeros(0)
        types = np.concatenate([row.type_ids for row in encoded]) if encoded else np.zeros(0)
        return cls(ids.astype(np.int32), types.astype(np.uint8), _starts(lengths), lengths)

    def __len__(self) -> int:
        return len(self.lengths)

    def select(self, rows: Places) -> TokenRows:
        """Some of the rows, in the order given; the tokens are not copied."""
        places = np.asarray(rows, dtype=np.int64)
        return replace(self, starts=self.starts[places], lengths=self.lengths[places])

    def batch(self, rows: Places, pad_id: int, longest: int) -> Batch:
        """Some rows as a network's inputs, each int64 of shape (rows, width).

        width: the longest of them, rounded up to a multiple of 8, but never above `longest`.
        """
        places = np.asarray(rows, dtype=np.int64)
        starts, lengths = self.starts[places], self.lengths[places]
        width = min(-(-int(lengths.max()) // MULTIPLE) * MULTIPLE, longest)
        columns = np.arange(width)
        real = columns < lengths[:, None]
        flat = (starts[:, None] + columns)[real]
        ids = np.full(real.shape, pad_id, dtype=np.int64)
        types = np.zeros(real.shape, dtype=np.int64)
        ids[real] = self.ids[flat]
        types[real] = self.types[flat]
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(real.astype(np.int64)),
            "token_type_ids": torch.from_numpy(types),
        }


@dataclass(frozen=True, slots=True)
class EncodedRows:
    """Articles as a network reads them.

    whole: title and body. titles, bodies: one of them alone, where they were asked for.
    labels: shape (articles,), positions of their sections.
    cut: share of the articles that are longer than what is read.
    unknown: mean share of pieces that the vocabulary lacks.
    """

    whole: TokenRows
    titles: TokenRows | None
    bodies: TokenRows | None
    labels: NDArray[np.int64]
    cut: float = 0.0
    unknown: float = 0.0

    def __len__(self) -> int:
        return len(self.labels)

    def select(self, rows: Places) -> EncodedRows:
        """Some of the articles, in the order given."""
        places = np.asarray(rows, dtype=np.int64)
        return replace(
            self,
            whole=self.whole.select(places),
            titles=self.titles and self.titles.select(places),
            bodies=self.bodies and self.bodies.select(places),
            labels=self.labels[places],
        )


class _Found(msgspec.Struct, frozen=True):
    """What a cache says of itself; written last."""

    rows: int
    views: int
    tokens: int
    cut: float
    unknown: float


def encode_rows(
    articles: Sequence[Readable],
    codes: Sequence[str],
    encoder: TextEncoder,
    *,
    views: bool = False,
    cache: Path | None = None,
    key: str = "",
    check: Callable[[], None] | None = None,
) -> EncodedRows:
    """Tokenise articles, or map what was tokenised before.

    codes: gives the position of each section. views: title only and body only as well.
    cache: a folder for tokenised sets; key: hash of these articles in this order, the tokenizer
    and the preprocessing. check: called between chunks; what it raises ends the work and leaves
    nothing behind.
    """
    place = {code: index for index, code in enumerate(codes)}
    labels = np.array([place[article.section] for article in articles], dtype=np.int64)
    passes = 3 if views else 1
    chunks = _encode(articles, encoder, passes, check or (lambda: None))
    if cache is None or not key or not articles:
        found, parts = _in_memory(chunks, len(articles), passes)
    else:
        folder = cache / f"{key}-{passes}"
        if _read_found(folder, len(articles), passes) is None:
            _write(chunks, folder, len(articles), passes)
            _trim(cache, folder)
        found, parts = _mapped(folder, len(articles), passes)
    return EncodedRows(
        whole=parts[0],
        titles=parts[1] if views else None,
        bodies=parts[2] if views else None,
        labels=labels,
        cut=found.cut,
        unknown=found.unknown,
    )


def by_length(lengths: NDArray[np.int64], size: int = 32) -> Iterator[NDArray[np.int64]]:
    """Row numbers in batches of like length, for reading without learning."""
    order = np.argsort(lengths, kind="stable")
    for at in range(0, len(order), size):
        yield order[at : at + size]


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])[: len(lengths)]


def _encode(
    articles: Sequence[Readable], encoder: TextEncoder, passes: int, check: Callable[[], None]
) -> Iterator[tuple[int, list[Encoded]]]:
    """Chunks of encoded articles with their view: all whole ones, then titles, then bodies."""
    for view in range(passes):
        for at in range(0, len(articles), CHUNK):
            check()
            yield view, encoder.encode_many([_shown(a, view) for a in articles[at : at + CHUNK]])


def _shown(article: Readable, view: int) -> tuple[str, str]:
    if view == 1:
        return "", article.title or article.body
    if view == 2:
        return "", article.body or article.title
    return article.title, article.body


class _Tally:
    """Lengths and shares, gathered while the chunks go by."""

    def __init__(self) -> None:
        self.lengths: list[NDArray[np.int64]] = []
        self._cut = 0
        self._unknown = 0.0

    def add(self, view: int, rows: list[Encoded]) -> TokenRows:
        """The chunk in flat arrays."""
        flat = TokenRows.of(rows)
        self.lengths.append(flat.lengths)
        if view == 0:
            self._cut += sum(row.tokens_total > row.tokens_read for row in rows)
            self._unknown += sum(row.unknown_share for row in rows)
        return flat

    def found(self, rows: int, passes: int) -> _Found:
        tokens = int(sum(int(part.sum()) for part in self.lengths))
        return _Found(rows, passes, tokens, self._cut / max(rows, 1), self._unknown / max(rows, 1))


def _in_memory(
    chunks: Iterator[tuple[int, list[Encoded]]], rows: int, passes: int
) -> tuple[_Found, list[TokenRows]]:
    tally = _Tally()
    flat = [tally.add(view, encoded) for view, encoded in chunks] or [TokenRows.of([])]
    ids = np.concatenate([part.ids for part in flat])
    types = np.concatenate([part.types for part in flat])
    lengths = np.concatenate([part.lengths for part in flat])
    return tally.found(rows, passes), _views(ids, types, lengths, passes)


def _write(
    chunks: Iterator[tuple[int, list[Encoded]]], folder: Path, rows: int, passes: int
) -> None:
    """Stream the arrays to files under a temporary name; the folder appears when all are there."""
    writing = folder.with_name(f".{folder.name}.writing")
    shutil.rmtree(writing, ignore_errors=True)
    writing.mkdir(parents=True)
    tally = _Tally()
    try:
        with (writing / "ids.i32").open("wb") as ids, (writing / "types.u8").open("wb") as types:
            for view, encoded in chunks:
                flat = tally.add(view, encoded)
                ids.write(flat.ids.tobytes())
                types.write(flat.types.tobytes())
        np.save(writing / "lengths.npy", np.concatenate(tally.lengths))
        (writing / "found.json").write_bytes(msgspec.json.encode(tally.found(rows, passes)))
        shutil.rmtree(folder, ignore_errors=True)
        writing.rename(folder)
    finally:
        shutil.rmtree(writing, ignore_errors=True)


def _mapped(folder: Path, rows: int, passes: int) -> tuple[_Found, list[TokenRows]]:
    found = _read_found(folder, rows, passes)
    assert found is not None
    (folder / "found.json").touch()  # so that what is used is trimmed last
    ids = np.memmap(folder / "ids.i32", dtype=np.int32, mode="r")
    types = np.memmap(folder / "types.u8", dtype=np.uint8, mode="r")
    return found, _views(ids, types, np.load(folder / "lengths.npy"), passes)


def _read_found(folder: Path, rows: int, passes: int) -> _Found | None:
    """What a cache holds, or None where it is missing, cut off or of other articles."""
    try:
        found = msgspec.json.decode((folder / "found.json").read_bytes(), type=_Found)
        sizes = [(folder / name).stat().st_size for name in ("ids.i32", "types.u8")]
        lengths = np.load(folder / "lengths.npy", mmap_mode="r")
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
    whole = sizes == [found.tokens * 4, found.tokens] and lengths.shape == (rows * passes,)
    return found if whole and (found.rows, found.views) == (rows, passes) else None


def _views(
    ids: NDArray[np.int32], types: NDArray[np.uint8], lengths: NDArray[np.int64], passes: int
) -> list[TokenRows]:
    starts = np.split(_starts(lengths), passes)
    return [
        TokenRows(ids, types, start, length)
        for start, length in zip(starts, np.split(lengths, passes), strict=True)
    ]


def _trim(cache: Path, keep: Path) -> None:
    """Remove the sets that were not used for longest."""
    others = [path.parent for path in cache.glob("*/found.json") if path.parent != keep]
    others.sort(key=lambda path: (path / "found.json").stat().st_mtime, reverse=True)
    for folder in others[MOST_CACHED - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
