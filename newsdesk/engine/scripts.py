"""Chinese in its two scripts: how a text is written, and whether the script changes the section."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from newsdesk.core.article import Article
from newsdesk.core.explanation import ScriptCheck
from newsdesk.core.prediction import Prediction
from newsdesk.engine.loading import Reads

if TYPE_CHECKING:
    from opencc import OpenCC

Written = Literal["traditional", "simplified", "mixed"]
_SAMPLE = 4000
_CLEARLY = 8
"""So many times as many characters of one script as of the other: the text is written in it."""


def written_in(text: str) -> Written:
    """The script of a Chinese text; mixed where both occur, or none that tells them apart."""
    sample = text[:_SAMPLE]
    traditional = _changed(sample, _converter("t2s").convert(sample))
    simplified = _changed(sample, _converter("s2t").convert(sample))
    if traditional > _CLEARLY * simplified:
        return "traditional"
    if simplified > _CLEARLY * traditional:
        return "simplified"
    return "mixed"


def check_scripts(
    reads: Reads,
    article: Article,
    article_id: int = 0,
    check: Callable[[], None] = lambda: None,
) -> ScriptCheck:
    """Classify a Chinese article in both scripts; what is written in one of them stays as it is."""
    written = written_in(article.text)
    forms = [
        article if written == "traditional" else _converted(article, "s2t"),
        article if written == "simplified" else _converted(article, "t2s"),
    ]
    answers: dict[int, Prediction] = dict(reads.stream(forms, check))
    traditional, simplified = answers[0], answers[1]
    return ScriptCheck(
        article_id=article_id,
        model=reads.name,
        written=written,
        traditional=traditional.name,
        traditional_p=traditional.confidence,
        simplified=simplified.name,
        simplified_p=simplified.confidence,
    )


def _converted(article: Article, how: str) -> Article:
    convert = _converter(how).convert
    return replace(article, title=convert(article.title), body=convert(article.body))


def _changed(text: str, converted: str) -> int:
    return sum(one != other for one, other in zip(text, converted, strict=False))


@cache
def _converter(how: str) -> OpenCC:
    # Loaded when the first Chinese article comes: it takes a moment.
    from opencc import OpenCC

    return OpenCC(how)
