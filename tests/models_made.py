"""A tiny model folder made by hand: its answers follow from the words of the article.

The text graph averages one embedding a token under the mask, so padding and order of a batch
change nothing. A word of `TOPICS` speaks for its section, every other piece for none.
"""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from newsdesk.core.manifest import Manifest, PictureBranch, Preprocessing, write_manifest
from newsdesk.core.section import Section

onnx = pytest.importorskip("onnx", reason="the training extra is not installed")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

TOPICS = {
    "business": ("bank", "market", "shares", "profit"),
    "health": ("doctor", "clinic", "vaccine", "nurse"),
    "sport": ("goal", "match", "team", "coach"),
}
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
LETTERS = string.ascii_lowercase + string.digits + string.punctuation
WORDS = (*SPECIAL, *chain(*TOPICS.values()), *LETTERS, *(f"##{c}" for c in LETTERS))
SECTIONS = tuple(Section(code, {"en": code.title()}) for code in TOPICS)
WIDTH = 4
"""Text features: one a section, and one that counts what speaks for none."""
SHARPNESS = 12.0
OPSET = 17


def make_model(folder: Path, name: str = "tiny", **changes: Any) -> Path:
    """A text-only model in a folder of its name; `changes` go into the manifest."""
    path = _parts(folder / name)
    save_graph(path / "model.onnx", _text_nodes(), _TEXT_INPUTS, _text_outputs(), _text_weights())
    return _finish(path, name, changes)


def make_picture_model(folder: Path, name: str = "pictured", **changes: Any) -> Path:
    """A model whose covers speak, too: the redder one is, the more it is business."""
    path = _parts(folder / name)
    save_graph(path / "model.onnx", _text_nodes(), _TEXT_INPUTS, _text_outputs(), _text_weights())
    save_graph(
        path / "cover.onnx",
        [
            helper.make_node("ReduceMean", ["pixel_values"], ["cover_features"], axes=[2, 3],
                             keepdims=0),
        ],
        [helper.make_tensor_value_info("pixel_values", TensorProto.FLOAT, ["batch", 3, 8, 8])],
        [helper.make_tensor_value_info("cover_features", TensorProto.FLOAT, ["batch", 3])],
    )  # fmt: skip
    save_graph(
        path / "fusion.onnx",
        [
            helper.make_node("MatMul", ["text_features", "head"], ["from_text"]),
            helper.make_node("Mul", ["cover_features", "has_cover"], ["seen"]),
            helper.make_node("Add", ["from_text", "seen"], ["logits"]),
            helper.make_node("Identity", ["logits"], ["fused_features"]),
        ],
        [
            helper.make_tensor_value_info("text_features", TensorProto.FLOAT, ["batch", WIDTH]),
            helper.make_tensor_value_info("cover_features", TensorProto.FLOAT, ["batch", 3]),
            helper.make_tensor_value_info("has_cover", TensorProto.FLOAT, ["batch", 1]),
        ],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3]),
            helper.make_tensor_value_info("fused_features", TensorProto.FLOAT, ["batch", 3]),
        ],
        {"head": _head(len(SECTIONS))},
    )
    picture = PictureBranch(encoder="mean", short_side=10, crop=8, features=3)
    return _finish(path, name, {"picture": picture, **changes})


def save_text_graph(path: Path, logits: int) -> None:
    """A text graph with another number of logits than there are sections."""
    save_graph(path, _text_nodes(), _TEXT_INPUTS, _text_outputs(logits), _text_weights(logits))


def save_graph(
    path: Path,
    nodes: Sequence[Any],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    weights: dict[str, np.ndarray] | None = None,
) -> None:
    """Write one ONNX graph, in a version that older runtimes read as well."""
    constants = [numpy_helper.from_array(array, key) for key, array in (weights or {}).items()]
    graph = helper.make_graph(nodes, "made", inputs, outputs, constants)
    opset = [helper.make_opsetid("", OPSET)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), str(path))


def word_piece(words: Sequence[str]) -> Tokenizer:
    """A WordPiece tokenizer as BERT has it."""
    vocabulary = {word: place for place, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])],
    )
    return tokenizer


def _parts(path: Path) -> Path:
    path.mkdir(parents=True)
    word_piece(WORDS).save(str(path / "tokenizer.json"))
    (path / "config.json").write_text(json.dumps({"vocab_size": len(WORDS)}))
    (path / "README.md").write_text("# A tiny model\n")
    return path


def _finish(path: Path, name: str, changes: dict[str, Any]) -> Path:
    settings: dict[str, Any] = {
        "name": name,
        "title": "A tiny model",
        "sections": SECTIONS,
        "languages": ("en",),
        "preprocessing": Preprocessing(max_tokens=64, title_tokens=16),
    }
    write_manifest(Manifest(**(settings | changes)), path)
    return path


_TEXT_INPUTS = [
    helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
    for name in ("input_ids", "attention_mask", "token_type_ids")
]


def _text_outputs(logits: int = len(SECTIONS)) -> list[Any]:
    return [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", logits]),
        helper.make_tensor_value_info("text_features", TensorProto.FLOAT, ["batch", WIDTH]),
    ]


def _text_nodes() -> list[Any]:
    return [
        helper.make_node("Gather", ["embeddings", "input_ids"], ["words"]),
        helper.make_node("Gather", ["types", "token_type_ids"], ["typed"]),
        helper.make_node("Add", ["words", "typed"], ["tokens_in"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["wide"]),
        helper.make_node("Mul", ["tokens_in", "wide"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], ["sums"], keepdims=0),
        helper.make_node("ReduceSum", ["wide", "middle"], ["counts"], keepdims=0),
        helper.make_node("Div", ["sums", "counts"], ["text_features"]),
        helper.make_node("MatMul", ["text_features", "head"], ["logits"]),
    ]


def _text_weights(logits: int = len(SECTIONS)) -> dict[str, np.ndarray]:
    embeddings = np.zeros((len(WORDS), WIDTH), dtype=np.float32)
    embeddings[:, -1] = np.linspace(-0.2, 0.2, len(WORDS))
    for place, words in enumerate(TOPICS.values()):
        for word in words:
            embeddings[WORDS.index(word), place] = 1.0
    return {
        "embeddings": embeddings,
        "types": np.array([[0, 0, 0, 0], [0, 0, 0, 0.05]], dtype=np.float32),
        "last": np.array([2], dtype=np.int64),
        "middle": np.array([1], dtype=np.int64),
        "head": _head(logits),
    }


def _head(logits: int) -> np.ndarray:
    head = np.zeros((WIDTH, logits), dtype=np.float32)
    for place in range(min(WIDTH - 1, logits)):
        head[place, place] = SHARPNESS
    head[-1] = np.linspace(-1.0, 1.0, logits)
    return head
