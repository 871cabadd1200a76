"""Scenes of paper, stone, copper and cloth: one function a picture."""

from __future__ import annotations

import math

import numpy as np
from canvas import Canvas, Points, blend, oval, rect


def orchard_chart() -> Canvas:
    """A rising chart on paper whose columns are apple trees."""
    rng = np.random.default_rng(5)
    c = Canvas("#c9b79c", "#b59f82")
    sheet = [(92, 52), (884, 30), (902, 520), (106, 545)]
    c.fill([(x + 10, y + 16) for x, y in sheet], colour="#4a3826", alpha=0.45, blur=16)
    c.fill([(x - 14, y + 8) for x, y in sheet], colour="#e9e0cf", to="#d9cdb8")
    c.fill(sheet, colour="#fbf7ee", to="#f2eadb")

    def on(x: float, y: float) -> tuple[float, float]:
        return x, y - (x - 100) * 0.0277  # the sheet lies a little askew

    for y in range(110, 470, 60):
        c.stroke([on(150, y), on(850, y)], width=1, colour="#d8ccb6", alpha=0.8)
    c.stroke([on(150, 470), on(850, 470)], width=2.4, colour="#5b4a38")
    tops = [372, 352, 360, 308, 282, 232, 168]
    crowns = ["#8fa876", "#86a271", "#7d9b6c", "#6f9165", "#5f855e", "#4f7857", "#3f6a50"]
    places = [200 + i * 97 for i in range(7)]
    for x, top, crown in zip(places, tops, crowns, strict=True):
        size = 28 + (400 - top) * 0.085
        c.fill(oval(*on(x + 12, 472), size, 5), colour="#6b5a44", alpha=0.25, blur=4)
        c.fill(
            [on(x - 5, 470), on(x - 3, top), on(x + 3, top), on(x + 5, 470)],
            colour="#7a5c43",
            to="#5f4633",
        )
        for dx, dy, share in [(-0.55, 0.3, 0.72), (0.55, 0.34, 0.7), (0, -0.12, 0.95)]:
            bx, by = on(x + dx * size, top + dy * size)
            c.fill(oval(bx, by, size * share), colour=blend(crown, "#fff6d8", 0.22), to=crown)
        for _ in range(int(size / 5)):
            angle, far = rng.uniform(0, 6.28), size * 0.85 * math.sqrt(rng.random())
            ax, ay = on(x + far * math.cos(angle), top + far * 0.8 * math.sin(angle))
            c.fill(oval(ax, ay, 4.2), colour="#d9694a", to="#b5452f")
            c.fill(oval(ax - 1.3, ay - 1.5, 1.1), colour="#f6c3a6")
    line = [on(x, top - 62 - i * 3) for i, (x, top) in enumerate(zip(places, tops, strict=True))]
    c.stroke(line, width=4.5, colour="#a33b26")
    for x, y in line:
        c.fill(oval(x, y, 7.5), colour="#a33b26")
        c.fill(oval(x, y, 4), colour="#fbf7ee")
    pencil = [(700, 498), (905, 402), (913, 418), (708, 514)]
    c.fill([(x + 5, y + 9) for x, y in pencil], colour="#4a3826", alpha=0.35, blur=6)
    c.fill(pencil, colour="#2e6f73", to="#235a5f")
    c.fill([(700, 498), (708, 514), (676, 518)], colour="#e9cfa3")
    c.fill([(684, 510), (687, 516), (676, 518)], colour="#33302c")
    return c


