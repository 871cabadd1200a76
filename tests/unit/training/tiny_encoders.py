"""Tiny encoders of every architecture, with tokenizers as such folders really carry them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import (
    AlbertConfig,
    AutoModel,
    BertConfig,
    DistilBertConfig,
    PretrainedConfig,
    RobertaConfig,
)

ARTICLES = {
    "en": {
        "money": [
            ("Bank profit rises", "The market and the shares of the bank rose today."),
            ("Shares fall", "Profit at the bank fell; the market was quiet."),
        ],
        "sport": [
            ("Late goal wins match", "The team and its coach won the match today."),
            ("Coach leaves team", "The team lost a match without a goal."),
        ],
    },
    "zh": {
        "money": [
            ("銀行獲利上升", "今天市場與銀行的股票都上漲。"),
            ("股票下跌", "銀行獲利減少，市場平靜。"),
        ],
        "sport": [
            ("比賽最後進球", "球隊與教練今天贏了比賽。"),
            ("教練離開球隊", "球隊沒有進球，輸了比賽。"),
        ],
    },
}
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def texts(language: str) -> list[str]:
    articles = chain(*ARTICLES[language].values())
    return list(chain(*articles))


def _bert(pieces: int, layers: int, width: int) -> PretrainedConfig:
    return BertConfig(
        vocab_size=pieces,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=2 * width,
        max_position_embeddings=64,
    )


CONFIGS: dict[str, Callable[[int], PretrainedConfig]] = {
    "bert": lambda pieces: _bert(pieces, 2, 32),
    "tinybert": lambda pieces: _bert(pieces, 4, 24),
    "minilm": lambda pieces: _bert(pieces, 6, 16),
    "distilbert": lambda pieces: DistilBertConfig(
        vocab_size=pieces, dim=32, n_layers=2, n_heads=4, hidden_dim=64, max_position_embeddings=64
    ),
    "albert": lambda pieces: AlbertConfig(
        vocab_size=pieces,
        embedding_size=16,
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
    ),
    "roberta": lambda pieces: RobertaConfig(
        vocab_size=pieces,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=66,
        type_vocab_size=1,
        pad_token_id=1,
    ),
}


def make_encoder(folder: Path, kind: str, language: str, *, weights: bool = True) -> Path:
    """An encoder with random weights; RoBERTa brings its own kind of tokenizer."""
    folder.mkdir(parents=True)
    if kind == "roberta":
        pieces = _sentence_pieces(folder, language)
    else:
        pieces = write_vocabulary(folder, language)
    config = CONFIGS[kind](pieces)
    if weights:
        torch.manual_seed(0)
        AutoModel.from_config(config).save_pretrained(folder)
    else:
        config.save_pretrained(folder)
    return folder


def write_vocabulary(folder: Path, language: str, **settings: Any) -> int:
    """`vocab.txt` as BERT has it: Chinese by characters, English by words. Its pieces."""
    found: dict[str, None] = dict.fromkeys(SPECIAL)
    for text in texts(language):
        for word in "".join(c if c.isalnum() else f" {c} " for c in text.lower()).split():
            found.update(dict.fromkeys(word if language == "zh" else [word]))
    (folder / "vocab.txt").write_text("\n".join(found) + "\n", encoding="utf-8")
    if settings:
        (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return len(found)


def _sentence_pieces(folder: Path, language: str) -> int:
    """`tokenizer.json` as XLM-R has it: Unigram pieces, two separators, no token types."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(
        texts(language),
        trainers.UnigramTrainer(
            vocab_size=120,
            special_tokens=["<s>", "<pad>", "</s>", "<unk>"],
            unk_token="<unk>",
            show_progress=False,
        ),
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return int(tokenizer.get_vocab_size())
