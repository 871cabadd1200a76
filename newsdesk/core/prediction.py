"""Prediction: what a model says about one article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from newsdesk.core.errors import Notice

CoverUse = Literal["used", "none", "masked"]
"""used: the model saw it; none: there is none; masked: there is one, the model did not see it."""


@dataclass(frozen=True, slots=True)
class SectionScore:
    """A section and its calibrated probability."""

    code: str
    name: str
    p: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """The answer of one model about one article.

    scores: every section, by falling probability.
    tokens_read, tokens_total: what the model saw of what the article has, special tokens counted;
        total is 0 where a long text was not counted, as while it is being typed.
    unknown_share: part of the article's pieces that the model's vocabulary does not know, 0 to 1.
    head_end, tail_start: the body's characters [0, head_end) and [tail_start, end) were read.
    abstains: the model cannot read the text (kind of the notice that says why); empty where it can.
    language, language_p: what the text is taken for (BCP 47) and how sure that is, 0 to 1; empty
        where the text is too short to tell.
    """

    model: str
    scores: tuple[SectionScore, ...]
    tokens_read: int
    tokens_total: int
    unknown_share: float = 0.0
    head_end: int = 0
    tail_start: int = 0
    cover: CoverUse = "none"
    notices: tuple[Notice, ...] = ()
    abstains: str = ""
    language: str = ""
    language_p: float = 0.0

    @property
    def section(self) -> str:
        """Code of the most probable section."""
        return self.scores[0].code

    @property
    def name(self) -> str:
        """Name of the most probable section."""
        return self.scores[0].name

    @property
    def confidence(self) -> float:
        """Probability of the most probable section."""
        return self.scores[0].p