def parliament() -> Canvas:
    """Tall columns lit from below at night."""
    c = Canvas("#141d33", "#26365a", "#4a5680", "#8a7a8c")
    rng = np.random.default_rng(2)
    for x, y in zip(rng.uniform(0, 960, 60), rng.uniform(0, 110, 60), strict=True):
        c.fill(oval(x, y, rng.uniform(0.4, 1.1)), colour="#dfe4f5", alpha=0.6)
    c.fill([(96, 152), (480, 34), (864, 152)], colour="#c9b79d", to="#e8d3ae")
    c.fill([(176, 142), (480, 48), (784, 142)], colour="#8f7f76", to="#b79f86")
    c.fill(oval(480, 108, 23), colour="#e8d3ae", to="#cdb592")
    c.fill(oval(480, 108, 16), colour="#8f7f76", to="#a48f7d")
    c.fill(rect(88, 150, 872, 164), colour="#f0dfbf", to="#d6c09a")
    c.fill(rect(104, 164, 856, 190), colour="#bfa988", to="#cdb48c")
    c.fill(rect(112, 190, 848, 442), colour="#3a2c33", to="#d1894a")
    c.fill(rect(112, 190, 848, 222), colour="#1d1a26", alpha=0.6, blur=9)
    for x in np.arange(180, 800, 100):
        c.fill(
            rect(x - 20, 268, x + 20, 442),
            oval(x, 268, 20),
            colour="#ffd992",
            to="#ffe9bd",
            alpha=0.9,
            blur=1.2,
        )
        c.stroke([(x, 250), (x, 442)], [(x - 20, 330), (x + 20, 330)], width=2, colour="#7a4a2c")
    for x in np.arange(130, 850, 100):
        _column(c, x, 190, 442)
    for i in range(6):
        y, spread = 442 + i * 14, i * 22
        c.fill(rect(96 - spread, y, 864 + spread, y + 14), colour="#f3dfb8", to="#c4a67c")
        c.fill(rect(96 - spread, y + 9, 864 + spread, y + 14), colour="#7d6a5b", alpha=0.75)
    c.fill(rect(0, 526, 960, 540), colour="#6b5a52", to="#4b4045")
    c.fill(rect(60, 430, 900, 480), colour="#ffc878", alpha=0.25, blur=26, light=True)
    for x, tall in [(388, 42), (410, 38), (614, 41)]:
        c.fill(oval(x, 514 - tall, 4.6), colour="#221d28")
        c.fill(
            [(x - 5, 519 - tall), (x + 5, 519 - tall), (x + 8, 512), (x - 8, 512)], colour="#221d28"
        )
    return c


def _column(c: Canvas, x: float, top: float, foot: float) -> None:
    half = 17
    for i in range(-half, half):
        share = 0.5 + 0.5 * math.cos((i + 6) / half * 1.6) - (0.14 if i % 5 == 0 else 0)
        shade = blend("#6d5a58", "#f7e3bd", max(0.0, min(1.0, share)))
        c.fill(
            rect(x + i, top + 14, x + i + 1.2, foot - 10),
            colour=blend(shade, "#55506a", 0.3),
            to=blend(shade, "#ffd89a", 0.25),
        )
    c.fill(
        rect(x - 23, top, x + 23, top + 7),
        rect(x - 20, top + 7, x + 20, top + 14),
        colour="#e9d5b1",
        to="#b39a7a",
    )
    c.fill(
        rect(x - 20, foot - 10, x + 20, foot - 5),
        rect(x - 23, foot - 5, x + 23, foot),
        colour="#ffe9c2",
        to="#d8b98a",
    )


