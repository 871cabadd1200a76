"""Lack of memory: how it shows itself, and what is done about it."""

from __future__ import annotations

import gc

import torch

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
