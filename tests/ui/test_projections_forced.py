"""A method that is being compiled hears nothing; who gives it up does not wait for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from evaluated_made import features_made, made
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import save
from newsdesk.core import paths
from newsdesk.core.processes import process_of
from newsdesk.services.evaluate.projections import Projections

AT_ONCE_S = 2.0
"""A second, and what a busy machine adds to it."""


@pytest.fixture
def projections(
    qtbot: QtBot, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Projections]:
    """Features of two kinds, and a UMAP that compiles for a minute as soon as it is used."""
    pytest.importorskip("umap")
    package = tmp_path / "umap"
    package.mkdir()
    (package / "__init__.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    evaluated = made(150, 4)
    save(1, evaluated, {kind: features_made(evaluated) for kind in ("text", "fused")})
    service = Projections()
    yield service
    service.close()


def process(projections: Projections) -> int:
    assert projections._child is not None
    assert projections._child._process is not None
    return int(projections._child._process.processId())


def test_a_cancel_ends_the_process_within_a_second_and_leaves_nothing(
    projections: Projections, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(projections.preparing, timeout=60_000) as told:
        key = projections.ask(1, "text", "umap")
    assert told.args == [key]
    working = process(projections)
    begun = time.monotonic()
    projections.cancel(key)
    qtbot.waitUntil(lambda: process_of(working) is None, timeout=10_000)
    assert time.monotonic() - begun < AT_ONCE_S
    assert not projections.busy
    assert not [path for path in paths.projections().glob("*") if "-pca-" not in path.name]


def test_what_else_was_asked_comes_all_the_same(projections: Projections, qtbot: QtBot) -> None:
    finished: list[tuple[str, str]] = []
    measured: list[str] = []
    projections.finished.connect(lambda key, _: finished.append((key.kind, key.method)))
    projections.separated.connect(lambda key, _: measured.append(key.kind))
    with qtbot.waitSignal(projections.preparing, timeout=60_000):
        projections.ask(1, "text", "umap")
    projections.ask(1, "fused", "pca")
    projections.ask(1, "text", "pca")
    qtbot.waitUntil(lambda: not projections.busy, timeout=30_000)
    qtbot.waitUntil(lambda: set(measured) == {"fused", "text"}, timeout=30_000)
    assert sorted(finished) == [("fused", "pca"), ("text", "pca")]


def test_a_picture_that_was_given_up_while_it_waited_is_never_begun(
    projections: Projections, qtbot: QtBot
) -> None:
    prepared: list[str] = []
    projections.preparing.connect(lambda key: prepared.append(key.kind))
    with qtbot.waitSignal(projections.preparing, timeout=60_000):
        first = projections.ask(1, "text", "umap")
        second = projections.ask(1, "fused", "umap")
    projections.cancel(second)
    projections.cancel(first)
    with qtbot.waitSignal(projections.finished, timeout=30_000):
        projections.ask(1, "text", "pca")
    assert prepared == ["text"]
