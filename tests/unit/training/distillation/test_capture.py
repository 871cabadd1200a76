"""What is seen inside a network is what it computed with, whatever its architecture."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from tiny_encoders import CONFIGS, make_encoder  # noqa: E402
from transformers import PreTrainedModel  # noqa: E402

from newsdesk.core.recipes import TuningSpec  # noqa: E402
from training.distillation.capture import (  # noqa: E402
    CAPTURED,
    look_inside,
    look_inside_teacher,
    make_visible,
)
from training.networks import new_network  # noqa: E402
from training.predict import to_network  # noqa: E402
from training.tokens import Batch  # noqa: E402


def network_of(folder: Path, kind: str) -> PreTrainedModel:
    tuning = TuningSpec(dropout=0.0, attention_dropout=0.0)
    return new_network(make_encoder(folder / kind, kind, "en"), ["a", "b"], tuning, 13).eval()


def batch() -> Batch:
    mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0]])
    ids = torch.arange(5, 17).reshape(2, 6) * mask
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": torch.zeros_like(ids)}


@pytest.mark.parametrize("kind", sorted(CONFIGS))
def test_scores_states_and_logits_are_those_of_the_plain_network(kind: str, tmp_path: Path) -> None:
    network = network_of(tmp_path, kind)
    network.set_attn_implementation("eager")
    with torch.no_grad():
        plain = network(
            **to_network(network, batch()), output_attentions=True, output_hidden_states=True
        )
    make_visible(network)
    with torch.no_grad():
        inside = look_inside(network, batch())
    assert torch.allclose(inside.logits, plain.logits, atol=1e-5)
    assert len(inside.attention) == len(plain.attentions) == len(inside.states) - 1
    for mine, theirs in zip(inside.states, plain.hidden_states, strict=True):
        assert torch.allclose(mine[0], theirs[0], atol=1e-5)
    for heads, shares in zip(inside.attention, plain.attentions, strict=True):
        hidden = batch()["attention_mask"][:, None, None] == 0
        mine = heads.scores().masked_fill(hidden, -torch.inf).softmax(-1)
        assert torch.allclose(mine[0], shares[0], atol=1e-5)
        assert torch.allclose(mine[1, :, :3], shares[1, :, :3], atol=1e-5)


def test_two_networks_that_are_asked_in_turn_are_kept_apart(tmp_path: Path) -> None:
    student, teacher = network_of(tmp_path, "tinybert"), network_of(tmp_path, "minilm")
    for each in (student, teacher):
        make_visible(each)
    theirs = look_inside_teacher(teacher, batch())
    mine = look_inside(student, batch())
    assert (len(mine.attention), len(theirs.attention)) == (4, 6)
    assert mine.attention[0].query.requires_grad
    assert not theirs.attention[0].query.requires_grad


def test_nothing_is_kept_of_a_pass_that_nobody_looks_at(tmp_path: Path) -> None:
    network = network_of(tmp_path, "bert")
    make_visible(network)
    calls = look_inside(network, batch()).attention
    with torch.no_grad():
        network(**to_network(network, batch()))
    assert len(calls) == 2


def test_being_made_visible_is_not_saved(tmp_path: Path) -> None:
    network = network_of(tmp_path, "bert")
    make_visible(network)
    network.save_pretrained(tmp_path / "saved")
    assert CAPTURED not in (tmp_path / "saved" / "config.json").read_text()
