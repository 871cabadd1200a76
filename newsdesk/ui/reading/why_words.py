"""An explanation in words."""

from __future__ import annotations

from dataclasses import dataclass

from newsdesk.core.explanation import Explanation, Influence
from newsdesk.ui.widgets.chip import percent

MOST = 5
_FAINT = 0.15
_NOTHING = 0.02
"""Where no part changes the answer by more, no single one decides, and that is said."""
_LONGEST = 90


@dataclass(frozen=True, slots=True)
class Reason:
    """A word or sentence of the text, and where it is."""

    text: str
    influence: Influence


@dataclass(frozen=True, slots=True)
class Reasons:
    """What speaks for a section and what against it, strongest first.

    remark: how much hangs on the strongest part, where that is worth saying.
    """

    words_for: tuple[Reason, ...]
    words_against: tuple[Reason, ...]
    sentence: Reason | None
    remark: str


def reasons(explanation: Explanation, title: str, body: str) -> Reasons:
    """What an explanation says, with the article's own words."""

    def text_of(each: Influence) -> str:
        text = (title if each.part == "title" else body)[each.start : each.end]
        return " ".join(text.split())

    words: dict[str, Reason] = {}
    for each in explanation.influences:
        if each.level == "word":
            text = text_of(each)
            words.setdefault(text.casefold(), Reason(text, each))
    top = max((abs(reason.influence.weight) for reason in words.values()), default=0.0)
    clear = [r for r in words.values() if abs(r.influence.weight) >= _FAINT * top > 0]
    sentences = [each for each in explanation.influences if each.level == "sentence"]
    strongest = next((each for each in sentences if each.weight > 0 and each.part == "body"), None)
    return Reasons(
        words_for=tuple(r for r in clear if r.influence.weight > 0)[:MOST],
        words_against=tuple(r for r in clear if r.influence.weight < 0)[:MOST],
        sentence=Reason(_cut(text_of(strongest)), strongest) if strongest else None,
        remark=_remark(explanation),
    )


def _remark(explanation: Explanation) -> str:
    if not explanation.complete:
        return ""
    if not explanation.influences:
        return "There is nothing to leave out."
    most = max((each.weight for each in explanation.influences), default=0.0)
    without, whole = _percent(max(0.0, explanation.p - most)), _percent(explanation.p)
    if most < _NOTHING:
        return f"No single part decides: without the strongest it is still {without}."
    return f"Without the strongest part it would be {without} instead of {whole}."


def _percent(p: float) -> str:
    return percent(p).replace(" ", "\u00a0")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
