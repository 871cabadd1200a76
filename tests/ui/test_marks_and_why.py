"""What is seen of marks at the edges, of what was not read, and of Why while a person writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from desk_made import Told, close, desk_window, said
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from newsdesk.core.explanation import Explanation, Influence
from newsdesk.core.prediction import Prediction
from newsdesk.services.insight import Insight
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import MainWindow
from newsdesk.ui.reading.body import BodyView
from newsdesk.ui.reading.marks import Mark
from newsdesk.ui.reading.title import TitleText
from newsdesk.ui.reading.why_card import CAVEAT, HINT, WRITING
from newsdesk.ui.theme import theme

READ = Prediction("tiny", (), 40, 90)
WHY = Explanation(1, "by-hand", "business", 0.6, (Influence("body", "word", 0, 4, 0.3),), 3, 3)


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr(Insight, "known", lambda *_: WHY)
    made = desk_window(qtbot, monkeypatch, Told("Bank lifts profit", {"business": 0.6}))
    yield made
    close(made)


def frame_lines(image: QImage, columns: range, rows: range) -> int:
    """How many pixels have the colour of the frame around a hit, or nearly so."""
    frame = theme().color("accent")

    def is_frame(colour: QColor) -> bool:
        parts = ((colour.red(), frame.red()), (colour.green(), frame.green()))
        return all(abs(one - other) < 90 for one, other in parts) and colour.blue() > 120

    return sum(is_frame(image.pixelColor(x, y)) for x in columns for y in rows)


# Frames


def test_the_frame_of_a_hit_at_the_start_of_a_title_is_whole(qtbot: QtBot) -> None:
    make_application()
    title = TitleText()
    qtbot.addWidget(title)
    title.resize(400, 60)
    title.setText("Goal of the year")
    title.show_marks([Mark("title", 0, 4, "hit")])
    image = title.viewport().grab().toImage()
    height = image.height()
    assert frame_lines(image, range(0, 2), range(height // 2 - 4, height // 2 + 4)) >= 6
    assert frame_lines(image, range(6, 30), range(0, 4)) >= 16


def test_the_frame_of_a_hit_at_the_right_edge_of_a_text_from_right_to_left_is_whole(
    qtbot: QtBot,
) -> None:
    make_application()
    view = BodyView()
    qtbot.addWidget(view)
    view.resize(400, 60)
    view.show_text("الحكومة تعلن الميزانية", None)
    view.show_marks([Mark("body", 0, 7, "hit")])
    image = view.viewport().grab().toImage()
    right = image.width()
    middle = view.cursorRect().center().y()
    assert frame_lines(image, range(right - 2, right), range(middle - 3, middle + 3)) >= 4


# What was not read


def shown_unread(view: BodyView, body: str, word: str) -> bool:
    place = body.index(word)
    (cursor, *_) = view.span(place, place + len(word))
    return bool(cursor.charFormat().foreground().color() == theme().color("soft"))


def test_what_was_not_read_begins_and_ends_with_a_word_and_tears_no_paragraph(
    qtbot: QtBot,
) -> None:
    make_application()
    view = BodyView()
    qtbot.addWidget(view)
    body = "One concerns everyone. Of older people nothing is said.\n\nThe economy grew."
    answer = replace(READ, head_end=body.index("cerns"), tail_start=body.index("omy"))
    view.show_text(body, answer)
    assert view.toPlainText().split("\n") == [
        "One concerns [The model did not read the part in grey: 50 tokens.] everyone. Of older "
        "people nothing is said.",
        "The economy grew.",
    ]
    found = [word for word in ("concerns", "everyone", "The", "economy") if
             shown_unread(view, body, word)]  # fmt: skip
    assert found == ["everyone", "The"]


# Why


def test_while_somebody_writes_no_reason_is_shown_that_belongs_to_the_old_text(
    window: MainWindow,
) -> None:
    insight, body = window.desk.insight, window.desk.article.body
    assert "Strongest for Business: Bank." in insight.why.text
    assert body._marks
    window.desk.writing.lived.emit(said({"sport": 0.9}))
    assert insight.why.text == WRITING
    assert insight.why.start.isHidden()
    assert not body._marks
    insight.explain()
    window.session.insight.explained.emit(replace(WHY, article_id=insight._opened.article.id))
    assert insight.why.text == WRITING
    window.desk.writing.lived.emit(None)
    assert not insight.why.choice.isHidden()
    assert "Strongest for Business: Bank." in insight.why.text


def test_where_the_model_abstains_the_card_says_what_a_reason_is_worth(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told("Bank lifts profit", {"business": 0.6}, abstains="It looks Russian.")
    window = desk_window(qtbot, monkeypatch, told)
    assert window.desk.insight.why.text == f"{CAVEAT}\n{HINT}"
    close(window)


def test_nothing_to_be_known_leaves_no_gap_above_the_meters(window: MainWindow) -> None:
    sections = window.desk.sections
    assert not sections.notices.texts

    def top(widget: QWidget) -> int:
        return widget.mapTo(sections, QPoint(0, 0)).y()

    gap = top(window.desk.insight.meters) - top(sections.confirm) - sections.confirm.height()
    between = top(window.desk.insight.why) - top(window.desk.insight.meters)
    between -= window.desk.insight.meters.height()
    assert gap <= between + 6 + 2  # and what the buttons keep around them
