"""A label that a person kept stays kept: by what the article says, not by the data set's name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from datasets_made import articles, import_rows

from newsdesk.analysis.doubts.verdicts import kept_labels, kept_of, remember
from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import StoreError
from newsdesk.datasets.exporting import export_dataset
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.store import Store


def row(number: int = 1, title: str = "Title", body: str = "Body") -> LabelledArticle:
    return LabelledArticle(number, title, body, "sport")


def kept_in(name: str) -> list[int]:
    """Numbers of the rows of a data set whose labels were kept."""
    kept = kept_labels()
    with Store.open() as store:
        dataset = store.datasets.get(name)
        assert dataset is not None
        rows = store.datasets.rows(dataset.id)
        return [each.number for each in rows if kept_of(each, each.section) in kept]


def keep(name: str, number: int) -> None:
    with Store.open() as store:
        dataset = store.datasets.get(name)
        assert dataset is not None
        found = store.datasets.row(dataset.id, number)
        assert found is not None
        remember(kept_of(found, found.section))


def test_a_set_that_is_renamed_keeps_its_verdicts(tmp_path: Path) -> None:
    import_rows(articles(8), tmp_path)
    keep("news", 3)
    with Store.open() as store:
        dataset = store.datasets.get("news")
        assert dataset is not None
        store.datasets.rename(dataset.id, "wire")
    assert kept_in("wire") == [3]


def test_a_set_that_is_exported_and_imported_again_keeps_its_verdicts(tmp_path: Path) -> None:
    import_rows(articles(8), tmp_path)
    keep("news", 3)
    with Store.open() as store:
        dataset = store.datasets.get("news")
        assert dataset is not None
        export_dataset(store, "news", tmp_path / "out.csv")
        store.datasets.remove(dataset.id)
        import_dataset(store, ImportRequest(tmp_path / "out.csv", "again"))
    assert kept_in("again") == [3]


def test_a_set_that_is_replaced_keeps_them_wherever_the_articles_stand_now(tmp_path: Path) -> None:
    rows = articles(8)
    import_rows(rows, tmp_path)
    keep("news", 3)
    import_rows([*rows[4:], *rows[:4]], tmp_path, replacing=True)
    assert kept_in("news") == [7]


def test_another_label_or_another_text_is_not_kept(tmp_path: Path) -> None:
    remember(kept_of(row(), "sport"))
    assert kept_of(row(2), "sport") in kept_labels(), "the number is of no account"
    assert kept_of(row(), "world") not in kept_labels()
    assert kept_of(row(body="Another"), "sport") not in kept_labels()


def test_what_is_taken_back_is_not_kept_any_more() -> None:
    remember(kept_of(row(), "sport"))
    remember(kept_of(row(title="Other"), "sport"))
    remember(kept_of(row(), "sport"), there=False)
    assert kept_labels() == {kept_of(row(title="Other"), "sport")}


def test_verdicts_of_former_days_hold_and_can_be_taken_back() -> None:
    folder = paths.home() / "doubts"
    folder.mkdir()
    one, two = kept_of(row(), "sport"), kept_of(row(title="Other"), "sport")
    old = {"kept": [one, two], "dataset": 3, "report": "abc"}
    (folder / "news.json").write_text(json.dumps(old), encoding="utf-8")
    (folder / "damaged.json").write_text("{", encoding="utf-8")
    assert kept_labels() == {one, two}
    remember(one, there=False)
    assert kept_labels() == {two}


def test_a_line_that_a_kill_left_half_written_costs_only_itself() -> None:
    one, two = kept_of(row(), "sport"), kept_of(row(title="Other"), "sport")
    remember(one)
    with (paths.home() / "doubts" / "kept.jsonl").open("ab") as file:
        file.write(b'\n{"label": "spo')
    remember(two)
    assert kept_labels() == {one, two}


def test_where_it_cannot_be_written_that_is_told() -> None:
    (paths.home() / "doubts").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(StoreError):
        remember(kept_of(row(), "sport"))
