"""What was pasted, to an article."""

from __future__ import annotations

import re
from dataclasses import replace

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents import prose

NAME = "clipboard"
_FRAGMENT = re.compile(r"<!--\s*StartFragment\s*-->(.*)<!--\s*EndFragment\s*-->", re.S)


def article_from_text(text: str) -> Article:
    """Pasted text; its first line is the title where it is short and more follows.

    Raises DocumentError (`empty`).
    """
    title, body = prose.split_title(text)
    return _unless_empty(Article(title, body, NAME))


def article_from_html(html: str) -> Article:
    """Pasted HTML, all of it: what was selected is what was meant. Nothing is fetched.

    Raises DocumentError (`empty`).
    """
    from newsdesk.documents.html import fragment_to_article

    fragment = _FRAGMENT.search(html)
    article = fragment_to_article(fragment[1] if fragment else html, NAME, lambda _: None)
    kept = tuple(notice for notice in article.notices if notice.kind != "cover_missing")
    return _unless_empty(replace(article, notices=kept))


def _unless_empty(article: Article) -> Article:
    if not article.title and not article.body:
        raise DocumentError(
            "empty", "The clipboard holds no text.", "Copy the article's text, then paste again."
        )
    return article
