"""Sentences and words of a text in any script, as ranges of its characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

Span = tuple[int, int]
"""Characters [start, end) of a text."""

_LONGEST = 320
"""Characters: a longer sentence is divided at its commas, or at a space."""
_CLOSERS = "\"'”’»›)]}」』】〉》）］〞"
_PARAGRAPH = re.compile(r"\n\s*\n")
# Those of the second group end a sentence wherever they stand, the others before a space only.
_END = re.compile(rf"(?:([.!?…‥]+)|[。！？｡؟۔।॥։።፧။។]+)[{re.escape(_CLOSERS)}]*")
_PAUSES = "\n,;:，、；：،؛"
_ABBREVIATIONS = frozenset(
    """
    mr mrs ms dr prof st sr jr messrs gen col lt capt sgt maj rep sen gov pres hon rev vs etc
    inc ltd co corp dept approx est al jan feb apr jun jul aug sept oct nov dec
    tue wed thu fri cf ca bzw str usw bd abs evtl ggf inkl mio mrd mme mlle m mm av
    sra srta ud uds pág núm г гг в вв т тт д др п пр стр рис ред им ул просп пл обл р руб коп тыс
    млн млрд трлн акад проф доц св ст см ср
    """.split()  # noqa: SIM905
)
_BEFORE_NUMBERS = frozenset("no nos nr fig vol art mar sep".split())  # noqa: SIM905
"""These are words, too: only a number behind them makes them an abbreviation."""
_JOINERS = "\u200c\u200d"
_WITHIN = "'’-‐‑.·_"
"""Between two letters or digits these belong to the word: don’t, co-founder, U.S, 3.5."""


def sentences(text: str) -> list[Span]:
    """The sentences of a text, without the space around them; a blank line ends one, too."""
    found: list[Span] = []
    place = 0
    for gap in _PARAGRAPH.finditer(text):
        found.extend(_in_paragraph(text, place, gap.start()))
        place = gap.end()
    found.extend(_in_paragraph(text, place, len(text)))
    return found


def words(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The words between two places: letters and digits with their marks and joiners.

    Where a script puts no space between words, each two neighbouring characters stand for one.
    """
    end = len(text) if end is None else end
    found: list[Span] = []
    place = start
    while place < end:
        if not text[place].isalnum():
            place += 1
        elif is_unspaced(text[place]):
            run = _run_end(text, place, end, unspaced=True)
            found.extend(_pairs(text, place, run))
            place = run
        else:
            run = _run_end(text, place, end, unspaced=False)
            found.append((place, run))
            place = run
    return found


def trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """The characters without the space around them; nothing where no letter or digit is there."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if any(c.isalnum() for c in text[start:end]):
        yield start, end


def is_unspaced(character: str) -> bool:
    """Whether a letter belongs to a script without spaces: Han, kana, Thai, Lao, Burmese, Khmer."""
    code = ord(character)
    return code >= 0x0E00 and (
        code < 0x0F00
        or 0x1000 <= code < 0x10A0
        or 0x1780 <= code < 0x1800
        or 0x2E80 <= code < 0xA000
        or 0xF900 <= code < 0xFB00
        or 0xFF66 <= code < 0xFFA0
        or 0x20000 <= code < 0x32000
    )


def _in_paragraph(text: str, start: int, end: int) -> Iterator[Span]:
    place = start
    for mark in _END.finditer(text, start, end):
        if mark.group(1) is None or _ends_here(text, place, mark, end):
            yield from _divided(text, place, mark.end())
            place = mark.end()
    yield from _divided(text, place, end)


def _divided(text: str, start: int, end: int) -> Iterator[Span]:
    """A sentence, or the parts of one that is too long to say anything as a whole."""
    while end - start > _LONGEST:
        window = text[start : start + _LONGEST]
        half = _LONGEST // 2
        cut = max(window.rfind(mark, half) for mark in _PAUSES)
        cut = cut if cut >= 0 else window.rfind(" ", half)
        cut = cut if cut >= 0 else _LONGEST - 1
        while start + cut + 1 < end and _belongs_to_letter(text[start + cut + 1]):
            cut += 1
        yield from trimmed(text, start, start + cut + 1)
        start += cut + 1
    yield from trimmed(text, start, end)


def _ends_here(text: str, start: int, mark: re.Match[str], end: int) -> bool:
    """Whether a mark that needs a space behind it ends a sentence: not so in “Dr. Lee” or “3.5”."""
    after = mark.end()
    if after < end and not text[after].isspace() and not is_unspaced(text[after]):
        return False
    following = next((c for c in text[after:end] if c.isalnum()), "")
    if following.islower():
        return False
    if mark.group(1) != ".":
        return True
    word = text[start : mark.start()].split()[-1:] or [""]
    last = word[0].rsplit(".", 1)[-1].lstrip("(\"'“‘«„").lower()
    if last in _BEFORE_NUMBERS:
        return not following.isdigit()
    initial = len(last) == 1 and last.isalpha() and not is_unspaced(last)
    return not (last in _ABBREVIATIONS or (initial and following))


def _run_end(text: str, start: int, end: int, unspaced: bool) -> int:
    """Where the word that starts here ends."""
    place = start + 1
    while place < end:
        character = text[place]
        if character.isalnum():
            if is_unspaced(character) != unspaced:
                break
        elif not unspaced and _joins(text, place, end):
            pass
        elif not _belongs_to_letter(character):
            break
        place += 1
    return place


def _joins(text: str, place: int, end: int) -> bool:
    """Whether a sign stands within a word, as in “don’t”, “3.5” and “2,000”."""
    if place + 1 >= end or not text[place + 1].isalnum() or is_unspaced(text[place + 1]):
        return False
    if text[place] == ",":
        return text[place - 1].isdigit() and text[place + 1].isdigit()
    return text[place] in _WITHIN


def _pairs(text: str, start: int, end: int) -> Iterator[Span]:
    """Each two neighbouring letters with their marks: any of them may be a word."""
    letters = [i for i in range(start, end) if not _belongs_to_letter(text[i])]
    cuts = [*letters, end]
    if len(letters) == 1:
        yield start, end
    yield from zip(cuts, cuts[2:], strict=False)


def _belongs_to_letter(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character)[0] == "M"