def chip() -> Canvas:
    """A chip among copper traces; a voice crosses it and wakes a part of it."""
    rng = np.random.default_rng(17)
    c = Canvas("#0f3b40", "#12474a", "#0b3238")
    c.glow(480, 270, 560, "#2b8f86", 0.5)
    for side in range(4):
        for i in range(13):
            _trace(c, rng, side, -138 + i * 23)
    c.fill(rect(312, 112, 668, 448), colour="#04191d", alpha=0.7, blur=18)
    pads = [rect(x - 6, y, x + 6, y + 14) for x in range(342, 640, 23) for y in (104, 442)]
    pads += [rect(x, y - 6, x + 14, y + 6) for y in range(132, 430, 23) for x in (304, 642)]
    c.fill(*pads, colour="#e5bd85", to="#b98452")
    c.fill(_rounded(480, 280, 168, 14), colour="#263238", to="#151d22")
    c.fill(_rounded(480, 280, 128, 8), colour="#1c262b", to="#202c31")
    for i in range(8):
        for j in range(8):
            x, y = 375 + i * 30, 175 + j * 30
            near = math.exp(-(((x - 480) / 150) ** 2 + ((y - 280) / 42) ** 2))
            lit = near > 0.35 and rng.random() < 0.85
            warm = blend("#2f5a5c", "#ffc27a", near)
            c.fill(
                _rounded(x, y, 11, 3),
                colour=warm if lit else "#2a373d",
                to=blend(warm, "#c1532b", 0.25) if lit else "#243036",
            )
    x = np.linspace(60, 900, 900)
    swell = 96 * np.exp(-(((x - 480) / 190) ** 2)) * (0.6 + 0.4 * np.sin(x / 37))
    for k, alpha in [(0.35, 0.35), (0.68, 0.5), (1.0, 1.0)]:
        wave = list(zip(x, 280 + k * swell * np.sin(x / 8.3), strict=True))
        c.stroke(wave, width=7, colour="#7fe3d0", alpha=0.35 * alpha, blur=5, light=True)
        c.stroke(wave, width=1.8, colour="#d9fff4", alpha=0.8 * alpha)
    return c


def _trace(c: Canvas, rng: np.random.Generator, side: int, lane: float) -> None:
    out, turn = rng.uniform(190, 250) + abs(lane) * 0.5, math.copysign(1, lane)
    shift = rng.uniform(20, 110) * turn
    path = [(160, lane), (out, lane), (out + abs(shift), lane + shift)]
    end = 600 if rng.random() < 0.6 else out + abs(shift) + rng.uniform(20, 120)
    path.append((end, lane + shift))
    spin = [lambda u, v: (u, v), lambda u, v: (-u, v), lambda u, v: (v, u), lambda u, v: (v, -u)]
    line = [(480 + a, 280 + b) for a, b in (spin[side](u, v) for u, v in path)]
    copper = rng.choice(["#c98f5b", "#a9794e", "#3f8f86", "#35786f"])
    c.stroke([(x + 1.5, y + 2) for x, y in line], width=3.4, colour="#062326", alpha=0.6)
    c.stroke(line, width=3, colour=copper)
    if end < 600:
        c.fill(oval(*line[-1], 6.5), colour=copper)
        c.fill(oval(*line[-1], 2.8), colour="#0c3439")


def _rounded(x: float, y: float, half: float, r: float) -> Points:
    turned = [
        oval(x + sx * (half - r), y + sy * (half - r), r)[i : i + 25]
        for sx, sy, i in ((1, 1, 0), (-1, 1, 24), (-1, -1, 48), (1, -1, 72))
    ]
    return [point for corner in turned for point in corner]


