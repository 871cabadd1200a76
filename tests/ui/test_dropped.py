"""What a drop or a paste is taken for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage

from newsdesk.ui.app import make_application
from newsdesk.ui.dropped import as_png, invitation, take

STORY = "The council met on Monday and agreed on a new timetable."


@pytest.fixture(autouse=True)
def _application() -> None:
    make_application()


def image() -> QImage:
    made = QImage(64, 48, QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.red)
    return made


def test_html_with_words_is_an_article_though_a_picture_lies_beside_it() -> None:
    mime = QMimeData()
    mime.setText(STORY)
    mime.setHtml(f"<p>{STORY}</p><img src='https://example.org/1.jpg'>")
    mime.setImageData(image())
    dropped = take(mime)
    assert "timetable" in dropped.html
    assert dropped.picture is not None
    assert dropped.cover is None


def test_a_picture_copied_from_a_page_is_a_cover() -> None:
    mime = QMimeData()
    mime.setHtml("<img src='https://example.org/1.jpg'>")
    mime.setImageData(image())
    cover = take(mime).cover
    assert isinstance(cover, QImage)
    assert as_png(cover).startswith(b"\x89PNG")


def test_files_copied_in_a_file_manager_are_read(tmp_path: Path) -> None:
    mime = QMimeData()
    paths = (tmp_path / "a.txt", tmp_path / "新聞.txt")
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    mime.setText("\n".join(map(str, paths)))
    assert take(mime).files == paths
    assert "2 files" in invitation(mime)


def test_chinese_html_has_no_spaces_and_is_an_article_all_the_same() -> None:
    mime = QMimeData()
    text = "市議會週一晚上開會，同意渡輪的新班次，下個月起實施，票價維持不變。" * 4
    mime.setText(text)
    mime.setHtml(f"<p>{text}</p>")
    assert "渡輪" in take(mime).html


def test_rich_text_alone_says_what_to_do() -> None:
    mime = QMimeData()
    mime.setData("text/rtf", b"{\\rtf1 words}")
    assert ".docx" in take(mime).refusal
    assert invitation(mime) == "This cannot be read"


def test_an_empty_clipboard_is_said_to_be_empty() -> None:
    assert "empty" in take(QMimeData(), pasted=True).refusal
    assert "Open" in take(QMimeData()).refusal


def test_a_dragged_picture_is_told_from_a_dragged_article(tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "photo.JPG"))])
    assert "cover" in invitation(mime)
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "story.txt"))])
    assert invitation(mime) == "Let go to read it"
