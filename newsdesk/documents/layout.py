"""Lines with their places on the page, back to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from newsdesk.documents import prose

_SENTENCE_END = re.compile(r"[.!?:。！？…]['\"”’»)」』]*$")
_CUT_WORD = re.compile(r"[^\W\d_]-$")
_LIST_MARK = re.compile(r"^[•‣▪●–*]\s")
Page = list["Line"]


class Line(NamedTuple):
    """One line of text. x, y: its start in points, y upwards; size: of its letters, in points."""

    text: str
    x: float
    y: float
    size: float


def rebuild(pages: list[Page]) -> Iterator[str]:
    """Lines to paragraphs, words that were cut at a line's end whole again."""
    lines = [line for page in pages for line in page]
    if not lines:
        return
    leading = _usual_leading(pages)
    full = _full_length(lines)
    whole = " ".join(line.text for line in lines)
    current = lines[0].text
    for before, line in pairwise(lines):
        if _begins_paragraph(before, line, leading, full):
            yield current
            current = line.text
        else:
            current = _joined(current, line.text, whole)
    yield current


def title_lines(page: Page) -> int:
    """How many lines at the top of a page are its title: the largest, well above the rest.

    0 where all letters are much alike, or where the largest do not stand near the top.
    """
    if len(page) < 2:
        return 0
    sizes = sorted(line.size for line in page for _ in line.text)
    usual = sizes[len(sizes) // 2]
    largest = max(line.size for line in page)
    if largest < 1.15 * usual or page[0].size < 0.98 * largest:
        return 0
    count = next((i for i, line in enumerate(page) if line.size < 0.98 * largest), len(page))
    length = sum(len(line.text) for line in page[:count])
    return count if count < len(page) and length <= 1.5 * prose.TITLE_LENGTH else 0


def _begins_paragraph(before: Line, line: Line, leading: float, full: float) -> bool:
    ended = bool(_SENTENCE_END.search(before.text))
    if abs(before.size - line.size) > 0.1 * max(before.size, line.size):
        return True
    if _LIST_MARK.match(line.text):
        return True
    gap = before.y - line.y
    if gap <= 0 or gap > 6 * leading:  # the next column or page
        return ended or before.size != line.size
    if gap > 1.25 * leading:
        return True
    indent = line.x - before.x
    if ended and 0.8 * line.size < indent < 6 * line.size:
        return True
    return ended and len(before.text) < 0.7 * full


def _usual_leading(pages: list[Page]) -> float:
    """The distance of lines within paragraphs: the lower quartile of all distances."""
    gaps = [
        a.y - b.y for page in pages for a, b in pairwise(page) if 0 < a.y - b.y < 5 * a.size + 1
    ]
    if not gaps:
        return 1.2 * max((line.size for page in pages for line in page), default=10.0)
    return sorted(gaps)[len(gaps) // 4]


def _full_length(lines: list[Line]) -> float:
    """Characters of a line that fills its column."""
    lengths = sorted(len(line.text) for line in lines)
    return float(lengths[int(0.9 * (len(lengths) - 1))])


def _joined(left: str, right: str, whole: str) -> str:
    """Two lines as one; a hyphen goes where it only cut a word, and stays where it is spelt."""
    if _CUT_WORD.search(left) and right[:1].islower():
        head, tail = left[:-1].rpartition(" ")[2], re.match(r"[\w-]*", right)
        spelt = f"{head}-{tail[0] if tail else ''}"
        keep = "-" in head or spelt in whole
        return left + right if keep else left[:-1] + right
    return prose.join_lines(left, right)