def corridor() -> Canvas:
    """A bright hospital corridor with open doors."""
    c = Canvas("#e9f0ec", "#dfe9e4")
    far = (404, 200, 556, 330)

    def at(x: float, y: float, depth: float) -> tuple[float, float]:
        """A point of the near frame (0 to 960, 0 to 540) moved inwards; depth 0 near, 1 far."""
        s = depth**0.55
        return (
            x + (far[0] + x / 960 * (far[2] - far[0]) - x) * s,
            y + (far[1] + y / 540 * (far[3] - far[1]) - y) * s,
        )

    def wall(x: float, d0: float, d1: float, y0: float, y1: float) -> Points:
        return [at(x, y0, d0), at(x, y0, d1), at(x, y1, d1), at(x, y1, d0)]

    c.fill(wall(0, 0, 1, 0, 540), colour="#cfe2dc", to="#b5d0c9")
    c.fill(wall(960, 0, 1, 0, 540), colour="#f3ead9", to="#e3d5bd")
    c.fill([(0, 0), (960, 0), at(960, 0, 1), at(0, 0, 1)], colour="#f7faf6", to="#e2ece8")
    c.fill([(0, 540), (960, 540), at(960, 540, 1), at(0, 540, 1)], colour="#d5e3dd", to="#8fb3ad")
    c.fill(rect(*far), colour="#fffdf4", to="#fbe9c9")
    for x, tone in ((0, "#7fb0a8"), (960, "#d9a878")):
        c.fill(wall(x, 0, 1, 330, 372), colour=tone, alpha=0.55)
        c.fill(wall(x, 0, 1, 520, 540), colour="#7d9c97", alpha=0.6)
    for d in (0.02, 0.17, 0.36, 0.62):
        panel = [at(380, 0, d), at(580, 0, d), at(580, 0, d + 0.1), at(380, 0, d + 0.1)]
        c.fill(panel, colour="#ffffff")
        c.fill(panel, colour="#fff6dd", alpha=0.8, blur=9, light=True)
        gleam = [at(400, 540, d), at(560, 540, d), at(560, 540, d + 0.1), at(400, 540, d + 0.1)]
        c.fill(gleam, colour="#ffffff", alpha=0.5, blur=7)
    for d in (0.06, 0.27, 0.55):
        c.fill(wall(960, d, d + 0.11, 110, 540), colour="#fff7e2", to="#ffdba0")
        shaft = [
            at(960, 540, d),
            at(960, 540, d + 0.11),
            at(330, 540, d + 0.16),
            at(330, 540, d + 0.03),
        ]
        c.fill(shaft, colour="#ffe9bd", alpha=0.6, blur=5)
        c.fill(wall(0, d + 0.03, d + 0.12, 130, 540), colour="#4f8f8a", to="#3d7773")
        c.fill(wall(0, d + 0.055, d + 0.08, 190, 330), colour="#cdeae2", to="#a5d0c6")
    c.glow(480, 262, 200, "#fff1cf", 0.5)
    for x, y, tall, coat in [(452, 372, 92, "#2f6f74"), (500, 384, 104, "#f4f1ea")]:
        _walker(c, x, y, tall, coat)
    return c


def _walker(c: Canvas, x: float, foot: float, tall: float, coat: str) -> None:
    """Somebody in a coat, seen from behind."""
    u = tall / 10
    shade = blend(coat, "#27464b", 0.22)

    def body(*points: tuple[float, float]) -> Points:
        return [(x + a * u, foot - b * u) for a, b in points]

    c.fill(oval(x + u, foot, u * 2.2, u * 0.4), colour="#4f7772", alpha=0.5, blur=3)
    c.fill(
        body((-0.75, 4), (0, 4), (-0.12, 0.1), (-0.7, 0.1)),
        body((0, 4), (0.75, 4), (0.8, 0.5), (0.3, 0.5)),
        colour="#2c4d52",
    )
    shoulders = [(-0.5, 8.35), (0.5, 8.35), (1.1, 8.0), (1.05, 6.2)]
    c.fill(
        body(*shoulders, (1.2, 3.2), (-1.2, 3.2), (-1.05, 6.2), (-1.1, 8.0)), colour=coat, to=shade
    )
    c.stroke(
        body((-1.1, 7.7), (-1.4, 6.1), (-1.3, 4.6)),
        body((1.1, 7.7), (1.45, 6.2), (1.2, 4.8)),
        width=0.55 * u,
        colour=shade,
    )
    c.stroke(body((0, 4.6), (0, 3.2)), width=0.12 * u, colour="#7d9c97")
    c.fill(body((-0.25, 8.9), (0.25, 8.9), (0.3, 8.2), (-0.3, 8.2)), colour="#c99b7c")
    c.fill(oval(x, foot - 9.35 * u, 0.62 * u, 0.75 * u), colour="#4a342b")
    c.fill(oval(x, foot - 9.9 * u, 0.34 * u, 0.3 * u), colour="#3b2922")


