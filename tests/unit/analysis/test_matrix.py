"""The confusion matrix: counted, normalised, ordered, held against another, merged on trial."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from evaluated_made import made
from numpy.testing import assert_allclose, assert_array_equal

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import figures_of, results_of
from newsdesk.analysis.matrix import matrix_of, partners
from newsdesk.analysis.seriation import similar_together
from newsdesk.core.section import Section


def said(codes: str, pairs: list[str]) -> Evaluated:
    """Articles as pairs of one-letter sections: "ab" belongs to a and was put into b."""
    answers = replace(made(len(pairs), len(codes)), sections=tuple(Section(code) for code in codes))
    places = [(codes.index(pair[0]), codes.index(pair[1])) for pair in pairs]
    truth, predicted = np.array(places, dtype=np.int64).T
    return replace(
        answers, truth=truth, probabilities=np.eye(len(codes), dtype=np.float32)[predicted]
    )


def codes_of(evaluated: Evaluated, **how: object) -> list[str]:
    return [section.code for section in matrix_of(evaluated, **how).sections]  # type: ignore[arg-type]


def test_counts_and_shares_are_of_the_row_the_column_or_all() -> None:
    matrix = matrix_of(said("ab", ["aa", "aa", "ab", "bb"]))
    assert_array_equal(matrix.counts, [[2, 1], [0, 1]])
    assert_allclose(matrix.shares("row"), [[2 / 3, 1 / 3], [0, 1]])
    assert_allclose(matrix.shares("column"), [[1, 0.5], [0, 0.5]])
    assert_allclose(matrix.shares("all"), [[0.5, 0.25], [0, 0.25]])
    assert_allclose(matrix.shares("counts"), matrix.counts)


def test_sections_without_articles_are_shares_of_nothing_and_not_of_zero() -> None:
    matrix = matrix_of(said("abc", ["aa", "ab"]))
    for scale in ("row", "column", "all"):
        assert np.isfinite(matrix.shares(scale)).all()
    assert matrix.shares("row")[2].sum() == 0


def test_every_order_shows_the_same_articles_in_the_same_cells() -> None:
    answers = made(500, 9)
    for order in ("sections", "size", "similar"):
        matrix = matrix_of(answers, order=order)
        codes = [section.code for section in matrix.sections]
        assert sorted(codes) == sorted(answers.codes)
        assert [codes[place] for place in matrix.truth] == [
            answers.codes[place] for place in answers.truth
        ]
        assert matrix.counts.sum() == 500


def test_by_size_the_section_with_most_articles_is_first() -> None:
    assert codes_of(said("abc", ["bb", "cc", "cc", "cc", "bb", "aa"]), order="size") == [
        "c", "b", "a",
    ]  # fmt: skip


def test_by_likeness_sections_that_are_confused_stand_side_by_side() -> None:
    # Two groups, {a, d, e} and {b, c, f}, that lie mixed in the order of the model.
    inside = ["ad", "de", "bc", "cf"] * 5 + ["ae", "bf"] * 2
    answers = said("abcdef", inside + ["fa"] + [2 * code for code in "abcdef"] * 3)
    order = "".join(codes_of(answers, order="similar"))
    assert {frozenset(order[:3]), frozenset(order[3:])} == {frozenset("ade"), frozenset("bcf")}
    assert abs(order.index("d") - order.index("a")) == 1
    assert abs(order.index("f") - order.index("a")) == 1  # the one thing that joins the groups


def test_a_faultless_matrix_keeps_the_order_of_the_sections() -> None:
    assert similar_together(np.diag([4, 3, 2, 1])) == [0, 1, 2, 3]
    assert similar_together(np.array([[3]])) == [0]
    assert similar_together(np.zeros((0, 0), dtype=np.int64)) == []


def test_chosen_cells_give_their_articles() -> None:
    matrix = matrix_of(said("abc", ["ab", "aa", "ab", "cb", "bc"]))
    cells = np.zeros((3, 3), dtype=np.bool_)
    cells[0, 1] = True
    assert_array_equal(np.flatnonzero(matrix.articles_in(cells)), [0, 2])
    cells[:, 1] = True
    assert_array_equal(np.flatnonzero(matrix.articles_in(cells)), [0, 2, 3])
    assert_array_equal(matrix.spread(matrix.articles_in(cells)), [[0, 2, 0], [0, 0, 0], [0, 1, 0]])


def test_the_worst_confusions_come_first_and_right_answers_never() -> None:
    found = matrix_of(said("abc", ["ab", "ab", "cb", "aa", "bb"] * 2)).mistakes(5)
    assert [(m.truth, m.predicted, m.articles) for m in found] == [(0, 1, 4), (2, 1, 2)]
    assert found[0].share == pytest.approx(4 / 6)


def test_the_difference_is_counted_on_the_articles_that_both_read() -> None:
    ours = said("ab", ["aa", "ab", "bb", "ba"])
    theirs = said("ab", ["ab", "ab", "ba", "bb"]).chosen([0, 2, 1])  # the fourth was not read
    matrix = matrix_of(ours, theirs)
    assert_array_equal(matrix.paired, [True, True, True, False])
    assert_array_equal(matrix.change, [[1, -1], [-1, 1]])
    assert_array_equal(matrix.gain, [[1, 1], [1, 1]])
    cells = np.zeros((2, 2), dtype=np.bool_)
    cells[0, 0] = True
    assert_array_equal(np.flatnonzero(matrix.changed_in(cells)), [0])
    cells[:] = True
    assert_array_equal(np.flatnonzero(matrix.changed_in(cells)), [0, 2])


def test_another_model_with_other_sections_is_matched_by_code() -> None:
    ours = said("ab", ["aa", "ab"])
    theirs = said("xba", ["ax", "aa"])
    matrix = matrix_of(ours, theirs)
    assert [section.code for section in matrix.sections] == ["a", "b", "x"]
    assert_array_equal(matrix.change, [[0, 1, -1], [0, 0, 0], [0, 0, 0]])


def test_articles_of_another_title_are_others_though_their_numbers_are_alike() -> None:
    ours = said("ab", ["aa", "ab"])
    theirs = replace(ours, titles=[ours.titles[0], "something else"])
    assert_array_equal(partners(ours, theirs), [0, -1])
    assert_array_equal(partners(ours, ours.chosen([])), [-1, -1])
    assert not matrix_of(ours, replace(ours, keys=ours.keys + 100)).paired.any()


def test_two_sections_as_if_one_add_up_and_nothing_else_moves() -> None:
    answers = said("abc", ["ab", "ba", "aa", "bc", "cc"])
    matrix = matrix_of(answers, merges=[("a", "b")])
    assert [section.name() for section in matrix.sections] == ["a + b", "c"]
    assert matrix.members == (("a", "b"), ("c",))
    assert_array_equal(matrix.counts, [[3, 1], [0, 1]])
    assert results_of(["ab", "c"], matrix.counts).accuracy.value == pytest.approx(0.8)
    assert_array_equal(answers.truth, [0, 1, 0, 1, 2])


def test_merges_of_unknown_sections_are_passed_over() -> None:
    assert codes_of(said("abc", ["aa"]), merges=[("a", "nowhere"), ("x", "y")]) == ["a", "b", "c"]


def test_the_measures_agree_with_the_figures() -> None:
    answers = made(300, 6)
    figures = figures_of(answers.codes, answers.truth, answers.probabilities, resamples=50)
    margins = matrix_of(answers).margins
    for name in ("precision", "recall", "f1"):
        wanted = [getattr(section, name).value for section in figures.sections]
        assert_allclose(getattr(margins, name)[0], wanted, atol=1e-12)


def test_one_section_and_ten_articles_are_a_matrix_too() -> None:
    matrix = matrix_of(made(10, 1), order="similar")
    assert_array_equal(matrix.counts, [[10]])
    assert matrix.mistakes(5) == []
