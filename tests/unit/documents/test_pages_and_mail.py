"""Saved web pages, mail, and what is pasted."""

from __future__ import annotations

import socket
from email.message import EmailMessage
from pathlib import Path

import documents_made as made
import pytest
from documents_made import SAMPLE, page, picture

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents.clipboard import article_from_html, article_from_text
from newsdesk.documents.reader import Failure, read


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("something asked for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def only(path: Path) -> Article:
    (reading,) = read(path)
    assert isinstance(reading, Article), reading
    return reading


def problem(path: Path) -> str:
    (reading,) = read(path)
    assert isinstance(reading, Failure), reading
    return reading.problem.kind


def kinds(article: Article) -> list[str]:
    return [notice.kind for notice in article.notices]


def save(folder: Path, text: str, name: str = "page.html") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_menus_and_footer_are_no_part_of_an_article(tmp_path: Path) -> None:
    teasers = "".join(f'<li><a href="/{i}">More news number {i}</a></li>' for i in range(9))
    aside = f"<aside><h2>Most read</h2><ul>{teasers}</ul></aside>"
    article = only(save(tmp_path, page(SAMPLE, after=aside)))
    assert (article.title, article.body, article.language) == (SAMPLE.title, SAMPLE.body, "en")


def test_a_page_of_menus_has_no_article(tmp_path: Path) -> None:
    links = "".join(f'<li><a href="/{i}">Section number {i}</a></li>' for i in range(40))
    path = save(tmp_path, f"<html><title>News</title><body><ul>{links}</ul></body></html>")
    assert problem(path) == "no_article"


def test_a_home_page_of_teasers_has_no_article(tmp_path: Path) -> None:
    teasers = "".join(
        f'<div class="teaser"><h3><a href="/{i}">Council votes on plan number {i}</a></h3>'
        f"<p>The council of district {i} met on Monday evening and voted on the plan, "
        f"which had been before it since spring. <a href='/{i}'>Read more</a></p></div>"
        for i in range(14)
    )
    menu = "".join(f'<a href="/s{i}">Section {i}</a>' for i in range(9))
    body = f"<nav>{menu}</nav><main><h1>The Daily Example</h1>{teasers}</main>"
    path = save(tmp_path, f"<html><title>The Daily Example</title><body>{body}</body></html>")
    assert problem(path) == "no_article"


def test_a_cookie_wall_has_no_article(tmp_path: Path) -> None:
    wall = (
        "<h1>Before you continue</h1><p>We and our 812 partners store cookies on your device to "
        "show personalised ads and to measure how our content is used.</p><p>You can give or "
        "refuse your consent, or change your cookie settings at any time.</p>"
        "<button>Accept all</button><button>Settings</button>"
    )
    bare = save(tmp_path, f"<html><title>Example</title><body><div>{wall}</div></body></html>")
    assert problem(bare) == "no_article"


def test_an_article_about_cookies_is_still_an_article(tmp_path: Path) -> None:
    about = Article(
        "Regulator fines shops over cookie banners",
        SAMPLE.body + "\n\nThe banners gave no way to refuse cookies, the regulator said.",
    )
    assert only(save(tmp_path, page(about))).title == about.title


def test_a_stray_control_character_costs_no_article(tmp_path: Path) -> None:
    article = only(save(tmp_path, page(SAMPLE).replace("flasks", "fla\x0fsks")))
    assert article.body == SAMPLE.body


def test_the_cover_of_a_page_is_the_one_that_its_metadata_names(tmp_path: Path) -> None:
    assets = tmp_path / "page_files"
    assets.mkdir()
    (assets / "lead photo.png").write_bytes(picture(800, 500))
    (assets / "other.png").write_bytes(picture(900, 600))
    head = '<meta property="og:image" content="https://cdn.example.org/a/lead%20photo.png?w=1200">'
    article = only(
        save(tmp_path, page(SAMPLE, head=head, before='<img src="page_files/other.png">'))
    )
    assert article.cover is not None
    assert (article.cover.name, article.cover.width) == ("lead photo.png", 800)


def test_else_it_is_the_first_large_picture_of_the_text(tmp_path: Path) -> None:
    assets = tmp_path / "page_files"
    assets.mkdir()
    (assets / "logo.png").write_bytes(picture(90, 40))
    (assets / "photo.png").write_bytes(picture(640, 400))
    images = '<img src="./page_files/logo.png"><img src="page_files/photo.png?x=1">'
    article = only(save(tmp_path, page(SAMPLE, before=images)))
    assert article.cover is not None
    assert article.cover.name == "photo.png"


def test_a_picture_on_the_web_is_not_fetched_and_that_is_said(tmp_path: Path) -> None:
    head = '<meta property="og:image" content="https://cdn.example.org/lead.jpg">'
    article = only(save(tmp_path, page(SAMPLE, head=head)))
    assert article.cover is None
    assert kinds(article) == ["cover_remote"]


def test_a_page_cannot_reach_files_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "private.png").write_bytes(picture())
    folder = tmp_path / "saved"
    folder.mkdir()
    article = only(save(folder, page(SAMPLE, before='<img src="../private.png">')))
    assert article.cover is None


