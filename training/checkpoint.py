"""Checkpoints that are whole or not there: a temporary folder, renamed last.

A training keeps two kinds, the newest to go on from and the best to choose in the end.
"""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import IO, Any, cast

import torch

_FILE = "state.pt"
_SPARE = 16 << 20  # bytes that are left free, for the store and the log
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


class DiskFull(OSError):  # noqa: N818
    """There is no room for a checkpoint; the older ones are untouched."""

    def __init__(self, root: Path, size: int) -> None:
        super().__init__(errno.ENOSPC, os.strerror(errno.ENOSPC), str(root))
        self.size = size


def save(root: Path, kind: str, name: str, identity: str, state: dict[str, Any]) -> Path:
    """Keep a state as the one of its kind; the older ones go once the new one was read again.

    name: sorts after those of earlier states. identity: what `load` must ask for.
    Raises DiskFull.
    """
    root.mkdir(parents=True, exist_ok=True)
    final = _free_name(root / f"{kind}-{name}")
    writing = root / f".{final.name}.writing"
    size = _bytes_of(state)
    try:
        shutil.rmtree(writing, ignore_errors=True)
        if shutil.disk_usage(root).free < size + _SPARE:
            raise DiskFull(root, size)
        writing.mkdir()
        _write(writing / _FILE, {"identity": identity, **state})
        _read(writing / _FILE, mapped=True)
        writing.rename(final)
        _sync_folder(root)
    except OSError as error:
        shutil.rmtree(writing, ignore_errors=True)
        if error.errno in _FULL:
            raise DiskFull(root, size) from error
        raise
    for other in _found(root, kind):
        if other != final:
            shutil.rmtree(other, ignore_errors=True)
    return final


def load(root: Path, kind: str, identity: str) -> dict[str, Any] | None:
    """The newest whole state of a kind and identity, or None; a damaged one is passed over."""
    for folder in _found(root, kind):
        try:
            state = _read(folder / _FILE, mapped=False)
        except Exception:  # a damaged archive raises many kinds
            continue
        if state.get("identity") == identity:
            return state
    return None


def _free_name(wanted: Path) -> Path:
    """The name, or one that sorts after it: a state is never replaced, only followed."""
    final, number = wanted, 0
    while final.exists():
        number += 1
        final = wanted.with_name(f"{wanted.name}.{number}")
    return final


def _write(path: Path, state: dict[str, Any]) -> None:
    with path.open("wb") as file:
        noted = _Noted(file)
        try:
            torch.save(state, cast(IO[bytes], noted))
        except RuntimeError as error:
            # torch turns a failed write into an error of its own.
            if noted.error is not None:
                raise noted.error from error
            raise
        file.flush()
        os.fsync(file.fileno())


class _Noted:
    """A file that remembers why it could not be written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        try:
            return self._file.write(data)
        except OSError as error:
            self.error = error
            raise

    def flush(self) -> None:
        self._file.flush()


def _read(path: Path, *, mapped: bool) -> dict[str, Any]:
    # weights_only: tensors and plain values, never code.
    state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True, mmap=mapped)
    return state


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _bytes_of(value: Any) -> int:
    """Bytes of all tensors in nested dictionaries and lists."""
    if isinstance(value, torch.Tensor):
        return value.numel() * value.element_size()
    if isinstance(value, dict):
        return sum(_bytes_of(part) for part in value.values())
    if isinstance(value, list | tuple):
        return sum(_bytes_of(part) for part in value)
    return 0


def _found(root: Path, kind: str) -> list[Path]:
    return sorted(root.glob(f"{kind}-*"), reverse=True)
