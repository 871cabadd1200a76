"""Features as points: near stays near, what cannot be placed is said, nothing is left behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import numpy as np
import pytest
from evaluated_made import features_made, made

from newsdesk.analysis.projection.kept import clear_parts, keep_points, kept_points
from newsdesk.analysis.projection.neighbours import neighbours
from newsdesk.analysis.projection.prepared import Floats, prepare
from newsdesk.analysis.projection.project import Method, project
from newsdesk.analysis.projection.umap_layout import umap_layout
from newsdesk.analysis.separation import separation
from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError

LIBRARY = {"pca": "numpy", "tsne": "openTSNE", "umap": "umap"}
METHODS: tuple[Method, ...] = ("pca", "tsne", "umap")


@pytest.fixture(params=METHODS)
def method(request: pytest.FixtureRequest) -> Method:
    found: Method = request.param
    pytest.importorskip(LIBRARY[found])
    return found


def _rounded(value: float) -> Floats:
    """One value everywhere, but for what single precision makes of it."""
    noise = np.random.default_rng(1).normal(size=(40, 8))
    return (value * (1 + 1e-7 * noise)).astype(np.float32)


def blobs(articles: int = 240, sections: int = 4) -> tuple[Floats, np.ndarray]:
    evaluated = made(articles, sections)
    return features_made(evaluated), evaluated.truth


def test_articles_of_one_section_stay_together_in_the_plane(method: Method) -> None:
    features, truth = blobs()
    points = project(features, method)
    assert points.shape == (240, 2)
    assert separation(points - points.mean(axis=0) + 100, truth).knn > 0.3
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    nearest = distances.argmin(axis=1)
    assert (truth[nearest] == truth).mean() > 0.9


def test_the_first_picture_comes_before_anything_is_worked_out(method: Method) -> None:
    if method == "pca":
        pytest.skip("it has one picture only")
    features, _ = blobs()
    told: list[tuple[int, int]] = []
    last = project(features, method, lambda points, done, total: told.append((done, total)))
    assert told[0][0] == 0
    assert told == sorted(told)
    assert np.isfinite(last).all()


def test_rows_without_features_have_no_place(method: Method) -> None:
    features, _ = blobs()
    features[[3, 77]] = np.nan
    features[5, 2] = np.inf
    points = project(features, method)
    assert np.flatnonzero(~np.isfinite(points).all(axis=1)).tolist() == [3, 5, 77]


@pytest.mark.parametrize("articles", [3, 4, 10])
def test_a_handful_of_articles_has_a_picture(method: Method, articles: int) -> None:
    features, _ = blobs(articles, 2)
    assert np.isfinite(project(features, method)).all()


@pytest.mark.parametrize(
    ("features", "kind"),
    [
        (np.ones((40, 8), dtype=np.float32), "all_the_same"),
        (np.zeros((40, 8), dtype=np.float32), "all_the_same"),
        (_rounded(3.0), "all_the_same"),
        (np.zeros((40, 0), dtype=np.float32), "all_the_same"),
        (np.full((40, 8), np.nan, dtype=np.float32), "too_few_articles"),
        (np.ones((2, 8), dtype=np.float32), "too_few_articles"),
        (np.zeros((0, 8), dtype=np.float32), "too_few_articles"),
    ],
)
def test_what_has_no_picture_is_said(features: Floats, kind: str, method: Method) -> None:
    with pytest.raises(NewsdeskError) as caught:
        project(features, method)
    assert caught.value.problem.kind == kind


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_features_may_be_of_any_size(scale: float) -> None:
    features, _ = blobs()
    plain, found = project(features, "pca"), project((features * scale).astype(np.float32), "pca")
    assert np.allclose(found, plain, atol=1e-4)


def test_features_with_one_column_lie_on_a_line() -> None:
    points = project(np.arange(12, dtype=np.float32)[:, None], "pca")
    assert np.ptp(points[:, 0]) > 0
    assert np.ptp(points[:, 1]) == 0


def test_the_same_features_are_not_worked_out_twice(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    features, _ = blobs()
    first = project(features, method)
    monkeypatch.setattr("newsdesk.analysis.projection.project.prepare", None)
    assert np.array_equal(project(features, method), first)


def test_a_cancelled_projection_leaves_nothing_behind(method: Method) -> None:
    features, _ = blobs()
    asked = 0

    def check() -> None:
        nonlocal asked
        asked += 1
        if asked >= (1 if method == "pca" else 3):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        project(features, method, check=check)
    assert not list(paths.projections().glob("*"))


def test_what_dead_processes_left_half_written_is_cleared() -> None:
    paths.projections().mkdir(parents=True)
    at_work = f"z-1.0.{os.getpid()}.part"
    for name in ("x.part", "y-1.0.999999999.part", at_work):
        (paths.projections() / name).write_bytes(b"half")
    keep_points("whole", np.zeros((3, 2), dtype=np.float32))
    clear_parts()
    assert sorted(path.name for path in paths.projections().glob("*")) == ["whole.npy", at_work]


def test_points_used_longest_ago_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.zeros((100, 2), dtype=np.float32)
    monkeypatch.setattr("newsdesk.analysis.projection.kept.MOST_BYTES", 2500)
    for moment, name in enumerate(("first", "second")):
        keep_points(name, points)
        os.utime(paths.projections() / f"{name}.npy", (moment, moment))
    assert kept_points("first", 100) is not None  # used now
    keep_points("third", points)
    assert sorted(path.stem for path in paths.projections().iterdir()) == ["first", "third"]


def test_damaged_points_are_worked_out_again() -> None:
    features, _ = blobs()
    first = project(features, "pca")
    (path,) = paths.projections().iterdir()
    path.write_bytes(path.read_bytes()[:100])
    assert np.array_equal(project(features, "pca"), first)


@pytest.mark.logs_warnings
def test_a_disk_that_takes_nothing_does_not_take_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("newsdesk.analysis.projection.kept.np.save", full)
    assert np.isfinite(project(blobs()[0], "pca")).all()
    assert not list(paths.projections().iterdir())


def test_many_articles_stay_together_by_section_as_few_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openTSNE")
    monkeypatch.setattr("newsdesk.analysis.projection.tsne._MANY", 200)
    features, truth = blobs()
    points = project(features, "tsne")
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    assert (truth[distances.argmin(axis=1)] == truth).mean() > 0.9


def test_articles_at_two_places_only_have_a_picture(method: Method) -> None:
    points = project(np.repeat(np.eye(2, 8, dtype=np.float32), 20, axis=0), method)
    assert np.isfinite(points).all()


def test_watching_umap_does_not_change_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    umap = pytest.importorskip("umap.umap_")
    prepared = prepare(blobs()[0])
    start = prepared.plane
    # The library spreads what it is given over a square of 10.
    spread = (10 * (start - start.min(axis=0)) / np.ptp(start, axis=0)).astype(np.float32)
    monkeypatch.setattr(
        "newsdesk.analysis.projection.umap_layout._start", lambda plane, chance: spread.copy()
    )
    watched = umap_layout(prepared, lambda *told: None)
    chance = np.random.RandomState(13)
    near = neighbours(prepared.values, 14, lambda part: None)
    places = np.column_stack([np.arange(len(start)), near.places])
    distances = np.column_stack([np.zeros(len(start), dtype=np.float32), near.distances])
    graph, _, _ = umap.fuzzy_simplicial_set(
        prepared.values, 15, chance, "euclidean", knn_indices=places, knn_dists=distances
    )
    a, b = umap.find_ab_params(1.0, 0.1)
    alone, _ = umap.simplicial_set_embedding(
        prepared.values, graph, 2, 1.0, a, b, 1.0, 5, 500, start, chance, "euclidean", {},
        False, {}, False,
    )  # fmt: skip
    assert np.allclose(watched, alone, atol=1e-3)


@pytest.mark.parametrize("name", ["tsne", "umap"])
def test_without_the_extra_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: Method
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NewsdeskError, match="analysis"):
        project(blobs()[0], name)


def test_components_come_by_falling_variance_and_always_with_the_same_sign() -> None:
    features, _ = blobs()
    values = prepare(features).values
    spread = values.std(axis=0)
    assert (np.diff(spread) <= 1e-6).all()
    again = prepare(features[::-1].copy()).values[::-1]
    assert np.allclose(np.abs(values[:, 0]), np.abs(again[:, 0]), atol=1e-4)


def test_what_umap_compiles_is_there_at_once_in_the_next_process() -> None:
    pytest.importorskip("umap")
    script = (
        "import numpy as np, umap.layouts\n"
        "from newsdesk.analysis.projection.prepared import prepare\n"
        "from newsdesk.analysis.projection.umap_layout import umap_layout\n"
        "features = np.random.default_rng(1).normal(size=(60, 8)).astype(np.float32)\n"
        "umap_layout(prepare(features), lambda *told: None)\n"
        "layout = umap.layouts._nb_optimize_layout_euclidean_single_epoch\n"
        "print(sum(layout.stats.cache_hits.values()))\n"
    )
    for _ in range(2):
        found = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert int(found.stdout) == 1
