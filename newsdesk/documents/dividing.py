"""Several articles in one text: found by the lines that divide them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import median

from newsdesk.documents import prose

PAGE_BREAK = "\f"
"""A form feed as separator: a page break in a plain text file."""

_RULE = re.compile(r"([^\w\s`.~|'\"<>\\/]|_)(?:\1{2,}|(?: \1){2,})")
_FIELD = re.compile(r"\w[\w -]*:(?:[ \t]|$)")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»」』)）]*$")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_UNDERLINES = "-="
_SHORT, _ALONE = 100, 300
"""Characters of an article among several, and of each where there are two only."""
_LONGEST_FIELDS = 40  # lines of front matter


@dataclass(frozen=True, slots=True)
class Division:
    """A line that divides a text, and into how many articles. separator: PAGE_BREAK or a line."""

    separator: str
    articles: int


def divide(text: str, separator: str) -> list[str]:
    """The texts between the lines that equal `separator`; those without words are left out.

    White space around the separator does not matter. Lines that underline a heading and those of
    front matter divide nothing.
    """
    return [part for part in _parts(text, separator) if _has_words(part)]


def divisions(text: str) -> list[Division]:
    """The ways in which a text may be divided, the likeliest first."""
    lines = _lines(text)
    found = {_tidy(line) for line in lines if _RULE.fullmatch(_tidy(line))}
    if PAGE_BREAK in text:
        found.add(PAGE_BREAK)
    rated = []
    for separator in found:
        parts = divide(text, separator)
        if len(parts) > 1:
            rated.append((_likelihood(parts), len(parts), separator))
    return [Division(separator, parts) for _, parts, separator in sorted(rated, reverse=True)]


def suggestion(text: str) -> Division | None:
    """How a text is likely to be divided; None where it reads like one article."""
    for division in divisions(text)[:1]:
        if _likelihood(divide(text, division.separator)) >= 1:
            return division
    return None


def _parts(text: str, separator: str) -> list[str]:
    if separator.strip(" \t") == PAGE_BREAK:
        return text.split(PAGE_BREAK)
    wanted = _tidy(separator)
    if not wanted:
        return [text]
    lines = _lines(text)
    parts: list[list[str]] = [[]]
    fields_end = _front_matter_end(lines, 0) if _is_rule(wanted, "-") else 0
    for number, line in enumerate(lines):
        if number < fields_end or _tidy(line) != wanted or _underlines(lines, number, wanted):
            parts[-1].append(line)
            continue
        parts.append([])
        # The line may also open the front matter of the part that it begins.
        end = _front_matter_end(lines, number) if _is_rule(wanted, "-") else 0
        if end:
            fields_end = end
            parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def _front_matter_end(lines: list[str], start: int) -> int:
    """The number of the line after front matter that opens at `start`; 0 where none does."""
    if start >= len(lines) or lines[start].strip() != "---":
        return 0
    for number in range(start + 1, min(start + _LONGEST_FIELDS, len(lines))):
        line = lines[number]
        if line.strip() in ("---", "..."):
            return number + 1 if number > start + 1 else 0
        if not _FIELD.match(line) and not line.startswith((" ", "\t", "-")):
            return 0
    return 0


def _underlines(lines: list[str], number: int, separator: str) -> bool:
    """True for a row of dashes right below a heading: a line that ends no sentence."""
    if not any(_is_rule(separator, mark) for mark in _UNDERLINES) or number == 0:
        return False
    above = lines[number - 1].strip()
    return bool(above) and not _SENTENCE_END.search(above) and not _RULE.fullmatch(_tidy(above))


def _is_rule(separator: str, mark: str) -> bool:
    return set(separator) == {mark}


def _likelihood(parts: list[str]) -> float:
    """How much the parts look like articles: 1 and more where they do."""
    titled = sum(_has_title(part) for part in parts) / len(parts)
    weights = [_weight(part) for part in parts]
    if len(parts) == 2:
        # One rule may as well set off a note at the end.
        alike = min(weights) >= max(weights) / 4 and min(weights) >= _ALONE
        return titled + len(parts) / 1000 if alike and titled == 1 else 0.5 * titled
    enough = median(weights) >= _SHORT
    return (1 if titled >= 0.7 and enough else 0.5 * titled) + min(len(parts), 900) / 1000


def _has_title(part: str) -> bool:
    first, _, rest = prose.clean(part).strip().partition("\n")
    return bool(rest.strip()) and len(first) <= prose.TITLE_LENGTH and not first[:1].islower()


def _weight(part: str) -> int:
    """Characters, each Chinese or Japanese one worth two and a half."""
    return len(part.strip()) + 3 * len(_CJK.findall(part)) // 2


def _has_words(part: str) -> bool:
    return any(char.isalnum() for char in part)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _tidy(line: str) -> str:
    return " ".join(line.replace("\ufeff", "").split())
