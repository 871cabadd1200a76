"""Tables: columns are recognised and shown, rows keep their order, one bad row stops nothing."""

from __future__ import annotations

import json
import time
from itertools import islice
from pathlib import Path

import pytest
from documents_made import SAMPLE, make_csv, make_jsonl, make_xlsx, picture

from newsdesk.core.article import Article
from newsdesk.documents.reader import Failure, Reading, read
from newsdesk.documents.tables import (
    ColumnMapping,
    guess_mapping,
    is_table,
    mapping_sentence,
    preview,
)

STORY = "The council met on Monday and voted for the plan by nine to four."


def table(folder: Path, text: str, name: str = "table.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def articles(path: Path, mapping: ColumnMapping | None = None) -> list[Article]:
    readings = list(read(path, mapping))
    assert all(isinstance(reading, Article) for reading in readings), readings
    return [reading for reading in readings if isinstance(reading, Article)]


def told(readings: list[Reading]) -> list[tuple[int | None, str]]:
    return [(r.row, r.problem.kind if isinstance(r, Failure) else r.title) for r in readings]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["id", "headline", "text", "image", "lang"], ("headline", "text", "image", "lang", None)),
        (["標題", "內容", "圖片", "分類"], ("標題", "內容", "圖片", None, "分類")),
        (["заголовок", "текст", "рубрика"], ("заголовок", "текст", None, None, "рубрика")),
        (["label", "article_id", "Article Title", "Article"],
         ("Article Title", "Article", None, None, "label")),
        (["url", "date", "newsTitle", "full_text", "image_url", "Category"],
         ("newsTitle", "full_text", "image_url", None, "Category", "date")),
        (["title", "description", "content"], ("title", "content", None, None, None)),
    ],
)  # fmt: skip
def test_columns_are_recognised_by_name(
    columns: list[str], expected: tuple[str | None, ...]
) -> None:
    assert guess_mapping(columns, []) == ColumnMapping(*expected)


def test_columns_with_names_that_say_nothing_are_recognised_by_their_contents() -> None:
    rows = [
        ["17", "2024-05-06", "Council votes for plan", f"{STORY} {STORY}", "sport"],
        ["18", "2024-05-07", "Bridge opens at last", f"{STORY} {STORY}", "sport"],
    ]
    mapping = guess_mapping(["a", "b", "c", "d", "e"], rows)
    assert (mapping.title, mapping.body) == ("c", "d")


def test_the_mapping_can_be_shown_in_a_sentence(tmp_path: Path) -> None:
    path = table(tmp_path, f"headline,text,image\nCouncil votes,{STORY},\n", "articles.csv")
    assert mapping_sentence(preview(path)) == (
        "articles.csv: title ← headline, body ← text, cover ← image."
    )


