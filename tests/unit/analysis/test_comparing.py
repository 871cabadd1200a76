"""Two evaluations of the same articles: who is better, and how sure that is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from evaluated_made import made

from newsdesk.analysis.comparing import Common, Contender, duel_of, in_common, standing_of
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import figures_of
from newsdesk.core.metrics import confusion_counts, macro_f1
from newsdesk.core.section import Section

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


def common_of(*evaluated: Evaluated, **matches: dict[str, str]) -> Common:
    """Each made an hour after the one before it."""
    return in_common(
        [
            Contender(each, matches.get(f"m{place}", {}), NOON + timedelta(hours=place))
            for place, each in enumerate(evaluated)
        ]
    )


def pair(articles: int = 200, first: float = 0.8, second: float = 0.85) -> Common:
    one = made(articles, 5, first)
    return common_of(one, answered_anew(one, second))


def answered_anew(one: Evaluated, right: float) -> Evaluated:
    """The same articles, and another model that has about the part `right` of them right."""
    chance, width = np.random.default_rng(7), len(one.sections)
    wrong = (one.truth + 1 + chance.integers(0, width - 1, len(one))) % width
    said = np.where(chance.random(len(one)) < right, one.truth, wrong)
    return replace(one, probabilities=np.eye(width, dtype=np.float32)[said])


def by_brute_force(common: Common, resamples: int = 3000) -> tuple[float, float]:
    """How often the second is better: macro-F1 and accuracy, articles drawn one by one."""
    chance = np.random.default_rng(5)
    codes = [section.code for section in common.sections]
    used = [code for code in codes if (common.truth == codes.index(code)).any()]
    better = np.zeros(2)
    for _ in range(resamples):
        drawn = chance.integers(0, len(common), len(common))
        truth = [codes[i] for i in common.truth[drawn]]
        figures = []
        for place in range(2):
            said = [codes[i] for i in common.predicted[place][drawn]]
            counts = confusion_counts(truth, said, codes)
            hits, both = np.diag(counts), counts.sum(axis=0) + counts.sum(axis=1)
            of_used = [codes.index(code) for code in used]
            f1 = (2 * hits / np.maximum(both, 1))[of_used].mean()
            figures.append((f1, np.mean(np.array(truth) == np.array(said))))
        better += np.greater(figures[1], np.array(figures[0]) + 1e-12)
    return float(better[0] / resamples), float(better[1] / resamples)


def test_the_share_of_resamples_is_that_of_drawing_articles_one_by_one() -> None:
    common = pair(60, 0.85, 0.8)
    duel = duel_of(common, 0, 1, resamples=6000)
    f1, accuracy = by_brute_force(common)
    assert 0.05 < f1 < 0.99
    assert duel.macro_f1.better == pytest.approx(f1, abs=0.02)
    assert duel.accuracy.better == pytest.approx(accuracy, abs=0.02)


def test_a_model_against_itself_makes_no_difference() -> None:
    one = made(88)
    duel = duel_of(common_of(one, one), 0, 1)
    assert duel.macro_f1.verdict == duel.accuracy.verdict == "same"
    assert duel.macro_f1.difference == duel.macro_f1.low == duel.macro_f1.high == 0
    assert not duel.only_first.any()
    assert not duel.only_second.any()


def test_a_clearly_better_model_is_better_on_nearly_all_resamples() -> None:
    duel = duel_of(pair(300, 0.6, 0.95), 0, 1)
    assert duel.macro_f1.better > 0.99
    assert duel.accuracy.better > 0.99
    assert duel.macro_f1.verdict == duel.accuracy.verdict == "better"


def test_two_that_are_much_alike_are_too_close_to_call() -> None:
    assert duel_of(pair(60, 0.85, 0.8), 0, 1).macro_f1.verdict == "open"


def test_the_other_way_round_is_the_same_with_the_signs_changed() -> None:
    common = pair()
    there, back = duel_of(common, 0, 1, 8000), duel_of(common, 1, 0, 8000)
    assert there.macro_f1.difference == pytest.approx(-back.macro_f1.difference, abs=1e-12)
    assert there.macro_f1.better == pytest.approx(back.macro_f1.worse, abs=0.02)
    assert there.accuracy.low == pytest.approx(-back.accuracy.high, abs=0.01)
    assert np.array_equal(there.only_first, back.only_second)


def test_outcomes_are_those_of_every_article() -> None:
    common = pair()
    duel = duel_of(common, 0, 1)
    first, second = common.right
    assert duel.only_first.sum() == sum(a and not b for a, b in zip(first, second, strict=True))
    assert duel.both_wrong.sum() == sum(not a and not b for a, b in zip(first, second, strict=True))


def test_figures_on_all_articles_are_those_of_the_evaluation_itself() -> None:
    one = made(150)
    common = common_of(one, made(150, right=0.6))
    standing = standing_of(common, 0)
    figures = figures_of(one.codes, one.truth, one.probabilities)
    for mine, theirs in (
        (standing.accuracy, figures.accuracy),
        (standing.macro_f1, figures.macro_f1),
    ):
        assert mine.value == pytest.approx(theirs.value, abs=1e-12)
        assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)
    assert standing.ece == pytest.approx(figures.ece, abs=1e-9)


def test_many_articles_are_resampled_as_few_are() -> None:
    # From 10,000 on they are drawn in another way.
    common = pair(12_000, 0.8, 0.805)
    duel = duel_of(common, 0, 1)
    first, second = (common.right[place].astype(float) for place in range(2))
    spread = np.std(second - first) / np.sqrt(len(common))
    assert duel.accuracy.high - duel.accuracy.low == pytest.approx(2 * 1.96 * spread, rel=0.06)


def test_articles_are_paired_by_key_in_any_order() -> None:
    one = made(100)
    mixed = one.chosen(np.random.default_rng(1).permutation(100)[:60])
    common = common_of(one, mixed)
    assert len(common) == 60
    assert np.array_equal(one.keys[common.places[0]], mixed.keys[common.places[1]])
    assert np.array_equal(common.predicted[0], common.predicted[1])


def test_articles_that_became_others_are_no_pair() -> None:
    one = made(40)
    other = replace(one, titles=["Something else", *one.titles[1:]])
    common = common_of(one, other)
    assert (len(common), common.altered) == (39, 1)


def test_the_newer_truth_counts_and_the_difference_is_told() -> None:
    one = made(40)
    truth = one.truth.copy()
    truth[:3] = (truth[:3] + 1) % len(one.sections)
    relabelled = replace(one, truth=truth)
    for order in ((one, relabelled), (relabelled, one)):
        common = common_of(*order)
        assert common.relabelled == 3
        assert np.array_equal(common.truth, order[1].truth)


def test_sections_are_matched_by_code_and_not_by_position() -> None:
    one = made(60, 4)
    turned = replace(
        one,
        sections=one.sections[::-1],
        truth=3 - one.truth,
        probabilities=one.probabilities[:, ::-1],
    )
    common = common_of(one, turned)
    assert common.relabelled == 0
    assert np.array_equal(common.predicted[0], common.predicted[1])


def test_a_section_that_one_was_matched_with_is_one_for_all() -> None:
    one = made(60, 3)
    renamed = replace(one, sections=(Section("arts"), *one.sections[1:]))
    common = common_of(one, renamed, m1={one.sections[0].code: "arts"})
    assert len(common.sections) == 3
    assert common.relabelled == 0
    assert duel_of(common, 0, 1).macro_f1.verdict == "same"


def test_nothing_in_common_is_no_fault() -> None:
    one = made(10)
    common = common_of(one, replace(one, keys=one.keys + 100))
    assert len(common) == 0
    assert duel_of(common, 0, 1).macro_f1.verdict == "same"
    assert standing_of(common, 0).accuracy.value == 0


def test_a_section_without_articles_does_not_count() -> None:
    one = made(60, 3)
    few = one.chosen(np.flatnonzero(one.truth < 2))
    common = common_of(few, few)
    counts = confusion_counts(
        [str(i) for i in common.truth], [str(i) for i in common.predicted[0]], ["0", "1", "2"]
    )
    assert standing_of(common, 0).macro_f1.value == pytest.approx(macro_f1(counts))
