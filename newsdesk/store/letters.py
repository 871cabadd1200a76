"""The characters that occur in each article: what a search for a single one reads.

A trigram holds three, so that the full-text index knows no single character; looking through
all texts takes ten times as long as looking through this.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, Select, func, insert, select

from newsdesk.store.schema import article_letters, articles


def letters_of(*texts: str) -> str:
    """Each character of some texts once, in lower case."""
    return "".join(sorted({letter.lower() for letter in set().union(*texts)}))


def write_letters(connection: Connection, texts: Iterable[tuple[int, object, object]]) -> None:
    """Write the letters of articles that have none yet: their ids, titles and bodies."""
    rows = [
        {"article_id": article_id, "letters": letters_of(str(title), str(body))}
        for article_id, title, body in texts
    ]
    if rows:
        connection.execute(insert(article_letters), rows)


def with_letter(letter: str) -> Select[tuple[int]]:
    """The articles in which a character occurs, in any case."""
    known = article_letters.c
    wanted = [func.instr(known.letters, part) > 0 for part in letter.lower()]
    return select(known.article_id).where(*wanted)


def all_written(connection: Connection) -> bool:
    """Whether every article has its letters."""
    counts = [
        connection.scalar(select(func.count()).select_from(table))
        for table in (articles, article_letters)
    ]
    return counts[0] == counts[1]


def unwritten() -> Select[tuple[int]]:
    """The articles without letters: whoever added or changed them did not write them."""
    return select(articles.c.id).where(articles.c.id.not_in(select(article_letters.c.article_id)))
