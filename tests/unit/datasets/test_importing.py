"""A file or folder becomes a data set, odd rows are told by number, and Cancel leaves nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from datasets_made import articles, text
from documents_made import picture

from newsdesk.core.dataset import Dataset, SplitPlan
from newsdesk.core.errors import DocumentError, NewsdeskError
from newsdesk.core.fingerprint import fingerprint
from newsdesk.core.worker import Cancelled
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.datasets.sections import merge_offers, section_code
from newsdesk.datasets.steps import Steps
from newsdesk.documents.columns import ColumnMapping
from newsdesk.store import Store

Write = Callable[..., Path]


def bring(store: Store, path: Path, name: str = "news", **options: object) -> Dataset:
    return import_dataset(store, ImportRequest(path, name, **options))  # type: ignore[arg-type]


def told(store: Store, dataset: Dataset) -> list[tuple[int | None, str]]:
    return [(problem.row, problem.kind) for problem in store.datasets.problems(dataset.id)]


def test_a_table_becomes_a_set_with_every_section_on_every_side(store: Store, jsonl: Write) -> None:
    made = bring(store, jsonl(articles(60)))
    assert (made.rows, made.labelled, made.origin, made.note) == (60, 60, "file", "")
    assert [section.code for section in made.sections] == ["sport", "world"]
    for count in store.datasets.counts(made.id):
        assert min(count.train, count.dev, count.test) >= 1
    assert made.fingerprint == fingerprint(store.datasets.rows(made.id))


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("3", "3"), ("3.0", "3"), (" Sport  news ", "Sport news"), ("-1.0", "-1"), ("3.5", "3.5"),
        ("cafe\u0301", "café"), (" \t", ""),
    ],
)  # fmt: skip
def test_labels_are_tidied_and_numbers_are_whole(label: str, code: str) -> None:
    assert section_code(label) == code


def test_numbers_as_labels_stand_in_the_order_of_numbers(store: Store, jsonl: Write) -> None:
    rows = articles(12)
    for at, row in enumerate(rows):
        row["label"] = [10, 2, 1][at % 3]
    made = bring(store, jsonl(rows))
    assert [section.code for section in made.sections] == ["1", "2", "10"]


def test_labels_that_differ_in_case_or_width_are_offered_for_merging_only() -> None:
    offers = merge_offers(
        {"Sport": 9, "sport": 2, "ＳＰＯＲＴ": 1, "sci/tech": 4, "Sci-Tech": 5, "a": 1}
    )
    assert offers == [("Sci-Tech", ("sci/tech",)), ("Sport", ("sport", "ＳＰＯＲＴ"))]


def test_merges_are_applied_where_they_are_asked_for(store: Store, jsonl: Write) -> None:
    path = jsonl(articles(9, ("sport", "Sport", "world")))
    assert len(bring(store, path).sections) == 3
    merged = bring(store, path, "merged", merges={"sport": "Sport"})
    assert [section.code for section in merged.sections] == ["Sport", "world"]
    labels = {row.label for row in store.datasets.rows(merged.id) if row.section == "Sport"}
    assert labels == {"sport", "Sport"}


def test_odd_rows_are_told_with_their_numbers(store: Store, jsonl: Write) -> None:
    rows = articles(8)
    rows[1] = {"title": "", "body": "", "label": "sport"}
    rows[2]["label"] = " "
    rows[4] = {"title": "", "body": "Too short", "label": "sport"}
    rows[6] = {**rows[3], "label": "sport"}
    rows[7]["image"] = "gone.png"
    path = jsonl(rows)
    path.write_text(path.read_text() + "{broken\n")
    made = bring(store, path)
    assert told(store, made) == [
        (2, "no_text"), (3, "blank_label"), (5, "short"), (7, "contradiction"),
        (8, "cover_missing"), (9, "unreadable"),
    ]  # fmt: skip
    assert (made.rows, made.labelled) == (7, 6)
    blank = store.datasets.row(made.id, 2)
    assert blank is not None
    assert (blank.source_row, blank.section, blank.split) == (3, "", "")


def test_ten_chinese_letters_are_no_short_text(store: Store, jsonl: Write) -> None:
    rows = [{"title": "體驗二維巔峰創新概覽", "body": "", "label": "遊戲"}]
    assert told(store, bring(store, jsonl(rows))) == []


def test_covers_named_by_a_column_come_along_and_a_broken_one_costs_nothing_else(
    store: Store, jsonl: Write, tmp_path: Path
) -> None:
    (tmp_path / "good.png").write_bytes(picture())
    (tmp_path / "bad.png").write_bytes(picture()[:60])
    rows = articles(3)
    rows[0]["cover"], rows[1]["cover"] = "good.png", "bad.png"
    made = bring(store, jsonl(rows))
    first, second, _ = store.datasets.rows(made.id)
    assert first.cover is not None
    assert store.articles.cover(first.cover) is not None
    assert second.cover is None
    assert told(store, made) == [(2, "cover_broken")]


def test_near_duplicates_are_one_group_on_one_side(store: Store, jsonl: Write) -> None:
    rows = articles(40)
    for at in range(0, 40, 4):
        rows.append({**rows[at], "body": rows[at]["body"] + " and a line more"})
    made = bring(store, jsonl(rows))
    assert made.duplicates == 10
    sides: dict[int, set[str]] = {}
    for row in store.datasets.rows(made.id):
        sides.setdefault(row.group, set()).add(row.split)
    assert len(sides) == 40
    assert all(len(side) == 1 for side in sides.values())


def test_a_folder_has_one_section_a_folder_and_covers_beside_articles(
    store: Store, tmp_path: Path
) -> None:
    root = tmp_path / "desk"
    for section in ("sport", "world"):
        (root / section).mkdir(parents=True)
        for at in range(3):
            (root / section / f"{at}.txt").write_text(f"Title\n\n{text((section, at))}")
    (root / "sport" / "0.png").write_bytes(picture())
    (root / "world" / "odd.xyz").write_bytes(b"\x01\x02")
    made = bring(store, root)
    assert (made.origin, made.rows, made.covers) == ("folder", 6, 1)
    assert [section.code for section in made.sections] == ["sport", "world"]
    assert told(store, made) == [(7, "unreadable")]


def test_a_folder_without_folders_is_refused_with_a_reason(store: Store, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="nothing says the sections"):
        bring(store, tmp_path)


def test_given_splits_are_kept_and_unknown_names_told(store: Store, jsonl: Write) -> None:
    rows = articles(12)
    names = ["train", "Validation", "TEST", "training", "holdout", "test"]
    for at, row in enumerate(rows):
        row["split"] = names[at % 6]
    made = bring(store, jsonl(rows), plan=SplitPlan(way="given"))
    splits = [row.split for row in store.datasets.rows(made.id)]
    assert splits[:6] == ["train", "dev", "test", "train", "", "test"]
    assert told(store, made) == [(5, "unknown_split"), (11, "unknown_split")]


def test_given_splits_want_a_column(store: Store, jsonl: Write) -> None:
    with pytest.raises(DocumentError, match="no column that says"):
        bring(store, jsonl(articles(3)), plan=SplitPlan(way="given"))


def test_another_column_can_be_the_section(store: Store, jsonl: Write) -> None:
    rows = [{**row, "desk": "night"} for row in articles(4)]
    mapping = ColumnMapping(title="title", body="body", section="desk")
    assert [s.code for s in bring(store, jsonl(rows), mapping=mapping).sections] == ["night"]


def test_a_column_of_texts_is_no_section(store: Store, jsonl: Write) -> None:
    rows = [{"title": f"Title {at}", "body": "words", "label": at} for at in range(1100)]
    with pytest.raises(DocumentError, match="Choose another column"):
        bring(store, jsonl(rows))
    assert store.datasets.list() == []


@pytest.mark.parametrize("name", ["", "two words", "../up", "-x"])
def test_a_name_that_is_none_is_refused(store: Store, jsonl: Write, name: str) -> None:
    with pytest.raises(NewsdeskError, match="cannot be the name"):
        bring(store, jsonl(articles(2)), name)


def test_a_set_is_replaced_only_where_that_is_asked(store: Store, jsonl: Write) -> None:
    bring(store, jsonl(articles(4)))
    with pytest.raises(NewsdeskError, match="called news already"):
        bring(store, jsonl(articles(6)))
    assert bring(store, jsonl(articles(6)), replacing=True).rows == 6
    assert [found.rows for found in store.datasets.list()] == [6]


@pytest.mark.parametrize("phase", ["reading", "comparing", "dividing", "writing", "finishing"])
def test_cancel_in_any_phase_leaves_nothing_behind(
    store: Store, jsonl: Write, phase: str, home: Path
) -> None:
    path = jsonl(articles(20))
    before = sorted(home.rglob("*"))
    seen: list[str] = []

    class Cancelling(Steps):
        def at(self, now: str, done: int = 0, total: int = 0) -> None:
            seen.append(now)
            if now == phase:
                raise Cancelled

    with pytest.raises(Cancelled):
        import_dataset(store, ImportRequest(path, "news"), Cancelling())
    assert phase in seen
    assert store.datasets.list() == []
    assert store.datasets.clear_incomplete(timedelta(0)) == 0
    assert sorted(path for path in home.rglob("*")) == before


def test_progress_names_the_phases_and_how_many_rows_there_are(store: Store, jsonl: Write) -> None:
    heard: list[tuple[str, int, int]] = []
    steps = Steps(lambda phase, done, total: heard.append((phase, done, total)))
    import_dataset(store, ImportRequest(jsonl(articles(30)), "news"), steps)
    assert [phase for phase, _, _ in heard][:1] == ["reading"]
    assert {"reading", "comparing", "dividing", "writing", "finishing"} == {h[0] for h in heard}
    assert ("writing", 30, 30) in heard


def test_the_same_file_gives_the_same_fingerprint_and_another_seed_another(
    store: Store, jsonl: Write
) -> None:
    path = jsonl(articles(30))
    first = bring(store, path, "first").fingerprint
    assert bring(store, path, "second").fingerprint == first
    assert bring(store, path, "third", plan=SplitPlan(seed=21)).fingerprint != first


def test_a_folder_with_nothing_but_a_table_says_that_the_table_may_be_meant(
    store: Store, jsonl: Write
) -> None:
    folder = jsonl(articles(6)).parent
    with pytest.raises(DocumentError) as caught:
        bring(store, folder)
    assert caught.value.problem.kind == "no_sections"
    table = next(path.name for path in folder.iterdir() if path.suffix == ".jsonl")
    assert caught.value.problem.remedy.startswith(f"Import {table} in it, or put")
