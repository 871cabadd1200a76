"""Points from the process aside: they move, stay, and are given up when nobody wants them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from evaluated_made import features_made, made
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import save
from newsdesk.analysis.separation import Separation
from newsdesk.core import paths
from newsdesk.services.evaluate.projections import Points, Projections


@pytest.fixture
def projections(qtbot: QtBot, home: Path) -> Iterator[Projections]:
    evaluated = made(150, 4)
    features = features_made(evaluated)
    features[7] = np.nan
    save(1, evaluated, {"text": features})
    service = Projections()
    yield service
    service.close()


def test_points_come_with_the_figure_and_a_second_time_at_once(
    projections: Projections, qtbot: QtBot
) -> None:
    told: list[Separation] = []
    projections.separated.connect(lambda key, found: told.append(found))
    with qtbot.waitSignal(projections.finished, timeout=60_000) as first:
        key = projections.ask(1, "text", "pca")
    asked, points = first.args
    assert asked == key
    assert points.shape == (150, 2)
    assert np.flatnonzero(np.isnan(points[:, 0])).tolist() == [7]
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].articles == 149
    qtbot.waitUntil(lambda: not projections.busy)
    with qtbot.waitSignal(projections.finished, timeout=500) as again:
        projections.ask(1, "text", "pca")
    assert np.array_equal(again.args[1], points, equal_nan=True)


def test_points_of_tsne_move_before_they_stay(projections: Projections, qtbot: QtBot) -> None:
    pytest.importorskip("openTSNE")
    steps: list[tuple[int, int]] = []
    projections.stepped.connect(lambda key, points, done, total: steps.append((done, total)))
    with qtbot.waitSignal(projections.finished, timeout=120_000):
        projections.ask(1, "text", "tsne")
    assert steps[0][0] == 0
    assert steps == sorted(steps)


def test_first_pictures_of_all_features_come_before_one_is_worked_out(
    qtbot: QtBot, home: Path
) -> None:
    pytest.importorskip("openTSNE")
    evaluated = made(150, 4)
    save(1, evaluated, {kind: features_made(evaluated) for kind in ("text", "cover", "fused")})
    service = Projections()
    told: list[tuple[str, int]] = []
    service.stepped.connect(lambda key, points, done, total: told.append((key.kind, done)))
    for kind in ("text", "cover", "fused"):
        service.ask(1, kind, "tsne")
    qtbot.waitUntil(lambda: not service.busy, timeout=60_000)
    service.close()
    assert told[:3] == [("text", 0), ("cover", 0), ("fused", 0)]


def test_another_method_gives_the_first_one_up(projections: Projections, qtbot: QtBot) -> None:
    pytest.importorskip("openTSNE")
    finished: list[str] = []
    projections.finished.connect(lambda key, points: finished.append(key.method))
    projections.ask(1, "text", "tsne")
    projections.ask(1, "text", "pca")
    qtbot.waitUntil(lambda: not projections.busy, timeout=120_000)
    assert finished == ["pca"]
    key = projections.ask(1, "text", "tsne")
    projections.cancel(key)
    assert not projections.busy
    projections.ask(1, "text", "umap")
    projections.ask(1, "text", "pca")
    qtbot.waitUntil(lambda: finished == ["pca", "pca"])
    assert [path.name.split("-")[1] for path in paths.projections().iterdir()] == ["pca"]


def test_what_has_no_features_says_why(projections: Projections, qtbot: QtBot) -> None:
    with qtbot.waitSignal(projections.failed, timeout=60_000) as told:
        projections.ask(1, "cover", "pca")
    assert told.args[1].kind == "no_features"


@pytest.mark.logs_warnings
def test_a_process_that_is_killed_is_told_and_can_be_asked_again(
    projections: Projections, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(projections.finished, timeout=60_000):
        projections.ask(1, "text", "pca")
    qtbot.waitUntil(lambda: not projections.busy)
    assert projections._child is not None
    process = projections._child._process
    assert process is not None
    with qtbot.waitSignal(projections.failed, timeout=60_000) as told:
        projections.ask(1, "text", "umap")
        process.kill()
    assert told.args[1].kind == "worker_died"
    points: list[Points] = []
    projections.finished.connect(lambda key, found: points.append(found))
    for path in paths.projections().iterdir():
        path.unlink()
    projections._points.clear()
    projections.ask(1, "text", "pca")
    qtbot.waitUntil(lambda: bool(points), timeout=60_000)
