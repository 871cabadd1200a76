"""What a training says while it goes: one line an event, with the time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

Say = Callable[[str], None]


def say(message: str) -> None:
    """Write one line with the time of day, at once."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {message}\n")
    sys.stdout.flush()


def quiet(message: str) -> None:
    """Say nothing."""
