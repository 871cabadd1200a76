"""Networks from encoders of every kind, and tokenizers by the files that are there."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from safetensors.torch import load_file, save_file  # noqa: E402
from tiny_encoders import CONFIGS, make_encoder, write_vocabulary  # noqa: E402
from transformers import BertTokenizer  # noqa: E402

from newsdesk.core import paths  # noqa: E402
from newsdesk.core.errors import TrainingError  # noqa: E402
from newsdesk.core.manifest import Preprocessing  # noqa: E402
from newsdesk.core.recipes import TuningSpec  # noqa: E402
from training.networks import (  # noqa: E402
    check_length,
    encoder_folder,
    encoder_parameters,
    head_of,
    head_parameters,
    known_sections,
    load_network,
    most_tokens,
    new_network,
    text_encoder,
    tokenizer_file,
)

CODES = ["money", "sport"]


@pytest.mark.parametrize("kind", sorted(CONFIGS))
def test_dropout_of_the_specification_reaches_every_architecture(kind: str, tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / kind, kind, "en")
    tuning = TuningSpec(dropout=0.25, attention_dropout=0.35)
    network = new_network(folder, CODES, tuning, 13)
    found = {module.p for module in network.modules() if isinstance(module, torch.nn.Dropout)}
    # Scores are dropped by a number where the attention is one function.
    found |= {
        module.dropout_prob for module in network.modules() if hasattr(module, "dropout_prob")
    }
    config = network.config.to_dict()
    attention = {value for name, value in config.items() if "attention" in name and "drop" in name}
    assert attention == {0.35}
    assert found <= {0.25, 0.35}
    assert 0.25 in found


@pytest.mark.parametrize("kind", sorted(CONFIGS))
def test_encoder_and_head_are_told_apart_in_every_architecture(kind: str, tmp_path: Path) -> None:
    network = new_network(make_encoder(tmp_path / kind, kind, "en"), CODES, TuningSpec(), 13)
    encoder, head = (list(part(network)) for part in (encoder_parameters, head_parameters))
    assert {id(p) for p in encoder}.isdisjoint({id(p) for p in head})
    assert len(encoder) + len(head) == len(list(network.parameters()))
    assert head_of(network).weight.shape[0] == len(CODES)
    assert any(p is head_of(network).weight for p in head)


def test_the_same_seed_gives_the_same_head_and_another_one_another(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "e", "bert", "en")
    first, again, other = (
        head_of(new_network(folder, CODES, TuningSpec(), seed)).weight for seed in (1, 1, 2)
    )
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_without_weights_an_encoder_starts_from_nothing(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "e", "bert", "zh", weights=False)
    assert encoder_folder(str(folder)) == folder
    networks = [new_network(folder, CODES, TuningSpec(), seed) for seed in (1, 1, 2)]
    first, again, other = (network.get_input_embeddings().weight for network in networks)
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_rows_of_a_trained_head_are_carried_over_by_name(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "e", "distilbert", "en")
    parent = new_network(encoder, ["2", "10", "sport"], TuningSpec(), 1)
    parent.save_pretrained(tmp_path / "parent")
    codes = ["sport", "world", "10"]
    assert known_sections(tmp_path / "parent") == ["2", "10", "sport"]
    assert known_sections(encoder) == []
    child = new_network(tmp_path / "parent", codes, TuningSpec(), 2)
    old, new = head_of(parent).weight, head_of(child).weight
    assert torch.equal(new[0], old[2])
    assert torch.equal(new[2], old[1])
    assert not any(torch.equal(new[1], row) for row in old)
    assert child.config.id2label == dict(enumerate(codes))


def test_as_many_sections_by_other_names_do_not_inherit_a_head(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "e", "bert", "en")
    parent = new_network(encoder, CODES, TuningSpec(), 1)
    parent.save_pretrained(tmp_path / "parent")
    child = new_network(tmp_path / "parent", ["sport", "money"], TuningSpec(), 2)
    assert torch.equal(head_of(child).weight, head_of(parent).weight[[1, 0]])
    other = new_network(tmp_path / "parent", ["a", "b"], TuningSpec(), 2)
    assert not torch.equal(head_of(other).weight[0], head_of(parent).weight[0])


def test_of_twelve_sections_the_tenth_does_not_come_before_the_second(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "e", "bert", "en")
    codes = [str(number) for number in range(12, 0, -1)]
    network = new_network(encoder, codes, TuningSpec(), 1)
    network.save_pretrained(tmp_path / "saved")
    assert known_sections(tmp_path / "saved") == codes
    loaded = load_network(tmp_path / "saved", codes)
    assert torch.equal(head_of(loaded).weight, head_of(network).weight)
    other = load_network(tmp_path / "saved", sorted(codes))
    assert torch.equal(head_of(other).weight[1], head_of(network).weight[codes.index("10")])


@pytest.mark.parametrize("kind", ["albert", "bert"])
def test_shared_weights_give_the_same_logits_after_reload(kind: str, tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / kind, kind, "en")
    network = new_network(folder, CODES, TuningSpec(), 13).eval()
    network.save_pretrained(tmp_path / "saved")
    loaded = load_network(tmp_path / "saved", CODES).eval()
    ids = torch.tensor([[2, 6, 7, 3]])
    with torch.inference_mode():
        assert torch.equal(network(input_ids=ids).logits, loaded(input_ids=ids).logits)


def test_weights_of_another_architecture_are_refused(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "a", "bert", "en")
    other = make_encoder(tmp_path / "b", "distilbert", "en")
    (folder / "config.json").write_text((other / "config.json").read_text())
    with pytest.raises(TrainingError, match="its weights lack distilbert") as caught:
        new_network(folder, CODES, TuningSpec(), 13)
    assert caught.value.problem.kind == "damaged_encoder"


def test_cut_off_weights_and_an_unknown_architecture_are_told(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "a", "bert", "en")
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    with pytest.raises(TrainingError, match="cannot be loaded"):
        new_network(folder, CODES, TuningSpec(), 13)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "of-tomorrow"}))
    with pytest.raises(TrainingError, match="cannot be loaded"):
        new_network(folder, CODES, TuningSpec(), 13)


def test_a_pooler_that_masked_words_did_not_need_may_be_missing(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "a", "bert", "en")
    path = folder / "model.safetensors"
    kept = {name: part for name, part in load_file(path).items() if "pooler" not in name}
    save_file(kept, path, {"format": "pt"})
    assert new_network(folder, CODES, TuningSpec(), 13).config.num_labels == 2


def test_inputs_longer_than_the_encoder_reads_are_refused(tmp_path: Path) -> None:
    for kind in ("bert", "roberta"):
        folder = make_encoder(tmp_path / kind, kind, "en")
        assert most_tokens(folder) == 64
        check_length(folder, 64)
        with pytest.raises(TrainingError, match="at most 64 tokens, not 65"):
            check_length(folder, 65)


def test_a_pickle_and_a_tokenizer_too_large_are_refused_before_torch_loads_anything(
    tmp_path: Path,
) -> None:
    pickled = make_encoder(tmp_path / "pickled", "bert", "en")
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    with pytest.raises(TrainingError, match="a pickle"):
        encoder_folder(str(pickled))
    large = make_encoder(tmp_path / "large", "bert", "en")
    with (large / "vocab.txt").open("a") as file:
        file.write("one\nmore\n")
    with pytest.raises(TrainingError, match="they come from different encoders"):
        encoder_folder(str(large))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_vocabulary_becomes_the_tokenizer_that_bert_has(language: str, tmp_path: Path) -> None:
    write_vocabulary(tmp_path, language, do_lower_case=True)
    ours = text_encoder(tmp_path, Preprocessing(max_tokens=32, title_tokens=16))
    theirs = BertTokenizer(str(tmp_path / "vocab.txt"))
    for title, body in (
        ("Bank profit rises", "The TEAM won the match."),
        ("銀行獲利上升", "今天 Market 與股票。"),
    ):
        encoded, wanted = ours.encode(title, body), theirs(title, body)
        assert encoded.ids.tolist() == wanted["input_ids"]
        assert encoded.type_ids.tolist() == wanted["token_type_ids"]
    assert ours.pad_id == 0


def test_capital_letters_are_kept_where_the_vocabulary_has_them(tmp_path: Path) -> None:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "Bank", "bank"]
    (tmp_path / "vocab.txt").write_text("\n".join(words))
    encoder = text_encoder(tmp_path, Preprocessing(max_tokens=8))
    assert encoder.encode("", "Bank bank").ids.tolist() == [2, 5, 6, 3]


def test_the_files_decide_and_not_the_name_of_the_architecture(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "albert", "albert", "zh")
    assert (folder / "vocab.txt").is_file()
    encoder = text_encoder(folder, Preprocessing(max_tokens=32))
    encoded = encoder.encode("銀行", "股票")
    assert encoded.unknown_share == 0.0
    assert encoded.tokens_read == 7  # a piece a character


def test_a_folder_of_someone_else_is_left_as_it_is_and_a_download_is_completed(
    tmp_path: Path,
) -> None:
    folder = make_encoder(tmp_path / "theirs", "bert", "en")
    before = {path.name for path in folder.iterdir()}
    made = tokenizer_file(folder)
    assert {path.name for path in folder.iterdir()} == before
    assert paths.home() in made.parents
    assert tokenizer_file(folder) == made
    own = make_encoder(paths.encoders() / "house--news", "bert", "en")
    assert tokenizer_file(own) == own / "tokenizer.json"
    # Another vocabulary in the same folder is not mistaken for the first.
    (folder / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\nother\n")
    assert tokenizer_file(folder) != made


def test_a_vocabulary_that_cannot_be_used_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vocab.txt").write_text("one\ntwo\n")
    with pytest.raises(TrainingError, match=r"it has no \[UNK\]"):
        tokenizer_file(tmp_path)
    (tmp_path / "vocab.txt").unlink()
    (tmp_path / "spiece.model").write_bytes(b"no model")
    (tmp_path / "config.json").write_text('{"model_type": "albert"}')
    monkeypatch.setitem(sys.modules, "sentencepiece", ModuleType("sentencepiece"))
    with pytest.raises(TrainingError, match="cannot be used") as caught:
        tokenizer_file(tmp_path)
    assert "pip install sentencepiece" in caught.value.problem.remedy
    (tmp_path / "spiece.model").unlink()
    with pytest.raises(TrainingError, match="has no tokenizer"):
        tokenizer_file(tmp_path)


def test_frozen_words_stay_where_they_were(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "e", "bert", "en")
    network = new_network(folder, CODES, TuningSpec(freeze_embeddings=True), 13)
    words = network.get_input_embeddings().weight
    assert not words.requires_grad
    assert sum(not p.requires_grad for p in network.parameters()) == 1
