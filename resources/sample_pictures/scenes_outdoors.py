"""Scenes under the sky: one function a picture."""

from __future__ import annotations

import math

import numpy as np
from canvas import Canvas, Points, blend, oval, rect, ridge


def river_plant() -> Canvas:
    """A long, low plant on the far bank of a river at sunrise."""
    rng = np.random.default_rng(11)
    c = Canvas("#5f86a3", "#a9b9b9", "#f0d3ae", "#f5c592", "#8fa3a0", "#5d7f88")
    c.glow(660, 285, 420, "#ffdcab", 0.75)
    c.fill(oval(660, 232, 34), colour="#fff3d8", blur=1)
    for x, y, w in [(170, 92, 150), (330, 66, 90), (430, 128, 190), (830, 78, 130), (910, 140, 90)]:
        c.fill(
            oval(x, y, w, 5), oval(x + 40, y + 9, w * 0.7, 3), colour="#fbe6cf", alpha=0.5, blur=5
        )
    for level, height, colour, to in [
        (292, 84, "#a3adab", "#d8c3a6"),
        (306, 58, "#7f979a", "#b9b3a0"),
        (316, 34, "#5f7f83", "#8d9d93"),
    ]:
        c.fill(ridge(rng, level, height), colour=colour, to=to)
    c.fill(rect(0, 316, 960, 350), colour="#4f6f6c", to="#45635f")
    _plant(c)
    for x in rng.uniform(0, 960, 90):
        if not 330 < x < 810 or rng.random() < 0.3:
            r = rng.uniform(4, 12)
            c.fill(oval(x, 338 - r * 0.6, r, r * 0.9), colour="#3f5f57", to="#33504b")
    c.reflect(345, "#5d7f88", 0.30)
    c.fill(rect(0, 342, 960, 347), colour="#2f4c49", blur=1)
    for _ in range(70):
        x, y = rng.normal(660, 120), 352 + 150 * rng.random() ** 1.4
        w = rng.uniform(12, 50) * (y - 300) / 120
        c.stroke([(x - w, y), (x + w, y)], width=1.2, colour="#ffe3bb", alpha=0.28, light=True)
    c.fill([(0, 540), (0, 470), (140, 478), (300, 505), (430, 540)], colour="#274340", to="#1c312f")
    for x in [*rng.normal(90, 80, 70), *rng.normal(915, 40, 34)]:
        lean, tall = rng.normal(6, 9), rng.uniform(40, 130) * (0.6 if x > 500 else 1)
        c.stroke(
            [(x, 545), (x + lean * 0.3, 545 - tall * 0.6), (x + lean, 545 - tall)],
            width=2,
            colour="#1d3431",
            alpha=0.92,
        )
        if rng.random() < 0.35:
            c.fill(oval(x + lean, 540 - tall, 2.6, 9), colour="#4a3a2b")
    return c


def _plant(c: Canvas) -> None:
    for x, y in [(705, 232), (735, 244)]:
        c.fill(rect(x, y, x + 9, 322), colour="#f2e6d6", to="#b9b6ac")
        for i in range(9):
            c.fill(
                oval(x + 8 + i * 13, y - 10 - i * 7, 9 + i * 3.4, 6 + i * 2),
                colour="#fff4e4",
                alpha=0.30 - i * 0.022,
                blur=5,
            )
    halls = [(352, 286, 470), (470, 272, 640), (640, 292, 800)]
    for x0, y0, x1 in halls:
        c.fill(rect(x0, y0, x1, 338), colour="#f4eadb", to="#c3c3b8")
        c.fill(rect(x0, y0, x1, y0 + 5), colour="#5b7680")
        c.fill(rect(x1 - 10, y0 + 5, x1, 338), colour="#a9aca4", to="#8e9891", alpha=0.8)
        c.fill(
            *(rect(x, y0 + 17, x + 11, y0 + 28) for x in np.arange(x0 + 12, x1 - 24, 16)),
            colour="#ffca7a",
            to="#e79b55",
        )
    c.fill(*(rect(x, 262, x + 26, 272) for x in (492, 536, 580)), colour="#8ba0a2", to="#6f888b")


