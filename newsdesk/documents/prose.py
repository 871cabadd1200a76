"""Plain text as it should be kept: clean characters, paragraphs, and a title on top."""

from __future__ import annotations

import re

TITLE_LENGTH = 200

_LINE_ENDS = re.compile("[\r\u2028\u2029\x0b\x0c\x85]")
# Control characters, byte order marks, soft hyphens and halves of surrogate pairs.
_DEBRIS = re.compile("[\x00-\x08\x0e-\x1f\x7f\xad\u200b\ufeff\ufffe\uffff]")
_HALVES = re.compile("[\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_CJK = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_BETWEEN_CJK = re.compile(f"(?<=[{_CJK}]) (?=[{_CJK}])")


def clean(text: str) -> str:
    """Line ends as \\n, no control characters, nothing that cannot be stored as UTF-8."""
    if text.replace("\n", "").isprintable():  # quick, and true of most rows of a table
        return text
    text = _LINE_ENDS.sub("\n", text.replace("\r\n", "\n"))
    return _HALVES.sub("\ufffd", _DEBRIS.sub("", text))


def paragraphs(text: str) -> list[str]:
    """Clean text cut at its empty lines, or at every line where lines are paragraphs."""
    blocks = [block.strip() for block in _BLANK_LINES.split(clean(text).strip())]
    if len(blocks) == 1 and not _hard_wrapped(blocks[0].split("\n")):
        blocks = [line.strip() for line in blocks[0].split("\n")]
    return [block for block in blocks if block]


def tidy(text: str) -> str:
    """Clean text with one empty line between paragraphs."""
    return "\n\n".join(paragraphs(text))


def one_line(text: str) -> str:
    """Clean text with all white space single: titles, cells, headers."""
    return " ".join(clean(text).split())


def split_title(text: str) -> tuple[str, str]:
    """(title, body): the first line is the title where it is short and more follows."""
    text = clean(text).strip()
    first, _, rest = text.partition("\n")
    if rest.strip() and len(first) <= TITLE_LENGTH:
        return one_line(first), tidy(rest)
    return "", tidy(text)


def join_lines(left: str, right: str) -> str:
    """Two lines of one paragraph; Chinese and Japanese take no space between them."""
    return _BETWEEN_CJK.sub("", f"{left[-1:]} {right[:1]}").join((left[:-1], right[1:]))


def same_words(left: str, right: str) -> bool:
    """True where two texts differ by white space and case only."""
    return "".join(left.split()).casefold() == "".join(right.split()).casefold()


def _hard_wrapped(lines: list[str]) -> bool:
    """True where lines are broken at a margin, as in old mail, so that they are no paragraphs."""
    if len(lines) < 3:
        return False
    longest = max(len(line) for line in lines)
    full = sum(len(line) > 0.7 * longest for line in lines[:-1])
    return longest <= 100 and full >= 0.7 * (len(lines) - 1)
