"""Lack of memory: how it shows itself, and what is done about it."""

from __future__ import annotations

import gc

import torch

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec

_SIGNS = (
    "out of memory",
    "cublas_status_alloc_failed",
    "cudnn_status_alloc_failed",
    "can't allocate memory",
    "not enough memory",
    "cannot allocate memory",
)


class OutOfMemory(Exception):  # noqa: N818
    """A step did not fit; nothing of it is left. Raised in all processes at once."""


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error of torch, of a card's libraries or of Python means lack of memory."""
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    text = str(error).lower()
    return isinstance(error, RuntimeError) and any(sign in text for sign in _SIGNS)


def release() -> None:
    """Give back what a broken step still holds."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def too_small(longest: int, tuning: TuningSpec) -> TrainingError:
    """A single article does not fit; what would. longest: its tokens."""
    shorter = max(64, longest // 2)
    way = "a smaller base model, the processor"
    if not tuning.checkpoint_layers:
        way = f"recomputed layers, {way}"
    return TrainingError(
        "memory",
        f"One article of {longest} tokens does not fit into the device's memory.",
        f"Set the longest input to {shorter} tokens, or choose {way} or another device.",
    )
