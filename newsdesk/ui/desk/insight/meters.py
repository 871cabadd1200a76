"""Whether an answer can be believed: what is measured of the text, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from newsdesk.core.errors import Notice
from newsdesk.core.explanation import ScriptCheck
from newsdesk.core.prediction import Prediction
from newsdesk.engine.readable import UNKNOWN_LIMIT, UNKNOWN_MOST, language_name
from newsdesk.ui.widgets.chip import percent

Level = Literal["good", "unknown", "doubt", "bad"]
"""In rising order of concern."""
_ORDER: tuple[Level, ...] = ("good", "unknown", "doubt", "bad")
_HALF = 0.5
_CLEAR = 0.8
"""Below this probability no language is named."""
_ENCODING: dict[str, tuple[Level, str]] = {
    "encoding_damaged": ("bad", "some characters were damaged"),
    "encoding_uncertain": ("doubt", "uncertain, check accented letters"),
    "encoding_guessed": ("doubt", "guessed from the letters"),
}


@dataclass(frozen=True, slots=True)
class Meter:
    """One thing that is measured.

    share: 0 to 1, for a bar; limit: where on the bar the doubt begins. None where there is none.
    """

    name: str
    level: Level
    words: str
    share: float | None = None
    limit: float | None = None


def meters(
    notices: Sequence[Notice],
    answer: Prediction,
    reads: Sequence[str],
    scripts: ScriptCheck | None = None,
) -> list[Meter]:
    """The meters of one answer. notices: of the article; reads: languages of the model."""
    found = [
        _encoding({notice.kind for notice in notices}),
        _language(answer, reads),
        _unknown(answer),
        _read(answer),
    ]
    if is_chinese(answer) and not answer.abstains:
        found.append(_scripts(scripts))
    return found


def worst(found: Sequence[Meter]) -> Meter:
    """The one to look at first; of equals the first."""
    return max(found, key=lambda meter: _ORDER.index(meter.level))


def is_chinese(answer: Prediction) -> bool:
    """Whether the text has two scripts in which it could be written."""
    return answer.language.split("-")[0] == "zh"


def _encoding(kinds: set[str]) -> Meter:
    for kind, (level, words) in _ENCODING.items():
        if kind in kinds:
            return Meter("Encoding", level, words)
    return Meter("Encoding", "good", "certain")


def _unknown(answer: Prediction) -> Meter:
    share = answer.unknown_share
    level: Level = "good"
    if share > UNKNOWN_LIMIT:
        level = "bad" if share >= UNKNOWN_MOST else "doubt"
    words = "none" if share == 0 else percent(share)
    return Meter("Unknown pieces", level, words, share, UNKNOWN_LIMIT)


def _read(answer: Prediction) -> Meter:
    read, total = answer.tokens_read, answer.tokens_total
    if total == 0:
        unread = answer.tail_start - answer.head_end
        return Meter("Read", "doubt", f"{read:,} tokens, not {unread:,} characters")
    if read >= total:
        return Meter("Read", "good", f"all {total:,} tokens", 1.0)
    level: Level = "doubt" if read < _HALF * total else "good"
    return Meter("Read", level, f"{read:,} of {total:,} tokens", read / total)


def _language(answer: Prediction, reads: Sequence[str]) -> Meter:
    if not answer.language:
        return Meter("Language", "unknown", "too little text to tell")
    sure = f"{language_name(answer.language)}, {percent(answer.language_p)}"
    if not any(notice.kind == "language" for notice in answer.notices):
        if answer.language_p < _CLEAR:
            return Meter("Language", "unknown", "not clear from this text")
        return Meter("Language", "good", sure)
    known = " and ".join(dict.fromkeys(language_name(code) for code in reads))
    words = f"{sure}; the model reads {known}" if known else sure
    return Meter("Language", "bad" if answer.abstains == "language" else "doubt", words)


def _scripts(scripts: ScriptCheck | None) -> Meter:
    if scripts is None:
        return Meter("Scripts", "unknown", "being compared …")
    if scripts.agrees:
        return Meter("Scripts", "good", "same section in both")
    return Meter(
        "Scripts",
        "doubt",
        f"Traditional {scripts.traditional} {percent(scripts.traditional_p)}, "
        f"Simplified {scripts.simplified} {percent(scripts.simplified_p)}",
    )
