"""A picture file as a cover, and a cover as the screen shows it."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from newsdesk.core.article import Cover
from newsdesk.core.pictures import open_picture, read_cover
from newsdesk.documents.source import file_error

LARGEST = 1024
"""Pixels of a rendition's longer side: a column of the window on a dense display."""
HUGE = 6000
"""Pixels of the longer side beyond which a cover is drawn smaller, so that memory suffices."""


def cover_from_file(path: Path) -> Cover:
    """A picture file that a person named as cover.

    Raises DocumentError: `not_found`, `no_permission`, `not_a_picture`, `broken_picture`,
    `too_large`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise file_error(path, error) from error
    return read_cover(data, path.name)


def rendition(cover: Cover) -> bytes:
    """A JPEG of a cover as a viewer shows it, its longer side at most LARGEST pixels.

    Raises DocumentError: `broken_picture`.
    """
    return _drawn(cover, LARGEST, quality=85)


def large_rendition(cover: Cover) -> bytes:
    """A cover pixel by pixel as a viewer shows it, its longer side at most HUGE pixels: a JPEG.

    Raises DocumentError: `broken_picture`.
    """
    return _drawn(cover, HUGE, quality=95)


def _drawn(cover: Cover, longest: int, quality: int) -> bytes:
    picture = open_picture(cover.data, cover.name, at_least=longest)
    if max(picture.size) > longest:
        picture.thumbnail((longest, longest), Image.Resampling.BILINEAR)
    target = io.BytesIO()
    picture.save(target, "JPEG", quality=quality, subsampling=0 if quality > 90 else -1)
    return target.getvalue()
