"""Pictures: checked from their header, then decoded as a viewer would show them.

The type is read from the bytes and the size from the header, before anything is decoded.
"""

from __future__ import annotations

import io
import logging
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PIL import Image

from newsdesk.core.article import Cover
from newsdesk.core.errors import DocumentError

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

MAX_PIXELS = 100_000_000
MAX_BYTES = 200_000_000

_log = logging.getLogger(__name__)
# Only these decoders are ever tried; MPO is the JPEG of cameras that store two pictures.
_DECODERS = {
    "image/jpeg": ("JPEG", "MPO"),
    "image/png": ("PNG",),
    "image/gif": ("GIF",),
    "image/webp": ("WEBP",),
    "image/tiff": ("TIFF",),
    "image/bmp": ("BMP",),
    "image/avif": ("AVIF",),
    "image/heic": ("HEIF",),
}
_ORIENTATION = 0x0112
_WHITE = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class CheckedCover:
    """A cover, and whether it moves (its first frame is the one that is used)."""

    cover: Cover
    animated: bool


def read_cover(data: bytes, name: str) -> Cover:
    """Check a picture and make it a Cover.

    Raises DocumentError: `not_a_picture`, `broken_picture`, `too_large`.
    """
    return check_cover(data, name).cover


def check_cover(data: bytes, name: str) -> CheckedCover:
    """As `read_cover`, and says whether the picture is an animation."""
    image, media_type = _open(data, name)
    width, height = image.size
    animated = image.format != "MPO" and media_type != "image/tiff" and _frames(image) > 1
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            turned = image.getexif().get(_ORIENTATION, 1) in (5, 6, 7, 8)
            # A JPEG is decoded at an eighth of its size: enough to see that it is whole.
            image.draft("RGB", (width // 8, height // 8))
            image.load()
    except Exception as error:
        raise _broken(name, error) from error
    if media_type == "image/tiff":  # turns itself when it is decoded
        (width, height), turned = image.size, False
    if turned:
        width, height = height, width
    return CheckedCover(Cover(data, name, media_type, width, height), animated)


def open_picture(
    data: bytes, name: str = "The picture", at_least: int | None = None
) -> Image.Image:
    """Decode a picture, first frame, to upright 8-bit RGB, transparency flattened on white.

    at_least: pixels of the sides that are wanted; a larger JPEG is then decoded at a half, a
    quarter or an eighth of its size, many times quicker. None decodes every pixel.
    Raises DocumentError: `not_a_picture`, `broken_picture`, `too_large`.
    """
    image, _ = _open(data, name)
    if at_least is not None:
        image.draft("RGB", (at_least, at_least))
    return _upright_rgb(image, name)


def picture_type(head: bytes) -> str | None:
    """The media type of a picture by its first 32 bytes, None where it is no picture."""
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head.startswith((b"II*\0", b"MM\0*")):
        return "image/tiff"
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0":
        return "image/bmp"
    if head[4:8] == b"ftyp":
        brands = {head[8:12], *(head[at : at + 4] for at in range(16, 32, 4))}
        if brands & {b"avif", b"avis"}:
            return "image/avif"
        if brands & {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"}:
            return "image/heic"
    return None


def header_size(data: bytes) -> tuple[int, int]:
    """Width and height as the header says; (0, 0) where it is no picture that can be used."""
    try:
        return _open(data, "")[0].size
    except DocumentError:
        return (0, 0)


def _open(data: bytes, name: str) -> tuple[ImageFile, str]:
    media_type = picture_type(data[:32])
    if media_type is None:
        raise DocumentError(
            "not_a_picture",
            f"{name} is not a picture that Newsdesk knows.",
            "Use a JPEG, PNG, WebP, GIF, TIFF, BMP, HEIC or AVIF picture.",
        )
    if len(data) > MAX_BYTES:
        raise _too_large(name, f"{len(data) // 1_000_000:,} MB")
    if media_type == "image/heic":
        import pillow_heif

        pillow_heif.register_heif_opener()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the size is judged below, damage on decoding
            image = Image.open(io.BytesIO(data), formats=_DECODERS[media_type])
    except Image.DecompressionBombError as error:
        raise _too_large(name, "more than 170 megapixels") from error
    except Exception as error:
        raise _broken(name, error) from error
    if image.width * image.height > MAX_PIXELS:
        raise _too_large(name, f"{image.width:,} × {image.height:,} pixels")
    return image, media_type


def _upright_rgb(image: ImageFile, name: str) -> Image.Image:
    from PIL import ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image.load()
            return _to_rgb(ImageOps.exif_transpose(image))
    except Exception as error:
        raise _broken(name, error) from error


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I") or image.mode == "F":
        return _scaled_to_8_bit(image).convert("RGB")
    if image.mode in ("RGBa", "La"):
        image = image.convert(image.mode.upper())
    if image.has_transparency_data:
        layered = image.convert("RGBA")
        ground = Image.new("RGB", image.size, _WHITE)
        ground.paste(layered, mask=layered.getchannel("A"))
        return ground
    return _to_srgb(image)


def _scaled_to_8_bit(image: Image.Image) -> Image.Image:
    """Grey of 16 bits or more to 8; a plain conversion would turn it white."""
    import numpy as np

    values = np.asarray(image, dtype=np.float32)
    clear = image.info.get("transparency")
    top = float(values.max(initial=0.0))
    if image.mode.startswith("I;16") or 255 < top <= 65535:
        scale = 65535.0
    elif image.mode == "F" and top <= 1.0:
        scale = 1.0
    else:
        scale = max(top, 255.0)
    grey = np.clip(values / scale, 0.0, 1.0) * 255.0
    if isinstance(clear, int):
        grey[values == clear] = 255.0
    return Image.fromarray(np.rint(grey).astype(np.uint8))


def _to_srgb(image: Image.Image) -> Image.Image:
    """Colours as a viewer shows them: through the picture's profile where it has one."""
    profile = image.info.get("icc_profile")
    if image.mode in ("RGB", "CMYK", "LAB") and (profile or image.mode == "LAB"):
        try:
            return _through_profile(image, profile)
        except Exception as error:  # a broken profile is no reason to lose the picture
            _log.debug("colour profile left out: %s", error)
    return image.convert("RGB")


def _through_profile(image: Image.Image, profile: bytes | None) -> Image.Image:
    from PIL import ImageCms

    source: Any = (
        ImageCms.ImageCmsProfile(io.BytesIO(profile)) if profile else ImageCms.createProfile("LAB")
    )
    if profile and "sRGB" in ImageCms.getProfileDescription(source):
        return image.convert("RGB")
    target = ImageCms.createProfile("sRGB")
    changed = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
    return changed if changed is not None else image.convert("RGB")


def _frames(image: Image.Image) -> int:
    try:
        return int(getattr(image, "n_frames", 1))
    except Exception:  # counting frames reads on, and may meet the damage first
        return 1


def _broken(name: str, error: Exception) -> DocumentError:
    _log.debug("broken picture %s", name, exc_info=error)
    return DocumentError(
        "broken_picture",
        f"The picture {name} is damaged or cut short.",
        "Save or send it again.",
    )


def _too_large(name: str, size: str) -> DocumentError:
    return DocumentError(
        "too_large",
        f"The picture {name} is too large: {size}; the limit is 100 megapixels and 200 MB.",
        "Use a smaller version of it.",
    )