def test_a_byte_order_mark_never_eats_the_first_columns_name(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        path = table(tmp_path, f"title,body\nCouncil votes,{STORY}\n", encoding=encoding)
        assert preview(path).columns == ("title", "body")
        assert articles(path)[0].title == "Council votes"


def test_two_columns_of_the_same_name_are_renamed_and_said(tmp_path: Path) -> None:
    path = table(tmp_path, f"text,title,text\n{STORY},One,short\n{STORY},Two,short\n")
    look = preview(path)
    assert look.columns == ("text", "title", "text 2")
    assert look.renamed == (("text", "text 2"),)
    assert "“text 2”" in mapping_sentence(look)
    first, second = articles(path)
    assert [notice.kind for notice in first.notices] == ["columns_renamed"]
    assert second.notices == ()


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(tmp_path: Path, delimiter: str) -> None:
    body = '"First, he said;\nthen | he ""left""."'
    rows = [["title", "body", "label"], ["One", body, "a"], ["Two", body, "b"]]
    path = table(tmp_path, "\n".join(delimiter.join(row) for row in rows))
    assert [a.title for a in articles(path)] == ["One", "Two"]
    assert articles(path)[0].body.split() == ["First,", "he", "said;", "then", "|", "he", '"left".']


def test_a_quotation_mark_in_an_unquoted_tsv_swallows_no_rows(tmp_path: Path) -> None:
    lines = ["title\tbody", f'"Never closed\t{STORY}', *(f"Row {i}\t{STORY}" for i in range(50))]
    path = table(tmp_path, "\n".join(lines), "table.tsv")
    assert len(articles(path)) == 51


def test_a_table_without_a_header_loses_no_row(tmp_path: Path) -> None:
    path = table(tmp_path, f'3,"Council votes","{STORY}"\n1,"Bridge opens","{STORY}"\n')
    assert preview(path).columns == ("column 1", "column 2", "column 3")
    assert [(a.title, a.row) for a in articles(path)] == [("Council votes", 1), ("Bridge opens", 2)]


def test_nul_characters_and_endless_cells_do_not_stop_a_table(tmp_path: Path) -> None:
    long = "word " * 60_000
    path = table(tmp_path, f"title,body\nOne,a\0b{'c' * 200}\nTwo,{long}\n")
    assert [len(a.body) for a in articles(path)] == [202, len(long) - 1]


def test_rows_keep_their_order_and_empty_ones_are_named(tmp_path: Path) -> None:
    path = table(tmp_path, f"title,body,label\nOne,{STORY},a\n,,\n\n , ,b\nFour,{STORY},a\n")
    assert told(list(read(path))) == [(1, "One"), (2, "empty"), (3, "empty"), (4, "Four")]


def test_a_row_with_too_many_cells_is_read_and_said(tmp_path: Path) -> None:
    path = table(tmp_path, f"title,body\nOne,{STORY},left over\nTwo,{STORY}\nThree\n")
    first, _, third = articles(path)
    assert [notice.kind for notice in first.notices] == ["extra_cells"]
    assert (third.title, third.body) == ("Three", "")


def test_a_bad_line_of_json_lines_costs_only_itself(tmp_path: Path) -> None:
    good = json.dumps({"title": "Good", "body": STORY})
    path = table(tmp_path, f"{good}\n{{broken\n\n[1, 2]\n{good}\n", "articles.jsonl")
    assert told(list(read(path))) == [
        (1, "Good"), (2, "damaged"), (4, "damaged"), (5, "Good"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "shape",
    [
        lambda rows: rows,
        lambda rows: {"articles": rows},
        lambda rows: {"status": "ok", "totalResults": 2, "articles": rows},
    ],
)
def test_json_is_read_in_the_shapes_that_systems_export(tmp_path: Path, shape: object) -> None:
    rows = [{"title": "One", "body": ["First.", "Second."]}, {"title": "Two", "body": STORY}]
    path = table(tmp_path, json.dumps(shape(rows)), "export.json")  # type: ignore[operator]
    first, second = articles(path)
    assert (first.row, first.body, second.row) == (1, "First.\n\nSecond.", 2)


def test_a_json_file_of_one_object_is_one_article(tmp_path: Path) -> None:
    path = table(tmp_path, json.dumps({"headline": "One", "text": STORY}), "one.json")
    (article,) = articles(path)
    assert (article.title, article.body, article.row) == ("One", STORY, None)


def test_half_a_surrogate_pair_in_json_can_be_stored(tmp_path: Path) -> None:
    path = table(tmp_path, '{"title": "One", "body": "Broken \\ud83d emoji"}', "one.jsonl")
    for reading in read(path):
        text = reading.body if isinstance(reading, Article) else str(reading.problem)
        text.encode("utf-8")


def test_broken_json_is_named(tmp_path: Path) -> None:
    (failure,) = read(table(tmp_path, '[{"title": "One"', "broken.json"))
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "damaged"


def test_a_workbook_gives_an_article_a_row_from_its_first_sheet_with_rows(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.load_workbook(make_xlsx(tmp_path, [SAMPLE, SAMPLE]))
    book.create_sheet("cover sheet", 0)
    path = tmp_path / "articles.xlsx"
    book.save(path)
    found = articles(path)
    assert [(a.title, a.body, a.row) for a in found] == [
        (SAMPLE.title, SAMPLE.body, 1),
        (SAMPLE.title, SAMPLE.body, 2),
    ]


def test_a_table_in_which_nothing_is_recognised_asks_for_its_columns(tmp_path: Path) -> None:
    path = table(tmp_path, "x,y\n1,2\n3,4\n")
    (failure,) = read(path)
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "columns"
    assert "x, y" in failure.problem.message


def test_columns_can_be_named_and_a_wrong_name_is_said(tmp_path: Path) -> None:
    path = table(tmp_path, f"title,body,other\nOne,{STORY},The text that is meant\n")
    assert articles(path, ColumnMapping(body="other"))[0].body == "The text that is meant"
    (failure,) = read(path, ColumnMapping(body="missing"))
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "columns"
    assert "missing" in failure.problem.message


def test_covers_come_from_the_tables_folder_only(tmp_path: Path) -> None:
    (tmp_path / "outside.png").write_bytes(picture())
    folder = tmp_path / "set"
    (folder / "images").mkdir(parents=True)
    (folder / "images" / "a b.png").write_bytes(picture(64, 48))
    cells = ["images/a b.png", "images\\a b.png", "../outside.png", str(tmp_path / "outside.png")]
    cells += ["gone.png", "https://example.org/a.png", ""]
    rows = "".join(f"Title,{STORY},{cell}\n" for cell in cells)
    found = articles(table(folder, f"title,body,image\n{rows}"))
    assert [article.cover is not None for article in found] == [True, True, *[False] * 5]
    assert [[n.kind for n in a.notices] for a in found[2:]] == [
        ["cover_missing"], ["cover_missing"], ["cover_missing"], ["cover_remote"], [],
    ]  # fmt: skip


def test_html_in_a_cell_becomes_paragraphs(tmp_path: Path) -> None:
    path = table(tmp_path, 'title,body\nOne,"<p>First &amp; one.</p><p>Second.</p>"\n')
    assert articles(path)[0].body == "First & one.\n\nSecond."


def test_only_tables_are_tables(tmp_path: Path) -> None:
    assert is_table(make_csv(tmp_path))
    assert is_table(make_xlsx(tmp_path))
    assert not is_table(tmp_path / "gone.csv")
    (tmp_path / "story.txt").write_text("x")
    assert not is_table(tmp_path / "story.txt")


def test_the_first_rows_of_a_vast_table_come_at_once(tmp_path: Path) -> None:
    for maker in (make_csv, make_jsonl):
        path = maker(tmp_path, [Article("A title", STORY)] * 100_000)
        began = time.perf_counter()
        assert len(list(islice(read(path), 100))) == 100
        assert time.perf_counter() - began < 0.5


def test_a_table_streams_above_20000_rows_a_second(tmp_path: Path) -> None:
    path = make_csv(tmp_path, [Article("A title", STORY)] * 40_000)
    began = time.perf_counter()
    assert sum(isinstance(reading, Article) for reading in read(path)) == 40_000
    assert time.perf_counter() - began < 2
