"""A screen to show windows on: the one that is here, Xvfb, or none that anybody could see."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_FORCED = "QT_QPA_PLATFORM"


@dataclass(frozen=True, slots=True)
class Screen:
    """environment: of processes that open a window; description: for the reader."""

    environment: dict[str, str]
    description: str


@contextmanager
def screen() -> Iterator[Screen]:
    """The screen in use, else an Xvfb while the context lasts, else Qt's offscreen platform."""
    environment = dict(os.environ)
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        yield Screen(environment, "on this machine's screen")
    elif server := shutil.which("Xvfb"):
        with _xvfb(server) as display:
            yield Screen({**environment, "DISPLAY": display, _FORCED: "xcb"}, "under Xvfb")
    else:
        environment[_FORCED] = "offscreen"
        yield Screen(environment, "offscreen: neither DISPLAY nor Xvfb is here, nothing is drawn")


@contextmanager
def _xvfb(server: str) -> Iterator[str]:
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-screen", "0", "1600x1000x24"]
    process = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        process.terminate()
        process.wait()
