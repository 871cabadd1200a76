"""Tables of other programs: Orange's three header lines, Parquet, dates and splits."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents.failure import Failure
from newsdesk.documents.reader import read
from newsdesk.documents.tables import ColumnMapping, Labels, preview, read_labelled_table

ORANGE = (
    "desk\theadline\ttext\tlength\n"
    "sport world\tstring\tstring\tcontinuous\n"
    "class\tmeta\tmeta\t\n"
    "sport\tCup final\tThe home side won the cup last night.\t12\n"
    "world\tTalks resume\tMinisters met again in the capital.\t11\n"
)


def labelled(path: Path, mapping: ColumnMapping | None = None) -> list[tuple[str, Labels]]:
    found = []
    for reading in read_labelled_table(path, mapping):
        assert not isinstance(reading, Failure)
        found.append((reading[0].title, reading[1]))
    return found


def test_three_header_lines_of_orange_are_no_articles(tmp_path: Path) -> None:
    path = tmp_path / "news.tab"
    path.write_text(ORANGE)
    assert preview(path).mapping.section == "desk"
    assert labelled(path) == [
        ("Cup final", Labels("sport")), ("Talks resume", Labels("world")),
    ]  # fmt: skip
    assert [reading.row for reading in read(path)] == [1, 2]


def test_marks_before_the_names_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "news.tab"
    path.write_text("cD#desk\tmS#headline\tmS#text\nsport\tCup\tThe home side won last night.\n")
    assert preview(path).columns == ("desk", "headline", "text")
    assert labelled(path) == [("Cup", Labels("sport"))]


def test_a_plain_table_of_tabs_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "news.tab"
    path.write_text("title\ttext\tlabel\nstring\tA meta text about class\tsport\nB\tb\tworld\n")
    assert labelled(path) == [("string", Labels("sport")), ("B", Labels("world"))]


def test_a_parquet_file_is_read_by_its_columns(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    rows = 2500
    table = pyarrow.table(
        {
            "headline": [f"Title {at}" for at in range(rows)],
            "text": ["Body" if at else None for at in range(rows)],
            "label": [at % 3 for at in range(rows)],
            "published": [date(2024, 5, 6)] * rows,
            "split": ["train"] * rows,
        }
    )
    path = tmp_path / "news.parquet"
    write_table(table, path)
    found = labelled(path)
    assert len(found) == rows
    assert found[-1] == ("Title 2499", Labels("0", "", "2024-05-06", "train"))
    assert sum(isinstance(reading, Article) for reading in read(path)) == rows


def test_half_a_parquet_file_is_called_damaged(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "news.parquet"
    path.write_bytes(b"PAR1" + b"\0" * 100)
    with pytest.raises(DocumentError, match="not a whole Parquet file"):
        preview(path)


def test_without_the_library_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "news.parquet"
    path.write_bytes(b"PAR1" + b"\0" * 100)
    with pytest.raises(DocumentError, match=r"newsdesk\[parquet\]"):
        preview(path)


def test_dates_splits_and_names_of_sections_are_found_by_name(tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    path.write_text(
        "title,body,section,section_name,pub_date,split\n"
        "Cup,The home side won.,sport,Sport,2024-05-06,fold 2\n"
    )
    assert labelled(path) == [("Cup", Labels("sport", "Sport", "2024-05-06", "fold 2"))]
