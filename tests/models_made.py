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


def make_model(
    folder: Path, name: str = "tiny", order: Sequence[str] = tuple(TOPICS), **changes: Any
) -> Path:
    """A text-only model in a folder of its name; `changes` go into the manifest.

    order: of its sections, and so of its logits.
    """
    path = _parts(folder / name)
    weights = _text_weights()
    weights["head"] = weights["head"][:, [list(TOPICS).index(code) for code in order]]
    save_graph(path / "model.onnx", _text_nodes(), _text_inputs(), _text_outputs(), weights)
    sections = tuple(Section(code, {"en": code.title()}) for code in order)
    return _finish(path, name, {"sections": sections, **changes})


def make_picture_model(folder: Path, name: str = "pictured", **changes: Any) -> Path:
    """A model whose covers speak, too: the redder one is, the more it is business."""
    path = _parts(folder / name)
    save_graph(path / "model.onnx", _text_nodes(), _text_inputs(), _text_outputs(), _text_weights())
    save_graph(
        path / "cover.onnx",
        [node("ReduceMean", ["pixel_values"], ["cover_features"], axes=[2, 3], keepdims=0)],
        [value("pixel_values", 3, 8, 8)],
        [value("cover_features", 3)],
    )
    save_graph(
        path / "fusion.onnx",
        [
            node("MatMul", ["text_features", "head"], ["from_text"]),
            node("Mul", ["cover_features", "has_cover"], ["seen"]),
            node("Add", ["from_text", "seen"], ["logits"]),
            node("Identity", ["logits"], ["fused_features"]),
        ],
        [value("text_features", WIDTH), value("cover_features", 3), value("has_cover", 1)],
        [value("logits", 3), value("fused_features", 3)],
        {"head": _head(len(SECTIONS))},
    )
    picture = PictureBranch(encoder="mean", short_side=10, crop=8, features=3)
    return _finish(path, name, {"picture": picture, **changes})


def save_text_graph(path: Path, logits: int) -> None:
    """A text graph with another number of logits than there are sections."""
    save_graph(path, _text_nodes(), _text_inputs(), _text_outputs(logits), _text_weights(logits))


def save_graph(
    path: Path,
    nodes: Sequence[Any],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    weights: dict[str, np.ndarray] | None = None,
) -> None:
    """Write one ONNX graph, in a version that older runtimes read as well."""
    onnx = _onnx()
    helper = onnx.helper
    constants = [onnx.numpy_helper.from_array(array, key) for key, array in (weights or {}).items()]
    graph = helper.make_graph(nodes, "made", inputs, outputs, constants)
    opset = [helper.make_opsetid("", OPSET)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), str(path))


def node(kind: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: Any) -> Any:
    """One operation of a graph."""
    return _onnx().helper.make_node(kind, inputs, outputs, **attributes)


def value(name: str, *shape: int | str, kind: str = "FLOAT") -> Any:
    """An input or output of a graph, one row an article."""
    onnx = _onnx()
    number = onnx.TensorProto.DataType.Value(kind)
    return onnx.helper.make_tensor_value_info(name, number, ["batch", *shape])


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


def _onnx() -> Any:
    # Looked for when a model is made: tests that need none run without it.
    return pytest.importorskip("onnx", reason="the training extra is not installed")


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


def _text_inputs() -> list[Any]:
    names = ("input_ids", "attention_mask", "token_type_ids")
    return [value(name, "tokens", kind="INT64") for name in names]


def _text_outputs(logits: int = len(SECTIONS)) -> list[Any]:
    return [
        value("logits", logits),
        value("text_features", WIDTH),
    ]


def _text_nodes() -> list[Any]:
    return [
        node("Gather", ["embeddings", "input_ids"], ["words"]),
        node("Gather", ["types", "token_type_ids"], ["typed"]),
        node("Add", ["words", "typed"], ["tokens_in"]),
        node("Cast", ["attention_mask"], ["mask"], to=1),
        node("Unsqueeze", ["mask", "last"], ["wide"]),
        node("Mul", ["tokens_in", "wide"], ["kept"]),
        node("ReduceSum", ["kept", "middle"], ["sums"], keepdims=0),
        node("ReduceSum", ["wide", "middle"], ["counts"], keepdims=0),
        node("Div", ["sums", "counts"], ["text_features"]),
        node("MatMul", ["text_features", "head"], ["logits"]),
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
