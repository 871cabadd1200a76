"""Texts in every encoding that newsrooms still hold."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents.encoding import decode
from newsdesk.documents.reader import Failure, read
from newsdesk.documents.tables import preview

CHINESE = "立法院今天三讀通過預算案，行政院長表示感謝朝野各黨團支持。"
RUSSIAN = "Правительство утвердило бюджет на следующий год, сообщил министр финансов."
FRENCH = "L’été dernier, le président a été réélu à une très large majorité des députés."


def only(path: Path, **how: str) -> Article:
    (reading,) = read(path, **how)  # type: ignore[arg-type]
    assert isinstance(reading, Article), reading
    return reading


def kinds(article: Article) -> list[str]:
    return [notice.kind for notice in article.notices]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "utf-32", "utf-8-sig"])
def test_a_text_with_a_byte_order_mark_opens_without_a_question(tmp_path: Path, codec: str) -> None:
    mark = codecs.BOM_UTF16_BE if codec == "utf-16-be" else b""
    path = tmp_path / "story.txt"
    path.write_bytes(mark + f"預算案通過\n\n{CHINESE}".encode(codec))
    article = only(path)
    assert (article.title, article.body, article.notices) == ("預算案通過", CHINESE, ())


def test_utf_16_without_a_mark_is_read_and_told(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_bytes("A headline\n\nAnd a body of some length.".encode("utf-16-le"))
    article = only(path)
    assert article.title == "A headline"
    assert kinds(article) == ["encoding_guessed"]


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (CHINESE, "cp950"),
        ("国务院总理今天主持召开常务会议，部署下一步经济工作。", "gb18030"),
        ("首相は今日、来年度の予算案について記者会見を開いた。", "cp932"),
        ("首相は今日、来年度の予算案について記者会見を開いた。", "euc_jp"),
        ("정부는 오늘 내년 예산안을 국회에 제출했다고 밝혔다.", "cp949"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (FRENCH, "cp1252"),
        ("The club paid £30m, £5m more than last year’s “record” fee of £25m.", "cp1252"),
        ("Rząd przyjął dziś projekt budżetu na przyszły rok, powiedział minister.", "cp1250"),
        ("Η κυβέρνηση κατέθεσε σήμερα τον προϋπολογισμό στη Βουλή.", "cp1253"),
    ],
)
def test_an_undeclared_encoding_is_guessed_rightly_and_named(text: str, codec: str) -> None:
    decoded = decode(text.encode(codec))
    assert decoded.text == text
    (notice,) = decoded.notices("story.txt")
    assert notice.kind.startswith("encoding_")
    assert "story.txt" in notice.message
    assert decoded.choice.label in notice.message


def test_a_table_of_3000_ascii_rows_and_one_big5_row_is_big5(tmp_path: Path) -> None:
    rows = [f"Row {number},A text in plain letters of row {number}." for number in range(3000)]
    rows.insert(1500, f"預算案通過,{CHINESE}")
    path = tmp_path / "export.csv"
    path.write_bytes(("title,body\n" + "\n".join(rows)).encode("cp950"))
    readings = list(read(path))
    row = readings[1500]
    assert isinstance(row, Article)
    assert row.body == CHINESE
    assert kinds(row) == ["encoding_guessed"]
    assert readings[0].notices == (), "a row of plain ASCII reads alike in every encoding"  # type: ignore[union-attr]
    look = preview(path)
    assert (look.encoding, look.certain) == ("Traditional Chinese (Big5)", False)


def test_the_person_can_choose_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_bytes(RUSSIAN.encode("cp1251"))
    assert only(path, encoding="koi8-r").body != RUSSIAN
    chosen = only(path, encoding="cp1251")
    assert (chosen.body, chosen.notices) == (RUSSIAN, ())


def test_an_encoding_that_does_not_exist_is_named(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("Some text.")
    (failure,) = read(path, encoding="klingon")
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "unknown_encoding"
    assert "klingon" in failure.problem.message
    with pytest.raises(DocumentError):
        decode(b"x", encoding="hex")


def test_a_few_accents_are_read_but_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_bytes("The café reopens today.".encode("cp1252"))
    article = only(path)
    assert article.body == "The café reopens today."
    assert kinds(article) == ["encoding_uncertain"]


def test_utf8_with_a_broken_byte_stays_utf8_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_bytes((CHINESE * 3).encode() + b"\xe5\x8f")
    article = only(path)
    assert article.body.startswith(CHINESE)
    assert kinds(article) == ["encoding_damaged"]


def test_a_replacement_character_that_was_saved_as_such_is_no_damage() -> None:
    assert decode("A � that was there before".encode()).certain


def test_an_undeclared_utf8_text_brings_no_notice(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(f"{FRENCH} {RUSSIAN}", encoding="utf-8")
    assert only(path).notices == ()


def test_a_page_in_latin_1_follows_its_meta_charset(tmp_path: Path) -> None:
    text = "Où est le maïs ? Les prix ont doublé depuis janvier, déplorent les éleveurs bretons."
    path = tmp_path / "page.html"
    page = f'<html><head><meta charset="iso-8859-1"></head><body><h1>Maïs</h1><p>{text}</p></body>'
    path.write_bytes(page.encode("latin-1"))
    article = only(path)
    assert (article.title, article.body, article.notices) == ("Maïs", text, ())


def test_a_page_that_declares_windows_1251_is_not_guessed_at(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    head = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'
    path.write_bytes(f"<html><head>{head}</head><p>{RUSSIAN}</p></html>".encode("cp1251"))
    article = only(path)
    assert (article.body, article.notices) == (RUSSIAN, ())


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02\x03" * 300, b"Plain text at first\x00\x00\x07 then not"]
)
def test_binary_data_named_txt_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "story.txt"
    path.write_bytes(data)
    (failure,) = read(path)
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "binary"
    assert "story.txt" in failure.problem.message
