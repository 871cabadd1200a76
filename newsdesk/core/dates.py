"""Dates as tables hold them, to one form that sorts."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_FORMS = (
    "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d", "%d.%m.%Y", "%d.%m.%y", "%Y年%m月%d日", "%d %B %Y",
    "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%Y-%m", "%Y",
)  # fmt: skip
_TIME = re.compile(r"[ T,]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$")
_SLASHES = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")


def read_date(text: str) -> str:
    """A date in ISO 8601, in UTC where it names a zone; "" where none can be made out.

    Of 3/4/2024 nobody knows whether it is March or April: it is none.
    """
    text = " ".join(text.split())
    if not text:
        return ""
    try:
        return _iso(datetime.fromisoformat(text))
    except ValueError:
        pass
    day = _TIME.sub("", text)
    for form in _FORMS:
        try:
            return datetime.strptime(day, form).date().isoformat()
        except ValueError:
            continue
    slashed = _SLASHES.fullmatch(day)
    if slashed:
        return _slashed(*map(int, slashed.groups()))
    try:
        return _iso(parsedate_to_datetime(text))
    except (ValueError, TypeError, IndexError):
        return ""


def _iso(moment: datetime) -> str:
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC)
    date = moment.date().isoformat()
    bare = (moment.hour, moment.minute, moment.second) == (0, 0, 0)
    return date if bare else f"{date}T{moment:%H:%M:%S}"


def _slashed(first: int, second: int, year: int) -> str:
    if first == second or first > 12 >= second:
        day, month = first, second
    elif second > 12 >= first:
        day, month = second, first
    else:
        return ""
    try:
        return datetime(year, month, day).date().isoformat()
    except ValueError:
        return ""
