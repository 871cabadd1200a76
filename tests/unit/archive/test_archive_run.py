"""An archive run reads everything once, whatever happens to its process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from newsdesk.archive import reading, run, start, stopping
from newsdesk.archive.files import folder as folder_of
from newsdesk.archive.files import keep_files, known_files
from newsdesk.core.archive_run import ArchiveRun
from newsdesk.core.errors import ModelError, NewsdeskError, StoreError
from newsdesk.core.processes import process_of
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery, InboxRow
from newsdesk.store.runs import RunRepository

Folder = Callable[..., Path]
SLOW = Path(__file__).with_name("slow_run.py")
CRASHING = Path(__file__).with_name("crashing_run.py")


def no_process(run_id: int) -> None:
    """The test itself works on the run."""


def begin(store: Store, *paths: Path, **how: object) -> ArchiveRun:
    return start.submit(store, paths, "tiny", start=no_process, **how)  # type: ignore[arg-type]


def work(store: Store, run_id: int) -> ArchiveRun:
    assert run.serve([str(run_id)]) == 0
    return start.found(store, run_id)


def rows_of(store: Store, run_id: int) -> list[InboxRow]:
    query = InboxQuery("tiny", order="oldest", run=run_id)
    return store.articles.rows(store.articles.listing(query).tolist(), query)


def wait_for(condition: Callable[[], bool], patience: float = 60) -> None:
    until = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < until, "the condition never came true"
        time.sleep(0.01)


def test_everything_in_a_folder_is_in_the_inbox_answered_and_what_is_bad_is_said(
    store: Store, folder: Folder
) -> None:
    given = begin(store, folder(100))
    assert given.name == "wire"
    done = work(store, given.id)
    assert (done.state, done.articles, done.failures) == ("done", 98, 2)
    assert (done.files, done.files_total, done.problem) == (100, 100, None)
    rows = rows_of(store, given.id)
    assert [Path(row.source).name for row in rows if row.state == "failed"] == [
        "0050.txt",
        "0100.txt",
    ]
    read = [row for row in rows if row.state != "failed"]
    assert {row.state for row in read} <= {"to_decide", "unread"}
    assert all(row.section for row in read if row.state == "to_decide")
    assert not folder_of(given.id).exists()


def test_nothing_is_lost_or_doubled_by_many_kills(
    store: Store, folder: Folder, tmp_path: Path
) -> None:
    table = tmp_path / "table.jsonl"
    lines = [{"title": f"row {i}", "body": "A goal for the team. " * 4} for i in range(150)]
    table.write_text("".join(json.dumps(line) + "\n" for line in lines))
    given = begin(store, folder(200), table)
    kills = 0
    while start.found(store, given.id).state in ("running", "interrupted"):
        before = start.found(store, given.id).articles
        environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
        process = subprocess.Popen([sys.executable, str(SLOW), str(given.id)], env=environment)
        if kills < 5:
            # Not after the write, but somewhere around it.
            wait_for(lambda b=before: start.found(store, given.id).articles >= b + 10)  # type: ignore[misc]
            time.sleep(0.013 * kills)
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait(60)
        start.reap(store)
        if start.found(store, given.id).state == "interrupted":
            assert kills
    done = start.found(store, given.id)
    assert kills == 5
    assert (done.state, done.articles, done.failures) == ("done", 196 + 150, 4)
    found = Counter((row.source, row.row) for row in rows_of(store, given.id))
    assert len(found) == 350
    assert set(found.values()) == {1}


def test_a_file_that_ends_the_process_twice_is_passed_over_and_said(
    store: Store, folder: Folder
) -> None:
    place = folder(9)
    (place / "evil.txt").write_text("evil\n\nA file that ends the process that reads it.")
    given = begin(store, place)
    for expected in (-signal.SIGSEGV, -signal.SIGSEGV, 0):
        process = subprocess.run([sys.executable, str(CRASHING), str(given.id)], timeout=60)
        assert process.returncode == expected
        start.reap(store)
    done = start.found(store, given.id)
    assert (done.state, done.articles, done.failures) == ("done", 9, 1)
    (failed,) = store.articles.failed()
    assert failed.problem.message == "Reading evil.txt ended the reading process twice."


def test_a_folder_that_changed_meanwhile_does_not_move_the_place(
    store: Store, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder(60)
    given = begin(store, place)
    with monkeypatch.context() as patched:
        _stop_after(20, "pause", patched)
        paused = work(store, given.id)
    assert paused.state == "paused"
    assert 20 <= paused.articles < 50
    (place / "0000.txt").write_text("new before all others\n\nA goal for the team this week.")
    done = work(store, given.id)
    assert (done.state, done.articles, done.failures) == ("done", 59, 1)
    assert len({row.source for row in rows_of(store, given.id)}) == 60


def test_a_cancelled_run_keeps_what_it_brought_in_and_is_not_taken_up_again(
    store: Store, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = begin(store, folder(60))
    _stop_after(20, "cancel", monkeypatch)
    cancelled = work(store, given.id)
    assert cancelled.state == "cancelled"
    assert len(rows_of(store, given.id)) == cancelled.articles
    assert not folder_of(given.id).exists()
    with pytest.raises(StoreError, match="cannot be resumed"):
        stopping.resume(store, given.id, start=no_process)


def test_a_folder_that_vanishes_ends_the_run_with_a_sentence_and_can_come_back(
    store: Store, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder(60)
    monkeypatch.setattr(reading, "BATCH", 10)
    monkeypatch.setattr(reading, "AHEAD", 1)
    given = begin(store, place)
    keep = RunRepository.keep

    def vanish(self: RunRepository, *values: Any) -> list[int]:
        if place.exists():
            place.rename(place.with_name("away"))
        return keep(self, *values)

    with monkeypatch.context() as patched:
        patched.setattr(RunRepository, "keep", vanish)
        gone = work(store, given.id)
    assert gone.state == "failed"
    assert gone.problem is not None
    assert f"The folder {place} is not there any more." in gone.problem.message
    assert 10 <= gone.articles < 59
    assert gone.failures == 0
    place.with_name("away").rename(place)
    stopping.resume(store, given.id, start=no_process)
    assert work(store, given.id).articles == 59
    assert len({row.source for row in rows_of(store, given.id)}) == 60


def test_one_file_that_vanishes_is_one_sentence(store: Store, folder: Folder) -> None:
    place = folder(10)
    given = begin(store, place)
    keep_files(given.id, sorted(place.iterdir()))
    (place / "0003.txt").unlink()
    done = work(store, given.id)
    assert (done.state, done.articles, done.failures) == ("done", 9, 1)
    (failed,) = store.articles.failed()
    assert failed.problem.message == "0003.txt is not there."


@pytest.mark.logs_warnings
def test_a_full_disk_pauses_the_run_and_nothing_is_pretended(
    store: Store, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("disk_full", "The disk that holds the database is full.", "Free space.")

    monkeypatch.setattr(run, "RETRY", (0.01, 0.01))
    given = begin(store, folder(5))
    with monkeypatch.context() as filled:
        filled.setattr(RunRepository, "keep", full)
        paused = work(store, given.id)
    assert (paused.state, paused.articles) == ("paused", 0)
    assert paused.problem is not None
    assert "is full" in paused.problem.message
    assert rows_of(store, given.id) == []
    stopping.resume(store, given.id, start=no_process)
    assert work(store, given.id).articles == 5


def test_a_model_that_has_gone_is_named_and_the_run_can_be_resumed(
    store: Store, folder: Folder, home: Path
) -> None:
    given = begin(store, folder(5))
    model = home / "models" / "tiny"
    model.rename(home / "tiny")
    failed = work(store, given.id)
    assert failed.state == "failed"
    assert failed.problem is not None
    assert "tiny" in failed.problem.message
    (home / "tiny").rename(model)
    stopping.resume(store, given.id, start=no_process)
    assert work(store, given.id).state == "done"


def test_a_wrong_path_or_model_begins_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NewsdeskError, match="is not there"):
        begin(store, tmp_path / "nowhere")
    with pytest.raises(ModelError):
        start.submit(store, [tmp_path], "no-such-model", start=no_process)
    assert store.runs.list() == []


def test_a_process_of_its_own_outlives_whoever_started_it_and_is_paused(
    store: Store, folder: Folder
) -> None:
    given = start.submit(store, [folder(20)], "tiny")
    wait_for(lambda: start.found(store, given.id).state == "done")
    assert len(rows_of(store, given.id)) == 20


def test_a_process_that_does_not_listen_is_ended_and_its_run_paused(
    store: Store, folder: Folder
) -> None:
    given = begin(store, folder(5))
    deaf = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    try:
        known = process_of(deaf.pid)
        assert known is not None
        assert store.runs.claim(given.id, known)
        stopping.pause(store, given.id)
        moment = 0.0
        ladder = stopping.Ladder(clock=lambda: moment)
        assert ladder.climb(store) == []
        assert deaf.poll() is None
        moment = stopping.TERM
        ladder.climb(store)
        assert deaf.wait(10) == -signal.SIGTERM
        ladder.climb(store)
        assert start.found(store, given.id).state == "paused"
    finally:
        deaf.kill()
        deaf.wait()


def test_files_are_walked_in_the_same_order_and_tables_are_weighed(
    store: Store, folder: Folder, tmp_path: Path
) -> None:
    place = folder(12)
    table = place / "table.csv"
    table.write_text("title,body\n" + "A title,A body of several words\n" * 3000)
    odd = place / os.fsdecode(b"caf\xe9 \n.txt")
    odd.write_text("odd name")
    files = keep_files(1, [table, odd, *sorted(place.glob("0*"))])
    assert known_files(1) == files
    assert files.count == 14
    assert files.tables[0] == pytest.approx(3000, rel=0.2)
    assert next(iter(files.from_place(1))) == odd
    assert files.left(0, 1000) == files.tables[0] - 1000 + 13
    assert files.left(3, 0) == 11
    shutil.rmtree(folder_of(1))
    assert known_files(1) is None


def _stop_after(articles: int, wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a person ask for an end once so many articles are kept."""
    keep = RunRepository.keep

    def asked(self: RunRepository, run_id: int, *values: Any) -> list[int]:
        made = keep(self, run_id, *values)
        found = self.get(run_id)
        if found is not None and found.articles >= articles:
            self.ask(run_id, wish)  # type: ignore[arg-type]
        return made

    monkeypatch.setattr(run, "LOOK", 0.0)
    monkeypatch.setattr(reading, "BATCH", 10)
    monkeypatch.setattr(RunRepository, "keep", asked)