def test_entities_in_xhtml_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the secret words")
    prolog = (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html [<!ENTITY e SYSTEM "secret.txt">]>'
    )
    text = page(SAMPLE).replace("<!doctype html>", prolog).replace("flasks", "&e; flasks")
    article = only(save(tmp_path, text, "page.xhtml"))
    assert "secret words" not in article.body
    assert "flasks of tea" in article.body


def test_a_quoted_printable_mail_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "mail.eml"
    path.write_bytes(
        b"Subject: =?iso-8859-1?Q?Caf=E9_reopens?=\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: text/plain; charset=iso-8859-1\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        b"The caf=E9 on the square re=\r\nopens.\r\n\r\nIt had closed in May.\r\n"
    )
    article = only(path)
    assert article.title == "Café reopens"
    assert article.body == "The café on the square reopens.\n\nIt had closed in May."
    assert article.notices == ()


def test_a_mail_in_base64_big5_is_decoded(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "預算案通過"
    message.set_content("立法院今天三讀通過預算案。", charset="big5", cte="base64")
    path = tmp_path / "mail.eml"
    path.write_bytes(message.as_bytes())
    assert (only(path).title, only(path).body) == ("預算案通過", "立法院今天三讀通過預算案。")


def test_a_mail_with_only_an_html_part_is_read(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "Press release"
    message.set_content("<p>The pier opens <b>today</b>.</p><p>Entry is free.</p>", subtype="html")
    path = tmp_path / "mail.eml"
    path.write_bytes(message.as_bytes())
    assert only(path).body == "The pier opens today.\n\nEntry is free."


def test_a_raw_subject_in_an_old_encoding_is_made_readable(tmp_path: Path) -> None:
    path = tmp_path / "mail.eml"
    subject = "Правительство утвердило бюджет"
    path.write_bytes(b"Subject: " + subject.encode("cp1251") + b"\n\nText of the mail.\n")
    assert only(path).title == subject


def test_the_attached_picture_is_the_cover_and_other_attachments_are_named(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = SAMPLE.title
    message.set_content(SAMPLE.body)
    message.add_alternative(f"<p>{SAMPLE.body}</p><img src='cid:logo'>", subtype="html")
    message.get_payload()[1].add_related(picture(60, 20), "image", "png", cid="<logo>")  # type: ignore[index, union-attr]
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="plan.pdf")
    message.add_attachment(picture(640, 400), maintype="image", subtype="png", filename="pier.png")
    path = tmp_path / "mail.eml"
    path.write_bytes(message.as_bytes())
    article = only(path)
    assert article.body == SAMPLE.body
    assert article.cover is not None
    assert (article.cover.name, article.cover.width) == ("attachment pier.png", 640)
    assert kinds(article) == ["attachments_ignored"]
    assert "plan.pdf" in article.notices[0].message


def test_an_article_forwarded_as_an_attachment_is_found(tmp_path: Path) -> None:
    inner = EmailMessage()
    inner["Subject"] = SAMPLE.title
    inner.set_content(SAMPLE.body)
    outer = EmailMessage()
    outer["Subject"] = "Fwd"
    outer.add_attachment(inner)
    path = tmp_path / "mail.eml"
    path.write_bytes(outer.as_bytes())
    assert (only(path).title, only(path).body) == (SAMPLE.title, SAMPLE.body)


def test_a_page_saved_as_one_file_brings_its_own_picture(tmp_path: Path) -> None:
    article = only(made.make_mhtml(tmp_path, cover=picture(500, 300)))
    assert article.body == SAMPLE.body
    assert article.cover is not None
    assert article.cover.width == 500


def test_pasted_text_takes_its_first_short_line_as_title() -> None:
    article = article_from_text(f"{SAMPLE.title}\r\n\r\n{SAMPLE.body}\r\n")
    assert (article.title, article.body) == (SAMPLE.title, SAMPLE.body)
    assert article.source == "clipboard"
    assert article_from_text("One line alone").title == ""


def test_pasted_html_is_taken_whole() -> None:
    html = (
        "<html><body><!--StartFragment--><h1>A headline</h1><p>First,<br>still first.</p>"
        "<p>Second &amp; last.</p><script>alert(1)</script><!--EndFragment--></body></html>"
    )
    article = article_from_html(html)
    assert article.title == "A headline"
    assert article.body.split() == ["First,", "still", "first.", "Second", "&", "last."]
    assert article.body.endswith("\n\nSecond & last.")


@pytest.mark.parametrize("paste", [article_from_text, article_from_html])
def test_an_empty_clipboard_is_said(paste: object) -> None:
    with pytest.raises(DocumentError, match="clipboard"):
        paste("  \n ")  # type: ignore[operator]
