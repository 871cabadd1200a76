"""Nearest neighbours are the nearest, also among articles that are all alike."""

from __future__ import annotations

import numpy as np
import pytest
from evaluated_made import features_made, made

from newsdesk.analysis.projection import neighbours as module
from newsdesk.analysis.projection.neighbours import neighbours


@pytest.fixture(autouse=True)
def _with_the_extra() -> None:
    pytest.importorskip("sklearn")


def test_they_are_the_nearest_others_whatever_the_size_of_the_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    features = features_made(made(90, 3))
    monkeypatch.setattr(module, "_BLOCK", 90 * 7)
    parts: list[float] = []
    found = neighbours(features, 5, parts.append)
    away = np.linalg.norm(features[:, None] - features[None], axis=2)
    np.fill_diagonal(away, np.inf)
    assert np.array_equal(found.places, np.argsort(away, axis=1)[:, :5])
    assert np.allclose(found.distances, np.sort(away, axis=1)[:, :5], atol=1e-3)
    assert len(parts) == 13
    assert parts == sorted(parts)


def test_no_article_is_its_own_neighbour_among_many_that_are_the_same() -> None:
    values = np.repeat(np.eye(2, 4, dtype=np.float32), 20, axis=0)
    found = neighbours(values, 6, lambda part: None)
    assert found.places.shape == (40, 6)
    assert not (found.places == np.arange(40)[:, None]).any()
    assert np.allclose(found.distances, 0, atol=1e-3)
