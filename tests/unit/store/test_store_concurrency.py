"""Several processes write at once and nothing is lost; who waits too long is told."""

from __future__ import annotations

import itertools
import multiprocessing
import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from newsdesk.core.article import Article
from newsdesk.core.errors import StoreError
from newsdesk.store import Store
from newsdesk.store.conflict import DecisionConflict

WRITERS, WRITES = 4, 200


def _decide_many(path: Path, who: str) -> None:
    with Store.open(path) as store:
        for number in range(WRITES):
            store.decisions.record(1, f"{who}-{number}", who)


def test_four_processes_writing_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "newsdesk.db"
    with Store.open(path) as store:
        store.articles.add([Article("a", "b")])
        spawn = multiprocessing.get_context("spawn")
        writers = [spawn.Process(target=_decide_many, args=(path, f"w{i}")) for i in range(WRITERS)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert [writer.exitcode for writer in writers] == [0] * WRITERS
        history = store.decisions.history(1)
    assert len(history) == WRITERS * WRITES
    # Each one read what the one before it wrote: no transaction overlapped another.
    assert all(b.from_section == a.to_section for a, b in itertools.pairwise(history))


def test_two_people_deciding_the_same_articles_never_overwrite_one_another_unseen(
    tmp_path: Path,
) -> None:
    path = tmp_path / "newsdesk.db"
    with Store.open(path) as store:
        ids = store.articles.add([Article(f"n{i}", "b") for i in range(6)])
        agreed: list[tuple[int, int]] = []  # line that was seen, line that was written
        told: list[tuple[int, int]] = []  # line that was seen, newest line
        with ThreadPoolExecutor(4) as pool:
            for person in [pool.submit(_decide_what_is_seen, path, ids, f"p{i}") for i in range(4)]:
                written, refused = person.result()
                agreed += written
                told += refused
        lines = [line for article in ids for line in store.decisions.history(article)]
    # Every line was written by somebody who had seen the one before it, and none is missing.
    before = {0: 0}
    for article in ids:
        own = [0, *(line.id for line in lines if line.article_id == article)]
        before |= {later: earlier for earlier, later in itertools.pairwise(own)}
    assert sorted(agreed) == sorted((before[line.id], line.id) for line in lines)
    assert all(newest > seen for seen, newest in told)
    assert len(agreed) + len(told) == 4 * ROUNDS * len(ids)


ROUNDS = 15


def _decide_what_is_seen(
    path: Path, ids: list[int], who: str
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Look at each article, then decide about it, again and again."""
    chance = random.Random(who)
    written, refused = [], []
    with Store.open(path) as store:
        for _ in range(ROUNDS):
            seen = {article: _seen(store, article) for article in ids}
            for article in chance.sample(ids, len(ids)):
                section = chance.choice(("sport", "arts"))
                try:
                    made = store.decisions.record(article, section, who, seen=seen[article])
                    written.append((seen[article], made.id))
                except DecisionConflict as conflict:
                    refused.append((seen[article], conflict.decision.id))
    return written, refused


def _seen(store: Store, article: int) -> int:
    newest = store.decisions.newest(article)
    return newest.id if newest else 0


def _add_one(path: Path) -> None:
    with Store.open(path) as store:
        store.articles.add([Article("a", "b")])


def test_processes_that_open_a_fresh_store_at_once_share_it(tmp_path: Path) -> None:
    path = tmp_path / "newsdesk.db"
    spawn = multiprocessing.get_context("spawn")
    openers = [spawn.Process(target=_add_one, args=(path,)) for _ in range(4)]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join()
    with Store.open(path) as store:
        assert store.articles.counts("desk").all == 4


def test_a_locked_database_is_told_as_busy_at_the_end_of_patience(tmp_path: Path) -> None:
    path = tmp_path / "newsdesk.db"
    with Store.open(path, patience=0.2) as store:
        (article_id,) = store.articles.add([Article("a", "b")])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(StoreError) as caught:
            store.articles.remove([article_id])
        waited = time.monotonic() - began
        assert caught.value.problem.kind == "busy"
        assert caught.value.problem.remedy
        assert 0.15 < waited < 5
        assert store.articles.get(article_id) is not None  # reading goes on
        other.execute("COMMIT")
        other.close()
        store.articles.remove([article_id])
        assert store.articles.counts("desk").all == 0


def test_the_version_moves_with_own_and_foreign_changes_and_with_nothing_else(
    tmp_path: Path,
) -> None:
    path = tmp_path / "newsdesk.db"
    with Store.open(path) as store, Store.open(path) as other:
        seen, changes = store.data_version(), store.change_count
        store.articles.counts("desk")
        assert (store.data_version(), store.change_count) == (seen, changes)
        store.articles.add([Article("a", "b")])
        own = store.data_version()
        assert own != seen
        assert store.change_count == changes + 1
        other.articles.add([Article("c", "d")])
        assert store.data_version() != own
        assert store.change_count == changes + 1


def test_a_failed_write_leaves_nothing_and_counts_as_none(tmp_path: Path) -> None:
    with Store.open(tmp_path / "newsdesk.db") as store:
        (article_id,) = store.articles.add([Article("a", "b")])
        before = store.change_count
        with pytest.raises(StoreError):
            store.decisions.record(article_id, None, "anna")
        assert store.change_count == before
        assert store.decisions.history(article_id) == []
