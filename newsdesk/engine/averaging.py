"""Several models' answers about one article to one: the mean of their calibrated probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from newsdesk.core.article import Article
from newsdesk.core.errors import Notice
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import SECTIONS_LACKING, CoverUse, Prediction, SectionScore
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.ensemble import Ensemble
from newsdesk.engine.examined import Examined

FIRST_CHUNK, CHUNK = 16, 256
"""Articles that one member reads before the next one does: the first answers come early."""
LEFT_OUT = 0.1
"""From this probability on it is said that the members think of sections they do not share."""
LACKING = 0.5
"""From this one on the article more likely belongs into one of those than into any that they
share: whatever section came first, it would be wrong more often than right."""


class EnsembleReader:
    """The members of an ensemble, loaded and ready, asked as one model."""

    def __init__(self, ensemble: Ensemble, members: Sequence[Classifier]) -> None:
        """members: in the ensemble's order."""
        self.ensemble = ensemble
        self.manifest: Manifest = ensemble.manifest
        self._members = tuple(members)

    @property
    def name(self) -> str:
        return self.ensemble.name

    @property
    def device(self) -> str:
        """Where the members run: `cuda` where any does."""
        devices = {member.device for member in self._members}
        return "cuda" if "cuda" in devices else "cpu"

    def classify(self, articles: Sequence[Article]) -> list[Prediction]:
        """Predictions in the order of the articles."""
        answers = dict(self.stream(articles))
        return [answers[index] for index in range(len(articles))]

    def stream(
        self, articles: Sequence[Article], check: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, Prediction]]:
        """(index, prediction) as they come; check is called between batches of each member."""
        start, size = 0, FIRST_CHUNK
        while start < len(articles):
            chunk = articles[start : start + size]
            *others, last = self._members
            answers = [dict(member.stream(chunk, check)) for member in others]
            for index, prediction in last.stream(chunk, check):
                said = [answer[index] for answer in answers]
                yield start + index, average(self.ensemble, [*said, prediction])
            start, size = start + size, CHUNK

    def examine(
        self, articles: Sequence[Article], check: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, Examined]]:
        """As `stream`; what members make of an article on the way has no mean."""
        for index, prediction in self.stream(articles, check):
            yield index, Examined(prediction)


def average(ensemble: Ensemble, answers: Sequence[Prediction]) -> Prediction:
    """One answer out of the members', which come in the ensemble's order.

    Members that cannot read the text are not counted, unless none can; where they are the
    majority, the ensemble abstains. Probabilities are not stretched to a sum of 1: what the
    members give to sections that they do not share makes the ensemble less sure, and where it
    is half or more the ensemble abstains. How much was read is that of the most careful member:
    the one that read the smallest part.
    """
    abstaining = [answer for answer in answers if answer.abstains]
    counted = [
        (answer, pair)
        for answer, pair in zip(answers, ensemble.pairs, strict=True)
        if not answer.abstains or len(abstaining) == len(answers)
    ]
    chances = [{score.code: score.p for score in answer.scores} for answer, _ in counted]
    scores = [
        SectionScore(
            section.code,
            section.name(),
            sum(p[pair[section.code]] for p, (_, pair) in zip(chances, counted, strict=True))
            / len(counted),
        )
        for section in ensemble.sections
    ]
    left_out = 1 - sum(score.p for score in scores)
    unread = _reason(abstaining) if 2 * len(abstaining) > len(answers) else ""
    abstains = unread or (SECTIONS_LACKING if left_out >= LACKING else "")
    careful = min(answers, key=lambda each: each.tokens_read / max(each.tokens_total, 1))
    surest = max(answers, key=lambda each: each.language_p)
    return Prediction(
        model=ensemble.name,
        scores=tuple(sorted(scores, key=lambda score: -score.p)),
        tokens_read=careful.tokens_read,
        tokens_total=careful.tokens_total,
        unknown_share=max(answer.unknown_share for answer, _ in counted),
        head_end=careful.head_end,
        tail_start=careful.tail_start,
        cover=_cover([answer.cover for answer in answers]),
        notices=_notices(answers, abstaining, left_out, abstains),
        abstains=abstains,
        language=surest.language,
        language_p=surest.language_p,
    )


def _reason(abstaining: Sequence[Prediction]) -> str:
    return Counter(answer.abstains for answer in abstaining).most_common(1)[0][0]


def _cover(uses: Sequence[CoverUse]) -> CoverUse:
    return next((use for use in ("used", "masked") if use in uses), "none")


def _notices(
    answers: Sequence[Prediction],
    abstaining: Sequence[Prediction],
    left_out: float,
    abstains: str,
) -> tuple[Notice, ...]:
    """Each kind once, of the members that are counted; then what the averaging itself has to say.

    Where the ensemble abstains, it is the abstaining ones' word that counts.
    """
    some = 0 < 2 * len(abstaining) <= len(answers)
    heard = [a for a in answers if not (some and a.abstains)]
    found = {notice.kind: notice for answer in reversed(heard) for notice in answer.notices}
    if some:
        names = " and ".join(answer.model for answer in abstaining)
        found["member_abstains"] = Notice(
            "member_abstains", f"{names} cannot read this text and was not counted."
        )
    if left_out >= LEFT_OUT:
        kind = SECTIONS_LACKING if abstains == SECTIONS_LACKING else "left_out"
        share = f"{left_out:.0%}".replace("%", " %")
        then = " It abstains." if kind == abstains else ""
        found[kind] = Notice(
            kind, f"The models put {share} into sections that they do not share.{then}"
        )
    return tuple(found.values())
