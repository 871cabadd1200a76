"""Long texts are laid out piece by piece, and every mark lands on its characters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData

from newsdesk.core.prediction import Prediction
from newsdesk.ui.app import make_application
from newsdesk.ui.desk.article.editor import ArticleEditor
from newsdesk.ui.desk.article.writing_fields import BodyField, TitleField
from newsdesk.ui.reading.body import AT_ONCE, STEP, BodyView
from newsdesk.ui.reading.slices import LONGEST_LINE, fold, slices, unfold

HUGE = "Words that never end a line. " * 70_000  # 2 MB in one paragraph
ODD = "A😀 b\nc\n\nשלום עולם\n\n👩‍👩‍👧 e\u0301 a\u200cb\n\n新聞稿，分類。"


@pytest.fixture(autouse=True)
def _application() -> None:
    make_application()


@pytest.mark.parametrize("text", [HUGE, "新聞稿件" * 50_000, "x" * 100_000, ODD, ""])
def test_a_folded_text_has_no_long_line_and_unfolds_to_itself(text: str) -> None:
    folded = fold(text)
    assert max(map(len, folded.split("\n"))) <= LONGEST_LINE + 2
    assert unfold(folded) == text


@pytest.mark.parametrize("text", [HUGE, ODD, "one\n\n\n\ntwo", "\n\n"])
def test_slices_hold_every_character_but_empty_lines(text: str) -> None:
    found = slices(text, 3000)
    assert all(text[piece.start : piece.end] == piece.text for piece in found)
    assert all(len(piece.text) <= 3000 for piece in found)
    kept = "".join(piece.text for piece in found)
    assert kept.replace("\n", "") == text.replace("\n", "")


def test_a_field_gives_back_the_very_text_it_was_given() -> None:
    field = BodyField()
    for text in (HUGE, ODD):
        field.write(text)
        assert field.text == text
    assert field.textCursor().atEnd()


def test_a_title_stays_one_line_whatever_is_pasted() -> None:
    field = TitleField()
    field.write("word " * 1000)
    assert field.height() < 300
    field.write("")
    field.insertFromMimeData(_text("two\r\nlines  of\ttitle"))
    assert field.text == "two lines of title"


def test_the_cursor_goes_to_the_character_that_was_clicked() -> None:
    editor = ArticleEditor()
    for text, words in ((ODD, "עולם"), (HUGE, "never")):
        place = text.rindex(words)
        editor.write("", text)
        editor.go_to(place)
        cursor = editor.body.textCursor()
        cursor.movePosition(
            cursor.MoveOperation.NextCharacter, cursor.MoveMode.KeepAnchor, len(words)
        )
        assert cursor.selectedText() == words


def test_a_huge_pasted_paragraph_is_folded_too() -> None:
    field = BodyField()
    field.insertFromMimeData(_text(HUGE))
    block = field.document().begin()
    while block.isValid():
        assert block.length() <= LONGEST_LINE + 4
        block = block.next()
    assert field.text == HUGE


def test_a_mark_selects_the_characters_it_is_meant_for() -> None:
    view = BodyView()
    view.show_text(ODD, None)
    for words in ("😀 b", "עולם", "e\u0301", "分類"):
        start = ODD.index(words)
        (cursor,) = view.span(start, start + len(words))
        assert cursor.selectedText() == words
    start = ODD.index("c\n\nש")
    assert [each.selectedText() for each in view.span(start, start + 4)] == ["c", "ש"]


def test_a_place_in_the_text_is_found_again() -> None:
    view = BodyView()
    view.show_text(ODD, None)
    for place, words in ((ODD.index(words), words) for words in ("b\nc", "עולם", "分類")):
        (cursor, *_) = view.span(place, place + len(words))
        assert view.place_of(cursor.selectionStart()) == place


def test_a_long_text_is_shown_a_step_at_a_time() -> None:
    view = BodyView()
    told: list[int] = []
    view.left_out.connect(told.append)
    view.show_text(HUGE, None)
    assert len(view.toPlainText()) <= 2 * AT_ONCE
    while view._waiting:
        view._go_on()
    assert STEP - 100 <= len(view.toPlainText()) <= STEP + 100
    assert told[-1] == len(HUGE) - STEP
    view.show_more()
    while view._waiting:
        view._go_on()
    assert told[-1] == len(HUGE) - 2 * STEP
    assert view.span(STEP + 50, STEP + 60)


def test_what_was_not_read_is_said_once_and_kept_whole() -> None:
    body = "Read this. Not this, nor that.\n\nNor this paragraph. The end was read."
    end = body.index("The end")
    prediction = Prediction("m", (), 10, 20, 0.0, head_end=11, tail_start=end)
    view = BodyView()
    view.show_text(body, prediction)
    shown = view.toPlainText()
    assert shown.count("did not read the part in grey") == 1
    (cursor, *_) = view.span(end, end + 7)
    assert cursor.selectedText() == "The end"
    soft = cursor.charFormat().foreground().color()
    (unread, *_) = view.span(11, 15)
    assert unread.charFormat().foreground().color() != soft


def _text(text: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(text)
    return mime
