"""Asking a network without teaching it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import PreTrainedModel

from training.memory import is_out_of_memory, release
from training.tokens import Batch, TokenRows, by_length


def logits_of(
    network: PreTrainedModel,
    rows: TokenRows,
    pad_id: int,
    longest: int,
    *,
    check: Callable[[], None] | None = None,
    size: int = 32,
) -> NDArray[np.float32]:
    """Logits of every row, shape (rows, sections), fp32, in evaluation mode.

    The network stays on its device and goes back to the mode it was in.
    size: rows read at once, fewer where the memory is too small.
    check: called between batches; what it raises ends the reading.
    """
    was_training = network.training
    network.train(False)
    logits = np.zeros((len(rows), int(network.config.num_labels or 0)), dtype=np.float32)
    try:
        with torch.inference_mode():
            for chosen in by_length(rows.lengths, size):
                if check is not None:
                    check()
                logits[chosen] = _ask(network, rows, chosen, pad_id, longest)
    finally:
        network.train(was_training)
    return logits


def _ask(
    network: PreTrainedModel, rows: TokenRows, chosen: NDArray[np.int64], pad_id: int, longest: int
) -> NDArray[np.float32]:
    """Logits of a few rows; where they do not fit together, of one half after the other."""
    try:
        batch = to_network(network, rows.batch(chosen, pad_id, longest))
        return np.asarray(network(**batch).logits.float().cpu().numpy())
    except (RuntimeError, MemoryError) as error:
        if len(chosen) == 1 or not is_out_of_memory(error):
            raise
    release()  # outside that block: there the broken reading would still be held
    half = len(chosen) // 2
    halves = (_ask(network, rows, part, pad_id, longest) for part in (chosen[:half], chosen[half:]))
    return np.concatenate(list(halves))


def to_network(network: torch.nn.Module, batch: Batch) -> Batch:
    """A batch on the network's device, without inputs that the network does not know."""
    device = next(network.parameters()).device
    if not knows_types(network):
        batch = {name: part for name, part in batch.items() if name != "token_type_ids"}
    if device.type == "cpu":
        return batch
    return {name: part.pin_memory().to(device, non_blocking=True) for name, part in batch.items()}


def knows_types(network: torch.nn.Module) -> bool:
    """Whether it tells title and body apart by token types; DistilBERT and RoBERTa do not."""
    config = getattr(network, "config", None)
    if int(getattr(config, "type_vocab_size", 2) or 0) < 2:
        return False
    return "token_type_ids" in _inputs(type(network).forward)


@cache
def _inputs(forward: Callable[..., object]) -> frozenset[str]:
    return frozenset(inspect.signature(forward).parameters)
