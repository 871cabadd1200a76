"""Words to sets of articles: trigrams on SQLite, LIKE where there are none.

A word of two characters, as most Chinese ones are, is found through the trigrams that
begin with it, a single character through the letters of each article.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Integer,
    Select,
    Text,
    column,
    func,
    literal,
    literal_column,
    or_,
    select,
    table,
    union_all,
)

from newsdesk.store.letters import all_written, unwritten, with_letter
from newsdesk.store.schema import FULL_TEXT, FULL_TEXT_TERMS, articles

_TERM = re.compile(r'"([^"]*)"|([^\s"]+)')
_TRIGRAM = 3
_LAST = "\U0010ffff"


def terms(search: str) -> list[str]:
    """The words of a search; what stands in double quotes is one term."""
    tidy = unicodedata.normalize("NFC", search).replace("\0", " ")
    found = (quoted.strip() or word for quoted, word in _TERM.findall(tidy))
    return list(dict.fromkeys(term for term in found if term))


def found_by(connection: Connection, search: str) -> Iterator[Select[Any] | CompoundSelect[Any]]:
    """Sets of articles; in all of them are those in which every term of a search occurs.

    A term occurs in title or body, in any case. A search without terms has no set.
    """
    words = terms(search)
    if connection.dialect.name != "sqlite":
        if words:
            yield select(articles.c.id).where(*(_contains(word) for word in words))
        return
    indexed = [word for word in words if len(word) > 1]
    if indexed:
        yield _by_trigrams(indexed)
    for word in words:
        if len(word) == 1:
            yield _by_letter(connection, word)


def _by_trigrams(words: Sequence[str]) -> Select[tuple[int]]:
    query: ColumnElement[str] = literal("")
    for number, word in enumerate(words):
        phrase = literal(_quoted(word)) if len(word) >= _TRIGRAM else _beginning(word.lower())
        query = query + literal(" AND " if number else "") + phrase
    index = table(FULL_TEXT, column("rowid", Integer))
    return select(index.c.rowid).where(literal_column(FULL_TEXT).op("MATCH")(query))


def _beginning(pair: str) -> ColumnElement[str]:
    """A query for any of the trigrams that begin with two characters."""
    term = table(FULL_TEXT_TERMS, column("term", Text)).c.term
    quoted = literal('"') + func.replace(term, '"', '""') + literal('"')
    # An empty phrase, where no trigram begins so, matches nothing; an empty query is an error.
    either = func.coalesce(func.group_concat(quoted, " OR "), '""')
    found = select(either).where(term >= pair, term < pair + _LAST).scalar_subquery()
    return literal("(") + found + literal(")")


def _quoted(word: str) -> str:
    """A word as a phrase, so that nothing a person types is read as a query language."""
    return '"' + word.replace('"', '""') + '"'


def _by_letter(connection: Connection, letter: str) -> Select[Any] | CompoundSelect[Any]:
    found = with_letter(letter)
    if all_written(connection):
        return found
    # LIKE on SQLite folds the case of ASCII letters only.
    texts, spellings = articles.c.title + articles.c.body, {letter, letter.lower(), letter.upper()}
    occurs = or_(*(texts.contains(spelling, autoescape=True) for spelling in sorted(spellings)))
    return union_all(found, unwritten().where(occurs))


def _contains(word: str) -> ColumnElement[bool]:
    return or_(*(t.icontains(word, autoescape=True) for t in (articles.c.title, articles.c.body)))
