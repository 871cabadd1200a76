"""The pictures that the screen shows: drawn once for each cover, before anyone looks."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from newsdesk.core import paths
from newsdesk.core.article import Cover
from newsdesk.core.errors import DocumentError
from newsdesk.documents.cover_file import large_rendition, rendition

log = logging.getLogger(__name__)


def draw(cover: Cover) -> None:
    """Make the picture that stands for a cover, where there is none yet."""
    target = paths.rendition(cover.digest)
    if target.exists():
        return
    try:
        _write(target, rendition(cover))
    except (DocumentError, OSError) as error:
        log.warning("no rendition of %s: %s", cover.name, error)


def draw_large(cover: Cover) -> Path:
    """Make the picture in which a cover is seen large, where there is none yet; its file.

    Raises DocumentError: `broken_picture`; `unwritable` where it cannot be kept.
    """
    target = paths.large_rendition(cover.digest)
    if target.exists():
        return target
    try:
        _write(target, large_rendition(cover))
    except OSError as error:
        raise DocumentError(
            "unwritable",
            f"The cover cannot be shown large: {target.parent} cannot be written "
            f"({(error.strerror or str(error)).lower()}).",
            "Free some space or allow writing there, then try again.",
        ) from error
    return target


def _write(target: Path, data: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_suffix(f".{os.getpid()}.part")
    temporary.write_bytes(data)
    temporary.replace(target)
