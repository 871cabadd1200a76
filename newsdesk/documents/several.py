"""The reading process's part for texts that hold several articles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, NewsdeskError
from newsdesk.core.worker import Call
from newsdesk.documents import prose
from newsdesk.documents.clipboard import articles_from_text
from newsdesk.documents.dividing import divide, divisions, suggestion
from newsdesk.documents.reader import Failure, Reading, divisible_text, read
from newsdesk.documents.source import file_error
from newsdesk.store import Store

MOST_SHOWN = 500
"""Articles of a division whose titles are told."""


class Dividing:
    """Divides one article of the store into several."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def division(self, call: Call) -> None:
        """Tell `division`: how a text would be divided.

        found: separators with the number of articles that each gives, the likeliest first.
        separator, parts: the one asked for, else the likeliest; title and length of each article.
        """
        text = _text(call)
        found = divisions(text)
        likeliest = found[0].separator if found else ""
        separator = call.request.get("separator") or likeliest
        parts = [prose.split_title(part) for part in divide(text, separator)]
        call.tell(
            "division",
            article=call.request["article"],
            found=[(each.separator, each.articles) for each in found],
            separator=separator,
            parts=[(title, len(body)) for title, body in parts[:MOST_SHOWN]],
            total=len(parts),
        )

    def divide(self, call: Call) -> None:
        """Put several articles in the place of one; tells `divided` with article and articles."""
        separator = call.request["separator"]
        if text := call.request.get("text"):
            articles = articles_from_text(text, separator)
        else:
            readings = read(Path(call.request["path"]), separator=separator)
            articles = [article_of(reading) for reading in readings]
        call.check()
        added = self._store.articles.add(articles, instead_of=[int(call.request["article"])])
        call.tell("divided", article=call.request["article"], articles=added)


def look_for_several(
    articles: Iterable[tuple[int, Article]], pasted: str | None
) -> list[tuple[int, str, str, int, str]]:
    """Those that look like several: id, title, separator, number of articles, and file.

    pasted: the text that the article was made of; None to look into its file.
    """
    found = []
    for article_id, article in articles:
        try:
            text = pasted or divisible_text(Path(article.source)) or ""
        except (NewsdeskError, OSError):
            continue
        if several := suggestion(text):
            found.append(
                (article_id, article.title, several.separator, several.articles, article.source)
            )
    return found


def article_of(reading: Reading) -> Article:
    """What was read. Raises DocumentError with the problem where nothing was."""
    if isinstance(reading, Failure):
        raise DocumentError(*astuple(reading.problem))
    return reading


def _text(call: Call) -> str:
    """The text to be divided: what was pasted, or what the file holds."""
    if text := call.request.get("text"):
        return str(text)
    path = Path(call.request["path"])
    try:
        return divisible_text(path) or ""
    except OSError as error:
        raise file_error(path, error) from error
