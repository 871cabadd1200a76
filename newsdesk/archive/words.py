"""How an archive run is told in words: how far it is, how fast, how long it will take."""

from __future__ import annotations

from math import floor, log10

from newsdesk.core.archive_run import ArchiveRun, RunState

STATES: dict[RunState, str] = {
    "running": "running",
    "paused": "paused",
    "done": "done",
    "failed": "failed",
    "cancelled": "cancelled",
    "interrupted": "interrupted",
}
_WISHES = {"pause": "pausing…", "cancel": "stopping…"}


def state_word(run: ArchiveRun) -> str:
    """What a run does at the moment, in one word."""
    if run.state == "running" and run.wish:
        return _WISHES[run.wish]
    return STATES[run.state]


def done_of(run: ArchiveRun) -> tuple[int, int]:
    """Readings done, and how many there will be about; 0 where nobody knows yet."""
    done = run.articles + run.failures
    if run.state == "done":
        return done, done
    if run.seconds_left is not None and run.rate > 0:
        return done, max(done, round(done + run.seconds_left * run.rate))
    return done, 0


def count_line(run: ArchiveRun) -> str:
    """“2,310 of about 10,000”, or “2,310 articles”; “finding files” before there is any."""
    done, total = done_of(run)
    if run.state == "running" and not run.files_total and not done:
        return "finding files"
    if total > done:
        return f"{done:,} of about {rounded(total):,}"
    return f"{done:,} article{'' if done == 1 else 's'}"


def progress_line(run: ArchiveRun) -> str:
    """“2,310 of about 10,000 · 41 a second · 3 min left”; only the count once it rests."""
    parts = [count_line(run)]
    if run.state == "running" and run.rate > 0:
        parts.append(f"{run.rate:,.0f} a second" if run.rate >= 1 else f"{run.rate:.1f} a second")
    if run.state == "running" and run.seconds_left is not None:
        parts.append(f"{duration(run.seconds_left)} left")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """Time as people say it: “less than a minute”, “3 min”, “2 h 05 min”."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "less than a minute"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{minutes} min"


def rounded(number: int) -> int:
    """An estimate without false precision: two digits that count."""
    if number < 100:
        return number
    digits = floor(log10(number)) - 1
    return int(round(number, -digits))
