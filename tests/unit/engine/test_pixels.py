"""How a cover becomes pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from newsdesk.core.manifest import PictureBranch
from newsdesk.engine.preprocess import to_pixels

SETTINGS = PictureBranch(encoder="any")
SIZES = {
    "square": (256, 256),
    "odd": (641, 427),
    "portrait": (301, 803),
    "landscape": (1203, 399),
    "tiny": (31, 17),
    "one pixel": (1, 1),
    "narrow": (20, 301),
}


def noise(width: int, height: int, mode: str = "RGB") -> Image.Image:
    rng = np.random.default_rng(width * 10_000 + height)
    channels = () if mode == "L" else (3,)
    picture = rng.integers(0, 256, (height, width, *channels), dtype=np.uint8)
    return Image.fromarray(picture, mode=None)


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("size", SIZES)
def test_pixels_are_those_of_torchvisions_evaluation_transform(size: str, mode: str) -> None:
    transforms = pytest.importorskip("torchvision.transforms", reason="the training extra")
    picture = noise(*SIZES[size], mode)
    theirs = transforms.Compose(
        [
            transforms.Resize(256),
            transforms.CenterCrop(224),
            transforms.ToTensor(),
            transforms.Normalize(SETTINGS.mean, SETTINGS.std),
        ]
    )(picture.convert("RGB"))
    found = to_pixels(picture, SETTINGS)
    assert (found.shape, found.dtype) == ((3, 224, 224), np.float32)
    np.testing.assert_allclose(found, theirs.numpy(), atol=1e-3)


@pytest.mark.parametrize("size", [(30_000, 3), (3, 30_000)])
def test_a_very_long_picture_shows_its_middle_without_filling_the_memory(
    size: tuple[int, int],
) -> None:
    # Resized whole, it would hold 655 million pixels.
    picture = Image.new("RGB", size, "white")
    width, height = (side // 3 if side > 3 else 3 for side in size)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    picture.paste("black", (left, top, left + width, top + height))
    found = to_pixels(picture, PictureBranch(encoder="any", mean=(0, 0, 0), std=(1, 1, 1)))
    assert found.shape == (3, 224, 224)
    assert found[:, 112, 112].max() == 0.0
