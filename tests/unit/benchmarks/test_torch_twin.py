"""The network that Newsdesk is compared with thinks as the shipped model does."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
import torch

from benchmarks.articles import sample
from benchmarks.models import shipped_model
from benchmarks.torch_twin import torch_twin
from newsdesk.core.errors import ModelError
from newsdesk.engine.preprocess import TextEncoder, pad
from newsdesk.engine.runtime import load_graph

ARTICLES = 24
MOST_APART = 0.1


def test_twin_and_shipped_model_give_the_same_answers() -> None:
    model = shipped_model()
    encoder = TextEncoder.from_folder(model.path, model.manifest.preprocessing)
    rows = encoder.encode_many([(a.title, a.body) for a in sample(ARTICLES).articles])
    inputs = ("input_ids", "attention_mask", "token_type_ids")
    given = dict(zip(inputs, pad(rows, encoder.pad_id), strict=True))

    shipped = load_graph(model.onnx()).run(**given)["logits"]
    with torch.inference_mode():
        tensors = {name: torch.from_numpy(array) for name, array in given.items()}
        twin = torch_twin(model.path)(**tensors).logits.numpy()

    # Activations are rounded to int8 on one side only, so single logits differ by more.
    assert np.abs(shipped - twin).mean() < MOST_APART
    assert (shipped.argmax(1) == twin.argmax(1)).mean() >= 0.95


def test_a_file_without_the_weights_is_named_with_the_reason(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("model")
    (folder / "config.json").write_bytes((shipped_model().path / "config.json").read_bytes())
    onnx.save(onnx.parser.parse_model(_EMPTY), folder / "model.int8.onnx")

    with pytest.raises(ModelError, match="is not in it"):
        torch_twin(folder)


_EMPTY = """
<ir_version: 8, opset_import: ["" : 17]>
empty (float[1] x) => (float[1] y) { y = Identity(x) }
"""
