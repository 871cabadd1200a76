"""One evaluation from its material to the kept result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.evaluated import Evaluated, Floats, forget, save
from newsdesk.analysis.figures import figures_of
from newsdesk.analysis.material import Case, Cases, cases_of
from newsdesk.core.article import Article
from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.manifest import answers_fingerprint
from newsdesk.core.prediction import Prediction
from newsdesk.core.processes import this_process
from newsdesk.core.section import Section
from newsdesk.core.worker import Cancelled
from newsdesk.documents.renditions import draw
from newsdesk.engine.examined import Examined, FeatureKind
from newsdesk.engine.loading import Reads
from newsdesk.store import Store
from newsdesk.store.evaluations import no_evaluation

CHUNK = 256
"""Articles that are in memory at a time."""
NAMED = 12
"""Sections that a sentence names at most."""
Tell = Callable[[int, int], None]


def evaluate(
    store: Store,
    reads: Reads,
    material: Material,
    tell: Tell = lambda done, total: None,
    check: Callable[[], None] = lambda: None,
    begun: Callable[[int], None] = lambda evaluation_id: None,
) -> Evaluation:
    """Have a model read labelled articles, and keep what it said of each.

    Articles of sections that the model does not know are left out and counted by section.
    tell: gets done and total. check: what it raises ends the work; the evaluation is then
    cancelled and leaves nothing behind. begun: gets the id.
    Raises StoreError (`no_dataset`, `no_articles`, `no_common_section`), ModelError.
    """
    cases = cases_of(store, material)
    sections = reads.manifest.sections
    _check_common(reads, cases)
    mark = answers_fingerprint(reads.manifest)
    evaluation_id = store.evaluations.begin(
        reads.name, mark, material, cases.mark, sections, this_process()
    )
    begun(evaluation_id)
    try:
        gathering = _gather(store, reads, cases, evaluation_id, tell, check)
        _keep(store, evaluation_id, gathering)
    except BaseException as error:
        forget(evaluation_id)
        known = error if isinstance(error, NewsdeskError) else None
        cancelled = isinstance(error, Cancelled | KeyboardInterrupt)
        store.evaluations.end(
            evaluation_id, "cancelled" if cancelled else "failed", known.problem if known else None
        )
        raise
    found = store.evaluations.get(evaluation_id)
    if found is None:
        raise no_evaluation(evaluation_id)
    return found


class _Gathering:
    """The answers so far."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = tuple(sections)
        self.left_out: Counter[str] = Counter()
        self._places = {section.code: place for place, section in enumerate(sections)}
        self._cases: list[Case] = []
        self._predictions: list[Prediction] = []
        self._features: dict[FeatureKind, dict[int, NDArray[np.float32]]] = {}

    def wants(self, case: Case) -> bool:
        """Whether the model knows the article's section; it is counted where not."""
        if case.section in self._places:
            return True
        self.left_out[case.section] += 1
        return False

    def add(self, case: Case, examined: Examined) -> None:
        """One more answer."""
        for kind, values in examined.features.items():
            self._features.setdefault(kind, {})[len(self._cases)] = values
        self._cases.append(case)
        self._predictions.append(examined.prediction)

    def evaluated(self) -> Evaluated:
        """What was found, as arrays."""
        cases, said = self._cases, self._predictions
        probabilities = np.zeros((len(said), len(self.sections)), dtype=np.float32)
        for row, prediction in enumerate(said):
            for score in prediction.scores:
                probabilities[row, self._places[score.code]] = score.p
        return Evaluated(
            sections=self.sections,
            keys=np.array([case.key for case in cases], dtype=np.int64),
            truth=np.array([self._places[case.section] for case in cases], dtype=np.int64),
            probabilities=probabilities,
            lengths=np.array([each.tokens_total for each in said], dtype=np.int64),
            abstained=np.array([bool(each.abstains) for each in said], dtype=np.bool_),
            titles=[case.title for case in cases],
            dates=[case.date for case in cases],
            sources=[case.source for case in cases],
            languages=[case.language for case in cases],
            covers=[case.cover for case in cases],
        )

    def features(self) -> dict[FeatureKind, Floats]:
        """Features as matrices; rows of articles that have none are NaN."""
        found: dict[FeatureKind, Floats] = {}
        for kind, rows in self._features.items():
            width = len(next(iter(rows.values())))
            matrix = np.full((len(self._cases), width), np.nan, dtype=np.float32)
            for place, values in rows.items():
                matrix[place] = values
            found[kind] = matrix
        return found


def _gather(
    store: Store,
    reads: Reads,
    cases: Cases,
    evaluation_id: int,
    tell: Tell,
    check: Callable[[], None],
) -> _Gathering:
    gathering = _Gathering(reads.manifest.sections)
    done = 0
    for chunk in _chunks(cases):
        wanted = [case for case in chunk if gathering.wants(case)]
        articles = [case.article(store) for case in wanted]
        _draw_covers(articles)
        answers = dict(reads.examine(articles, check))
        for place, case in enumerate(wanted):
            gathering.add(case, answers[place])
        done += len(chunk)
        if not store.evaluations.tell(evaluation_id, done, cases.total):
            raise Cancelled  # somebody removed it
        tell(done, cases.total)
    return gathering


def _draw_covers(articles: Sequence[Article]) -> None:
    """Covers of a data set have never been on a screen; the lists of an evaluation show them."""
    for article in articles:
        if article.cover is not None:
            draw(article.cover)


def _keep(store: Store, evaluation_id: int, gathering: _Gathering) -> None:
    evaluated = gathering.evaluated()
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    save(evaluation_id, evaluated, gathering.features())
    store.evaluations.finish(
        evaluation_id, len(evaluated), gathering.left_out, figures.accuracy, figures.macro_f1
    )


def _check_common(reads: Reads, cases: Cases) -> None:
    """Raise StoreError where no article's section is one of the model's."""
    matches = cases.material.matches
    theirs = {matches.get(section.code, section.code) for section in cases.sections}
    ours = {section.code for section in reads.manifest.sections}
    if not theirs & ours:
        raise StoreError(
            "no_common_section",
            f"{reads.name} and these articles share no section: the model has "
            f"{_listed(ours)}; the articles have {_listed(theirs)}.",
            "Choose another model, or merge or rename the sections of the data set.",
        )


def _chunks(cases: Cases) -> Iterator[list[Case]]:
    left = iter(cases)
    while chunk := list(islice(left, CHUNK)):
        yield chunk


def _listed(codes: set[str]) -> str:
    ordered = sorted(codes)
    more = f" and {len(ordered) - NAMED} more" if len(ordered) > NAMED else ""
    return ", ".join(ordered[:NAMED]) + more
