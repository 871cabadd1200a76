"""What comes into the store comes out of it; removal can be undone until it is purged."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Notice, Problem, StoreError
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery, InboxRow

RED = Cover(b"red picture", "red.png", "image/png", 4, 3)
BLUE = Cover(b"blue picture", "blue.png", "image/png", 8, 6)
ALL = InboxQuery("desk", order="oldest")


def rows(store: Store) -> list[InboxRow]:
    """All lines of the inbox, oldest first."""
    return store.articles.rows(store.articles.listing(ALL), ALL)


def test_an_article_comes_back_as_it_was_added(store: Store) -> None:
    notices = (Notice("guessed_encoding", "Read as windows-1252."),)
    article = Article("Title", "Body\n\nmore", "news.csv", 7, RED, "de", notices)
    (article_id,) = store.articles.add([article])
    stored = store.articles.get(article_id)
    assert stored is not None
    assert (stored.title, stored.body, stored.source, stored.row) == (
        "Title", "Body\n\nmore", "news.csv", 7,
    )  # fmt: skip
    assert (stored.language, stored.notices, stored.problem) == ("de", notices, None)
    assert stored.added.tzinfo is UTC
    assert abs(stored.added - datetime.now(UTC)) < timedelta(minutes=1)
    assert stored.cover_size == (4, 3)
    assert store.articles.cover(RED.digest) == RED


def test_ids_come_in_the_order_of_the_articles(store: Store) -> None:
    ids = store.articles.add([Article(f"n{i}", "x") for i in range(2500)])
    texts = store.articles.texts([ids[2400], ids[3], ids[1200]])
    assert [text.title for text in texts] == ["n2400", "n3", "n1200"]


def test_texts_of_articles_that_are_gone_are_left_out(store: Store) -> None:
    (article_id,) = store.articles.add([Article("a", "b")])
    assert [text.id for text in store.articles.texts([99, article_id])] == [article_id]
    assert store.articles.get(99) is None


def test_text_that_no_database_takes_is_kept_without_its_broken_characters(store: Store) -> None:
    (article_id,) = store.articles.add([Article("half \ud83d", "zero \0 byte")])
    stored = store.articles.get(article_id)
    assert stored is not None
    assert (stored.title, stored.body) == ("half ?", "zero  byte")


def test_a_broken_cover_that_was_left_out_is_told_with_the_text(store: Store) -> None:
    told = Notice("cover_broken", "The picture is cut off.")
    ids = store.articles.add([Article("a", "b", notices=(told,)), Article("c", "d", cover=RED)])
    assert [text.notices for text in store.articles.texts(ids)] == [(told,), ()]


def test_a_file_that_could_not_be_read_is_a_failed_row_with_its_problem(store: Store) -> None:
    problem = Problem("unsupported", "scan.xyz is no article.", "Save it as text.")
    store.articles.add_failures([("in/scan.xyz", None, problem), ("list.csv", 4, problem)])
    first, second = rows(store)
    assert (first.state, first.title, first.problem) == ("failed", "scan.xyz", problem)
    assert (second.source, second.row) == ("list.csv", 4)
    assert store.articles.counts("desk").failed == 2


def test_a_cover_that_two_articles_share_goes_with_the_second(store: Store) -> None:
    one, two = store.articles.add([Article("a", "b", cover=RED), Article("c", "d", cover=RED)])
    path = store.articles.cover_path(RED.digest)
    assert path is not None
    store.articles.remove([one])
    assert store.articles.purge_removed() == 1
    assert path.is_file()
    store.articles.remove([two])
    assert store.articles.purge_removed() == 1
    assert not path.exists()
    assert store.articles.cover(RED.digest) is None


def test_a_cover_purged_and_dropped_again_is_there(store: Store) -> None:
    store.articles.remove(store.articles.add([Article("a", "b", cover=RED)]))
    store.articles.purge_removed()
    store.articles.add([Article("a", "b", cover=RED)])
    assert store.articles.cover(RED.digest) == RED


def test_a_cover_can_be_changed_and_taken_away(store: Store) -> None:
    (article_id,) = store.articles.add([Article("a", "b", cover=RED)])
    store.articles.set_cover(article_id, BLUE)
    assert rows(store)[0].cover_digest == BLUE.digest
    store.articles.set_cover(article_id, None)
    assert rows(store)[0].cover_digest is None
    store.articles.purge_removed()
    assert store.articles.cover_path(RED.digest) is None


def test_a_cover_in_place_of_a_broken_one_is_read_anew(store: Store) -> None:
    told = (Notice("cover_broken", "Cut off."), Notice("close", "Perhaps Latin-1."))
    (article_id,) = store.articles.add([Article("a", "b", notices=told)])
    store.predictions.add([(article_id, Prediction("desk", (SectionScore("s", "S", 0.9),), 1, 1))])
    store.articles.set_cover(article_id, RED)
    (text,) = store.articles.texts([article_id])
    assert text.notices == told[1:]
    assert store.articles.without_prediction("desk", 9) == [article_id]


def test_a_cover_file_that_was_damaged_counts_as_missing(store: Store) -> None:
    store.articles.add([Article("a", "b", cover=RED)])
    path = store.articles.cover_path(RED.digest)
    assert path is not None
    path.write_bytes(b"something else")
    assert store.articles.cover(RED.digest) is None


def test_covers_lie_beside_the_database_or_where_told(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a" / "n.db") as beside:
        beside.articles.add([Article("a", "b", cover=RED)])
        assert beside.articles.cover_path(RED.digest) == (
            tmp_path / "a" / "covers" / RED.digest[:2] / RED.digest
        )
    with Store.open(tmp_path / "a" / "n.db", covers=tmp_path / "elsewhere") as told:
        assert told.articles.cover_path(RED.digest) is None


def test_a_covers_folder_that_cannot_be_made_is_told_and_nothing_is_added(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with Store.open(tmp_path / "n.db", covers=tmp_path / "file") as store:
        with pytest.raises(StoreError) as caught:
            store.articles.add([Article("a", "b", cover=RED)])
        assert caught.value.problem.kind == "unwritable"
        assert store.articles.counts("desk").all == 0


def test_a_full_disk_is_told_as_such(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError) as caught:
        store.articles.add([Article("a", "b", cover=RED)])
    assert caught.value.problem.kind == "disk_full"


def test_a_removed_article_is_in_no_list_until_it_is_restored(store: Store) -> None:
    one, two = store.articles.add([Article("apple", "b"), Article("pear", "d")])
    store.decisions.record(one, "sport", "anna")
    store.articles.remove([one])
    assert store.articles.listing(ALL).tolist() == [two]
    assert store.articles.listing(InboxQuery("desk", search="apple")).tolist() == []
    assert store.articles.counts("desk").all == 1
    removed = store.articles.get(one)
    assert removed is not None
    assert removed.removed is not None
    store.articles.restore([one])
    assert store.articles.listing(ALL).tolist() == [one, two]
    assert rows(store)[0].state == "decided"


def test_a_restored_article_keeps_its_prediction_and_a_failed_one_its_problem(
    store: Store,
) -> None:
    (read,) = store.articles.add([Article("a", "b")])
    (failed,) = store.articles.add_failures([("x", None, Problem("k", "m", "r"))])
    store.predictions.add([(read, Prediction("desk", (SectionScore("s", "S", 0.9),), 1, 1))])
    store.articles.remove([read, failed])
    store.articles.restore([read, failed])
    states = [row.state for row in rows(store)]
    assert states == ["to_decide", "failed"]


def test_a_purged_id_is_never_given_again(store: Store) -> None:
    (old,) = store.articles.add([Article("a", "b")])
    store.decisions.record(old, "sport", "anna")
    store.articles.remove([old])
    store.articles.purge_removed()
    (new,) = store.articles.add([Article("c", "d")])
    assert new != old
    assert store.decisions.history(new) == []
    assert len(store.decisions.history(old)) == 1


def test_another_reading_replaces_the_text_and_its_predictions_but_not_the_decision(
    store: Store,
) -> None:
    (article_id,) = store.articles.add([Article("Fu?ball", "b", "a.txt")])
    store.predictions.add([(article_id, Prediction("desk", (SectionScore("s", "S", 0.9),), 1, 1))])
    store.decisions.record(article_id, "sport", "anna")
    store.articles.rewrite(article_id, Article("Fußball", "b", "ignored.txt"))
    stored = store.articles.get(article_id)
    assert stored is not None
    assert (stored.title, stored.source, stored.decided_section) == ("Fußball", "a.txt", "sport")
    assert store.predictions.get(article_id, "desk") is None
    assert store.articles.listing(InboxQuery("desk", search="Fußball")).tolist() == [article_id]
    assert store.articles.listing(InboxQuery("desk", search="Fu?ball")).tolist() == []


def test_a_failed_file_read_at_last_waits_like_any_article(store: Store) -> None:
    (article_id,) = store.articles.add_failures([("x", None, Problem("k", "m", "r"))])
    store.articles.rewrite(article_id, Article("Now", "readable"))
    assert rows(store)[0].state == "unread"


def test_the_search_index_stays_true_to_the_texts(store: Store, tmp_path: Path) -> None:
    ids = store.articles.add([Article(f"title {i}", "body " * i) for i in range(20)])
    store.articles.rewrite(ids[3], Article("new title", "new body"))
    store.articles.remove(ids[5:9])
    store.articles.purge_removed()
    database = sqlite3.connect(tmp_path / "home" / "newsdesk.db")
    check = "INSERT INTO articles_fts (articles_fts, rank) VALUES ('integrity-check', 1)"
    database.execute(check)  # raises where index and texts differ
    database.close()
