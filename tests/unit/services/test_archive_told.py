"""What the window is told of archive runs whose process is gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from newsdesk.archive import start, stopping
from newsdesk.core.archive_run import ArchiveRun
from newsdesk.core.errors import StoreError
from newsdesk.core.processes import ProcessId
from newsdesk.services import archive as service
from newsdesk.services.archive import Archive
from newsdesk.services.store_watch import StoreWatch
from newsdesk.store import Store


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Iterator[Archive]:
    """A window's archive over two runs whose processes are gone, soon to be looked at."""
    monkeypatch.setattr(service, "WAKE_MS", 50)
    monkeypatch.setattr(service, "PULSE_MS", 50)
    with Store.open() as store:
        for name in ("wire", "letters"):
            assert store.runs.claim(store.runs.submit(name, "tiny", []), ProcessId(1, "dead"))
        watch = StoreWatch(store)
        made = Archive(store, watch)
        yield made
        watch.close()
        made.close()


def test_runs_found_dead_are_told_once_and_together(archive: Archive, qtbot: QtBot) -> None:
    told: list[list[ArchiveRun]] = []
    ended: list[ArchiveRun] = []
    archive.interrupted.connect(told.append)
    archive.ended.connect(ended.append)
    archive.start()
    qtbot.waitUntil(lambda: bool(told) and not archive.going)
    archive.refresh()
    qtbot.waitUntil(lambda: not archive._side.busy)
    assert [sorted(run.name for run in runs) for runs in told] == [["letters", "wire"]]
    assert ended == []


def test_a_run_is_found_dead_though_the_store_was_busy_at_the_first_look(
    archive: Archive, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reap, looks = start.reap, []

    def busy_at_first(store: Store) -> list[ArchiveRun]:
        looks.append(store)
        if len(looks) == 1:
            raise StoreError("busy", "The database is in use.", "Try again.")
        return reap(store)

    for place in (start, stopping):
        monkeypatch.setattr(place, "reap", busy_at_first)
    archive.start()
    with qtbot.waitSignal(archive.interrupted):
        pass
    assert not archive.going