def curtain() -> Canvas:
    """A theatre curtain, parting over a lit stage."""
    c = Canvas("#1c0d12", "#1c0d12")
    c.fill(rect(300, 0, 660, 440), colour="#3b1c22", to="#f3b765")
    c.glow(480, 430, 420, "#ffd68c", 0.75)
    for i in range(1, 8):
        c.fill(oval(480, 440, 30 * i), colour="#ffdf9e", alpha=0.10, blur=12, light=True)
    c.fill(rect(0, 432, 960, 540), colour="#9a5b32", to="#40211a")
    c.fill(oval(480, 446, 230, 24), colour="#ffdf9e", alpha=0.55, blur=12, light=True)
    for y in (440, 452, 468, 490):
        c.stroke([(0, y), (960, y)], width=1.2, colour="#3c1e17", alpha=0.5)
    for x, size in [(424, 0.8), (536, 0.8), (480, 1.0)]:
        _bottle(c, x, 446 + 8 * (size - 0.8), size)
    for x in np.arange(0, 960, 0.5):
        _fold(c, x)
    for side in (-1, 1):
        edge = [(480 + side * x, _hem(480 + x)) for x in np.linspace(20, 172.8, 80)]
        c.stroke(edge, width=4, colour="#d9a850")
        c.stroke([(x + side * 5, y) for x, y in edge], width=2.5, colour="#fbe2a6", alpha=0.5)
    for x in range(0, 960, 2):
        swag = abs(math.sin((x + 60) / 120 * math.pi))
        shade = 0.5 + 0.5 * math.sin((x + 60) / 120 * 2 * math.pi + 1)
        c.fill(
            rect(x, 0, x + 2, 38 + 34 * swag),
            colour=blend("#3f0d18", "#7c1b2a", shade),
            to=blend("#6a1524", "#b53a3f", shade),
        )
        c.fill(
            rect(x, 38 + 34 * swag, x + 2, 48 + 34 * swag),
            colour="#e3b565",
            to=blend("#a8742f", "#d9a850", shade),
        )
    c.fill(rect(0, 0, 960, 30), colour="#0f060a", alpha=0.7, blur=18)
    rng = np.random.default_rng(3)
    for row, tone in ((506, "#2a1216"), (528, "#14080c")):
        for x in np.arange(rng.uniform(0, 20), 980, 44):
            u, v, r = x + rng.normal(0, 4), row + rng.normal(0, 4), rng.uniform(13, 16)
            c.fill(oval(u, v, r * 0.86, r), oval(u, v + r * 2.3, r * 1.9, r * 1.4), colour=tone)
            c.stroke(oval(u, v, r * 0.86, r)[56:88], width=1.3, colour="#e2a45e", alpha=0.5)
    return c


def _fold(c: Canvas, x: float) -> None:
    """A strip of curtain."""
    foot = _hem(x)
    wave = 0.5 + 0.5 * math.sin(x / 11 + 1.4 * math.sin(x / 53))
    lamp = max(0.0, 1 - abs(abs(x - 480) / 480 - 0.3) * 2.2)
    dark, bright = "#3a0b16", blend("#9c2431", "#e0604f", lamp * 0.6)
    c.fill(
        rect(x, 0, x + 0.5, foot),
        colour=blend(dark, bright, wave * 0.55),
        to=blend(dark, bright, 0.1 + wave * 0.9),
    )
    if foot == 440:
        c.fill(rect(x, 433, x + 0.5, 440), colour=blend("#6b3a22", "#e3b565", wave))


def _hem(x: float) -> float:
    """How far down the curtain hangs: drawn aside in a curve towards the middle."""
    aside = abs(x - 480) / 172.8
    return 440 if aside >= 1 else 440 - 430 * (1 - aside) ** 0.62


def _bottle(c: Canvas, x: float, foot: float, size: float) -> None:
    """A singer of the chorus, dressed as a vessel of green glass."""
    half = [(12, 0), (14, 5), (14, 78), (11, 92), (6, 104), (5, 132), (7, 134), (7, 142)]
    outline = [*half, *((-u, v) for u, v in reversed(half))]
    c.fill(oval(x, foot, 22 * size, 4), colour="#40211a", alpha=0.5, blur=3)
    c.fill(
        [(x + u * size * 1.35, foot - v * size) for u, v in outline],
        colour="#2f6b57",
        to="#5fa37c",
        alpha=0.9,
    )
    shine = [(x - 13 * size, foot - v * size) for v in (14, 74)]
    c.stroke(shine, width=3.5 * size, colour="#d8f2d4", alpha=0.6)
