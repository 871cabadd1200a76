"""Labels in doubt: flipped ones are found, near-duplicates that disagree are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from datasets_made import text

from benchmarks.doubts import flipped
from newsdesk.analysis.doubts.doubts import find_doubts
from newsdesk.analysis.doubts.out_of_fold import fold_of
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import NewsdeskError

WORDS = {"sport": "goal match team coach cup", "business": "bank market shares profit trade",
         "health": "doctor clinic vaccine nurse ward"}  # fmt: skip


def rows_made(number: int, sections: tuple[str, ...] = tuple(WORDS)) -> list[LabelledArticle]:
    rows = []
    for i in range(number):
        section = sections[i % len(sections)]
        words = np.random.default_rng(i).permutation(WORDS[section].split())[:3]
        rows.append(
            LabelledArticle(i + 1, f"Title {i}", f"{' '.join(words)} {text(i, 12)}", section,
                            group=i + 1)
        )  # fmt: skip
    return rows


def test_flipped_labels_stand_first_with_the_right_section_beside_them() -> None:
    pytest.importorskip("cleanlab")
    rows = rows_made(240)
    wrong, numbers = flipped(rows, 0.05, 3)
    report = find_doubts(wrong)
    first = report.doubts[: len(numbers)]
    assert {doubt.number for doubt in first} == numbers
    was = {row.number: row.section for row in rows}
    assert all(doubt.suggested == was[doubt.number] for doubt in first)
    assert all(doubt.p_suggested > doubt.p_section for doubt in first)
    assert len(report.doubts) == len(rows)
    assert report.right > 0.9
    assert {overlap.sections for overlap in report.overlaps} <= {
        ("business", "health"), ("business", "sport"), ("health", "sport"),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_of_five_per_cent_flipped_in_bbc_four_fifths_are_in_the_first_eight(
    news_data: Path, seed: int
) -> None:
    pytest.importorskip("cleanlab")
    lines = (news_data / "bbc" / "bbc.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [
        LabelledArticle(i, row["title"], row["body"], row["label"], group=i)
        for i, row in enumerate(map(json.loads, lines), start=1)
    ]
    wrong, numbers = flipped(rows, 0.05, seed)
    report = find_doubts(wrong)
    first = {doubt.number for doubt in report.doubts[: round(0.08 * len(rows))]}
    assert len(first & numbers) / len(numbers) >= 0.8


def test_near_duplicates_of_different_sections_are_told_and_share_a_fold() -> None:
    pytest.importorskip("cleanlab")
    rows = rows_made(60)
    rows[7] = replace(rows[4], number=8, section="health")
    report = find_doubts(rows)
    (disagreement,) = report.disagreements
    assert disagreement.numbers == (5, 8)
    assert disagreement.sections == ("business", "health")
    pairs = {overlap.sections: overlap.duplicates for overlap in report.overlaps}
    assert pairs["business", "health"] == 1
    labels = np.array([0, 1, 0, 1, 0, 1])
    parts = fold_of(labels, np.array([1, 1, 2, 2, 3, 3]), 3)
    assert parts.tolist()[::2] == parts.tolist()[1::2]
    assert sorted(set(parts.tolist())) == [0, 1, 2]


def test_texts_without_spaces_are_told_apart_as_well() -> None:
    pytest.importorskip("cleanlab")
    words = {"體育": "球隊教練比賽進球", "財經": "銀行市場股票利潤"}
    rows = []
    for i in range(80):
        section = list(words)[i % 2]
        parts = np.random.default_rng(i).permutation(list(words[section]))
        body = "".join(words[section][2 * j : 2 * j + 2] for j in range(4)) + "".join(parts)
        rows.append(LabelledArticle(i + 1, "", body, section, group=i + 1))
    wrong, numbers = flipped(rows, 0.05, 1)
    assert {doubt.number for doubt in find_doubts(wrong).doubts[:4]} == numbers


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (rows_made(9), "too_few_labels"),
        ([replace(row, section="") for row in rows_made(40)], "too_few_labels"),
        (rows_made(40, ("sport",)), "one_section"),
    ],
)
def test_where_nothing_can_be_told_it_is_said(rows: list[LabelledArticle], kind: str) -> None:
    pytest.importorskip("cleanlab")
    with pytest.raises(NewsdeskError) as caught:
        find_doubts(rows)
    assert caught.value.problem.kind == kind


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NewsdeskError, match="analysis"):
        find_doubts(rows_made(40))


def test_a_section_of_one_article_and_ten_articles_are_ranked() -> None:
    pytest.importorskip("cleanlab")
    rows = rows_made(10, ("sport", "business"))
    rows[0] = replace(rows[0], section="health")
    report = find_doubts(rows)
    assert len(report.doubts) == 10
    assert all(0 <= doubt.p_section <= 1 for doubt in report.doubts)


def test_a_cancel_ends_the_work_between_two_folds() -> None:
    pytest.importorskip("cleanlab")
    told: list[int] = []

    def check() -> None:
        if told and told[-1] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_doubts(rows_made(60), lambda done, _: told.append(done), check)
    assert told == [0, 1, 2]
