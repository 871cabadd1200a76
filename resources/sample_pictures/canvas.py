"""A small drawing board for the sample pictures: soft shapes, light, water, grain.

Coordinates are those of the finished picture, 960 × 540; it is drawn three times as large.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

WIDTH, HEIGHT, SCALE = 960, 540, 3
Points = Sequence[tuple[float, float]]


def rect(x0: float, y0: float, x1: float, y1: float) -> Points:
    """A rectangle by two corners."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def oval(x: float, y: float, rx: float, ry: float | None = None) -> Points:
    """An ellipse, or a disc where one radius is given."""
    turns = (2 * math.pi * i / 96 for i in range(96))
    return [(x + rx * math.cos(t), y + (ry or rx) * math.sin(t)) for t in turns]


def ridge(rng: np.random.Generator, level: float, height: float, rough: float = 0.5) -> Points:
    """A hill line from edge to edge, closed along the bottom of the picture."""
    x = np.linspace(-10, WIDTH + 10, 320)
    y = np.zeros_like(x)
    for octave in range(7):
        wave = 2 * math.pi * 2**octave / (WIDTH * 1.3)
        y += rough**octave * np.sin(wave * x + rng.uniform(0, 2 * math.pi))
    line = level - height * (y - y.min()) / np.ptp(y)
    return [*zip(x, line, strict=True), (WIDTH + 10, HEIGHT + 10), (-10, HEIGHT + 10)]


def blend(first: str, second: str, share: float) -> str:
    """A colour on the way from the first to the second, share 0 to 1."""
    a, b = ImageColor.getrgb(first), ImageColor.getrgb(second)
    mixed = (round(p + (q - p) * share) for p, q in zip(a[:3], b[:3], strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


class Canvas:
    """A picture in the making, begun as a vertical gradient of colours."""

    def __init__(self, *colours: str) -> None:
        self.image = _gradient(colours, (WIDTH * SCALE, HEIGHT * SCALE))

    def fill(
        self,
        *shapes: Points,
        colour: str,
        to: str | None = None,
        alpha: float = 1.0,
        blur: float = 0.0,
        light: bool = False,
    ) -> None:
        """Paint polygons, fading downwards `to` a second colour; `light` brightens, as a lamp."""
        self._paint(shapes, None, colour, to or colour, alpha, blur, light)

    def stroke(
        self,
        *lines: Points,
        width: float,
        colour: str,
        alpha: float = 1.0,
        blur: float = 0.0,
        light: bool = False,
    ) -> None:
        """Draw lines with round ends."""
        self._paint(lines, width, colour, colour, alpha, blur, light)

    def glow(self, x: float, y: float, radius: float, colour: str, alpha: float = 1.0) -> None:
        """Soft light around a point."""
        self.fill(oval(x, y, radius / 2), colour=colour, alpha=alpha, blur=radius / 3, light=True)

    def reflect(self, level: float, tint: str, share: float, ripple: float = 3.0) -> None:
        """Turn all below a level into water that mirrors what is above."""
        top = round(level * SCALE)
        depth = self.image.height - top
        mirrored = np.asarray(self.image.crop((0, top - depth, self.image.width, top)))[::-1]
        rows = np.arange(depth)
        swing = ripple * SCALE * (0.2 + rows / depth)
        shift = (swing * np.sin(rows / 5.0 + 2 * np.sin(rows / 23.0))).astype(int)
        waved = np.stack([np.roll(row, s, axis=0) for row, s in zip(mirrored, shift, strict=True)])
        water = Image.fromarray(waved).filter(ImageFilter.BoxBlur((1, 5)))
        water = Image.blend(water, Image.new("RGB", water.size, tint), share)
        self.image.paste(water, (0, top))

    def jpeg(self, grain: float = 1.7, vignette: float = 0.16, quality: int = 82) -> bytes:
        """The finished picture: scaled down, corners darkened, a little grain."""
        small = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        pixels = np.asarray(small, dtype=np.float32)
        y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
        pixels = pixels * (1 - vignette * ((x**2 + y**2) / 2) ** 1.5)[..., None]
        pixels += np.random.default_rng(7).normal(0, grain, (HEIGHT, WIDTH, 1))
        buffer = io.BytesIO()
        finished = Image.fromarray(pixels.round().clip(0, 255).astype(np.uint8))
        finished.save(buffer, "JPEG", quality=quality, optimize=True, progressive=True)
        return buffer.getvalue()

    def _paint(
        self,
        shapes: Sequence[Points],
        width: float | None,
        colour: str,
        to: str,
        alpha: float,
        blur: float,
        light: bool,
    ) -> None:
        edge = (blur * 3 + (width or 0)) + 2
        flat = [point for shape in shapes for point in shape]
        left = max(0, math.floor((min(x for x, _ in flat) - edge) * SCALE))
        top = max(0, math.floor((min(y for _, y in flat) - edge) * SCALE))
        right = min(self.image.width, math.ceil((max(x for x, _ in flat) + edge) * SCALE))
        bottom = min(self.image.height, math.ceil((max(y for _, y in flat) + edge) * SCALE))
        if right <= left or bottom <= top:
            return
        mask = Image.new("L", (right - left, bottom - top))
        draw = ImageDraw.Draw(mask)
        for shape in shapes:
            points = [(x * SCALE - left, y * SCALE - top) for x, y in shape]
            if width is None:
                draw.polygon(points, fill=255)
                continue
            draw.line(points, fill=255, width=max(1, round(width * SCALE)), joint="curve")
            reach = width * SCALE / 2
            for x, y in (points[0], points[-1]):
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * SCALE))
        if alpha < 1:
            mask = mask.point(lambda value: round(value * alpha))
        paint = _gradient((colour, to), mask.size)
        if light:
            under = self.image.crop((left, top, right, bottom))
            paint = ImageChops.screen(under, paint)
        self.image.paste(paint, (left, top), mask)


def _gradient(colours: Sequence[str], size: tuple[int, int]) -> Image.Image:
    stops = np.array([ImageColor.getrgb(colour)[:3] for colour in colours], dtype=np.float64)
    at = np.linspace(0, len(stops) - 1, size[1])
    column = np.stack([np.interp(at, range(len(stops)), stops[:, i]) for i in range(3)], axis=1)
    pixels = np.repeat(column[:, None, :].round().astype(np.uint8), size[0], axis=1)
    return Image.fromarray(pixels)
