"""The cards Why and Can it be believed?, and the marks in the text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from newsdesk.core.errors import Notice
from newsdesk.core.explanation import Explanation, Influence, ScriptCheck
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.section import Section
from newsdesk.ui.app import make_application
from newsdesk.ui.desk.article.hits import hit_marks
from newsdesk.ui.desk.insight.meters import meters, worst
from newsdesk.ui.desk.insight.meters_card import MetersCard
from newsdesk.ui.reading.body import BodyView
from newsdesk.ui.reading.marks import Mark, explained_marks, line_areas, paint_marks
from newsdesk.ui.reading.title import TitleText
from newsdesk.ui.reading.why_card import WhyCard
from newsdesk.ui.reading.why_words import reasons

SECTIONS = (Section("sport", {"en": "Sport"}), Section("business", {"en": "Business"}))
SCORES = (SectionScore("sport", "Sport", 0.9), SectionScore("business", "Business", 0.1))
READ = Prediction("tiny", SCORES, 40, 40, language="en", language_p=1.0)
BODY = "😀 The goal was late. The bank & the goal were shut <b>."


@pytest.fixture(autouse=True)
def _application() -> None:
    make_application()


def influence(word: str, weight: float, body: str = BODY, level: str = "word") -> list[Influence]:
    """One influence a place of the word."""
    found, place = [], body.find(word)
    while place >= 0:
        found.append(Influence("body", level, place, place + len(word), weight))  # type: ignore[arg-type]
        place = body.find(word, place + 1)
    return found


def explanation(*found: Influence, done: int = 9, total: int = 9, p: float = 0.9) -> Explanation:
    return Explanation(1, "tiny", "sport", p, found, done, total)


WHY = explanation(
    *influence("The goal was late.", 0.5, level="sentence"),
    *influence("goal", 0.4),
    *influence("bank", -0.2),
    *influence("shut", 0.001),
)


# Why


def test_the_strongest_words_for_and_against_are_named_once_each() -> None:
    found = reasons(WHY, "", BODY)
    assert [reason.text for reason in found.words_for] == ["goal"]
    assert [reason.text for reason in found.words_against] == ["bank"]
    assert found.sentence is not None
    assert found.sentence.text == "The goal was late."


def test_it_is_said_how_much_hangs_on_the_strongest_part() -> None:
    assert reasons(WHY, "", BODY).remark == (
        "Without the strongest part it would be 40\u00a0% instead of 90\u00a0%."
    )
    weak = explanation(*influence("goal", 0.004))
    assert "No single part decides" in reasons(weak, "", BODY).remark
    assert reasons(replace(weak, done=3), "", BODY).remark == ""


def test_the_card_names_the_section_and_its_words_lead_to_their_places(qtbot: QtBot) -> None:
    card = WhyCard()
    qtbot.addWidget(card)
    card.set_sections(SECTIONS)
    card.show_explanation(WHY, "", BODY)
    assert "Strongest for Sport: goal." in card.text
    assert "Against: bank." in card.text
    with qtbot.waitSignal(card.place_asked) as asked:
        words = next(w for w in card.findChildren(QLabel) if w.accessibleName() == "Why")
        words.linkActivated.emit("1")
    place = BODY.index("bank")
    assert asked.args == ["body", place, place + 4]


def test_signs_of_html_in_a_text_stay_signs(qtbot: QtBot) -> None:
    card = WhyCard()
    qtbot.addWidget(card)
    body = "The <b>goal</b> & more"
    card.show_explanation(explanation(*influence("<b>goal</b>", 0.4, body)), "", body)
    assert "<b>goal</b>" in card.text


def test_another_section_is_asked_for_from_the_menu(qtbot: QtBot) -> None:
    card = WhyCard()
    qtbot.addWidget(card)
    card.set_sections(SECTIONS)
    card.show_nothing("sport")
    why_not = next(a for a in card.choice.menu().actions() if a.text() == "Why Business?")
    with qtbot.waitSignal(card.asked) as asked:
        why_not.trigger()
    assert asked.args == ["business"]


def test_while_it_works_there_is_a_way_to_cancel(qtbot: QtBot) -> None:
    card = WhyCard()
    qtbot.addWidget(card)
    card.show_nothing("sport")
    card.show()
    assert not card.cancel.isVisible()
    card.show_working(True)
    assert card.cancel.isVisible()
    assert not card.start.isVisible()
    with qtbot.waitSignal(card.cancelled):
        qtbot.mouseClick(card.cancel, Qt.MouseButton.LeftButton)
    card.show_working(False)
    assert card.start.isVisible()


# Marks


def test_the_strongest_words_differ_from_others_without_colour() -> None:
    words = [
        influence(word, 0.9 - n / 10) for n, word in enumerate(("goal", "late", "shut", "bank"))
    ]
    marks = explained_marks(explanation(*(each for found in words for each in found)))
    looks = {BODY[mark.start : mark.end]: mark.look for mark in marks}
    assert looks == {"goal": "strongest", "late": "strongest", "shut": "strongest", "bank": "for"}


def test_what_speaks_against_and_what_hardly_speaks_are_marked_apart_or_not() -> None:
    marks = explained_marks(WHY)
    looks = {BODY[mark.start : mark.end]: mark.look for mark in marks}
    assert looks["bank"] == "against"
    assert "shut" not in looks
    assert looks["The goal was late."] == "sentence"
    assert sum(BODY[mark.start : mark.end] == "goal" for mark in marks) == 2


def test_searched_words_are_marked_in_any_case_in_title_and_body() -> None:
    found = hit_marks("Goal, 銀行", "One GOAL. 銀行", ["goal", "銀行"])
    marks = [mark for portion in found for mark in portion]
    assert [(mark.part, mark.start, mark.end) for mark in marks] == [
        ("title", 0, 4),
        ("title", 6, 8),
        ("body", 4, 8),
        ("body", 10, 12),
    ]
    assert list(hit_marks("Goal", "goal", [])) == []


@pytest.mark.parametrize(
    "text",
    [
        "😀👩‍👩‍👧 and the goal 😀 here",
        "Cafe\u0301 goal",
        "كان goal هنا",
        "銀行 goal 股份",
        "line one\ngoal in two",
        "One paragraph.\n\n\n\nAnother with a goal.",
    ],
)
def test_a_mark_covers_its_word_whatever_stands_before_it(qtbot: QtBot, text: str) -> None:
    view = BodyView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show_text(text, None)
    start = text.index("goal")
    (cursor,) = view.span(start, start + 4)
    assert cursor.selectedText() == "goal"
    (area,) = line_areas(view.document(), cursor)
    width = view.fontMetrics().horizontalAdvance("goal")
    assert area.width() == pytest.approx(width, abs=4)


def test_the_end_of_a_long_text_that_was_read_is_not_grey(qtbot: QtBot) -> None:
    view = BodyView()
    qtbot.addWidget(view)
    body = "It was so. " * 4000
    tail = len(body) - 500
    view.show_text(body, replace(READ, tokens_total=9000, head_end=1000, tail_start=tail))
    view.show_more()
    qtbot.waitUntil(lambda: bool(view.span(len(body) - 5, len(body))))
    (read,), (unread,) = view.span(tail, tail + 5), view.span(tail - 5, tail)
    assert read.charFormat().foreground() != unread.charFormat().foreground()


def test_a_title_is_marked_as_well(qtbot: QtBot) -> None:
    title = TitleText()
    qtbot.addWidget(title)
    title.resize(400, 60)
    title.setText("😀 A goal")
    (cursor,) = title.span(4, 8)
    assert cursor.selectedText() == "goal"


def test_marks_are_painted_where_the_word_is_and_nowhere_else(qtbot: QtBot) -> None:
    view = BodyView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show_text("The goal was late.", None)
    image = QImage(400, 60, QImage.Format.Format_ARGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_marks(painter, view, [Mark("body", 4, 8, "strongest")], QRectF(0, 0, 400, 60))
    painter.end()
    (area,) = line_areas(view.document(), view.span(4, 8)[0])
    middle = area.center().toPoint()
    assert image.pixelColor(middle) != QColor("white")
    assert image.pixelColor(middle.x() + 60, middle.y()) == QColor("white")


# Can it be believed?


def levels(
    answer: Prediction, *notices: Notice, scripts: ScriptCheck | None = None
) -> dict[str, str]:
    return {m.name: m.level for m in meters(notices, answer, ("en",), scripts)}


def test_a_text_that_is_read_well_has_nothing_against_it() -> None:
    assert set(levels(READ).values()) == {"good"}


@pytest.mark.parametrize(
    ("changes", "name", "level", "words"),
    [
        ({"unknown_share": 0.15}, "Unknown pieces", "doubt", "15 %"),
        ({"unknown_share": 0.6}, "Unknown pieces", "bad", "60 %"),
        ({"tokens_total": 2004}, "Read", "doubt", "40 of 2,004 tokens"),
        ({"tokens_total": 50}, "Read", "good", "40 of 50 tokens"),
        (
            {"tokens_total": 0, "head_end": 100, "tail_start": 5100},
            "Read", "doubt", "40 tokens, not 5,000 characters",
        ),
        ({"language": "", "language_p": 0.0}, "Language", "unknown", "too little text to tell"),
    ],
)  # fmt: skip
def test_each_doubt_is_told_in_words(
    changes: dict[str, object], name: str, level: str, words: str
) -> None:
    found = meters((), replace(READ, **changes), ("en",))  # type: ignore[arg-type]
    meter = next(each for each in found if each.name == name)
    assert (meter.level, meter.words) == (level, words)


def test_a_foreign_language_is_named_with_what_the_model_reads() -> None:
    foreign = replace(
        READ, language="ru", abstains="language", notices=(Notice("language", "It looks Russian."),)
    )
    first = worst(meters((), foreign, ("en",)))
    assert (first.level, first.words) == ("bad", "Russian, 100 %; the model reads English")


@pytest.mark.parametrize(
    ("kind", "level"), [("guessed", "doubt"), ("uncertain", "doubt"), ("damaged", "bad")]
)
def test_how_certain_the_encoding_is(kind: str, level: str) -> None:
    assert levels(READ, Notice(f"encoding_{kind}", ""))["Encoding"] == level


def test_both_scripts_of_a_chinese_text_are_compared_and_of_no_other() -> None:
    chinese = replace(READ, language="zh")
    same = ScriptCheck(1, "tiny", "traditional", "Sport", 0.8, "Sport", 0.7)
    other = replace(same, simplified="Business", simplified_p=0.61)
    assert "Scripts" not in levels(READ, scripts=same)
    assert levels(chinese)["Scripts"] == "unknown"
    assert levels(chinese, scripts=same)["Scripts"] == "good"
    meter = meters((), chinese, ("zh",), other)[-1]
    assert (meter.level, meter.words) == (
        "doubt",
        "Traditional Sport 80 %, Simplified Business 61 %",
    )


def test_folded_the_card_shows_the_worst_and_unfolded_all(qtbot: QtBot) -> None:
    card = MetersCard()
    qtbot.addWidget(card)
    card.show_meters(meters((), replace(READ, unknown_share=0.6), ("en",)))
    assert card.lines == ["Unknown pieces: 60 % (bad)"]
    with qtbot.waitSignal(card.unfolded_changed):
        qtbot.mouseClick(card.all, Qt.MouseButton.LeftButton)
    assert len(card.lines) == 4
    card.show_meters(meters((), READ, ("en",)))
    card.all.click()
    assert card.lines == ["Nothing speaks against it. (good)"]


@pytest.mark.parametrize("made", [WhyCard, MetersCard])
def test_every_control_of_a_card_has_a_name(qtbot: QtBot, made: type[WhyCard]) -> None:
    card = made()
    qtbot.addWidget(card)
    for button in card.findChildren(QPushButton):
        assert button.accessibleName() or button.text()
