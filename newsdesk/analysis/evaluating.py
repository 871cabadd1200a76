"""One evaluation from its material to the kept result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from newsdesk.analysis.evaluated import forget, forget_so_far, save
from newsdesk.analysis.figures import figures_of
from newsdesk.analysis.gathering import Gathering
from newsdesk.analysis.material import Case, Cases, cases_of
from newsdesk.analysis.so_far import keep_answers, kept_answers
from newsdesk.core.article import Article
from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.core.evaluation import Evaluation, EvaluationState, Material
from newsdesk.core.manifest import answers_fingerprint
from newsdesk.core.processes import this_process
from newsdesk.core.worker import Cancelled, Deserted
from newsdesk.documents.renditions import draw
from newsdesk.engine.loading import Reads
from newsdesk.store import Store
from newsdesk.store.evaluations import no_evaluation

PORTION = 64
"""Articles that are read at a time, and lost where the process is killed."""
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
    One that was interrupted goes on where it was, as long as neither model nor data set are
    others than then.
    tell: gets done and total. check: what it raises ends the work; the evaluation is then
    cancelled and leaves nothing behind, or interrupted where nobody is left to want it.
    begun: gets the id.
    Raises StoreError (`no_dataset`, `no_articles`, `no_section`, `no_common_section`), ModelError.
    """
    cases = cases_of(store, material)
    _check_matches(reads, cases)
    _check_common(reads, cases)
    evaluation_id = _begin(store, reads, cases)
    begun(evaluation_id)
    try:
        gathering = _gather(store, reads, cases, evaluation_id, tell, check)
        _keep(store, evaluation_id, gathering)
    except (Deserted, KeyboardInterrupt):
        store.evaluations.end(evaluation_id, "interrupted")
        raise
    except BaseException as error:
        forget(evaluation_id)
        known = error.problem if isinstance(error, NewsdeskError) else None
        state: EvaluationState = "cancelled" if isinstance(error, Cancelled) else "failed"
        store.evaluations.end(evaluation_id, state, known)
        raise
    found = store.evaluations.get(evaluation_id)
    if found is None:
        raise no_evaluation(evaluation_id)
    return found


def _begin(store: Store, reads: Reads, cases: Cases) -> int:
    """Take up the evaluation that was interrupted, or begin one; the id.

    Of the same model and articles there is never more than one to go on with.
    """
    evaluations, process = store.evaluations, this_process()
    sections, mark = reads.manifest.sections, answers_fingerprint(reads.manifest)
    evaluations.reap()
    taken = 0
    for each in evaluations.list():
        asked = each.model == reads.name and each.material == cases.material
        if not asked or each.state != "interrupted":
            continue
        same = (each.model_mark, each.data_mark, each.sections) == (mark, cases.mark, sections)
        if same and not taken and evaluations.go_on(each.id, process):
            taken = each.id
        elif evaluations.remove_interrupted(each.id):
            forget(each.id)
    return taken or evaluations.begin(
        reads.name, mark, cases.material, cases.mark, sections, process
    )


def _gather(
    store: Store,
    reads: Reads,
    cases: Cases,
    evaluation_id: int,
    tell: Tell,
    check: Callable[[], None],
) -> Gathering:
    gathering = Gathering(reads.manifest.sections)
    done = 0
    for place, portion in enumerate(_portions(cases)):
        check()
        wanted = [case for case in portion if gathering.wants(case)]
        answers = kept_answers(evaluation_id, place, wanted)
        if answers is None:
            articles = [case.article(store) for case in wanted]
            _draw_covers(articles)
            said = dict(reads.examine(articles, check))
            answers = [gathering.answer(said[row]) for row in range(len(wanted))]
            keep_answers(evaluation_id, place, wanted, answers)
        gathering.add(wanted, answers)
        done += len(portion)
        if not store.evaluations.tell(evaluation_id, done, cases.total):
            raise Cancelled  # somebody removed it
        tell(done, cases.total)
    return gathering


def _draw_covers(articles: Sequence[Article]) -> None:
    """Covers of a data set have never been on a screen; the lists of an evaluation show them."""
    for article in articles:
        if article.cover is not None:
            draw(article.cover)


def _keep(store: Store, evaluation_id: int, gathering: Gathering) -> None:
    evaluated = gathering.evaluated()
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    save(evaluation_id, evaluated, gathering.features())
    store.evaluations.finish(
        evaluation_id, len(evaluated), gathering.left_out, figures.accuracy, figures.macro_f1
    )
    forget_so_far(evaluation_id)


def _check_matches(reads: Reads, cases: Cases) -> None:
    """Raise StoreError where a section is matched that one of the two does not have."""
    ours = {section.code for section in reads.manifest.sections}
    theirs = {section.code for section in cases.sections}
    for given, wanted in cases.material.matches.items():
        for code, known, who in (
            (given, theirs, "These articles have"), (wanted, ours, f"{reads.name} has")
        ):  # fmt: skip
            if code not in known:
                raise StoreError(
                    "no_section",
                    f"{who} no section {code}: there are {_listed(known)}.",
                    "Match sections by these codes.",
                )


def _check_common(reads: Reads, cases: Cases) -> None:
    """Raise StoreError where no article's section is one of the model's."""
    matches = cases.material.matches
    theirs = {matches.get(code, code) for code in cases.held}
    ours = {section.code for section in reads.manifest.sections}
    if not theirs & ours:
        raise StoreError(
            "no_common_section",
            f"{reads.name} and these articles share no section: the model has "
            f"{_listed(ours)}; the articles have {_listed(theirs)}.",
            "Choose another model or other articles, or say which of their sections is which of "
            "the model's.",
        )


def _portions(cases: Cases) -> Iterator[list[Case]]:
    left = iter(cases)
    while portion := list(islice(left, PORTION)):
        yield portion


def _listed(codes: set[str]) -> str:
    ordered = sorted(codes)
    more = f" and {len(ordered) - NAMED} more" if len(ordered) > NAMED else ""
    return ", ".join(ordered[:NAMED]) + more
