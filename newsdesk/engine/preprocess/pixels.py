"""A cover to pixels: short side resized, centre cropped, ImageNet-normalised."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from newsdesk.core.manifest import PictureBranch

MOST_OBLONG = 16
"""Of a picture longer than this many times its short side only the middle is resized."""


def to_pixels(picture: Image.Image, settings: PictureBranch) -> NDArray[np.float32]:
    """An upright RGB picture to an array of shape (3, crop, crop).

    Bilinear with antialiasing, as torchvision's own evaluation transform.
    """
    picture = _middle(picture)
    width, height = picture.size
    short, crop = settings.short_side, settings.crop
    if width <= height:
        size = (short, int(short * height / width))
    else:
        size = (int(short * width / height), short)
    resized = picture.convert("RGB").resize(size, Image.Resampling.BILINEAR)
    left = round((size[0] - crop) / 2.0)
    top = round((size[1] - crop) / 2.0)
    window = resized.crop((left, top, left + crop, top + crop))
    scaled = np.asarray(window, dtype=np.float32) / 255.0
    mean = np.array(settings.mean, dtype=np.float32)
    std = np.array(settings.std, dtype=np.float32)
    return np.ascontiguousarray(((scaled - mean) / std).transpose(2, 0, 1))


def _middle(picture: Image.Image) -> Image.Image:
    """The picture without far ends that the crop would drop, but that would fill the memory."""
    width, height = picture.size
    most = MOST_OBLONG * min(width, height)
    if max(width, height) <= most:
        return picture
    left, top = max(0, (width - most) // 2), max(0, (height - most) // 2)
    return picture.crop((left, top, left + min(width, most), top + min(height, most)))
