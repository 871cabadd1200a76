"""A vocabulary of fewer pieces reads what it kept as before, and spells the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from tiny_encoders import make_encoder, texts  # noqa: E402
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers  # noqa: E402

from newsdesk.core.errors import TrainingError  # noqa: E402
from newsdesk.core.recipes import TuningSpec  # noqa: E402
from training.networks import new_network, tokenizer_file  # noqa: E402
from training.students.trimming import (  # noqa: E402
    count_pieces,
    pieces_kept,
    trim_embeddings,
    trim_tokenizer,
    unknown_share,
)

SPOKEN = ["the team won the match", "the market of the bank"] * 20
RARE = "coach and profit"


def word_pieces(folder: Path) -> Tokenizer:
    make_encoder(folder / "bert", "bert", "en")
    grown = (folder / "bert" / "vocab.txt").read_text().split()
    letters = "abcdefghijklmnopqrstuvwxyz"
    grown += [*letters, *(f"##{letter}" for letter in letters)]
    (folder / "bert" / "vocab.txt").write_text("\n".join(dict.fromkeys(grown)) + "\n")
    return Tokenizer.from_file(str(tokenizer_file(folder / "bert")))


def unigram(folder: Path) -> Tokenizer:
    make_encoder(folder / "roberta", "roberta", "en")
    return Tokenizer.from_file(str(folder / "roberta" / "tokenizer.json"))


def byte_pairs(folder: Path) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=420, initial_alphabet=alphabet, special_tokens=["<s>", "<pad>", "</s>", "<unk>"],
        show_progress=False,
    )  # fmt: skip
    tokenizer.train_from_iterator([*texts("en"), *SPOKEN], trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return tokenizer


MAKERS = {"WordPiece": word_pieces, "Unigram": unigram, "BPE": byte_pairs}


@pytest.mark.parametrize("kind", MAKERS)
def test_what_the_articles_use_is_read_as_before(kind: str, tmp_path: Path) -> None:
    tokenizer = MAKERS[kind](tmp_path)
    counts = count_pieces(tokenizer, SPOKEN)
    kept = pieces_kept(tokenizer, counts, tokenizer.get_vocab_size() - 12)
    trimmed = trim_tokenizer(tokenizer, kept)
    assert trimmed.get_vocab_size() == len(kept) < tokenizer.get_vocab_size()
    for first, second in ((SPOKEN[0], SPOKEN[1]), (SPOKEN[1], SPOKEN[0])):
        before, after = tokenizer.encode(first, second), trimmed.encode(first, second)
        assert after.tokens == before.tokens
        assert [kept[number] for number in after.ids] == before.ids
        assert after.type_ids == before.type_ids


@pytest.mark.parametrize("kind", ["WordPiece", "BPE"])
def test_what_nobody_used_is_spelled_and_never_unknown(kind: str, tmp_path: Path) -> None:
    tokenizer = MAKERS[kind](tmp_path)
    kept = pieces_kept(tokenizer, count_pieces(tokenizer, SPOKEN), 0)
    trimmed = trim_tokenizer(tokenizer, kept)
    rare = trimmed.encode(RARE, add_special_tokens=False)
    assert len(rare.tokens) > len(tokenizer.encode(RARE, add_special_tokens=False).tokens)
    assert trimmed.decode(rare.ids).strip() == RARE
    assert unknown_share(trimmed, count_pieces(trimmed, [RARE])) == 0


def test_the_network_says_the_same_of_what_it_still_reads(tmp_path: Path) -> None:
    tokenizer = word_pieces(tmp_path)
    size = tokenizer.get_vocab_size()
    network = new_network(tmp_path / "bert", ["a", "b"], TuningSpec(), 1).eval()
    network.resize_token_embeddings(size)
    ids = torch.tensor([tokenizer.encode(*SPOKEN[:2]).ids])
    with torch.no_grad():
        before = network(input_ids=ids).logits
    kept = pieces_kept(tokenizer, count_pieces(tokenizer, SPOKEN), size - 12)
    trim_embeddings(network, kept)
    after_ids = torch.tensor([trim_tokenizer(tokenizer, kept).encode(*SPOKEN[:2]).ids])
    with torch.no_grad():
        assert torch.equal(network(input_ids=after_ids).logits, before)
    assert network.config.vocab_size == len(kept) == len(network.get_input_embeddings().weight)


def test_the_share_of_unknown_pieces_is_counted(tmp_path: Path) -> None:
    tokenizer = word_pieces(tmp_path)
    assert unknown_share(tokenizer, count_pieces(tokenizer, ["the ☃ ☃ team"])) == 0.5


def test_a_vocabulary_of_words_is_refused() -> None:
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))
    with pytest.raises(TrainingError, match="WordLevel cannot be trimmed"):
        pieces_kept(tokenizer, count_pieces(tokenizer, ["a"]), 10)
