"""Prediction: what a model says about one article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from newsdesk.core.errors import Notice

CoverUse = Literal["used", "none", "masked"]
"""used: the model saw it; none: there is none; masked: there is one, the model did not see it."""
SECTIONS_LACKING = "sections_lacking"
"""Why models together abstain from a text that each can read: their shared sections do not fit."""


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
    abstains: kind of the notice that says why the answer counts for nothing: the model cannot read
        the text, or has no section for it; empty where it counts.
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

    def silence(self, what: str = "it") -> str:
        """What to say in place of the answer where it counts for nothing. what: the text."""
        if self.abstains == SECTIONS_LACKING:
            return f"has no section for {what}"
        return f"cannot read {what}" if self.abstains else ""
