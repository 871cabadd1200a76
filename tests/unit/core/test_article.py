"""Article and cover."""

from __future__ import annotations

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Notice


def test_text_is_title_and_body_and_the_body_alone_without_title() -> None:
    assert Article("Title", "Body.").text == "Title\n\nBody."
    assert Article("", "Body.").text == "Body."


def test_a_notice_is_added_after_those_that_are_there_and_the_article_stays_as_it_was() -> None:
    first = Article("", "Body.", notices=(Notice("encoding", "guessed"),))
    second = first.with_notice("cover_missing", "gone")
    assert [notice.kind for notice in second.notices] == ["encoding", "cover_missing"]
    assert [notice.kind for notice in first.notices] == ["encoding"]
    assert second.body == first.body


def test_a_covers_digest_follows_its_bytes_and_not_its_name() -> None:
    one = Cover(b"bytes", "a.png", "image/png", 1, 1)
    same = Cover(b"bytes", "b.png", "image/png", 1, 1)
    other = Cover(b"bytez", "a.png", "image/png", 1, 1)
    assert one.digest == same.digest != other.digest
    assert len(one.digest) == 32
