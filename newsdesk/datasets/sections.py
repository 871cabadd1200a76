"""Labels to sections: tidied in silence, merged only where a person says so."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping

from newsdesk.core.errors import DocumentError
from newsdesk.core.section import Section, tidy_label

MOST = 1000
_WHOLE = re.compile(r"(-?\d+)\.0+")
_DIGITS = re.compile(r"(\d+)")


def section_code(label: str, merges: Mapping[str, str] | None = None) -> str:
    """The code of a label: itself, tidied, or what it is merged into; "" for a blank one.

    A number is a whole one where it can be: 3.0 is what a table makes of 3 beside empty cells.
    """
    tidied = tidy_label(label)
    whole = _WHOLE.fullmatch(tidied)
    code = whole[1] if whole else tidied
    return tidy_label((merges or {}).get(code, code))


def merge_offers(labels: Mapping[str, int]) -> list[tuple[str, tuple[str, ...]]]:
    """Labels that are probably one: (the commonest of them, the others).

    labels: tidied, with their rows. They differ in case, width or punctuation only.
    """
    alike: dict[str, list[str]] = defaultdict(list)
    for label in labels:
        alike[_bare(label)].append(label)
    offers = []
    for bare, found in alike.items():
        if bare and len(found) > 1:
            first, *others = sorted(found, key=lambda label: (-labels[label], label))
            offers.append((first, tuple(others)))
    return sorted(offers)


def as_sections(names: Mapping[str, str]) -> tuple[Section, ...]:
    """Sections in a natural order, "2" before "10". names: by code; "" where there is none.

    Raises DocumentError (`too_many_sections`).
    """
    check_number(names)
    return tuple(
        Section(code, {"en": names[code]} if names[code] not in ("", code) else {})
        for code in sorted(names, key=_natural)
    )


def check_number(codes: Iterable[str]) -> None:
    """Raise DocumentError where there are more labels than any house has sections."""
    number = len(list(codes))
    if number > MOST:
        raise DocumentError(
            "too_many_sections",
            f"There are more than {MOST:,} different labels.",
            "Choose another column as the section; this one holds something else.",
        )


def _bare(label: str) -> str:
    """Letters and digits alone, in one width and case."""
    folded = unicodedata.normalize("NFKC", label).casefold()
    return "".join(char for char in folded if char.isalnum())


def _natural(code: str) -> list[tuple[int, int, str]]:
    parts = _DIGITS.split(code.casefold())
    found = [
        (0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part)
        for part in parts
        if part
    ]
    return [*found, (2, 0, code)]
