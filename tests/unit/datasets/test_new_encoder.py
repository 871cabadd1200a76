"""A base model made from nothing but a data set's texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from newsdesk.core.errors import TrainingError
from newsdesk.datasets.new_encoder import Shape, new_encoder

TEXTS = ["台灣股市今天大漲", "股市今天下跌", "The market rose today", "The market fell today"]


def test_every_chinese_character_is_a_piece_of_its_own(home: Path) -> None:
    folder = new_encoder("small-zh", TEXTS)
    assert folder == home / "encoders" / "small-zh"
    pieces = Tokenizer.from_file(str(folder / "tokenizer.json")).encode("股市", "今天").tokens
    assert pieces == ["[CLS]", "股", "市", "[SEP]", "今", "天", "[SEP]"]


def test_the_shape_and_the_vocabulary_fit_together() -> None:
    folder = new_encoder("small", TEXTS, Shape(layers=3, width=192, pieces=60))
    config = json.loads((folder / "config.json").read_text())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    assert config["vocab_size"] == tokenizer.get_vocab_size() <= 60
    assert (config["num_hidden_layers"], config["hidden_size"]) == (3, 192)
    assert config["num_attention_heads"] == 3


def test_there_are_no_weights_to_be_mistaken_for_learned_ones() -> None:
    folder = new_encoder("small", TEXTS)
    assert {file.suffix for file in folder.iterdir()} == {".json"}


@pytest.mark.parametrize("texts", [[], ["", "  "]])
def test_without_text_nothing_is_left_behind(home: Path, texts: list[str]) -> None:
    with pytest.raises(TrainingError, match="no text"):
        new_encoder("small", texts)
    assert not list((home / "encoders").glob("*"))


def test_a_taken_name_is_refused_and_the_older_one_kept() -> None:
    before = (new_encoder("small", TEXTS) / "tokenizer.json").read_bytes()
    with pytest.raises(TrainingError, match="already here"):
        new_encoder("small", ["other words entirely, twice over other words"])
    from newsdesk.core import paths

    assert (paths.encoders() / "small" / "tokenizer.json").read_bytes() == before
