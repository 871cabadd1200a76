"""Title and body to token ids, as TRAINING asks: a short title, then head and tail of the body."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import Preprocessing

HEAD_SHARE = 0.75
Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Encoded:
    """One article as a model reads it.

    ids, type_ids: shape (tokens_read,).
    tokens_read, tokens_total: with special tokens; total is what an endless input would hold.
    unknown_share: unknown pieces over all pieces of the article, 0 to 1.
    head_end, tail_start: body characters [0, head_end) and [tail_start, end) were read.
    """

    ids: Ids
    type_ids: Ids
    tokens_total: int
    unknown_share: float
    head_end: int
    tail_start: int

    @property
    def tokens_read(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The special tokens around one text or a pair, read off the tokenizer's own template."""

    before: list[int]
    between: list[int]
    after: list[int]
    type_title: int
    type_body: int

    @property
    def size(self) -> int:
        return len(self.before) + len(self.between) + len(self.after)


class TextEncoder:
    """Turns titles and bodies into token ids with the tokenizer of one model folder."""

    def __init__(self, tokenizer: Tokenizer, preprocessing: Preprocessing) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._settings = preprocessing
        self._pair = _frame(tokenizer, pair=True)
        self._single = _frame(tokenizer, pair=False)
        self._unknown = _unknown_id(tokenizer)
        self.pad_id = _pad_id(tokenizer)
        self.vocabulary = tokenizer.get_vocab_size(with_added_tokens=True)

    @classmethod
    def from_folder(cls, folder: Path, preprocessing: Preprocessing) -> TextEncoder:
        """Load `tokenizer.json` from a model folder; ModelError where it is missing or damaged."""
        path = folder / "tokenizer.json"
        try:
            return cls(Tokenizer.from_file(str(path)), preprocessing)
        except Exception as error:  # tokenizers raises bare Exception
            raise ModelError(
                "bad_tokenizer",
                f"The tokenizer {path} cannot be read: {error}.",
                "Import the model again from its source.",
            ) from error

    def encode(self, title: str, body: str) -> Encoded:
        """One article to ids."""
        return self.encode_many([(title, body)])[0]

    def encode_many(self, articles: Sequence[tuple[str, str]]) -> list[Encoded]:
        """(title, body) pairs to ids, tokenised in parallel; the order is kept."""
        titles = self._tokenizer.encode_batch([t for t, _ in articles], add_special_tokens=False)
        bodies = self._tokenizer.encode_batch([b for _, b in articles], add_special_tokens=False)
        return [
            self._assemble(title, body, text)
            for title, body, (_, text) in zip(titles, bodies, articles, strict=True)
        ]

    def _assemble(self, title: Encoding, body: Encoding, text: str) -> Encoded:
        frame = self._pair if title.ids else self._single
        space = self._settings.max_tokens - frame.size
        title_ids = title.ids[: min(self._settings.title_tokens, space)]
        all_ids = body.ids
        head, tail = self._cut(len(all_ids), space - len(title_ids))
        body_ids = all_ids[:head] + all_ids[len(all_ids) - tail :]
        ids = [*frame.before, *title_ids, *frame.between, *body_ids, *frame.after]
        titled = len(frame.before) + len(title_ids) + len(frame.between) if title.ids else 0
        types = [frame.type_title] * titled + [frame.type_body] * (len(ids) - titled)
        pieces = len(title.ids) + len(all_ids)
        unknown = title.ids.count(self._unknown) + all_ids.count(self._unknown)
        head_end, tail_start = _read_parts(body, text, head, tail)
        return Encoded(
            ids=np.array(ids, dtype=np.int64),
            type_ids=np.array(types, dtype=np.int64),
            tokens_total=pieces + frame.size,
            unknown_share=unknown / pieces if pieces else 0.0,
            head_end=head_end,
            tail_start=tail_start,
        )

    def _cut(self, length: int, room: int) -> tuple[int, int]:
        """How many pieces of the body's head and tail are kept."""
        if length <= room:
            return length, 0
        if self._settings.cut == "head_only":
            return room, 0
        head = int(HEAD_SHARE * room)
        return head, room - head


def pad(
    rows: Sequence[Encoded], pad_id: int, multiple: int = 8, longest: int | None = None
) -> tuple[Ids, Ids, Ids]:
    """Rows to input_ids, attention_mask, token_type_ids, each of shape (rows, width).

    width is the longest row, rounded up to the multiple, but never above `longest`.
    """
    width = max(row.tokens_read for row in rows)
    width = -(-width // multiple) * multiple
    if longest is not None:
        width = min(width, longest)
    ids = np.full((len(rows), width), pad_id, dtype=np.int64)
    mask = np.zeros_like(ids)
    types = np.zeros_like(ids)
    for index, row in enumerate(rows):
        ids[index, : row.tokens_read] = row.ids
        mask[index, : row.tokens_read] = 1
        types[index, : row.tokens_read] = row.type_ids
    return ids, mask, types


def _read_parts(body: Encoding, text: str, head: int, tail: int) -> tuple[int, int]:
    """Where the head ends and the tail starts in the text, accents with their letters."""
    if head + tail == len(body.ids):
        return len(text), len(text)
    end = int(body.offsets[head - 1][1]) if head else 0
    start = int(body.offsets[len(body.ids) - tail][0]) if tail else len(text)
    while 0 < end < len(text) and unicodedata.combining(text[end]):
        end += 1
    while 0 < start < len(text) and unicodedata.combining(text[start]):
        start -= 1
    # A character of several pieces may be read in part by both.
    return end, max(start, end)


def _frame(tokenizer: Tokenizer, pair: bool) -> _Frame:
    probe = tokenizer.encode("a", "b") if pair else tokenizer.encode("b")
    special = probe.special_tokens_mask
    text = [i for i, mark in enumerate(special) if not mark]
    first, last = text[0], text[-1]
    gaps = [i for i in range(first, last) if special[i]]
    return _Frame(
        before=probe.ids[:first],
        between=[probe.ids[i] for i in gaps],
        after=probe.ids[last + 1 :],
        type_title=probe.type_ids[first],
        type_body=probe.type_ids[last],
    )


def _unknown_id(tokenizer: Tokenizer) -> int:
    # A byte-level vocabulary has no unknown piece; -1 is never counted.
    for token in ("[UNK]", "<unk>"):
        found = tokenizer.token_to_id(token)
        if found is not None:
            return int(found)
    return -1


def _pad_id(tokenizer: Tokenizer) -> int:
    for token in ("[PAD]", "<pad>"):
        found = tokenizer.token_to_id(token)
        if found is not None:
            return int(found)
    return 0
