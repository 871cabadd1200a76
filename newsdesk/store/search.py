"""Words to a condition on articles: trigrams on SQLite, LIKE where there are none.

A word of two characters, as most Chinese ones are, is found through the trigrams that
begin with it; a single character, and other databases, look through the texts.
"""

from __future__ import annotations

import re
import unicodedata

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    ScalarSelect,
    Select,
    Text,
    and_,
    column,
    func,
    literal,
    literal_column,
    or_,
    select,
    table,
    true,
)

from newsdesk.store.schema import FULL_TEXT, FULL_TEXT_TERMS, articles

_TERM = re.compile(r'"([^"]*)"|([^\s"]+)')
_TRIGRAM = 3
_LAST = "\U0010ffff"


def terms(search: str) -> list[str]:
    """The words of a search; what stands in double quotes is one term."""
    tidy = unicodedata.normalize("NFC", search).replace("\0", " ")
    found = (quoted.strip() or word for quoted, word in _TERM.findall(tidy))
    return list(dict.fromkeys(term for term in found if term))


def matching(article_id: ColumnElement[int], search: str, sqlite: bool) -> ColumnElement[bool]:
    """The articles in which every term occurs, in title or body, in any case.

    article_id: the column to be restricted. A search without terms restricts nothing.
    """
    inner = articles.alias()
    conditions: list[ColumnElement[bool]] = []
    for term in terms(search):
        if sqlite and len(term) >= _TRIGRAM:
            found = _by_trigrams(_quoted(literal(term)))
        elif sqlite and len(term) == _TRIGRAM - 1:
            found = _by_trigrams(_beginning(term.lower()))
        else:
            found = select(inner.c.id).where(_occurs(inner, term, sqlite))
        conditions.append(article_id.in_(found))
    return and_(true(), *conditions)


def _by_trigrams(query: ColumnElement[str] | ScalarSelect[str]) -> Select[int]:
    index = table(FULL_TEXT, column("rowid", Integer))
    return select(index.c.rowid).where(literal_column(FULL_TEXT).op("MATCH")(query))


def _beginning(pair: str) -> ScalarSelect[str]:
    """A query for any of the trigrams that begin with two characters."""
    term = table(FULL_TEXT_TERMS, column("term", Text)).c.term
    # An empty phrase, where no trigram begins so, matches nothing; an empty query is an error.
    either = func.coalesce(func.group_concat(_quoted(term), " OR "), '""')
    return select(either).where(term >= pair, term < pair + _LAST).scalar_subquery()


def _quoted(term: ColumnElement[str]) -> ColumnElement[str]:
    # So that nothing a person types is read as a query language.
    quoted: ColumnElement[str] = literal('"') + func.replace(term, '"', '""') + literal('"')
    return quoted


def _occurs(source: FromClause, term: str, sqlite: bool) -> ColumnElement[bool]:
    columns = (source.c.title, source.c.body)
    if not sqlite:
        return or_(*(text.icontains(term, autoescape=True) for text in columns))
    # LIKE on SQLite folds the case of ASCII letters only.
    spellings = sorted({term, term.lower(), term.upper()})
    return or_(
        *(text.contains(spelling, autoescape=True) for text in columns for spelling in spellings)
    )
