"""Exports are safe for spreadsheets, and read back as what was written."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, StoreError
from newsdesk.documents.reader import read
from newsdesk.documents.tables.writing import LONGEST_CELL, Format, format_of, new_table

COLUMNS = {"title": str, "body": str, "note": str, "confidence": float, "row": int}
TITLES = (
    "=1+1", "+49 30 1234", "-5 °C in Minsk", "@desk", "'=1+1", "'tis the season", "''=x",
    "plain", "＝SUM(A1)", "  =1", '"quoted", and; more', "兩岸新聞", "Новости дня",
)  # fmt: skip
BODY = "The council met on Monday and agreed on the budget for the year."


def write(path: Path, format: Format, titles: tuple[str, ...] = TITLES) -> int:
    with new_table(path, COLUMNS, format) as table:
        for number, title in enumerate(titles, start=1):
            note = "\tindented" if number == 1 else ""
            table.write(
                {"title": title, "body": BODY, "note": note, "confidence": 0.5, "row": number}
            )
    return table.exported.marked


@pytest.mark.parametrize("format", ["csv", "tsv", "jsonl", "xlsx"])
def test_titles_that_begin_like_formulas_or_with_apostrophes_read_back_as_they_were(
    tmp_path: Path, format: Format
) -> None:
    path = tmp_path / f"news.{format}"
    write(path, format)
    back = list(read(path))
    assert all(isinstance(article, Article) for article in back)
    assert [article.title for article in back] == [" ".join(t.split()) for t in TITLES]  # type: ignore[union-attr]
    assert {article.body for article in back} == {BODY}  # type: ignore[union-attr]


@pytest.mark.parametrize(("format", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_no_cell_of_a_delimited_file_begins_like_a_formula(
    tmp_path: Path, format: Format, delimiter: str
) -> None:
    path = tmp_path / f"news.{format}"
    marked = write(path, format)
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file, delimiter=delimiter) for cell in row]
    assert not [cell for cell in cells if cell.lstrip(" ")[:1] in tuple("=+-@\t\r＝")[:-1]]
    assert "'=1+1" in cells
    assert "''=1+1" not in cells  # it was no formula before, and needs nothing
    assert marked == 7


def test_a_workbook_holds_formulas_as_text(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    path = tmp_path / "news.xlsx"
    write(path, "xlsx")
    first = load_workbook(path).worksheets[0]["A2"]
    assert (first.value, first.data_type) == ("=1+1", "s")


def test_what_was_marked_is_said(tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    with new_table(path, COLUMNS, "csv") as table:
        table.write({"title": "=a", "body": "-b", "note": "", "confidence": 0.1, "row": 1})
    assert table.exported.notice == (
        "2 texts that begin like formulas were marked with an apostrophe."
    )


def test_an_apostrophe_of_another_programs_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text(f"title,body\n'=1+1,{BODY}\n'-quoted,{BODY}\n", encoding="utf-8")
    assert [reading.title for reading in read(path)] == ["'=1+1", "'-quoted"]  # type: ignore[union-attr]


def test_characters_that_no_workbook_holds_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "news.xlsx"
    write(path, "xlsx", ("bell\x07 rings \ufffe on",))
    (article,) = read(path)
    assert article.title == "bell rings on"  # type: ignore[union-attr]


def test_a_text_longer_than_a_cell_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "news.xlsx"
    long = "x" * (LONGEST_CELL + 1)
    row = {"title": "Long one", "body": long, "note": "", "confidence": 0, "row": 1}
    refusal = pytest.raises(DocumentError, match="“Long one” is longer than a cell")
    with refusal, new_table(path, COLUMNS, "xlsx") as table:
        table.write(row)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "news.csv"
    path.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError, match="is full"), new_table(path, COLUMNS, "csv", replace=True):
        pass
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [
        ("news.csv", "old")
    ]


def test_an_ending_that_is_not_written_is_named() -> None:
    with pytest.raises(DocumentError, match="does not write docx"):
        format_of(Path("news.docx"))
    assert format_of(Path("news.docx"), "tsv") == "tsv"
