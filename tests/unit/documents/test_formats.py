"""One article in every kind of file comes back as the same article."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import documents_made as made
import pytest
from documents_made import SAMPLE, picture

from newsdesk.core.article import Article
from newsdesk.documents.reader import Failure, read

MAKERS = {
    "txt": made.make_txt,
    "html": made.make_html,
    "docx": made.make_docx,
    "pdf": made.make_pdf,
    "eml": made.make_eml,
    "mhtml": made.make_mhtml,
    "csv": made.make_csv,
    "jsonl": made.make_jsonl,
    "xlsx": made.make_xlsx,
}
CHINESE = Article(
    "防疫如作戰 國防部勸阻官兵出國",
    "國防部今天說，勸阻政策已擴及全球所有國家地區，各單位暫停核准官兵出國旅遊或返回僑居地探親，"
    "已核准者一律重新檢討。\n\n部長在立法院備詢時表示，防疫如同作戰，官兵健康就是戰力，"
    "希望大家共體時艱，等疫情緩和以後再行規劃行程。",
)


def only(path: Path) -> Article:
    (reading,) = read(path)
    assert isinstance(reading, Article), reading
    return reading


def problem(path: Path) -> str:
    (reading,) = read(path)
    assert isinstance(reading, Failure), reading
    assert path.name in reading.problem.message
    assert "Traceback" not in str(reading.problem)
    assert reading.problem.remedy
    return reading.problem.kind


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("kind", MAKERS)
def test_the_same_article_comes_back_from_every_kind_of_file(tmp_path: Path, kind: str) -> None:
    maker: Callable[..., Path] = MAKERS[kind]
    article = only(maker(tmp_path, SAMPLE))
    assert article.title == SAMPLE.title
    assert article.body == SAMPLE.body
    assert article.notices == ()


@pytest.mark.parametrize("kind", [kind for kind in MAKERS if kind != "pdf"])
def test_a_chinese_article_comes_back_from_every_kind_of_file(tmp_path: Path, kind: str) -> None:
    article = only(MAKERS[kind](tmp_path, CHINESE))  # type: ignore[operator]
    assert (article.title, squeezed(article.body)) == (CHINESE.title, squeezed(CHINESE.body))


@pytest.mark.parametrize("with_title", [True, False])
def test_a_pdf_of_several_pages_has_its_paragraphs_whole(tmp_path: Path, with_title: bool) -> None:
    path = made.make_pdf(tmp_path, SAMPLE, lines_a_page=4, with_title=with_title)
    article = only(path)
    assert article.title == SAMPLE.title
    assert squeezed(article.body) == squeezed(SAMPLE.body)


def test_words_cut_at_the_end_of_a_line_are_joined(tmp_path: Path) -> None:
    lines = [
        "The compet-",
        "ition was won by a self-",
        "made baker, who is as self-made as any.",
        "",
    ]
    drawn = b"\n".join(
        b"BT /F1 11 Tf 60 %d Td (%s) Tj ET" % (700 - 14 * at, line.encode())
        for at, line in enumerate(lines)
    )
    path = tmp_path / "cut.pdf"
    path.write_bytes(made.pdf([drawn]))
    assert only(path).body == (
        "The competition was won by a self-made baker, who is as self-made as any."
    )


def test_a_scanned_pdf_is_named_as_one_without_a_text_layer(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(made.pdf([b"q 100 0 0 100 50 50 cm Q", b""]))
    assert problem(path) == "no_text_layer"


def test_an_encrypted_pdf_is_named_and_one_with_an_empty_password_is_read(tmp_path: Path) -> None:
    import pypdf

    plain = pypdf.PdfReader(made.make_pdf(tmp_path))
    for password, name in (("secret", "locked"), ("", "open")):
        writer = pypdf.PdfWriter(clone_from=plain)
        writer.encrypt(password, "owner", algorithm="RC4-128")
        writer.write(tmp_path / f"{name}.pdf")
    assert problem(tmp_path / "locked.pdf") == "encrypted"
    assert only(tmp_path / "open.pdf").body == SAMPLE.body


def test_a_pdf_of_more_than_500_pages_is_read_in_part_and_says_so(tmp_path: Path) -> None:
    page = b"BT /F1 11 Tf 60 700 Td (One page of a very long report.) Tj ET"
    path = tmp_path / "report.pdf"
    path.write_bytes(made.pdf([page] * 502))
    assert [notice.kind for notice in only(path).notices] == ["pages_left_out"]


@pytest.mark.parametrize("kind", ["docx", "xlsx", "pdf"])
def test_a_file_cut_short_is_damaged_and_named(tmp_path: Path, kind: str) -> None:
    path: Path = MAKERS[kind](tmp_path, SAMPLE)  # type: ignore[operator]
    path.write_bytes(path.read_bytes()[:600])
    assert problem(path) in ("damaged", "no_text_layer")


def test_a_pdf_named_txt_is_read_as_a_pdf(tmp_path: Path) -> None:
    path = made.make_pdf(tmp_path).rename(tmp_path / "story.txt")
    assert only(path).body == SAMPLE.body


def test_a_docx_that_is_really_html_is_read_as_html(tmp_path: Path) -> None:
    path = made.make_html(tmp_path).rename(tmp_path / "story.docx")
    assert only(path).body == SAMPLE.body


def test_an_old_word_file_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "old.doc"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"W\0o\0r\0d\0" * 200)
    (failure,) = read(path)
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "unsupported"
    assert ".docx" in failure.problem.remedy


def test_a_docx_with_a_password_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.docx"
    stream = "EncryptedPackage".encode("utf-16-le")
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + stream)
    assert problem(path) == "encrypted"


def test_a_zip_bomb_in_a_docx_is_refused_before_it_unpacks(tmp_path: Path) -> None:
    import zipfile

    path = tmp_path / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as member:
            for _ in range(510):
                member.write(bytes(1_000_000))
    assert path.stat().st_size < 10_000_000
    assert problem(path) == "too_large"


def test_an_unsupported_type_is_named_with_those_that_are_read(tmp_path: Path) -> None:
    path = tmp_path / "slides.pptx"
    path.write_bytes(b"PK\x05\x06" + bytes(18))
    (failure,) = read(path)
    assert isinstance(failure, Failure)
    assert failure.problem.kind == "unsupported"
    assert ".pptx" in failure.problem.message
    assert "docx" in failure.problem.message


def test_what_is_empty_missing_or_forbidden_is_said(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.txt"
    nothing.touch()
    blank = tmp_path / "blank.txt"
    blank.write_text(" \n\n ")
    assert problem(nothing) == "empty"
    assert problem(blank) == "empty"
    assert problem(tmp_path / "gone.txt") == "not_found"
    assert problem(tmp_path) == "is_folder"


def test_a_file_that_may_not_be_read_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made.make_txt(tmp_path)

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    assert problem(path) == "no_permission"


def test_a_text_of_more_than_50_mb_is_too_large_for_an_article(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    with path.open("wb") as file:
        file.truncate(50_000_001)
    assert problem(path) == "too_large"


def test_an_unforeseen_error_in_a_reader_is_one_failure_not_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from newsdesk.documents import reader

    def breaks(_: object) -> Article:
        raise ZeroDivisionError("inside a library")

    monkeypatch.setitem(reader._READERS, "text", breaks)
    path = made.make_txt(tmp_path)
    assert problem(path) == "damaged"


@pytest.mark.parametrize("kind", MAKERS)
def test_no_damage_to_a_file_is_ever_raised(tmp_path: Path, kind: str) -> None:
    path: Path = MAKERS[kind](tmp_path, SAMPLE)  # type: ignore[operator]
    whole, chance = path.read_bytes(), random.Random(kind)
    for _ in range(8):
        data = bytearray(whole[: chance.randrange(len(whole) // 2, len(whole) + 1)])
        for _ in range(chance.choice((1, 5, 40))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        for reading in read(path):
            assert isinstance(reading, Article) or reading.problem.message


def test_the_first_line_of_a_text_is_its_title_only_when_short(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("word " * 60 + "\nmore", encoding="utf-8")
    assert only(path).title == ""
    path.write_text("Only one line", encoding="utf-8")
    assert (only(path).title, only(path).body) == ("", "Only one line")


def test_markdown_loses_its_marks_and_gives_its_title_and_cover(tmp_path: Path) -> None:
    (tmp_path / "pier.jpg").write_bytes(picture(kind="JPEG"))
    path = tmp_path / "story.md"
    path.write_text(
        "---\ntitle: 'The pier is open'\nlang: en\n---\n# The pier is open\n\n"
        "![The pier](pier.jpg)\n\nVisitors **came early**, says [the mayor](https://e.org).\n\n"
        "- one snake_case_name\n- two\n\n> A *quotation* in `code`.\n",
        encoding="utf-8",
    )
    article = only(path)
    assert article.title == "The pier is open"
    assert article.language == "en"
    assert article.body == (
        "Visitors came early, says the mayor.\n\none snake_case_name\ntwo\n\nA quotation in code."
    )
    assert article.cover is not None


def test_word_reads_tables_and_tracked_changes_as_they_will_print(tmp_path: Path) -> None:
    import docx
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    document = docx.Document()
    document.add_paragraph().add_run("A bold line on top").bold = True
    paragraph = document.add_paragraph("The minister ")
    for mark, words in (
        ("ins", "<w:t>resigned</w:t>"),
        ("del", "<w:delText>stayed</w:delText>"),
    ):
        paragraph._p.append(parse_xml(f"<w:{mark} {nsdecls('w')}><w:r>{words}</w:r></w:{mark}>"))
    document.add_table(1, 2).rows[0].cells[1].text = "in a table"
    document.add_paragraph("And after it.")
    path = tmp_path / "story.docx"
    document.save(str(path))
    article = only(path)
    assert article.title == "A bold line on top"
    assert article.body == "The minister resigned\n\nin a table\n\nAnd after it."


def test_the_title_of_a_word_document_may_be_its_property(tmp_path: Path) -> None:
    import docx

    document = docx.Document()
    document.core_properties.title = "From the properties"
    document.add_paragraph("x" * 300)
    path = tmp_path / "story.docx"
    document.save(str(path))
    assert only(path).title == "From the properties"


def test_a_first_text_does_not_wait_for_the_libraries_of_other_formats() -> None:
    import subprocess
    import sys

    code = (
        "import sys, pathlib, newsdesk.documents.reader, newsdesk.documents.walk\n"
        "from newsdesk.documents.reader import read\n"
        "list(read(pathlib.Path('pyproject.toml')))\n"
        "heavy = {'trafilatura', 'lxml', 'docx', 'pypdf', 'openpyxl', 'pillow_heif'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
