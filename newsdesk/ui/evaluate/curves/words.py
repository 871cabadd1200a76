"""How the curves say their numbers."""

from __future__ import annotations

from math import floor

from newsdesk.analysis.curves import Share
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.widgets.chip import percent


def tenth(share: float) -> str:
    """A share to a tenth of a percent: “3.2 %”."""
    return f"{100 * share:.1f} %"


def share_words(share: Share, what: str) -> str:
    """“72 % right (65 – 79 %)”."""
    low, high = percent(share.low), percent(share.high)
    both = f"{low.removesuffix(' %')} – {high}" if "<" not in low else f"{low} – {high}"
    return f"{percent(share.value)} {what} ({both})"


def of_articles(share: Share) -> str:
    """“of 1,780 articles”."""
    return f"of {articles(share.articles)}"


def threshold(value: float) -> str:
    """A threshold as the desk has it: “.83”; with more digits where it is close to 1."""
    digits = 2 if value < 0.99 else 4
    cut = floor(value * 10**digits + 1e-9) / 10**digits
    return f"{cut:.{digits}f}".lstrip("0") if cut < 1 else "1"
