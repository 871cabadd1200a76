"""What every test has: a home of its own, no network, nothing left behind and no stray warning."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import left_running
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Threads that spin for one another make tests on a busy machine many times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

left_running.note_all()

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for this test alone."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("NEWSDESK_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to anywhere fails the test that tries."""

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            pytest.fail(f"a test tried to reach {address}")
        connect(self, address)

    connect = socket.socket.connect
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(autouse=True)
def _no_stray_logs(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """A warning in the log that the test did not expect fails it (mark: `logs_warnings`)."""
    yield
    if request.node.get_closest_marker("logs_warnings"):
        return
    stray = [
        f"{record.name}: {record.getMessage()}"
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING
    ]
    assert not stray, f"stray log records: {stray}"


@pytest.fixture(autouse=True)
def _nothing_left_running(home: Path) -> Iterator[None]:
    """A process or thread that a test leaves behind fails it, by name."""
    yield
    left = left_running.left_running()
    assert not left, f"the test left running: {'; '.join(left)}"


@pytest.fixture(scope="session")
def news_data() -> Path:
    """The folder of real news; a test that needs it skips where it is absent."""
    folder = Path(os.environ.get("NEWSDESK_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"the news data are not here ({folder}); set NEWSDESK_DATA to their folder")
    return folder
