"""Long texts in pieces that Qt can lay out while nobody notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

SEAM = "\u2060\u2060\n"
"""Stands in a field where a paragraph goes on in the next line, though it has no line end there."""
LONGEST_LINE = 8_000

_ENDS = (". ", "! ", "? ", "。", "！", "？", " ", "\n", "，", "、")
"""Where a paragraph is cut, the best first."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Characters [start, end) of a text, all of one paragraph.

    begins: it is the first slice of its paragraph. breaks: it stands on a line of its own, as its
    paragraph is too long to be laid out in one go.
    """

    start: int
    text: str
    begins: bool
    breaks: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def slices(text: str, longest: int, edges: Sequence[int] = (), start: int = 0) -> list[Slice]:
    """Paragraphs, those that are longer than `longest` characters cut between sentences.

    edges: places where a slice ends in any case. start: the place of `text` in the whole.
    Empty lines between paragraphs are in no slice.
    """
    found: list[Slice] = []
    place = 0
    for paragraph in text.split("\n\n"):
        breaks = _breaks(paragraph, longest)
        inner = [edge - place - start for edge in edges]
        cuts = sorted({0, len(paragraph), *breaks, *(e for e in inner if 0 < e < len(paragraph))})
        if paragraph.strip():
            found += [
                Slice(start + place + left, paragraph[left:right], left == 0, left in breaks)
                for left, right in pairwise(cuts)
            ]
        place += len(paragraph) + 2
    return found


def fold(text: str) -> str:
    """A text whose longest lines are divided by SEAM, so that a field lays out a key at once."""
    if len(text) <= LONGEST_LINE:
        return text
    lines = text.split("\n")
    if max(map(len, lines)) <= LONGEST_LINE:
        return text
    return "\n".join(_folded(line) for line in lines)


def unfold(text: str) -> str:
    """A text without its seams."""
    return text.replace(SEAM, "").replace("\u2060\u2060", "") if SEAM[:2] in text else text


def units(text: str) -> int:
    """How many UTF-16 units a text has: Qt counts places in them."""
    return len(text) + sum(char > "\uffff" for char in text) if not text.isascii() else len(text)


def folded_units(text: str, place: int) -> int:
    """How many UTF-16 units stand before a place of a text once it is folded."""
    folded, at = fold(text), place
    while (seams := folded.count(SEAM, 0, at)) * len(SEAM) + place > at:
        at = place + seams * len(SEAM)
    return units(folded[:at])


def characters(text: str, units: int) -> int:
    """How many characters the first UTF-16 units of a text are."""
    if text.isascii():
        return min(len(text), units)
    for count, char in enumerate(text):
        if units <= 0:
            return count
        units -= 2 if char > "\uffff" else 1
    return len(text)


def _folded(line: str) -> str:
    cuts = [0, *_breaks(line, LONGEST_LINE), len(line)]
    return SEAM.join(line[left:right] for left, right in pairwise(cuts))


def _breaks(paragraph: str, longest: int) -> list[int]:
    breaks: list[int] = []
    at = 0
    while len(paragraph) - at > longest:
        at = good_end(paragraph, at + longest // 2, at + longest)
        breaks.append(at)
    return breaks


def good_end(text: str, least: int, most: int) -> int:
    """A place in [least, most] where a text can be cut: after a sentence, else after a word."""
    for end in _ENDS:
        if (found := text.rfind(end, least, most)) >= 0:
            return found + len(end)
    return most
