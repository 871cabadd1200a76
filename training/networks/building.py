"""Networks made new from an encoder, or loaded from a saved folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from transformers import AutoConfig, AutoModelForSequenceClassification, PreTrainedModel
from transformers.utils import logging as transformers_logging

from newsdesk.core.encoder_files import is_untrained
from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from training.memory import is_out_of_memory
from training.networks.parts import head_of

# What configurations call them: BERT and its kin, ALBERT, DistilBERT.
_DROPOUT = (
    "hidden_dropout_prob",
    "classifier_dropout",
    "classifier_dropout_prob",
    "dropout",
    "seq_classif_dropout",
)
_ATTENTION_DROPOUT = ("attention_probs_dropout_prob", "attention_dropout")


def new_network(
    folder: Path, codes: Sequence[str], tuning: TuningSpec, seed: int
) -> PreTrainedModel:
    """An encoder with a fresh head, one logit a section in the order of `codes`.

    A folder without weights starts from nothing. Where the folder is a trained model, the rows of
    its head are carried over by the names of the sections that both have.
    """
    hush_transformers()
    saved = _read_config(folder)
    config = _read_config(
        folder,
        num_labels=len(codes),
        id2label=dict(enumerate(codes)),
        label2id={code: index for index, code in enumerate(codes)},
    )
    _set_dropout(config, tuning)
    torch.manual_seed(seed)
    if is_untrained(folder):
        network = _from_nothing(config)
    else:
        network = _load(folder, config=config, ignore_mismatched_sizes=_has_head(saved))
        if _has_head(saved):
            _start_head(network, folder, _labels(saved), codes)
    if tuning.freeze_embeddings:
        network.get_input_embeddings().requires_grad_(False)
    return network


def load_network(folder: Path, codes: Sequence[str]) -> PreTrainedModel:
    """A saved network whose logits are in the order of `codes`, matched by name.

    The rows of the head are carried over where the folder has another order.
    Raises TrainingError where a section is missing or one too many.
    """
    hush_transformers()
    network = _load(folder)
    saved = _labels(network.config)
    if sorted(saved) != sorted(codes):
        raise TrainingError(
            "other_sections",
            f"The model in {folder} knows {', '.join(saved)}, not {', '.join(codes)}.",
            "Use a model with the same sections, or train one.",
        )
    order = [saved.index(code) for code in codes]
    with torch.no_grad():
        for part in head_of(network).parameters():
            part.copy_(part[order].clone())
    network.config.id2label = dict(enumerate(codes))
    network.config.label2id = {code: index for index, code in enumerate(codes)}
    return network


def known_sections(folder: Path) -> list[str]:
    """The sections that a trained model in a folder knows; none where it is a mere encoder."""
    config = _read_config(folder)
    return _labels(config) if _has_head(config) and not is_untrained(folder) else []


def most_tokens(folder: Path) -> int:
    """The longest input that an encoder has positions for; 0 where it knows no limit."""
    config = _read_config(folder)
    most = int(getattr(config, "max_position_embeddings", 0) or 0)
    # RoBERTa and its kin count positions from behind the padding piece on.
    if most and "roberta" in str(config.model_type):
        most -= int(getattr(config, "pad_token_id", 1) or 0) + 1
    return max(most, 0)


def check_length(folder: Path, tokens: int) -> None:
    """Raise TrainingError where an encoder cannot read inputs of that many tokens."""
    most = most_tokens(folder)
    if most and tokens > most:
        raise TrainingError(
            "too_long",
            f"The encoder in {folder} reads at most {most} tokens, not {tokens}.",
            f"Set max_tokens to {most} or less.",
        )


def hush_transformers() -> None:
    """No progress bars, and no report that a fresh head is fresh."""
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]


def _from_nothing(config: Any) -> PreTrainedModel:
    network: PreTrainedModel = AutoModelForSequenceClassification.from_config(  # type: ignore[no-untyped-call]
        config, dtype=torch.float32
    )
    return network


def _load(folder: Path, **more: Any) -> PreTrainedModel:
    """The network of a folder, on the CPU in fp32; TrainingError where it is not whole."""
    try:
        loaded = AutoModelForSequenceClassification.from_pretrained(
            folder,
            dtype=torch.float32,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            output_loading_info=True,
            **more,
        )
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        if is_out_of_memory(error):
            raise
        raise _not_whole(folder, _first_line(error)) from error
    network: PreTrainedModel = loaded[0]
    # A pooler is missing where only masked words were learned; anything else is another encoder's.
    inside = f"{network.base_model_prefix}."
    lost = [
        name
        for name in sorted(loaded[1]["missing_keys"])
        if name.startswith(inside) and ".pooler." not in name
    ]
    if lost:
        raise _not_whole(folder, f"its weights lack {lost[0]}")
    return _in_own_memory(network)


def _in_own_memory(network: PreTrainedModel) -> PreTrainedModel:
    """The same network, no longer mapped from its file.

    There, tensors begin at odd places, and kernels round otherwise than for the same weights
    elsewhere; and a file that is replaced would take the network with it.
    """
    for part in (*network.parameters(), *network.buffers()):
        part.data = part.data.clone()
    return network


def _read_config(folder: Path, **more: Any) -> Any:
    try:
        return AutoConfig.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False, **more
        )
    except (OSError, ValueError, KeyError) as error:
        raise _not_whole(folder, _first_line(error)) from error


def _not_whole(folder: Path, reason: str) -> TrainingError:
    return TrainingError(
        "damaged_encoder",
        f"The encoder in {folder} cannot be loaded: {reason}.",
        "Weights and config.json must belong together and be of an architecture that classifies; "
        "download the encoder again, or choose another.",
    )


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__).rstrip(".")


def _set_dropout(config: Any, tuning: TuningSpec) -> None:
    for names, value in (
        (_DROPOUT, tuning.dropout),
        (_ATTENTION_DROPOUT, tuning.attention_dropout),
    ):
        for name in names:
            if hasattr(config, name):
                setattr(config, name, value)


def _has_head(config: Any) -> bool:
    return any("ForSequenceClassification" in name for name in config.architectures or ())


def _start_head(
    network: PreTrainedModel, folder: Path, saved: Sequence[str], codes: Sequence[str]
) -> None:
    """A head that begins by chance, but for the rows of sections that the folder knows by name."""
    head = head_of(network)
    with torch.no_grad():
        head.weight.normal_(0.0, float(getattr(network.config, "initializer_range", 0.02)))
        head.bias.zero_()
        known = [code for code in codes if code in saved]
        if known:
            weight, bias = _saved_head(network, folder)
        for code in known:
            head.weight[codes.index(code)] = weight[saved.index(code)]
            head.bias[codes.index(code)] = bias[saved.index(code)]


def _saved_head(network: PreTrainedModel, folder: Path) -> tuple[torch.Tensor, torch.Tensor]:
    head = head_of(network)
    name = next(name for name, module in network.named_modules() if module is head)
    for path in sorted(folder.glob("*.safetensors")):
        with safe_open(path, framework="pt") as file:
            if f"{name}.weight" in set(file.keys()):
                weight, bias = (file.get_tensor(f"{name}.{part}") for part in ("weight", "bias"))
                return weight.float(), bias.float()
    raise _not_whole(folder, "it has no head, though its config.json says so")


def _labels(config: Any) -> list[str]:
    """Sections in the order of the logits: "10" comes after "2"."""
    named = {int(index): str(name) for index, name in (config.id2label or {}).items()}
    return [named[index] for index in sorted(named)]