def skyline() -> Canvas:
    """A harbour city at dusk, and the dashed outline of a tram that was never built."""
    rng = np.random.default_rng(23)
    c = Canvas("#2a3157", "#6b5b86", "#c98a8b", "#f2b98a", "#54507a", "#343a5f")
    c.glow(260, 300, 460, "#ffc489", 0.6)
    c.fill(ridge(rng, 300, 90), colour="#8a6f8f", to="#d9a08d")
    for shade, low, tall, lit in [("#75628a", 250, 130, 0.06), ("#4e4a74", 285, 120, 0.25)]:
        x = -10.0
        while x < 960:
            w, top = rng.uniform(26, 64), low + 60 - tall * rng.random() ** 1.6
            c.fill(rect(x, top, x + w, 345), colour=shade, to=blend(shade, "#c98a8b", 0.35))
            roof = rng.random()
            if roof < 0.25:
                c.fill([(x, top), (x + w, top), (x + w / 2, top - 16)], colour=shade)
            elif roof < 0.4:
                c.stroke([(x + w / 2, top), (x + w / 2, top - 26)], width=1.6, colour=shade)
            panes = [
                rect(u, v, u + 4, v + 6)
                for u in np.arange(x + 6, x + w - 7, 9)
                for v in np.arange(top + 8, 330, 13)
                if rng.random() < lit
            ]
            if panes:
                c.fill(*panes, colour="#ffd692", alpha=0.9)
            x += w + rng.uniform(-2, 7)
    c.fill([(700, 345), (700, 160), (712, 118), (724, 160), (724, 345)], colour="#3e3c66")
    c.fill(oval(712, 178, 8), colour="#ffe7b8")
    c.reflect(345, "#3a3c66", 0.38, 5)
    for _ in range(60):
        x, y = rng.uniform(0, 960), rng.uniform(352, 430)
        c.stroke([(x, y), (x + rng.uniform(8, 40), y)], width=1, colour="#ffcf9c", alpha=0.22)
    c.fill(rect(0, 436, 960, 540), colour="#26284a", to="#191b36")
    c.fill(rect(0, 434, 960, 440), colour="#6d6390")
    for x in range(60, 960, 210):
        c.stroke([(x, 440), (x, 356), (x + 16, 350)], width=2.6, colour="#1b1d3a")
        c.glow(x + 18, 353, 44, "#ffd692", 0.7)
        c.fill(oval(x + 18, 353, 4.5), colour="#fff0cf")
        c.fill(oval(x + 18, 470, 60, 10), colour="#ffd692", alpha=0.16, blur=8, light=True)
    _ghost_tram(c)
    return c


def _ghost_tram(c: Canvas) -> None:
    body = [*oval(352, 425, 18)[48:72], *oval(698, 425, 18)[72:96], (716, 490), (334, 490)]
    c.fill(body, colour="#dfeee6", alpha=0.10)
    c.glow(525, 455, 300, "#9fd9c4", 0.16)
    outlines = [
        [*body, body[0]],
        [(525, 407), (545, 390), (525, 372), (505, 390), (525, 407)],
        [(90, 372), (960, 372)],
        [(0, 506), (960, 506)],
        [(0, 518), (960, 518)],
    ]
    outlines += [[*rect(x, 424, x + 46, 454), (x, 424)] for x in range(352, 690, 60)]
    for line in outlines:
        c.stroke(*_dashes(line, 7, 5), width=1.8, colour="#d9f5e9", alpha=0.9)
    wheels = [oval(x, 496, 9) for x in (392, 424, 626, 658)]
    c.fill(*wheels, colour="#1d2040")
    c.stroke(*([*wheel, wheel[0]] for wheel in wheels), width=1.8, colour="#d9f5e9", alpha=0.9)


