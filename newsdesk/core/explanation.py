"""Explanation: which parts of an article a model's answer rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Influence:
    """One stretch of the text and what it does for the section.

    start, end: characters of the title or the body, [start, end).
    weight: by how much the section's probability falls when the stretch is left out; below 0
        where the stretch speaks against the section. A word is left out wherever it stands, so all
        of its places have one weight.
    """

    part: Literal["title", "body"]
    level: Literal["sentence", "word"]
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known so far of why a model answers as it does.

    section: code of the section that is explained; p: its probability with the whole text.
    influences: strongest first. done, total: texts that were tried, and all that will be.
    """

    article_id: int
    model: str
    section: str
    p: float
    influences: tuple[Influence, ...]
    done: int
    total: int

    @property
    def complete(self) -> bool:
        return self.done == self.total


@dataclass(frozen=True, slots=True)
class ScriptCheck:
    """Whether a Chinese text gets the same section in Traditional and in Simplified characters.

    written: the script of the text as it is. Names and probabilities of the likeliest sections.
    """

    article_id: int
    model: str
    written: Literal["traditional", "simplified", "mixed"]
    traditional: str
    traditional_p: float
    simplified: str
    simplified_p: float

    @property
    def agrees(self) -> bool:
        return self.traditional == self.simplified
