"""Search finds words of every script and length, and takes whatever a person types."""

from __future__ import annotations

import pytest

from newsdesk.core.article import Article
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

TEXTS = {
    "english": Article("Budget agreed", "The minister met reporters; the UK and the EU agreed."),
    "chinese": Article("中国经济增长放缓", "经济学家预计今年增长放缓,政府将出台措施支持体育"),
    "russian": Article("Сборная России", "Команда выиграла матч со счётом три ноль. Это Он"),
    "odd": Article('A "quoted" title', "100% sure, under_score, (brackets) and C++"),
}


def found(store: Store, search: str) -> set[str]:
    names = dict(zip(store.articles.add(list(TEXTS.values())), TEXTS, strict=True))
    return {names[i] for i in store.articles.listing(InboxQuery("desk", search=search)).tolist()}


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("minister", {"english"}),
        ("MINISTER", {"english"}),
        ("inist", {"english"}),
        ("agreed budget", {"english"}),
        ("budget football", set()),
        ('"the minister met"', {"english"}),
        ('"minister the met"', set()),
        ("eu", {"english"}),
        ("经济学家", {"chinese"}),
        ("经济", {"chinese"}),
        ("体育", {"chinese"}),  # the last word of its text
        ("放缓", {"chinese"}),
        ("增长 措施", {"chinese"}),
        ("济", {"chinese"}),
        ("足球", set()),
        ("команда", {"russian"}),
        ("СБОРНАЯ", {"russian"}),
        ("ОН", {"russian"}),
        ("м", {"russian"}),
        ("100%", {"odd"}),
        ("0%", {"odd"}),
        ("%", {"odd"}),
        ("_", {"odd"}),
        ("C++", {"odd"}),
        ("+", {"odd"}),
        ("(brackets)", {"odd"}),
        ("the eu", {"english"}),
        ("eu the u", {"english"}),
        ("minister qz", set()),
        ("qz minister", set()),
        ("qz", set()),
        ("经 济 措施", {"chinese"}),
    ],
)
def test_a_search_finds(store: Store, search: str, expected: set[str]) -> None:
    assert found(store, search) == expected


@pytest.mark.parametrize("search", ["", "   ", '"', '""', '" "'])
def test_a_search_without_words_hides_nothing(store: Store, search: str) -> None:
    assert found(store, search) == set(TEXTS)


@pytest.mark.parametrize(
    "search",
    ['"foo" OR (', "NEAR(a b)", "title:budget", "-minister", "a*", "^x", "';--", "\\", "a\0b", "'"],
)
def test_what_a_query_language_would_choke_on_is_only_text(store: Store, search: str) -> None:
    assert found(store, search) <= set(TEXTS)
