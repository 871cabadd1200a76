"""Night windows: hours of the day in which a job may run, such as 22:00-06:00."""

from __future__ import annotations

from datetime import datetime, time


def is_open(window: str, moment: datetime) -> bool:
    """Whether a job may run. moment: local time; an empty window is always open."""
    if not window:
        return True
    start, end = (time.fromisoformat(part) for part in window.split("-"))
    at = moment.time()
    if start <= end:
        return start <= at < end
    return at >= start or at < end  # over midnight


def opening(window: str) -> str:
    """When a window opens, as people write it."""
    return window.partition("-")[0]
