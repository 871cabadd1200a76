"""What would change on the desk with another model: its last articles, replayed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb

from newsdesk.store.records import Verdict

CANNOT = ""
"""In place of a section: the model abstains."""
SURE = 0.05
"""Below this probability of mere chance a difference is taken for one."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one model says of an article. section: a code; confidence: 0 to 1."""

    section: str
    name: str
    confidence: float
    verdict: Verdict

    @property
    def place(self) -> str:
        """The section that it would stand in, CANNOT where the model abstains."""
        return CANNOT if self.verdict == "abstains" else self.section


@dataclass(frozen=True, slots=True)
class Replayed:
    """One article of the desk and what two models say of it.

    now: the model that is on the desk; None where it has not answered and could not be asked.
    then: the candidate. decided: the section that a person gave it, "" where nobody decided yet;
    also: the second one.
    """

    article: int
    title: str
    now: Said | None
    then: Said
    decided: str = ""
    also: str = ""

    def is_right(self, said: Said | None) -> bool:
        """Whether an answer is what a person decided."""
        return said is not None and said.place != CANNOT and said.place in (self.decided, self.also)


@dataclass(frozen=True, slots=True)
class Move:
    """Articles that one model puts into `before` and the other into `after`, CANNOT for neither.

    gained, lost: of those that people decided, how many only the candidate has right, and only
    the model on the desk.
    """

    before: str
    after: str
    articles: tuple[Replayed, ...]
    gained: int
    lost: int


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two models over all replayed articles.

    confidence: mean over those that it does not abstain from, 0 to 1. filed: by itself, under its
    rules. right: of those decided.
    """

    confidence: float
    filed: int
    abstains: int
    right: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What came of a replay.

    articles: that were replayed. compared: those that both models answered. moves: by falling
    number. decided: of those compared, by people. gained, lost: of these, which only the
    candidate has right, and only the model on the desk. lacking: sections of the model on the
    desk that the candidate does not have; new: the other way round.
    """

    articles: int
    compared: int
    moves: tuple[Move, ...]
    decided: int
    gained: int
    lost: int
    now: Side
    then: Side
    lacking: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict)
    """Of sections, by code."""

    @property
    def moved(self) -> int:
        """How many articles would stand elsewhere."""
        return sum(len(move.articles) for move in self.moves)

    @property
    def tells(self) -> bool:
        """Whether the decided articles tell which of the two is better."""
        return chance_of(self.gained, self.lost) < SURE


def preview_of(
    rows: Sequence[Replayed],
    lacking: Sequence[str] = (),
    new: Sequence[str] = (),
    names: dict[str, str] | None = None,
) -> Preview:
    """Count what a replay found."""
    both = [row for row in rows if row.now is not None]
    decided = [row for row in both if row.decided]
    moving: dict[tuple[str, str], list[Replayed]] = defaultdict(list)
    for row in both:
        assert row.now is not None
        if row.now.place != row.then.place:
            moving[row.now.place, row.then.place].append(row)
    moves = [
        Move(before, after, tuple(found), *_changes(found))
        for (before, after), found in moving.items()
    ]
    gained, lost = _changes(decided)
    found_names = {row.then.section: row.then.name for row in rows}
    found_names |= {row.now.section: row.now.name for row in both if row.now is not None}
    return Preview(
        articles=len(rows),
        compared=len(both),
        moves=tuple(sorted(moves, key=lambda move: (-len(move.articles), move.before, move.after))),
        decided=len(decided),
        gained=gained,
        lost=lost,
        now=_side([row.now for row in both], sum(row.is_right(row.now) for row in decided)),
        then=_side([row.then for row in both], sum(row.is_right(row.then) for row in decided)),
        lacking=tuple(lacking),
        new=tuple(new),
        names={**found_names, **(names or {})},
    )


def chance_of(gained: int, lost: int) -> float:
    """How likely chance alone divides so many articles at least so unevenly, 0 to 1.

    The exact two-sided sign test of McNemar (1947), on those that only one of two has right.
    """
    number = gained + lost
    if not number:
        return 1.0
    tail = sum(comb(number, k) for k in range(min(gained, lost) + 1))
    return float(min(1.0, 2 * tail / 2**number))


def _changes(rows: Sequence[Replayed]) -> tuple[int, int]:
    decided = [row for row in rows if row.decided]
    gained = sum(row.is_right(row.then) and not row.is_right(row.now) for row in decided)
    lost = sum(row.is_right(row.now) and not row.is_right(row.then) for row in decided)
    return gained, lost


def _side(said: Sequence[Said | None], right: int) -> Side:
    answers = [each for each in said if each is not None]
    sure = [each.confidence for each in answers if each.verdict != "abstains"]
    return Side(
        confidence=sum(sure) / len(sure) if sure else 0.0,
        filed=sum(each.verdict == "filed" for each in answers),
        abstains=sum(each.verdict == "abstains" for each in answers),
        right=right,
    )
