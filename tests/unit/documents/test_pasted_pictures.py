"""Pasted HTML brings its picture where that is at hand; nothing is fetched."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import documents_made as made
import pytest

from newsdesk.core.article import Article
from newsdesk.documents.clipboard import article_from_html, articles_from_text
from newsdesk.documents.reader import Failure, read

STORY = "<h1>Ferry</h1><p>The council met on Monday and agreed on a new timetable.</p>"
PHOTO = made.picture(640, 400)


def test_a_picture_inside_the_html_becomes_the_cover() -> None:
    source = f"data:image/png;base64,{b64encode(PHOTO).decode()}"
    article = article_from_html(f"{STORY}<img src='{source}'>")
    assert article.cover is not None
    assert article.cover.data == PHOTO


def test_a_picture_file_of_this_machine_becomes_the_cover(tmp_path: Path) -> None:
    photo = tmp_path / "a photo.png"
    photo.write_bytes(PHOTO)
    article = article_from_html(f"{STORY}<img src='{photo.as_uri()}'>")
    assert article.cover is not None
    assert article.cover.data == PHOTO


@pytest.mark.parametrize("name", ["missing.png", "secret.txt"])
def test_a_file_that_is_gone_or_no_picture_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.txt").write_text("a key")
    article = article_from_html(f"{STORY}<img src='{(tmp_path / name).as_uri()}'>")
    assert article.cover is None
    assert "timetable" in article.body


def test_the_picture_beside_the_html_stands_for_the_one_on_the_web() -> None:
    remote = f"{STORY}<img src='https://example.org/photo.jpg'>"
    assert article_from_html(remote).cover is None
    article = article_from_html(remote, PHOTO)
    assert article.cover is not None
    assert not article.notices  # nothing is missing any more


def test_a_drawing_of_the_text_itself_is_no_cover() -> None:
    # Spreadsheets lay a picture of the cells beside the text.
    assert article_from_html(STORY, PHOTO).cover is None
    two = f"{STORY}<img src='https://example.org/1.jpg'><img src='https://example.org/2.jpg'>"
    assert article_from_html(two, PHOTO).cover is None


def _articles(path: Path, separator: str) -> list[Article]:
    found = list(read(path, separator=separator))
    assert not any(isinstance(reading, Failure) for reading in found)
    return [reading for reading in found if isinstance(reading, Article)]


def test_a_text_file_is_divided_where_the_person_says_so(tmp_path: Path) -> None:
    path = tmp_path / "wire.txt"
    path.write_bytes("Первая\r\n\r\nТекст.\r\n-----\r\nВторая\r\n\r\nЕщё текст.".encode("cp1251"))
    first, second = _articles(path, "-----")
    assert (first.title, first.row, first.source) == ("Первая", 1, str(path))
    assert (second.title, second.body, second.row) == ("Вторая", "Ещё текст.", 2)


def test_markdown_parts_keep_their_own_fields_and_pictures(tmp_path: Path) -> None:
    (tmp_path / "two.png").write_bytes(PHOTO)
    part = "---\ntitle: Story {0}\nlang: en\ncover: {1}\n---\n\nThe text of **story** {0}.\n"
    path = tmp_path / "stories.md"
    path.write_text(part.format(1, "") + part.format(2, "two.png"))
    first, second = _articles(path, "---")
    assert (first.title, first.body, first.cover) == ("Story 1", "The text of story 1.", None)
    assert (second.title, second.language) == ("Story 2", "en")
    assert second.cover is not None


def test_pasted_text_is_divided_into_numbered_articles() -> None:
    first, second = articles_from_text("One\n\nText.\n***\nTwo\n\nMore text.\n***\n", "***")
    assert (first.title, first.row) == ("One", 1)
    assert (second.title, second.body, second.row) == ("Two", "More text.", 2)