def _dashes(line: Points, on: float, off: float) -> list[Points]:
    xy = np.array(line, dtype=np.float64)
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(xy, axis=0).T))])
    dashes: list[Points] = []
    for start in np.arange(0, along[-1], on + off):
        at = np.linspace(start, min(start + on, along[-1]), 4)
        x, y = (np.interp(at, along, xy[:, i]) for i in (0, 1))
        dashes.append(list(zip(x, y, strict=True)))
    return dashes


def stadium() -> Canvas:
    """A pitch under floodlights, one mast of them dark."""
    rng = np.random.default_rng(9)
    c = Canvas("#0e1730", "#1b2c4d", "#2e4a6b", "#22384f")
    for mast, lean, lit in [(120, 1, True), (840, -1, True), (330, 0.5, True), (640, -0.5, False)]:
        top = 62 if abs(lean) == 1 else 112
        _floodlight(c, mast, top, lean, lit)
    bowl = [(-10, 250), (180, 206), (480, 192), (780, 206), (970, 250), (970, 400), (-10, 400)]
    c.fill(bowl, colour="#16233b", to="#24344c")
    c.stroke(bowl[:5], width=7, colour="#45607f")
    x, y = rng.uniform(0, 960, 5200), rng.uniform(0, 1, 5200)
    rim = 196 + 54 * ((x - 480) / 480) ** 2
    y = rim + 12 + y * (352 - rim)
    colours = ["#c1532b", "#d9c7a3", "#5c7fa6", "#8a99ad", "#e8e2d3"]
    for i, colour in enumerate(colours):
        dots = [oval(u, v, 1.7) for u, v in zip(x[i::5], y[i::5], strict=True)]
        c.fill(*dots, colour=colour, alpha=0.55)
    c.fill(rect(0, 190, 960, 300), colour="#0e1730", alpha=0.45, blur=24)
    c.fill(*(oval(u, v, 1.3) for u, v in zip(x[:150], y[:150], strict=True)), colour="#fff7dc")
    c.fill(rect(0, 352, 960, 372), colour="#1a5a78", to="#123f58")
    c.fill(*(rect(u, 356, u + 64, 368) for u in range(18, 960, 118)), colour="#e9dfc6", alpha=0.8)
    c.fill(rect(0, 372, 960, 540), colour="#3f8a55", to="#2c6b45")
    for i in range(-8, 9, 2):
        near, far, step = 480 + i * 150, 480 + i * 74, (150, 74)
        c.fill(
            [(far, 372), (far + step[1], 372), (near + step[0], 540), (near, 540)],
            colour="#56a266",
            to="#387d50",
            alpha=0.8,
        )
    lines = [
        [(0, 390), (960, 390)],
        [(480, 390), (480, 540)],
        oval(480, 474, 170, 44),
        [(150, 390), (-40, 540)],
        [(810, 390), (1000, 540)],
    ]
    c.stroke(*lines, width=2.6, colour="#eef5e6", alpha=0.85)
    c.fill(oval(480, 474, 6, 3), colour="#eef5e6")
    c.fill(rect(0, 330, 960, 540), colour="#dff3e0", alpha=0.10, blur=30, light=True)
    c.fill(oval(566, 503, 17, 4), colour="#173d29", alpha=0.6, blur=2)
    c.fill(oval(562, 492, 12), colour="#ffffff", to="#b9c4bd")
    c.fill(
        oval(562, 492, 4),
        oval(553, 487, 2.4),
        oval(571, 497, 2.4),
        oval(569, 484, 2),
        colour="#25313a",
    )
    return c


