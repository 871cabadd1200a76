"""Checkpoints that are whole or not there: a temporary folder, renamed last.

A training keeps two kinds, the newest to go on from and the best to choose in the end.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import torch

_FILE = "state.pt"


def save(root: Path, kind: str, name: str, identity: str, state: dict[str, Any]) -> Path:
    """Keep a state as the one of its kind; the older one goes once the new one is safe.

    name: sorts after those of earlier states. identity: what `load` must ask for.
    """
    root.mkdir(parents=True, exist_ok=True)
    final = root / f"{kind}-{name}"
    writing = root / f".{final.name}.writing"
    shutil.rmtree(writing, ignore_errors=True)
    writing.mkdir()
    with (writing / _FILE).open("wb") as file:
        torch.save({"identity": identity, **state}, file)
        file.flush()
        os.fsync(file.fileno())
    shutil.rmtree(final, ignore_errors=True)
    writing.rename(final)
    for other in _found(root, kind):
        if other != final:
            shutil.rmtree(other, ignore_errors=True)
    return final


def load(root: Path, kind: str, identity: str) -> dict[str, Any] | None:
    """The newest whole state of a kind and identity, or None; a damaged one is passed over."""
    for folder in _found(root, kind):
        try:
            # weights_only: tensors and plain values, never code.
            state: dict[str, Any] = torch.load(folder / _FILE, weights_only=True)
        except Exception:  # a damaged archive raises many kinds
            continue
        if state.get("identity") == identity:
            return state
    return None


def _found(root: Path, kind: str) -> list[Path]:
    return sorted(root.glob(f"{kind}-*"), reverse=True)
