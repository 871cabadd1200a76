"""Section: the house's label, what a model predicts."""

from __future__ import annotations

import unicodedata
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
