"""What was pasted, to an article."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.core.pictures import MAX_BYTES, picture_type
from newsdesk.documents import covers, prose
from newsdesk.documents.dividing import divide

NAME = "clipboard"
_PICTURE = re.compile(r"<img\b", re.I)
_FRAGMENT = re.compile(r"<!--\s*StartFragment\s*-->(.*)<!--\s*EndFragment\s*-->", re.S)


def article_from_text(text: str) -> Article:
    """Pasted text; its first line is the title where it is short and more follows.

    Raises DocumentError (`empty`).
    """
    title, body = prose.split_title(text)
    return _unless_empty(Article(title, body, NAME))


def articles_from_text(text: str, separator: str) -> list[Article]:
    """Pasted text that holds several articles with a separator's line between them, rows from 1.

    Raises DocumentError (`empty`).
    """
    parts = divide(text, separator)
    found = [Article(*prose.split_title(part), NAME, row) for row, part in enumerate(parts, 1)]
    return found or [_unless_empty(Article("", "", NAME))]


def article_from_html(html: str, picture: bytes | None = None) -> Article:
    """Pasted HTML, all of it: what was selected is what was meant. Nothing is fetched.

    Its cover is a picture inside it, or a file of this machine that it names.
    picture: what the clipboard held beside the HTML; the cover where the HTML has one picture
    that cannot be had otherwise.
    Raises DocumentError (`empty`).
    """
    from newsdesk.documents.html import fragment_to_article

    fragment = _FRAGMENT.search(html)
    html = fragment[1] if fragment else html
    article = fragment_to_article(html, NAME, _picture_file)
    if article.cover is None and picture and len(_PICTURE.findall(html)) == 1:
        article = covers.without_notices_on_covers(article)
        article = covers.with_picture(article, picture, "pasted picture")
    kept = tuple(notice for notice in article.notices if notice.kind != "cover_missing")
    return _unless_empty(replace(article, notices=kept))


def _picture_file(reference: str) -> tuple[bytes, str] | None:
    """The picture that a `file:` address of this machine means: word processors copy them so."""
    try:
        parts = urlsplit(reference.strip())
        if parts.scheme.lower() != "file" or parts.netloc not in ("", "localhost"):
            return None
        path = Path(url2pathname(parts.path))
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            return None
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    return (data, path.name) if picture_type(data[:32]) else None


def _unless_empty(article: Article) -> Article:
    if not article.title and not article.body:
        raise DocumentError(
            "empty", "The clipboard holds no text.", "Copy the article's text, then paste again."
        )
    return article
