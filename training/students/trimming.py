"""A smaller vocabulary: the pieces that a newsroom's articles use, and what spells all the rest.

The pieces keep their order, so that the result of a trimming is the same whatever the order of the
articles. The tokenizer's normaliser, splitter and template stay as they were.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import nn
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError

CHUNK = 512
_CONTINUES = "##"
_SPECIAL = re.compile(r"\[(PAD|UNK|CLS|SEP|MASK)\]|</?(s|pad|unk|mask)>")
_LEAST = 64
"""Pieces; fewer than these spell nothing."""


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What a trimming did. before, after: pieces. unknown_*: part of the pieces of all articles
    that are unknown, before and after; longer: how many more pieces an article has, 0.01 is 1 %.
    """

    before: int
    after: int
    unknown_before: float
    unknown_after: float
    longer: float


def count_pieces(
    tokenizer: Tokenizer, texts: Iterable[str], check: Callable[[], None] = lambda: None
) -> Counter[int]:
    """How often each piece, by id, stands in some texts."""
    counts: Counter[int] = Counter()
    chunk: list[str] = []
    for text in texts:
        chunk.append(text)
        if len(chunk) == CHUNK:
            check()
            _count(tokenizer, chunk, counts)
            chunk = []
    _count(tokenizer, chunk, counts)
    return counts


def pieces_kept(tokenizer: Tokenizer, counts: Counter[int], most: int) -> list[int]:
    """Ids of the pieces that stay, ascending: special ones, those that spell, then the most used.

    most: pieces, if the special and the spelling ones are not more. A piece of a merge keeps the
    pieces that it is merged from. Raises TrainingError where the vocabulary cannot be trimmed.
    """
    model = _model_of(tokenizer)
    pieces = tokenizer.get_vocab(with_added_tokens=True)
    kept = {pieces[name] for name in _special(tokenizer)}
    kept |= {number for piece, number in pieces.items() if _spells(piece, model["type"])}
    parts = _merged_from(model, pieces)
    for number, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        wanted = {number} if parts is None else _with_parts(number, parts)
        if len(kept | wanted) <= max(most, _LEAST):
            kept |= wanted
    return sorted(kept)


def trim_tokenizer(tokenizer: Tokenizer, kept: Sequence[int]) -> Tokenizer:
    """The same tokenizer with only some pieces, whose ids are their places in `kept`."""
    data = json.loads(tokenizer.to_str())
    model = data["model"]
    place = {number: new for new, number in enumerate(kept)}
    if model["type"] == "Unigram":
        model["vocab"] = [model["vocab"][number] for number in kept if number < len(model["vocab"])]
        model["unk_id"] = place[model["unk_id"]] if model["unk_id"] is not None else None
    else:
        model["vocab"] = {
            piece: place[number] for piece, number in model["vocab"].items() if number in place
        }
    if model["type"] == "BPE":
        have = model["vocab"]
        model["merges"] = [
            merge for merge in model["merges"]
            if all(part in have for part in (*_pair(merge), "".join(_pair(merge))))
        ]  # fmt: skip
    for added in data.get("added_tokens", ()):
        added["id"] = place[added["id"]]
    _renumber_template(data.get("post_processor"), place)
    return Tokenizer.from_str(json.dumps(data, ensure_ascii=False))


def trim_embeddings(network: PreTrainedModel, kept: Sequence[int]) -> None:
    """Leave only some rows of the word embeddings, in place."""
    old = network.get_input_embeddings()
    assert isinstance(old, nn.Embedding)
    rows = torch.tensor(kept)
    padding = old.padding_idx
    new = nn.Embedding(len(kept), old.embedding_dim, _place(padding, kept))
    with torch.no_grad():
        new.weight.copy_(old.weight[rows])
    network.set_input_embeddings(new)
    network.config.vocab_size = len(kept)
    for name in ("pad_token_id", "bos_token_id", "eos_token_id"):
        number = getattr(network.config, name, None)
        if number is not None:
            setattr(network.config, name, _place(number, kept))


def special_pieces(path: Path) -> tuple[tuple[int, ...], int]:
    """Ids of the special pieces of a `tokenizer.json`, and of its mask.

    Raises TrainingError where it has no mask.
    """
    tokenizer = Tokenizer.from_file(str(path))
    known = tokenizer.get_vocab(with_added_tokens=True)
    pieces = {name: known[name] for name in _special(tokenizer) if name in known}
    mask = next((number for name, number in pieces.items() if "mask" in name.lower()), None)
    if mask is None:
        raise TrainingError(
            "no_mask",
            "The base model's vocabulary has no mask: words cannot be guessed with it.",
            "Set the form of the general stage to `computing`.",
        )
    return tuple(sorted(pieces.values())), mask


