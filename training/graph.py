"""Touches on an exported ONNX graph that change no number."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx
from onnx import TensorProto, helper


def tidy_graph(path: Path, inputs: Sequence[str]) -> None:
    """Let shared weights be constants wherever they are used, and declare all inputs.

    ALBERT's layers share their weights. The exporter gives each further use another name, by an
    Identity that the quantiser cannot see through: it would leave those layers in full precision
    and the weights in the file twice.
    inputs: those that the graph lacks, since it has no use for them, are declared all the same.
    """
    model = onnx.load(path)
    graph = model.graph
    constants = {constant.name for constant in graph.initializer}
    same: dict[str, str] = {}
    for node in list(graph.node):
        if node.op_type == "Identity" and node.input[0] in constants:
            same[node.output[0]] = node.input[0]
            graph.node.remove(node)
    for node in graph.node:
        for at, name in enumerate(node.input):
            node.input[at] = same.get(name, name)
    have = {given.name for given in graph.input}
    for name in inputs:
        if name not in have:
            graph.input.append(
                helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
            )
    onnx.save(model, path)
