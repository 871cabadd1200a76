"""A network to the files of a model folder: safetensors, ONNX, int8 ONNX, tokenizer."""

from __future__ import annotations

import logging
import shutil
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from transformers import AutoModelForSequenceClassification, PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.engine.preprocess import Encoded, pad
from training.calibrate import macro_f1_of
from training.data import EncodedRows, by_length
from training.networks import head_of, logits_of
from training.progress import say
from training.trained import Trained

FULL, SMALL = "model.onnx", "model.int8.onnx"
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OPSET = 17
TOLERANCE = 1e-4
MOST_LOST = 0.005  # macro-F1 that int8 may cost


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

    def logits(self, rows: EncodedRows) -> np.ndarray:
        """Logits of the file, shape (articles, sections)."""
        return onnx_logits(open_session(self.path), rows.whole, self.pad_id, self.longest)


def export_model(trained: Trained, folder: Path) -> Exported:
    """Write network, tokenizer and both ONNX files; int8 is refused where macro-F1 falls by .5.

    Raises TrainingError where ONNX and torch differ.
    """
    dev, pad_id = trained.dev, trained.encoder.pad_id
    save_network(trained.network, trained.source, folder)
    export_onnx(folder, mixed_lengths(dev.whole), pad_id)
    quantise(folder)
    small = onnx_logits(open_session(folder / SMALL), dev.whole, pad_id, trained.longest)
    before, after = macro_f1_of(trained.logits(dev), dev.labels), macro_f1_of(small, dev.labels)
    name = SMALL
    if before - after > MOST_LOST:
        say(f"int8 is refused: dev macro-F1 falls from {before:.4f} to {after:.4f}")
        (folder / SMALL).unlink()
        name = FULL
    return Exported(folder / name, pad_id, trained.longest, before, after)


def mixed_lengths(rows: Sequence[Encoded], most: int = 16) -> list[Encoded]:
    """A few rows from the shortest to the longest."""
    ordered = sorted(rows, key=lambda row: row.tokens_read)
    places = np.unique(np.linspace(0, len(ordered) - 1, most).astype(int))
    return [ordered[place] for place in places]


class _Wrapper(torch.nn.Module):
    """Three inputs to logits and text features, what the head sees before its dropout."""

    def __init__(self, network: PreTrainedModel) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        # The mask as it is added to the scores: a mask of two dimensions would be unfolded by
        # code that the exporter can only follow with constants.
        away = (1.0 - attention_mask[:, None, None, :].float()) * torch.finfo(torch.float32).min
        seen: list[torch.Tensor] = []
        hook = head_of(self.network).register_forward_pre_hook(lambda _, given: seen.append(*given))
        logits = self.network(
            input_ids=input_ids, attention_mask=away, token_type_ids=token_type_ids
        ).logits
        hook.remove()
        return logits, seen[0]


def save_network(network: PreTrainedModel, tokenizer_from: Path, folder: Path) -> None:
    """Write weights, config and tokenizer in the Hugging Face layout."""
    network.save_pretrained(folder)
    tokenizer = Tokenizer.from_file(str(tokenizer_from / "tokenizer.json"))
    # Lengths belong to the preprocessing of newsdesk.json, not to the tokenizer.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(folder / "tokenizer.json"))
    shutil.copyfile(tokenizer_from / "tokenizer_config.json", folder / "tokenizer_config.json")


def export_onnx(folder: Path, sample: Sequence[Encoded], pad_id: int) -> None:
    """Write `model.onnx` from the saved network and check it against torch.

    sample: articles of mixed lengths, padded together for the check.
    Raises TrainingError where the two differ by more than 1e-4.
    """
    # The eager graph of the classic exporter is the fastest in ONNX Runtime (DESIGN, section 8).
    network = AutoModelForSequenceClassification.from_pretrained(
        folder, dtype=torch.float32, attn_implementation="eager"
    )
    wrapper = _Wrapper(network).eval()
    axes = {0: "batch", 1: "tokens"}
    with warnings.catch_warnings():
        # The classic exporter announces its own end; nothing else is silenced.
        warnings.filterwarnings("ignore", category=DeprecationWarning, module="torch.onnx")
        warnings.filterwarnings("ignore", message="You are using the legacy TorchScript-based")
        torch.onnx.export(
            wrapper,
            tuple(torch.from_numpy(part) for part in pad(sample[:2], pad_id)),
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
    gap = _gap(network, folder / FULL, sample, pad_id)
    if not gap <= TOLERANCE:
        raise TrainingError(
            "export_differs",
            f"The exported model differs from the trained one by {gap:.2g}.",
            "Keep the training's folder and report this; the checkpoint is whole.",
        )


def _gap(network: PreTrainedModel, path: Path, rows: Sequence[Encoded], pad_id: int) -> float:
    """The largest difference between logits in torch and in ONNX Runtime."""
    longest = max(row.tokens_read for row in rows)
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
    session: onnxruntime.InferenceSession, rows: Sequence[Encoded], pad_id: int, longest: int
) -> np.ndarray:
    """Logits of every row, shape (rows, sections)."""
    found: list[tuple[list[int], np.ndarray]] = []
    for chosen in by_length(rows, size=16):
        arrays = pad([rows[row] for row in chosen], pad_id, longest=longest)
        logits = session.run(["logits"], dict(zip(INPUTS, arrays, strict=True)))[0]
        found.append((chosen, logits))
    total = np.zeros((len(rows), found[0][1].shape[1]), dtype=np.float32)
    for chosen, logits in found:
        total[chosen] = logits
    return total
