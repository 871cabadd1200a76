"""The shipped weights as a torch network, so that both sides of a comparison think alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from transformers import AutoConfig, AutoModelForSequenceClassification

from newsdesk.core.errors import ModelError

if TYPE_CHECKING:
    from transformers import PreTrainedModel

PREFIX = "network."
"""Stands before every weight of the exported network."""
_STORED = "_quantized"
_Floats = NDArray[np.float32]


def torch_twin(folder: Path) -> PreTrainedModel:
    """A network in fp32 with the weights of a model folder's ONNX file, ready to classify.

    int8 weights are taken as the numbers that they stand for: scale · (stored - zero point).
    Raises ModelError where the file lacks a weight that `config.json` asks for.
    """
    path = folder / "model.int8.onnx"
    config = AutoConfig.from_pretrained(folder)
    make: Callable[..., PreTrainedModel] = AutoModelForSequenceClassification.from_config
    network = make(config, attn_implementation="sdpa", dtype=torch.float32)
    try:
        found = weights(onnx.load(path).graph)
    except (OSError, KeyError) as error:
        raise _unlike(path, str(error)) from error
    wanted = network.state_dict()
    missing = sorted(wanted.keys() - found.keys())
    if missing:
        raise _unlike(path, f"{missing[0]} is not in it")
    for name, tensor in wanted.items():
        if tensor.shape != found[name].shape:
            raise _unlike(path, f"{name} has the shape {found[name].shape}")
    network.load_state_dict({name: torch.from_numpy(found[name].copy()) for name in wanted})
    torch.nn.Module.eval(network)
    return network


def weights(graph: onnx.GraphProto) -> dict[str, _Floats]:
    """Every weight of a graph by its name in torch; KeyError where a scale is missing."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found: dict[str, _Floats] = {}
    for name in stored:
        if name.startswith(PREFIX) and name.endswith(_STORED):
            found[name.removeprefix(PREFIX).removesuffix(_STORED)] = _numbers(stored, name)
        elif name.startswith(PREFIX):
            found[name.removeprefix(PREFIX)] = stored[name]
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in stored:
            # ONNX multiplies by (inputs, outputs), torch keeps (outputs, inputs).
            found[_torch_name(node.name)] = _numbers(stored, node.input[1]).T
    return found


def _torch_name(node: str) -> str:
    """`/network/bert/pooler/dense/Gemm_MatMul_quant` to `bert.pooler.dense.weight`."""
    module = node.strip("/").rpartition("/")[0].replace("/", ".")
    return f"{module.removeprefix(PREFIX)}.weight"


def _numbers(stored: dict[str, NDArray[np.generic]], name: str) -> _Floats:
    """The numbers that stored integers stand for; scales belong to the last axis."""
    stem = name.removesuffix(_STORED)
    integers, scale, zero = (
        stored[each].astype(np.float32) for each in (name, f"{stem}_scale", f"{stem}_zero_point")
    )
    return (integers - zero) * scale


def _unlike(path: Path, reason: str) -> ModelError:
    return ModelError(
        "no_twin",
        f"{path} cannot be turned back into a torch network: {reason}.",
        "The comparison with torch reads BERT networks that Newsdesk exported as int8 itself.",
    )
