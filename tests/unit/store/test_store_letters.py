"""A single character is found wherever it occurs, and quickly, however the text came in."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.store import Store
from newsdesk.store.letters import all_written, letters_of
from newsdesk.store.records import InboxQuery


def found(store: Store, letter: str) -> list[int]:
    return store.articles.listing(InboxQuery("desk", search=letter, order="oldest")).tolist()


def written(store: Store) -> bool:
    with store._database.read() as connection:
        return all_written(connection)


@pytest.mark.parametrize(
    ("letter", "places"),
    [("q", [1]), ("Q", [1]), ("ж", [2]), ("Ж", [2]), ("体", [3]), ("é", [1]), ("😀", [3]),
     ("σ", [2]), ("Σ", [2]), ("%", [3]), ("_", []), ("'", [1])],
)  # fmt: skip
def test_a_letter_is_found_in_any_case_first_and_last(
    store: Store, letter: str, places: list[int]
) -> None:
    store.articles.add([Article("Café", "it's Q"), Article("ПляЖ", "ΟΔΟΣ"), Article("体", "5%😀")])
    assert found(store, letter) == places


def test_letters_follow_every_change_of_a_text(store: Store) -> None:
    ids = store.articles.add([Article("a", "b"), Article("c", "d"), Article("e", "f")])
    store.articles.edit(ids[0], "x", "y")
    store.articles.rewrite(ids[1], Article("x", "z"))
    store.articles.remove([ids[2]])
    store.articles.purge_removed()
    assert (found(store, "a"), found(store, "d")) == ([], [])
    assert (found(store, "x"), found(store, "z")) == (ids[:2], [ids[1]])
    assert written(store)


def test_a_text_that_somebody_else_wrote_into_the_database_is_found_all_the_same(
    store: Store, tmp_path: Path
) -> None:
    ids = store.articles.add([Article("a", "b"), Article("q", "d")])
    raw = sqlite3.connect(tmp_path / "home" / "newsdesk.db", isolation_level=None)
    raw.execute("UPDATE articles SET body = 'Ж_w' WHERE id = ?", (ids[0],))
    raw.close()
    assert not written(store)
    assert (found(store, "b"), found(store, "ж"), found(store, "_")) == ([], ids[:1], ids[:1])
    assert found(store, "q") == ids[1:]


def test_letters_are_few_however_long_the_text() -> None:
    assert letters_of("Banana " * 1000, "naB") == " abn"
