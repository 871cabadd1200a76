"""A network to the files of a model folder: safetensors, ONNX, int8 ONNX, tokenizer."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch.jit import TracerWarning  # type: ignore[attr-defined]
from transformers import AutoModelForSequenceClassification, PreTrainedModel

from newsdesk.core.errors import TrainingError
from training.graph import tidy_graph
from training.networks import head_of, save_tokenizer
from training.predict import knows_types, logits_of
from training.progress import say
from training.results.calibrate import macro_f1_of
from training.tokens import EncodedRows, TokenRows, by_length

if TYPE_CHECKING:
    from training.trained import Trained

FULL, SMALL = "model.onnx", "model.int8.onnx"
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OPSET = 17
TOLERANCE = 1e-4
MOST_LOST = 0.005  # macro-F1 that int8 may cost
MOST_SIZE = 0.8  # of the full file: above it int8 saves nothing worth its error
MOST_TIME = 1.1  # of the full file's
JUDGED_FROM = 8 << 20
"""Bytes of the full file below which both are small and quick, and a clock tells nothing."""

Check = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """The ONNX file that ships: int8, or the full one where int8 was refused.

    dev_macro_f1: of the trained weights; dev_macro_f1_int8: of the int8 file.
    """

    path: Path
    pad_id: int
    longest: int
    dev_macro_f1: float
    dev_macro_f1_int8: float

    def logits(self, rows: EncodedRows) -> NDArray[np.float32]:
        """Logits of the file, shape (articles, sections)."""
        return onnx_logits(open_session(self.path), rows.whole, self.pad_id, self.longest)


def export_model(trained: Trained, folder: Path, check: Check = lambda: None) -> Exported:
    """Write network, tokenizer and both ONNX files; int8 only where it is worth having.

    check: called between the parts; what it raises ends the export, to be done again.
    Raises TrainingError where ONNX and torch differ.
    """
    dev, pad_id, longest = trained.dev, trained.encoder.pad_id, trained.longest
    save_network(trained.network, trained.source, folder)
    check()
    export_onnx(folder, mixed_lengths(dev.whole), pad_id)
    check()
    quantise(folder)
    check()
    small = onnx_logits(open_session(folder / SMALL), dev.whole, pad_id, longest)
    before, after = macro_f1_of(trained.logits(dev), dev.labels), macro_f1_of(small, dev.labels)
    check()
    name = SMALL
    refusal = refuse_int8(folder, mixed_lengths(dev.whole), pad_id, before, after)
    if refusal:
        say(f"int8 is refused: {refusal}")
        (folder / SMALL).unlink()
        name = FULL
    return Exported(folder / name, pad_id, longest, before, after)


def refuse_int8(folder: Path, rows: TokenRows, pad_id: int, before: float, after: float) -> str:
    """Why the int8 file is not worth having, or nothing where it is.

    before, after: dev macro-F1 of the trained weights and of the int8 file.
    """
    if before - after > MOST_LOST:
        return f"dev macro-F1 falls from {before:.4f} to {after:.4f}"
    full, small = (path.stat().st_size for path in (folder / FULL, folder / SMALL))
    if full < JUDGED_FROM:
        return ""
    if small > MOST_SIZE * full:
        return f"its file is hardly smaller, {small / 1e6:.1f} of {full / 1e6:.1f} MB"
    slow, quick = (_seconds(folder / name, rows, pad_id) for name in (SMALL, FULL))
    return f"it takes {slow / quick:.1f} times as long" if slow > MOST_TIME * quick else ""


def _seconds(path: Path, rows: TokenRows, pad_id: int) -> float:
    """Best of a few readings of the same articles."""
    session, longest = open_session(path), int(rows.lengths.max())
    times = []
    for _ in range(4):
        began = time.perf_counter()
        onnx_logits(session, rows, pad_id, longest)
        times.append(time.perf_counter() - began)
    return min(times)


def mixed_lengths(rows: TokenRows, most: int = 16) -> TokenRows:
    """A few rows from the shortest to the longest."""
    ordered = np.argsort(rows.lengths, kind="stable")
    places = np.unique(np.linspace(0, len(ordered) - 1, most).astype(int))
    return rows.select(ordered[places])


class _Wrapper(torch.nn.Module):
    """Three inputs to logits and text features, what the head sees before its dropout."""

    def __init__(self, network: PreTrainedModel) -> None:
        super().__init__()
        self.network = network
        self.types = knows_types(network)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        # The mask as it is added to the scores: a mask of two dimensions would be unfolded by
        # code that the exporter can only follow with constants.
        away = (1.0 - attention_mask[:, None, None, :].float()) * torch.finfo(torch.float32).min
        seen: list[torch.Tensor] = []
        hook = head_of(self.network).register_forward_pre_hook(lambda _, given: seen.append(*given))
        more = {"token_type_ids": token_type_ids} if self.types else {}
        logits = self.network(input_ids=input_ids, attention_mask=away, **more).logits
        hook.remove()
        return logits, seen[0]


def save_network(network: PreTrainedModel, tokenizer_from: Path, folder: Path) -> None:
    """Write weights, config and tokenizer in the Hugging Face layout."""
    network.save_pretrained(folder)
    save_tokenizer(tokenizer_from, folder)


def export_onnx(folder: Path, sample: TokenRows, pad_id: int) -> None:
    """Write `model.onnx` from the saved network and check it against torch.

    sample: articles of mixed lengths, padded together for the check.
    Raises TrainingError where the two differ by more than 1e-4.
    """
    # The eager graph of the classic exporter is the fastest in ONNX Runtime (DESIGN, section 8).
    network = AutoModelForSequenceClassification.from_pretrained(
        folder, dtype=torch.float32, attn_implementation="eager", local_files_only=True
    )
    example = sample.batch([0, len(sample) - 1], pad_id, int(sample.lengths.max()))
    wrapper = _Wrapper(network).eval()
    axes = {0: "batch", 1: "tokens"}
    with warnings.catch_warnings():
        # The classic exporter announces its own end, and that it takes checks of shapes for
        # constants: whether that did harm is measured below.
        warnings.filterwarnings("ignore", category=TracerWarning)
        warnings.filterwarnings("ignore", category=DeprecationWarning, module="torch.onnx")
        warnings.filterwarnings("ignore", message="You are using the legacy TorchScript-based")
        torch.onnx.export(
            wrapper,
            tuple(example[name] for name in INPUTS),
            str(folder / FULL),
            dynamo=False,
            opset_version=OPSET,
            input_names=list(INPUTS),
            output_names=["logits", "text_features"],
            dynamic_axes={
                **dict.fromkeys(INPUTS, axes),
                "logits": {0: "batch"},
                "text_features": {0: "batch"},
            },
        )
    tidy_graph(folder / FULL, INPUTS)
    gap = _gap(network, folder / FULL, sample, pad_id)
    if not gap <= TOLERANCE:
        raise TrainingError(
            "export_differs",
            f"The exported model differs from the trained one by {gap:.2g}.",
            "Keep the training's folder and report this; the checkpoint is whole.",
        )


def _gap(network: PreTrainedModel, path: Path, rows: TokenRows, pad_id: int) -> float:
    """The largest difference between logits in torch and in ONNX Runtime."""
    longest = int(rows.lengths.max())
    wanted = logits_of(network, rows, pad_id, longest)
    return float(np.abs(wanted - onnx_logits(open_session(path), rows, pad_id, longest)).max())


def quantise(folder: Path) -> None:
    """Write `model.int8.onnx`: weights and embeddings as int8, per channel, reduced range."""
    # It advises a preprocessing step that changes nothing in a graph that is folded already.
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.ERROR)
    try:
        quantize_dynamic(
            folder / FULL,
            folder / SMALL,
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )
    finally:
        root.setLevel(before)


def open_session(path: Path, threads: int = 0) -> onnxruntime.InferenceSession:
    """An ONNX model on the processor; 0 threads: as many as it has cores."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(
        str(path), sess_options=options, providers=["CPUExecutionProvider"]
    )


def onnx_logits(
    session: onnxruntime.InferenceSession, rows: TokenRows, pad_id: int, longest: int
) -> NDArray[np.float32]:
    """Logits of every row, shape (rows, sections)."""
    known = {value.name for value in session.get_inputs()}
    found: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []
    for chosen in by_length(rows.lengths, size=16):
        batch = rows.batch(chosen, pad_id, longest)
        feeds = {name: part.numpy() for name, part in batch.items() if name in known}
        found.append((chosen, session.run(["logits"], feeds)[0]))
    total = np.zeros((len(rows), found[0][1].shape[1]), dtype=np.float32)
    for chosen, logits in found:
        total[chosen] = logits
    return total
