"""A small encoder without weights: a vocabulary learned from a data set, and a shape.

For languages that no base model is at hand for. Training starts it from chance.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from newsdesk.core import paths
from newsdesk.core.errors import TrainingError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
SEEN_TWICE = 2
LONGEST = 512


@dataclass(frozen=True, slots=True)
class Shape:
    """layers × width, with heads of 64; pieces: the most that the vocabulary may have."""

    layers: int = 2
    width: int = 128
    pieces: int = 8000

    @property
    def heads(self) -> int:
        """Attention heads, 64 wide each."""
        return max(1, self.width // 64)


def new_encoder(name: str, texts: Iterable[str], shape: Shape = Shape()) -> Path:
    """Write a folder of base models with `config.json` and `tokenizer.json`, and no weights.

    texts: what the vocabulary is learned from; Chinese characters are pieces of their own.
    Raises TrainingError where the name is taken or the texts hold nothing.
    """
    target = paths.encoders() / name
    if target.exists():
        raise TrainingError(
            "name_taken",
            f"A base model named {name} is already here.",
            f"Choose another name, or remove it: newsdesk encoders remove {name}.",
        )
    if shape.width % shape.heads:
        raise TrainingError(
            "bad_shape",
            f"A width of {shape.width} cannot be divided among {shape.heads} heads.",
            "Choose a multiple of 64.",
        )
    tokenizer = _learn_vocabulary(texts, shape.pieces)
    if tokenizer.get_vocab_size() <= len(SPECIAL):
        raise TrainingError(
            "no_text",
            "There is no text to learn a vocabulary from.",
            "Choose a data set with articles.",
        )
    writing = target.with_name(f".{name}.writing")
    shutil.rmtree(writing, ignore_errors=True)
    writing.mkdir(parents=True)
    tokenizer.save(str(writing / "tokenizer.json"))
    _write(writing / "config.json", _config(shape, tokenizer.get_vocab_size()))
    _write(writing / "tokenizer_config.json", _TOKENIZER_CONFIG)
    writing.rename(target)
    return target


_TOKENIZER_CONFIG = {
    "tokenizer_class": "BertTokenizer",
    "do_lower_case": True,
    "tokenize_chinese_chars": True,
    "model_max_length": LONGEST,
    "pad_token": "[PAD]",
    "unk_token": "[UNK]",
    "cls_token": "[CLS]",
    "sep_token": "[SEP]",
    "mask_token": "[MASK]",
}


def _learn_vocabulary(texts: Iterable[str], pieces: int) -> Tokenizer:
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
    from tokenizers.trainers import WordPieceTrainer

    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = WordPieceTrainer(
        vocab_size=pieces,
        min_frequency=SEEN_TWICE,
        special_tokens=list(SPECIAL),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_not_empty(texts), trainer)
    ends = [(token, SPECIAL.index(token)) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    return tokenizer


def _not_empty(texts: Iterable[str]) -> Iterator[str]:
    return (text for text in texts if text.strip())


def _config(shape: Shape, pieces: int) -> dict[str, object]:
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "vocab_size": pieces,
        "hidden_size": shape.width,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": 4 * shape.width,
        "max_position_embeddings": LONGEST,
        "type_vocab_size": 2,
        "hidden_act": "gelu",
        "pad_token_id": 0,
    }


def _write(path: Path, values: dict[str, object]) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=2) + b"\n")
