"""Covers beside their articles, and folders walked."""

from __future__ import annotations

import os
import time
from pathlib import Path

import documents_made as made
import pytest
from documents_made import SAMPLE, picture

from newsdesk.core.article import Article
from newsdesk.documents.reader import Failure, Reading, read
from newsdesk.documents.walk import walk


def only(path: Path) -> Article:
    (reading,) = read(path)
    assert isinstance(reading, Article), reading
    return reading


def kinds(article: Reading) -> list[str]:
    assert isinstance(article, Article)
    return [notice.kind for notice in article.notices]


def names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in walk([folder])]


@pytest.mark.parametrize("name", ["article.jpg", "article.PNG", "Article.webp"])
def test_the_picture_with_the_articles_name_is_its_cover(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(picture(kind="PNG"))
    article = only(made.make_txt(tmp_path))
    assert article.cover is not None
    assert (article.cover.name, article.cover.media_type) == (name, "image/png")
    assert article.notices == ()


def test_a_cover_added_after_a_first_reading_is_found(tmp_path: Path) -> None:
    path = made.make_txt(tmp_path)
    os.utime(tmp_path, (time.time() - 60, time.time() - 60))
    assert only(path).cover is None
    (tmp_path / "article.jpg").write_bytes(picture())
    assert only(path).cover is not None


def test_the_first_picture_of_a_word_document_is_its_cover(tmp_path: Path) -> None:
    article = only(made.make_docx(tmp_path, cover=picture(640, 400)))
    assert article.cover is not None
    assert article.cover.width == 640
    small = only(made.make_docx(tmp_path, name="logo", cover=picture(64, 40)))
    assert small.cover is None


def test_the_first_attachment_of_a_mail_is_its_cover(tmp_path: Path) -> None:
    article = only(made.make_eml(tmp_path, cover=picture(640, 400)))
    assert article.cover is not None
    assert article.cover.name == "attachment photo.png"


def test_one_broken_picture_of_100_costs_no_article(tmp_path: Path) -> None:
    good = picture(64, 48)
    for number in range(100):
        made.make_txt(tmp_path, SAMPLE, name=f"story {number}")
        data = good[:90] if number == 41 else good
        (tmp_path / f"story {number}.png").write_bytes(data)
    readings = [reading for path in walk([tmp_path]) for reading in read(path)]
    assert len(readings) == 100
    flagged = [r for r in readings if isinstance(r, Article) and r.notices]
    assert [r.source for r in flagged] == [str(tmp_path / "story 41.txt")]
    assert flagged[0].cover is None
    assert kinds(flagged[0]) == ["cover_broken"]
    assert "story 41.png" in flagged[0].notices[0].message
    assert "classified by its text" in flagged[0].notices[0].message


def test_a_moving_cover_gives_its_first_frame_and_says_so(tmp_path: Path) -> None:
    from PIL import Image

    frames = [Image.new("RGB", (80, 60), colour) for colour in ("red", "blue")]
    frames[0].save(tmp_path / "article.gif", save_all=True, append_images=frames[1:])
    article = only(made.make_txt(tmp_path))
    assert article.cover is not None
    assert kinds(article) == ["animated_cover"]


def test_a_cover_that_a_document_names_but_did_not_bring_is_said(tmp_path: Path) -> None:
    path = tmp_path / "story.md"
    path.write_text("# Title\n\n![](gone.jpg)\n\nSome text.", encoding="utf-8")
    article = only(path)
    assert article.cover is None
    assert kinds(article) == ["cover_missing"]
    assert "gone.jpg" in article.notices[0].message


def test_the_picture_beside_a_page_replaces_the_one_on_the_web(tmp_path: Path) -> None:
    head = '<meta property="og:image" content="https://cdn.example.org/lead.jpg">'
    (tmp_path / "article.html").write_text(made.page(SAMPLE, head=head), encoding="utf-8")
    (tmp_path / "article.jpg").write_bytes(picture())
    article = only(tmp_path / "article.html")
    assert article.cover is not None
    assert article.notices == ()


def test_a_picture_alone_is_told_where_to_go(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(picture())
    (failure,) = read(path)
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "picture_alone"
    assert "photo.txt" in failure.problem.remedy


def test_a_folder_is_walked_in_the_order_that_people_count(tmp_path: Path) -> None:
    for name in ("page 10.txt", "page 2.txt", "Page 1.txt"):
        (tmp_path / name).write_text("x")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "deep.txt").write_text("x")
    assert names(tmp_path) == ["a/deep.txt", "Page 1.txt", "page 2.txt", "page 10.txt"]


def test_what_nobody_means_is_left_out_of_a_folder(tmp_path: Path) -> None:
    for name in (".hidden.txt", "~$story.docx", "Thumbs.db", ".DS_Store", "desktop.ini"):
        (tmp_path / name).write_text("x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config.txt").write_text("x")
    (tmp_path / "story.txt").write_text("x")
    (tmp_path / "slides.pptx").write_text("x")
    assert names(tmp_path) == ["slides.pptx", "story.txt"]


def test_links_that_lead_in_circles_end(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "story.txt").write_text("x")
    (inner / "back").symlink_to(tmp_path, target_is_directory=True)
    assert names(tmp_path) == ["inner/story.txt"]


def test_the_assets_of_a_saved_page_are_not_articles(tmp_path: Path) -> None:
    made.make_html(tmp_path, name="saved page")
    assets = tmp_path / "saved page_files"
    assets.mkdir()
    (assets / "frame.html").write_text("x")
    (assets / "photo.jpg").write_bytes(b"x")
    (tmp_path / "other_files").mkdir()
    (tmp_path / "other_files" / "story.txt").write_text("x")
    assert names(tmp_path) == ["other_files/story.txt", "saved page.html"]


def test_pictures_that_belong_to_a_document_are_not_documents(tmp_path: Path) -> None:
    made.make_txt(tmp_path, name="story")
    (tmp_path / "table.csv").write_text("title,image\nA title of words,images/one photo.jpg\n")
    (tmp_path / "images").mkdir()
    for name in ("story.JPG", "stray.png", "images/one photo.jpg", "images/two.jpg"):
        (tmp_path / name).write_bytes(picture())
    assert names(tmp_path) == ["images/two.jpg", "story.txt", "stray.png", "table.csv"]


def test_dropped_files_come_as_given_once_each(tmp_path: Path) -> None:
    story, cover = made.make_txt(tmp_path), tmp_path / "article.jpg"
    cover.write_bytes(picture())
    gone = tmp_path / "gone.txt"
    assert list(walk([gone, cover, story, story, tmp_path])) == [gone, story]
    assert list(walk([cover])) == [cover]


def test_a_device_is_named_without_being_opened() -> None:
    (failure,) = read(Path("/dev/zero"))
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "unsupported"


def test_1000_small_texts_are_read_in_well_under_two_seconds(tmp_path: Path) -> None:
    for number in range(1000):
        made.make_txt(tmp_path, SAMPLE, name=f"story {number}")
    began = time.perf_counter()
    assert sum(1 for path in walk([tmp_path]) for _ in read(path)) == 1000
    assert time.perf_counter() - began < 2
