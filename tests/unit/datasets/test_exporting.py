"""What was exported reads back as the same set."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from datasets_made import articles
from documents_made import picture

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import DocumentError, NewsdeskError
from newsdesk.core.section import Section
from newsdesk.core.worker import Cancelled
from newsdesk.datasets.dividing import divide_again
from newsdesk.datasets.exporting import FORMATS, export_dataset
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store

Write = Callable[..., Path]


@pytest.fixture
def news(store: Store, jsonl: Write, tmp_path: Path) -> str:
    """A set with a cover, a row without section, and texts that trip careless writers."""
    (tmp_path / "photo.png").write_bytes(picture())
    rows = articles(30, ("sport", "兩岸"))
    rows[0] |= {"cover": "photo.png", "date": "2024-05-06", "lang": "en"}
    rows[1] |= {"title": "=1+1", "body": rows[1]["body"] + '\n\nA "quoted", line;\twith marks'}
    rows[2]["label"] = ""
    rows[3]["title"] = ""
    made = import_dataset(store, ImportRequest(jsonl(rows), "news"))
    store.datasets.set_sections(made.id, (Section("sport", {"en": "Sport"}), Section("兩岸")))
    return "news"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("way", ["shares", "folds"])
def test_an_exported_set_reads_back_as_the_same_set(
    store: Store, news: str, tmp_path: Path, format: str, way: str
) -> None:
    before = divide_again(store, news, SplitPlan(way=way))  # type: ignore[arg-type]
    path = export_dataset(store, news, tmp_path / f"exported.{format}").path
    plan = SplitPlan(way="given")
    after = import_dataset(store, ImportRequest(path, "again", plan=plan))
    assert after.fingerprint == before.fingerprint
    assert after.sections == before.sections
    assert (after.covers, after.rows, after.labelled) == (1, 30, 29)
    assert after.plan.way == ("folds" if way == "folds" else "given")
    first, original = next(store.datasets.rows(after.id)), next(store.datasets.rows(before.id))
    assert (first.date, first.language) == (original.date, "en")


def test_excel_finds_the_mark_of_utf_8_and_people_find_names_beside_codes(
    store: Store, news: str, tmp_path: Path
) -> None:
    path = export_dataset(store, news, tmp_path / "news.csv").path
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = next(csv.DictReader(file))
    assert (first["section"], first["section_name"]) == ("sport", "Sport")
    assert (tmp_path / first["cover"]).read_bytes() == picture()


def test_a_cancelled_export_leaves_the_old_file_as_it_was(
    store: Store, news: str, tmp_path: Path
) -> None:
    path = tmp_path / "out" / "news.csv"
    path.parent.mkdir()
    path.write_text("old")

    def check() -> None:
        calls.append(1)
        if len(calls) > 10:
            raise Cancelled

    calls: list[int] = []
    with pytest.raises(Cancelled):
        export_dataset(store, news, path, steps=Steps(check=check), replace=True)
    assert [(found.name, found.read_text()) for found in path.parent.iterdir()] == [
        ("news.csv", "old")
    ]


def test_a_text_too_long_for_a_workbook_is_refused_not_cut(
    store: Store, jsonl: Write, tmp_path: Path
) -> None:
    rows = articles(3)
    rows[1]["body"] = "long " * 8000
    import_dataset(store, ImportRequest(jsonl(rows), "long"))
    with pytest.raises(DocumentError, match="longer than a cell"):
        export_dataset(store, "long", tmp_path / "long.xlsx")
    assert not (tmp_path / "long.xlsx").exists()


def test_an_unknown_ending_or_set_is_named(store: Store, news: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="does not write doc"):
        export_dataset(store, news, tmp_path / "news.doc")
    with pytest.raises(NewsdeskError, match="no data set called nws"):
        export_dataset(store, "nws", tmp_path / "news.csv")


def test_a_file_that_is_there_is_not_overwritten_unasked(
    store: Store, news: str, tmp_path: Path
) -> None:
    path = tmp_path / "news.csv"
    path.write_text("mine")
    with pytest.raises(DocumentError, match="already there"):
        export_dataset(store, news, path)
    assert path.read_text() == "mine"
    export_dataset(store, news, path, replace=True)
    assert "section" in path.read_text()


def test_no_folder_is_made_for_a_mistyped_path(store: Store, news: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no folder"):
        export_dataset(store, news, tmp_path / "nwes" / "news.csv")
    assert not (tmp_path / "nwes").exists()
