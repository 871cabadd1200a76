"""Points that were worked out, kept by what they were worked out from."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from newsdesk.analysis.projection.prepared import Floats
from newsdesk.core import paths
from newsdesk.core.processes import process_of
from newsdesk.store import failures

VERSION = 1
"""Of the methods' settings; points of an older one are made again."""
_LIBRARIES = {"tsne": "openTSNE", "umap": "umap-learn"}
MOST_BYTES = 200_000_000
"""Of all that is kept; what was used longest ago goes first."""


def key_of(features: Floats, method: str) -> str:
    """What points are kept under: a hash of the features, the method, and whose work it was."""
    digest = hashlib.blake2b(repr(features.shape).encode(), digest_size=16)
    digest.update(np.ascontiguousarray(features).data)
    return f"{digest.hexdigest()}-{method}-{VERSION}{_library(method)}"


def kept_points(key: str, number: int) -> Floats | None:
    """Points of shape (number, 2); None where none are kept, or not whole."""
    path = _path(key)
    try:
        points = np.load(path, allow_pickle=False)
        path.touch()
    except (OSError, ValueError):
        return None
    return np.asarray(points, dtype=np.float32) if points.shape == (number, 2) else None


def keep_points(key: str, points: Floats) -> None:
    """Keep points; the file has its name only once it is whole. Raises StoreError."""
    path = _path(key)
    part = path.with_name(f"{path.stem}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            np.save(file, points)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise failures.from_os(error, str(path)) from error
    with suppress(OSError):  # another process makes room, too
        _make_room(path.parent)


def clear_parts() -> None:
    """Delete what killed processes left half written."""
    for part in paths.projections().glob("*.part"):
        process = part.suffixes[-2][1:] if len(part.suffixes) > 1 else ""
        if not process.isdecimal() or process_of(int(process)) is None:
            with suppress(OSError):
                part.unlink()


def _path(key: str) -> Path:
    return paths.projections() / f"{key}.npy"


def _library(method: str) -> str:
    try:
        return f"-{version(_LIBRARIES[method])}"
    except (KeyError, PackageNotFoundError):
        return ""


def _make_room(folder: Path) -> None:
    files = sorted(folder.glob("*.npy"), key=lambda path: path.stat().st_mtime, reverse=True)
    used = 0
    for path in files:
        used += path.stat().st_size
        if used > MOST_BYTES:
            path.unlink()
