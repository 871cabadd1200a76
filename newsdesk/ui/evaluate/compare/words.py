"""How the comparison speaks of models and of the difference between two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from newsdesk.analysis.comparing import Common, Gain
from newsdesk.core.evaluation import Evaluation
from newsdesk.services.evaluate.comparison import Outcome, Row
from newsdesk.ui.evaluate.words import articles, day, points
from newsdesk.ui.widgets.chip import percent

_MINUS = "\N{MINUS SIGN}"


def names_of(evaluations: Sequence[Evaluation]) -> dict[int, str]:
    """A short name for each, by id: the model's; where one is there twice, with what tells them."""
    models = Counter(each.model for each in evaluations)
    parts = Counter((each.model, each.material.part) for each in evaluations)
    found = {}
    for each in evaluations:
        told = ""
        if models[each.model] > 1:
            told = f" ({each.material.part})"
            if parts[each.model, each.material.part] > 1 or each.material.from_desk:
                told = f" ({day(each.created)}, {each.created.astimezone():%H:%M})"
        found[each.id] = each.model + told
    return found


def signed(share: float) -> str:
    """A difference in points with its sign: “+2.1”."""
    text = points(abs(share))
    if not text.strip("0."):
        return "0.0"
    return f"{'+' if share > 0 else _MINUS}{text}"


def gain_sentence(gain: Gain) -> str:
    """What a difference is, in its interval, and how often it is one."""
    if gain.verdict == "same":
        return "no difference"
    interval = f"{signed(gain.low)} to {signed(gain.high)}"
    if gain.better >= gain.worse:
        often = f"better on {percent(gain.better)} of resamples"
    else:
        often = f"worse on {percent(gain.worse)} of resamples"
    return f"{signed(gain.difference)} points ({interval}), {often}"


def verdict(row: Row, name: str, common: Common) -> str:
    """The plain verdict on one evaluation held against the open one."""
    if row.duel is None:
        return ""
    number = articles(len(common))
    f1, accuracy = row.duel.macro_f1.verdict, row.duel.accuracy.verdict
    if f1 == accuracy == "same":
        return f"No difference on {number}"
    if f1 in ("better", "worse"):
        return f"{name} is {f1}"
    if accuracy in ("better", "worse"):
        more = "more" if accuracy == "better" else "fewer"
        return f"{name} has {more} articles right; macro-F1 is too close to call"
    return f"Too close to call on {number}"


def outcome(kind: Outcome, first: str, second: str) -> str:
    """One outcome between two, in words."""
    if kind == "both_wrong":
        return "both wrong"
    return f"only {first if kind == 'only_first' else second} right"


def common_sentence(common: Common, rows: int) -> str:
    """Which articles count."""
    if not len(common):
        told = "These evaluations have no articles in common."
    else:
        everyone = "both" if rows == 2 else f"all {rows}"
        told = f"{articles(len(common))} in common to {everyone}; only these count here."
    if common.relabelled:
        was = "was" if common.relabelled == 1 else "were"
        told += f" {articles(common.relabelled)} {was} relabelled between: the newer label counts."
    if common.altered:
        told += f" {articles(common.altered)} became others between, and are left out."
    return told


def megabytes(size: int) -> str:
    """“14 MB”."""
    mega = size / 1_000_000
    return f"{mega:.0f} MB" if mega >= 10 else f"{mega:.1f} MB"


def pace(evaluation: Evaluation) -> float:
    """Articles read a second while it was made, the loading of the model counted; 0 unknown."""
    if evaluation.ended is None:
        return 0.0
    seconds = (evaluation.ended - evaluation.created).total_seconds()
    return evaluation.articles / seconds if seconds > 0 else 0.0
