"""Sentences and words of a text in any script."""

from __future__ import annotations

import unicodedata

import pytest

from newsdesk.core.prediction import Prediction
from newsdesk.engine.occlusion import read_spans
from newsdesk.engine.pieces import sentences, words

SENTENCES = {
    "English": ["The bridge opened.", "Was it late?", "“Very,” she said!"],
    "abbreviations": [
        "Dr. Lee of St. Mary’s paid $3.5.",
        "Mr. J. Smith, e.g. the mayor, of No. 5, said no.",
        "So it was.",
    ],
    "ellipsis": ["He waited … and waited.", "Then he left…", "Nobody saw it."],
    "quotes": ["“Why?” he asked.", "“No.”", "(She smiled.)"],
    "Russian": ["Мост открыт в 2024 г. после ремонта.", "Мэр доволен!"],
    "Chinese": ["大橋重新開放。", "市長說：「很好！」", "記者問他嗎？"],
    "Arabic": ["هل فتح الجسر؟", "نعم، فُتح اليوم.", "شكر العمدة العمال."],
    "Hindi": ["पुल खुल गया।", "लोग खुश हैं।"],
}


@pytest.mark.parametrize("name", SENTENCES)
def test_sentences_end_where_a_reader_would_say(name: str) -> None:
    gap = "" if name == "Chinese" else " "
    text = gap.join(SENTENCES[name])
    assert [text[start:end] for start, end in sentences(text)] == SENTENCES[name]


def test_a_blank_line_ends_a_sentence_and_a_line_break_does_not() -> None:
    text = "A headline without a stop\n\nThe text goes\non here."
    assert [text[a:b] for a, b in sentences(text)] == [
        "A headline without a stop",
        "The text goes\non here.",
    ]


def test_space_and_signs_alone_are_no_sentence() -> None:
    assert sentences(" \n\n * * * \n\n …") == []


def test_a_sentence_without_end_is_divided_at_its_commas_and_nothing_is_lost() -> None:
    text = ", ".join(f"part {n} of a list" for n in range(100))
    spans = sentences(text)
    assert len(spans) > 5
    assert all(end - start <= 330 for start, end in spans)
    assert "".join(text[a:b] for a, b in spans).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Don’t stop: it's 3.5 or 2,000.", ["Don’t", "stop", "it's", "3.5", "or", "2,000"]),
        ("co-founder, U.S. – end", ["co-founder", "U.S", "end"]),
        ("Мост, закрыт…", ["Мост", "закрыт"]),
        ("फ़िल्म देखी", ["फ़िल्म", "देखी"]),
        ("می‌خواهم بروم", ["می‌خواهم", "بروم"]),
        ("كُتُب جديدة", ["كُتُب", "جديدة"]),
        ("goal 😀👍🏽 team 👩‍👩‍👧 end", ["goal", "team", "end"]),
        ("銀行，股份跌", ["銀行", "股份", "份跌"]),
        ("第 8 屆", ["第", "8", "屆"]),
        ("買iPhone的人", ["買", "iPhone", "的人"]),
    ],
)
def test_words_are_found_in_any_script(text: str, found: list[str]) -> None:
    assert [text[a:b] for a, b in words(text)] == found


def test_a_letter_written_in_two_characters_is_never_divided() -> None:
    text = unicodedata.normalize("NFD", "Café Zürich, ガス 値段")
    for start, end in words(text):
        assert not unicodedata.combining(text[start])
        assert end == len(text) or not unicodedata.combining(text[end])


def test_what_is_left_of_a_sentence_without_a_letter_is_no_part() -> None:
    body = "他們去了城裡。「今天。」 It ended."
    read = Prediction("m", (), 5, 9, head_end=body.index("。"), tail_start=body.index("。」"))
    found = read_spans(body, sentences(body), read)
    assert [body[start:end] for start, end in found] == ["他們去了城裡", "It ended."]
