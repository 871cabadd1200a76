"""The labels of a data set as people go through them: in doubt, changed, kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from newsdesk.analysis.doubts.doubts import Disagreement, Doubt, DoubtReport, Overlap
from newsdesk.analysis.doubts.verdicts import Kept, kept_of
from newsdesk.core.dataset import LabelledArticle


@dataclass(slots=True)
class Item:
    """One label under review.

    section: as it was when the labels were looked at; now: as it is, "" for none and None where
    the row is gone. p_section, p_suggested: what the simple model gives them; p_suggested is None
    where it was not asked about that section. found: it is among those that are probably wrong.
    kept: a person looked at it and left it. group: number of its disagreement from 1, 0 for none.
    agrees: all near-duplicates of its group have the same section by now.
    """

    number: int
    title: str
    section: str
    suggested: str
    p_section: float
    p_suggested: float | None
    found: bool
    now: str | None
    kept: bool = False
    group: int = 0
    agrees: bool = False

    @property
    def changed(self) -> bool:
        """Whether it has another section by now, or is gone."""
        return self.now != self.section

    @property
    def settled(self) -> bool:
        """Whether nothing is left to be said about it."""
        return self.kept or self.changed or self.agrees


@dataclass(slots=True)
class Review:
    """What was found in the labels, and what people made of it.

    fingerprint: of the data set as it was then. items: the most doubtful first. hidden: numbers
    of those that were kept before this review began. right: see `DoubtReport`.
    """

    fingerprint: str
    items: list[Item]
    overlaps: tuple[Overlap, ...]
    right: float
    hidden: frozenset[int] = frozenset()
    disagreeing: list[Item] = field(default_factory=list)

    @property
    def found(self) -> int:
        """How many labels are probably wrong."""
        return sum(item.found for item in self.items)

    @property
    def reviewed(self) -> int:
        """How many of these are settled."""
        return sum(item.found and item.settled for item in self.items)

    @property
    def groups(self) -> int:
        """How many groups of near-duplicates have different sections, or had."""
        return len({item.group for item in self.disagreeing})

    def of(self, number: int) -> list[Item]:
        """The items of a row: among all labels, and among the near-duplicates."""
        return [each for each in (*self.items, *self.disagreeing) if each.number == number]

    def take_sections(self, sections: Mapping[int, str]) -> None:
        """The sections as they are now, by number; rows without one have "", gone ones nothing."""
        for item in (*self.items, *self.disagreeing):
            item.now = sections.get(item.number)
        self.compare_groups()

    def compare_groups(self) -> None:
        """See which near-duplicates agree by now."""
        sections: dict[int, set[str]] = {}
        for item in self.disagreeing:
            if item.now:
                sections.setdefault(item.group, set()).add(item.now)
        for item in self.disagreeing:
            item.agrees = len(sections.get(item.group, ())) < 2


def review_of(
    fingerprint: str,
    report: DoubtReport,
    rows: Iterable[LabelledArticle],
    kept: frozenset[Kept],
) -> Review:
    """Put a report beside the rows as they are now. kept: by label and content."""
    doubts = {doubt.number: doubt for doubt in report.doubts}
    titles: dict[int, str] = {}
    sections: dict[int, str] = {}
    hidden: set[int] = set()
    for row in rows:
        doubt = doubts.get(row.number)
        if doubt is None:
            continue
        titles[row.number] = row.title or row.body[:200]
        sections[row.number] = row.section
        if kept and kept_of(row, doubt.section) in kept:
            hidden.add(row.number)
    items = [
        _item(doubt, titles.get(doubt.number, ""), sections.get(doubt.number), hidden)
        for doubt in report.doubts
    ]
    by_number = {item.number: item for item in items}
    disagreeing = [
        item
        for place, each in enumerate(report.disagreements, start=1)
        for item in _of_group(place, each, by_number)
    ]
    review = Review(
        fingerprint, items, report.overlaps, report.right, frozenset(hidden), disagreeing
    )
    review.compare_groups()
    return review


def _item(doubt: Doubt, title: str, now: str | None, hidden: set[int]) -> Item:
    return Item(
        doubt.number, title, doubt.section, doubt.suggested, doubt.p_section, doubt.p_suggested,
        doubt.found, now, doubt.number in hidden,
    )  # fmt: skip


def _of_group(place: int, each: Disagreement, by_number: Mapping[int, Item]) -> list[Item]:
    """The near-duplicates of one group, those found first; suggested is what most others have."""
    held = Counter(section for section in each.sections if section)
    items = []
    for number, section in zip(each.numbers, each.sections, strict=True):
        item = by_number.get(number)
        if item is None:
            continue
        others = held - Counter([section])
        best = max((code for code in others if code != section), key=lambda code: others[code])
        known = item.p_suggested if best == item.suggested else None
        items.append(
            Item(number, item.title, section, best, item.p_section, known, item.found, item.now,
                 item.kept, place)
        )  # fmt: skip
    return sorted(items, key=lambda item: not item.found)