def unknown_share(tokenizer: Tokenizer, counts: Counter[int]) -> float:
    """Part of all counted pieces that are the unknown one; 0 where nothing can be unknown."""
    name = _model_of(tokenizer).get("unk_token")
    unknown = tokenizer.token_to_id(name) if isinstance(name, str) else _unknown_id(tokenizer)
    return counts[unknown] / max(counts.total(), 1) if unknown is not None else 0.0


def _count(tokenizer: Tokenizer, texts: list[str], counts: Counter[int]) -> None:
    for encoded in tokenizer.encode_batch_fast(texts, add_special_tokens=False):
        counts.update(encoded.ids)


def _model_of(tokenizer: Tokenizer) -> dict[str, Any]:
    model: dict[str, Any] = json.loads(tokenizer.to_str())["model"]
    if model["type"] not in ("WordPiece", "BPE", "Unigram"):
        raise TrainingError(
            "no_trimming",
            f"A vocabulary of the kind {model['type']} cannot be trimmed.",
            "Leave the number of pieces at 0.",
        )
    return model


def _special(tokenizer: Tokenizer) -> set[str]:
    """Pieces that stand for no text: padding, the unknown, beginning and end, the mask."""
    data = json.loads(tokenizer.to_str())
    names = {entry["content"] for entry in data.get("added_tokens", ())}
    names |= {name for name in tokenizer.get_vocab() if _SPECIAL.fullmatch(name)}
    names |= _of_template(data.get("post_processor"))
    model = data["model"]
    if isinstance(model.get("unk_token"), str):
        names.add(model["unk_token"])
    if model.get("unk_id") is not None:
        names.add(model["vocab"][model["unk_id"]][0])
    return names


def _of_template(template: dict[str, Any] | None) -> set[str]:
    """Special pieces that a template names."""
    if template is None:
        return set()
    names = {name for inner in template.get("processors", ()) for name in _of_template(inner)}
    names |= {t for each in template.get("special_tokens", {}).values() for t in each["tokens"]}
    return names | {template[name][0] for name in ("sep", "cls") if name in template}


def _spells(piece: str, kind: str) -> bool:
    """Whether a piece is a single character or byte, of which any word can be spelled."""
    bare = piece.removeprefix(_CONTINUES) if kind == "WordPiece" else piece.removeprefix("▁")
    return len(bare) <= 1 or (len(piece) == 6 and piece.startswith("<0x"))


def _merged_from(model: dict[str, Any], pieces: dict[str, int]) -> dict[int, set[int]] | None:
    """Of BPE, the two pieces that each is first merged from; None of other kinds."""
    if model["type"] != "BPE":
        return None
    found: dict[int, set[int]] = {}
    for merge in model["merges"]:
        first, second = _pair(merge)
        found.setdefault(pieces[first + second], {pieces[first], pieces[second]})
    return found


def _with_parts(number: int, parts: dict[int, set[int]]) -> set[int]:
    wanted, left = set(), [number]
    while left:
        piece = left.pop()
        if piece not in wanted:
            wanted.add(piece)
            left.extend(parts.get(piece, ()))
    return wanted


def _pair(merge: Any) -> tuple[str, str]:
    first, second = merge.split(" ") if isinstance(merge, str) else merge
    return first, second


def _renumber_template(template: dict[str, Any] | None, place: dict[int, int]) -> None:
    """Special pieces have their ids in the template, too."""
    if template is None:
        return
    for inner in template.get("processors", ()):
        _renumber_template(inner, place)
    for special in template.get("special_tokens", {}).values():
        special["ids"] = [place[number] for number in special["ids"]]
    for name in ("sep", "cls"):
        if name in template:
            template[name] = [template[name][0], place[template[name][1]]]


def _unknown_id(tokenizer: Tokenizer) -> int | None:
    number = _model_of(tokenizer).get("unk_id")
    return int(number) if number is not None else None


def _place(number: int | None, kept: Sequence[int]) -> int | None:
    return None if number is None or number not in kept else list(kept).index(number)
