"""Section: the house's label, what a model predicts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the newsroom.

    code: what files and decisions carry; never translated, never positional.
    names: what people read, by language (BCP 47); the code stands in where none is given.
    """

    code: str
    names: dict[str, str] = field(default_factory=dict)

    def name(self, language: str = "en") -> str:
        """The name in a language, else in English, else the code."""
        return self.names.get(language) or self.names.get("en") or self.code


def tidy_label(label: str) -> str:
    """A label as it is compared: Unicode NFC, trimmed, inner spaces single.

    Case is kept: `Sport` and `sport` are offered for merging, never merged in silence.
    """
    return " ".join(unicodedata.normalize("NFC", label).split())


def pair_sections(ours: Sequence[Section], theirs: Sequence[Section]) -> dict[str, str]:
    """Which of their sections is which of ours, by name and never by position: code to code.

    Names are compared tidied: first as they are, then without regard to case; where a section has
    no name, codes. A name that stands for two sections of one side pairs nothing.
    """
    found: dict[str, str] = {}
    nameless = not all(section.names for section in (*ours, *theirs))
    steps: list[Callable[[Section], str]] = [_exact_name, _folded_name]
    for key in [*steps, _folded_code] if nameless else steps:
        left = [section for section in ours if section.code not in found]
        right = [section for section in theirs if section.code not in found.values()]
        there = _unique(right, key)
        for name, section in _unique(left, key).items():
            other = there.get(name)
            if other is None or (key is _folded_code and section.names and other.names):
                continue
            found[section.code] = other.code
    return {section.code: found[section.code] for section in ours if section.code in found}


def _exact_name(section: Section) -> str:
    return tidy_label(section.name())


def _folded_name(section: Section) -> str:
    return tidy_label(section.name()).casefold()


def _folded_code(section: Section) -> str:
    return tidy_label(section.code).casefold()


def _unique(sections: Sequence[Section], key: Callable[[Section], str]) -> dict[str, Section]:
    counts = Counter(key(section) for section in sections)
    return {key(section): section for section in sections if counts[key(section)] == 1}
