"""Several articles in one text: the line that divides them is found, and divides what it should."""

from __future__ import annotations

import pytest

from newsdesk.documents.dividing import PAGE_BREAK, divide, divisions, suggestion

BODY = (
    "The council met on Monday evening and agreed on a new timetable for the ferry. "
    "It takes effect next month, and the fares stay as they are."
)
LONG = f"{BODY}\n\n{BODY}\n\n{BODY}"
CHINESE = (
    "市議會週一晚上開會，同意渡輪的新班次，下個月起實施，票價維持不變。"
    "議員說，居民等了很久，希望夏天以前就能搭到更晚的船。"
)


def _text(line: str, count: int = 4, body: str = BODY) -> str:
    return f"\n\n{line}\n\n".join(f"Ferry story {number}\n\n{body}" for number in range(count))


@pytest.mark.parametrize(
    "line",
    ["---", "-----", "***", "* * *", "- - -", "===", "##########", "___", "———", "※※※", "＊＊＊"],
)
def test_a_line_of_marks_between_four_stories_is_found(line: str) -> None:
    found = suggestion(_text(line))
    assert found is not None
    assert (found.separator, found.articles) == (line, 4)
    assert [part.strip().split("\n")[0] for part in divide(_text(line), line)] == [
        f"Ferry story {number}" for number in range(4)
    ]


def test_page_breaks_divide() -> None:
    found = suggestion(PAGE_BREAK.join(f"Story {n}\n\n{BODY}" for n in range(3)))
    assert found is not None
    assert (found.separator, found.articles) == (PAGE_BREAK, 3)


def test_windows_line_ends_and_spaces_about_the_line_do_not_matter() -> None:
    text = _text("  -----  ").replace("\n", "\r\n")
    found = suggestion(text)
    assert found is not None
    assert (found.separator, found.articles) == ("-----", 4)
    assert len(divide(text, "----- ")) == 4


def test_separators_at_both_ends_and_twice_in_a_row_make_no_empty_articles() -> None:
    text = f"***\n\n{_text('***', 3)}\n\n***\n***\n\n   \n"
    assert len(divide(text, "***")) == 3


def test_chinese_stories_count_by_what_they_say_not_by_characters() -> None:
    text = "\n\n-----\n\n".join(f"渡輪新聞之{n}\n\n{CHINESE}" for n in "一二三")
    found = suggestion(text)
    assert found is not None
    assert found.articles == 3


def test_a_rule_before_a_note_at_the_end_is_one_article() -> None:
    text = f"Ferry timetable agreed\n\n{LONG}\n\n---\n\nAbout the author\n\nShe writes on ferries."
    assert suggestion(text) is None
    assert [found.articles for found in divisions(text)] == [2]  # who wants to, still can


def test_two_whole_stories_are_two() -> None:
    found = suggestion(_text("=====", 2, LONG))
    assert found is not None
    assert found.articles == 2


def test_rules_between_paragraphs_without_titles_are_one_article() -> None:
    text = "The ferry\n\n" + "\n\n* * *\n\n".join([BODY.lower()] * 4)
    assert suggestion(text) is None


def test_front_matter_belongs_to_its_article() -> None:
    article = f"---\ntitle: The ferry\nlang: en\n---\n\n{BODY}\n\n{BODY}"
    assert suggestion(article) is None
    assert divide(article, "---") == [article]


def test_each_of_several_stories_keeps_its_own_front_matter() -> None:
    text = "\n".join(f"---\ntitle: Ferry {n}\nlang: en\n---\n\n{BODY}\n" for n in range(3))
    parts = divide(text, "---")
    assert [part.strip().split("\n")[1] for part in parts] == [
        "title: Ferry 0",
        "title: Ferry 1",
        "title: Ferry 2",
    ]


def test_underlined_headings_and_tables_divide_nothing() -> None:
    headings = "\n\n".join(f"A heading\n---------\n\n{BODY}" for _ in range(4))
    table = (
        f"Fares\n\n| from | to |\n|---|---|\n| 1 | 2 |\n\n{BODY}\n\n==== ====\nA    B\n==== ===="
    )
    assert divide(headings, "---------") == [headings]
    assert suggestion(headings) is None
    assert suggestion(table) is None


def test_a_row_of_dashes_right_after_the_last_sentence_divides() -> None:
    text = "\n---\n".join(f"Story {n}\n\n{BODY}" for n in range(3))
    assert len(divide(text, "---")) == 3


def test_a_line_of_ones_own_divides() -> None:
    text = "\n## NEXT ##\n".join(f"Story {n}\n\n{BODY}" for n in range(3))
    assert len(divide(text, " ##  NEXT ## ")) == 3
    assert divide(text, "   ") == [text]
