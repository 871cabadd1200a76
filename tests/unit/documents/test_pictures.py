"""Pictures as an editor's eye would have them, and refused where they cannot be had."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from documents_made import picture
from PIL import Image, ImageCms

from newsdesk.core.errors import DocumentError
from newsdesk.core.pictures import check_cover, open_picture, read_cover


def saved(image: Image.Image, kind: str, **how: object) -> bytes:
    target = io.BytesIO()
    image.save(target, kind, **how)
    return target.getvalue()


def pixel(data: bytes, x: int, y: int) -> tuple[int, ...]:
    value = open_picture(data).getpixel((x, y))
    assert isinstance(value, tuple)
    return value


def refused(data: bytes) -> str:
    with pytest.raises(DocumentError) as caught:
        read_cover(data, "photo.png")
    assert "photo.png" in str(caught.value)
    return caught.value.problem.kind


def vast_png(width: int, height: int) -> bytes:
    """A small PNG file whose header promises a vast picture."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(width // 8 + 1)
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP", "TIFF", "BMP", "AVIF"])
def test_every_kind_of_picture_is_read_with_its_size(kind: str) -> None:
    cover = read_cover(picture(320, 200, kind), "photo.bin")
    assert (cover.width, cover.height) == (320, 200)
    assert cover.media_type == f"image/{kind.lower()}"
    assert open_picture(cover.data).mode == "RGB"


def test_a_photo_from_a_telephone_in_heic_is_read() -> None:
    import pillow_heif

    pillow_heif.register_heif_opener()
    cover = read_cover(picture(320, 200, "HEIF"), "IMG_0001.heic")
    assert (cover.media_type, cover.width, cover.height) == ("image/heic", 320, 200)
    red, green, blue = pixel(cover.data, 10, 100)
    assert red > 200 > green > 100 > blue


def test_a_30000_by_30000_png_is_refused_from_its_header() -> None:
    data = vast_png(30_000, 30_000)
    assert len(data) < 200_000
    assert refused(data) == "too_large"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP"])
def test_a_picture_cut_short_is_broken(kind: str) -> None:
    image = Image.fromarray(np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8))
    data = saved(image, kind)
    assert refused(data[: len(data) // 2]) == "broken_picture"


def test_a_text_named_as_a_picture_is_not_one() -> None:
    assert refused(b"<svg xmlns='http://www.w3.org/2000/svg'/>") == "not_a_picture"
    assert refused(b"") == "not_a_picture"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP"])
def test_a_picture_turned_by_exif_stands_upright(kind: str) -> None:
    image = Image.new("RGB", (300, 200), "black")
    image.paste("white", (0, 0, 60, 200))  # a white bar on the left, to become the top
    exif = Image.Exif()
    exif[0x0112] = 6
    data = saved(image, kind, exif=exif)
    cover = read_cover(data, "photo")
    assert (cover.width, cover.height) == (200, 300)
    upright = open_picture(data)
    assert upright.size == (200, 300)
    assert pixel(data, 100, 10)[0] > 240
    assert pixel(data, 100, 290)[0] < 15


def test_a_16_bit_grey_png_keeps_its_greys() -> None:
    greys = np.linspace(0, 65535, 256, dtype=np.uint16)[None, :].repeat(8, 0)
    data = saved(Image.fromarray(greys), "PNG")
    assert [pixel(data, x, 0)[0] for x in (0, 64, 128, 255)] == pytest.approx(
        [0, 64, 128, 255], abs=1
    )


def test_transparency_is_flattened_on_white() -> None:
    layered = Image.new("RGBA", (100, 100), (255, 0, 0, 0))
    layered.paste((0, 0, 255, 255), (0, 0, 50, 100))
    for data in (saved(layered, "PNG"), saved(layered, "WEBP", lossless=True)):
        assert pixel(data, 10, 10) == (0, 0, 255)
        assert pixel(data, 90, 10) == (255, 255, 255)


def test_a_palette_with_a_transparent_colour_is_flattened_on_white() -> None:
    drawn = Image.new("P", (40, 40), 0)
    drawn.putpalette([0, 0, 0, 0, 128, 0])
    drawn.paste(1, (0, 0, 20, 40))
    data = saved(drawn, "PNG", transparency=0)
    assert pixel(data, 5, 5) == (0, 128, 0)
    assert pixel(data, 35, 5) == (255, 255, 255)


def test_a_cmyk_jpeg_shows_the_colours_that_a_viewer_shows() -> None:
    # Pillow writes CMYK as Adobe does, inverted and with Adobe's marker.
    data = saved(Image.new("CMYK", (64, 64), (255, 0, 0, 0)), "JPEG", quality=95)
    assert b"Adobe" in data
    red, green, blue = pixel(data, 30, 30)
    assert red < 60
    assert min(green, blue) > 150


def test_colours_go_through_the_pictures_own_profile() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    image = Image.new("RGB", (32, 32), (200, 30, 30))
    plain = pixel(saved(image, "PNG"), 5, 5)
    # A profile that does not fit the picture is left out, the picture is not lost.
    assert pixel(saved(image, "PNG", icc_profile=lab.tobytes()), 5, 5) == plain
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    assert pixel(saved(image, "PNG", icc_profile=srgb.tobytes()), 5, 5) == plain


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
def test_of_an_animation_the_first_frame_is_used_and_that_is_known(kind: str) -> None:
    first, second = Image.new("RGB", (80, 60), "red"), Image.new("RGB", (80, 60), "blue")
    data = saved(first, kind, save_all=True, append_images=[second], duration=100)
    assert check_cover(data, "moving").animated
    red, _, blue = pixel(data, 20, 20)
    assert red > 200 > 60 > blue
    assert not check_cover(saved(first, kind), "still").animated


def test_a_picture_wanted_small_is_decoded_small_and_looks_alike() -> None:
    data = picture(3200, 1600, "JPEG")
    small = open_picture(data, at_least=400)
    assert 400 <= small.height < 1600
    left, right = small.getpixel((5, 5)), small.getpixel((small.width - 5, 5))
    assert left == pytest.approx(pixel(data, 40, 40), abs=6)
    assert right == pytest.approx(pixel(data, 3160, 40), abs=6)