def _floodlight(c: Canvas, x: float, top: float, lean: float, lit: bool) -> None:
    if lit:
        for spread, alpha in [(250, 0.10), (150, 0.12)]:
            foot = x + lean * 260
            c.fill(
                [(x - 24, top), (x + 24, top), (foot + spread, 470), (foot - spread, 470)],
                colour="#dfeaff",
                to="#31405c",
                alpha=alpha,
                blur=14,
                light=True,
            )
    c.fill([(x - 3, top), (x + 3, top), (x + 6, 250), (x - 6, 250)], colour="#6b7f99", to="#22314a")
    c.fill(rect(x - 38, top - 30, x + 38, top + 14), colour="#2b3b55", to="#1b2840")
    lamps = [oval(x - 28 + i * 14, top - 20 + j * 12, 4.4) for i in range(5) for j in range(3)]
    c.fill(*lamps, colour="#fffbe8" if lit else "#3c4a62")
    if lit:
        c.fill(*lamps, colour="#f4f0da", alpha=0.8, blur=5, light=True)
        c.glow(x, top - 8, 190, "#cfe0ff", 0.55)


def turbines() -> Canvas:
    """Wind turbines on misty hills, the nearest with rings of sound."""
    rng = np.random.default_rng(31)
    c = Canvas("#7fb0bd", "#b9d3cc", "#f3e6c8", "#f6d6b0")
    c.glow(250, 250, 420, "#fff0cf", 0.7)
    c.fill(oval(250, 226, 38), colour="#fffaea", blur=1)
    layers = [
        (330, 70, "#a5c2bf", [(120, 70, 0.3), (420, 62, 1.1), (560, 66, 0.7)]),
        (380, 76, "#7ba8a2", [(60, 110, 1.6), (345, 122, 0.5)]),
        (440, 84, "#4f8680", [(905, 150, 0.2), (520, 176, 1.3)]),
        (520, 90, "#2f625f", [(700, 318, 1.28)]),
    ]
    for level, height, colour, machines in layers:
        hill = ridge(rng, level, height, 0.42)
        for x, size, turn in machines:
            ground = min(hill[:-2], key=lambda point: abs(point[0] - x))[1]
            shade = blend("#ffffff", colour, 0.16 if size > 250 else 0.42)
            _turbine(c, x, ground + 6, size, turn, shade)
        c.fill(hill, colour=colour, to=blend(colour, "#f3e6c8", 0.35))
        if level < 500:
            c.fill(oval(480, level + 28, 620, 16), colour="#f6ead2", alpha=0.5, blur=14)
    c.fill(rect(0, 500, 960, 540), colour="#1f4a49", alpha=0.5, blur=16)
    for _ in range(260):
        x, y = rng.uniform(0, 960), rng.uniform(500, 545)
        c.stroke(
            [(x, y), (x + rng.normal(0, 3), y - rng.uniform(6, 16))],
            width=1.2,
            colour="#1d4644",
            alpha=0.5,
        )
    return c


def _turbine(c: Canvas, x: float, foot: float, size: float, turn: float, shade: str) -> None:
    hub, blade, wide = foot - size, size * 0.58, size / 90
    dark = blend(shade, "#5f8481", 0.45)
    if size > 250:
        for i in range(1, 6):
            c.stroke(
                [*oval(x, hub, 46 * i), (x + 46 * i, hub)],
                width=2,
                colour="#fffdf3",
                alpha=0.62 - 0.11 * i,
            )
    c.fill(
        [(x - wide, hub), (x + wide, hub), (x + wide * 2, foot), (x - wide * 2, foot)],
        colour=shade,
        to=dark,
    )
    for i in range(3):
        angle = turn + i * 2 * math.pi / 3
        along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
        profile = [(0, -0.9), (0.06, -1.4), (0.2, -2.6), (1, -0.2), (1, 0.2), (0.2, 0.7), (0, 0.9)]
        c.fill(
            [
                (
                    x + along[0] * u * blade + across[0] * v * wide,
                    hub + along[1] * u * blade + across[1] * v * wide,
                )
                for u, v in profile
            ],
            colour=shade,
            to=blend(shade, dark, 0.5),
        )
    c.fill(oval(x, hub, wide * 2.2), colour=dark)
    c.fill(oval(x, hub, wide * 1.2), colour=shade)
