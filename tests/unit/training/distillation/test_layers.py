"""Networks of some of another's layers."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from tiny_encoders import CONFIGS, make_encoder  # noqa: E402

from newsdesk.core.errors import TrainingError  # noqa: E402
from newsdesk.core.recipes import TuningSpec  # noqa: E402
from training.networks import load_network, new_network  # noqa: E402
from training.students.dropping import layers_kept  # noqa: E402
from training.students.layers import depth_of, keep_layers  # noqa: E402

IDS = {"input_ids": torch.tensor([[2, 5, 6, 7, 3]])}


@pytest.mark.parametrize("kind", sorted(CONFIGS))
def test_a_sliced_network_says_the_same_after_saving_and_loading(kind: str, tmp_path: Path) -> None:
    network = new_network(make_encoder(tmp_path / kind, kind, "en"), ["a", "b"], TuningSpec(), 1)
    depth = depth_of(network)
    keep_layers(network, [depth])
    assert depth_of(network) == 1
    network.eval().save_pretrained(tmp_path / "saved")
    with torch.no_grad():
        expected = network(**IDS).logits
        loaded = load_network(tmp_path / "saved", ["a", "b"]).eval()
        assert torch.equal(loaded(**IDS).logits, expected)
    assert depth_of(loaded) == 1


def test_the_layers_that_stay_are_those_that_were_named(tmp_path: Path) -> None:
    network = new_network(make_encoder(tmp_path / "m", "minilm", "en"), ["a"], TuningSpec(), 1)
    before = [layer.attention.self.query.weight.clone() for layer in network.bert.encoder.layer]
    keep_layers(network, [2, 3, 5, 6])
    after = [layer.attention.self.query.weight for layer in network.bert.encoder.layer]
    assert all(torch.equal(after[i], before[n - 1]) for i, n in enumerate([2, 3, 5, 6]))
    with pytest.raises(TrainingError, match="there are 4"):
        keep_layers(network, [5])


@pytest.mark.parametrize(
    ("strategy", "dropped", "kept"),
    [
        ("top", 4, (1, 2, 3, 4, 5, 6, 7, 8)),
        ("bottom", 4, (5, 6, 7, 8, 9, 10, 11, 12)),
        ("even", 4, (1, 2, 3, 4, 5, 7, 9, 11)),
        ("odd", 4, (1, 2, 3, 4, 6, 8, 10, 12)),
        ("symmetric", 4, (1, 2, 3, 4, 9, 10, 11, 12)),
        ("symmetric", 3, (1, 2, 3, 4, 5, 9, 10, 11, 12)),
        ("contribution", 2, (1, 2, 3, 4, 5, 7, 8, 9, 10, 12)),
        ("top", 0, tuple(range(1, 13))),
    ],
)
def test_each_strategy_drops_the_layers_it_names(
    strategy: str, dropped: int, kept: tuple[int, ...]
) -> None:
    alike = [0.1] * 12
    alike[5], alike[10] = 0.9, 0.8
    assert layers_kept(strategy, 12, dropped, alike) == kept  # type: ignore[arg-type]


@pytest.mark.parametrize(("strategy", "dropped"), [("top", 6), ("even", 4), ("symmetric", 7)])
def test_more_layers_than_there_are_cannot_be_dropped(strategy: str, dropped: int) -> None:
    with pytest.raises(TrainingError, match="Drop at most"):
        layers_kept(strategy, 6, dropped)  # type: ignore[arg-type]
