"""A fine-tuning from its start to its end."""

import math

import numpy as np
import pytest
import torch
from listening import Listener, near, same, weights

from newsdesk.core.errors import TrainingError
from training import checkpoint
from training.devices import Device
from training.learning import (
    loss_of,
)
from training.recipes import finetune


def test_it_learns_what_words_tell_the_section(bench, tmp_path):
    training = bench.training(tmp_path, epochs=4)
    standing = training.run()
    assert standing.best_f1 > 0.9
    assert standing.attempt == 1
    assert training.network.training is False


def test_it_tells_every_step_and_every_look_at_dev(bench, tmp_path):
    watch = Listener()
    standing = bench.training(tmp_path, watch).run()
    steps = -(-len(bench.train) // 8)
    assert [step for step, _, _ in watch.steps] == list(range(1, 2 * steps + 1))
    assert sum(articles for _, articles, _ in watch.steps) == 2 * len(bench.train)
    assert [step for step, _ in watch.points] == [steps, 2 * steps]
    assert watch.points[-1][1]["dev_macro_f1"] == standing.history[-1]["macro_f1"]
    assert max(metrics["rate"] for _, _, metrics in watch.steps) <= bench.spec.tuning.encoder_rate
    assert watch.peaks[-1] > 1e7


@pytest.mark.parametrize("micro", [1, 3, 4])
def test_accumulation_changes_nothing(bench, tmp_path, micro):
    calm = {"dropout": 0.0, "attention_dropout": 0.0, "epochs": 1, "encoder_rate": 1e-4}
    whole, parts = Listener(), Listener()
    first = bench.training(tmp_path / "whole", whole, **calm)
    first.run()
    second = bench.training(tmp_path / "parts", parts, micro_batch=micro, **calm)
    second.run()
    np.testing.assert_allclose(parts.losses, whole.losses, atol=1e-6)
    assert near(weights(first), weights(second), 1e-5)


def test_a_loss_that_is_not_a_number_stops_it_and_keeps_the_last_good_state(
    bench, tmp_path, monkeypatch
):
    factors = iter([1.0] * 12)
    monkeypatch.setattr(
        "training.learning.loss_of", lambda *given: loss_of(*given) * next(factors, math.nan)
    )
    good = []

    class Keeper(Listener):
        def give_way(self):
            good.append(weights(training))

    training = bench.training(tmp_path, Keeper(), epochs=5)
    standing = training.run()
    assert standing.ended == finetune.NOT_FINITE
    assert standing.step == 12
    assert same(checkpoint.load(tmp_path, "newest", "tiny")["network"], good[-1])
    assert all(torch.isfinite(value).all() for value in weights(training).values())


def test_a_network_that_answers_no_numbers_on_dev_leaves_no_figure(bench, tmp_path, monkeypatch):
    losses = iter([0.5, math.nan])
    monkeypatch.setattr(finetune, "dev_loss", lambda *_: next(losses))
    watch = Listener()
    standing = bench.training(tmp_path, watch, epochs=5).run()
    assert standing.ended == finetune.NOT_FINITE
    assert (standing.best_epoch, standing.best_loss, len(standing.history)) == (1, 0.5, 1)
    assert [metrics["dev_loss"] for _, metrics in watch.points] == [0.5]
    assert any("on dev" in line and "not a number" in line for line in watch.said)


def test_a_collapsed_attempt_is_no_last_good_state_of_the_next(bench, tmp_path, monkeypatch):
    losses = iter([99.0, math.nan])
    monkeypatch.setattr(finetune, "dev_loss", lambda *_: next(losses))
    standing = bench.training(tmp_path).run()
    assert (standing.attempt, standing.ended) == (2, finetune.NOT_FINITE)
    assert standing.best_f1 < 0


def test_bf16_on_the_processor_learns_about_the_same(bench, tmp_path):
    calm = {"dropout": 0.0, "attention_dropout": 0.0}
    full, half = Listener(), Listener()
    bench.training(tmp_path / "full", full, **calm).run()
    bench.training(tmp_path / "half", half, Device(precision="bf16"), **calm).run()
    assert half.losses != full.losses
    np.testing.assert_allclose(half.losses[:5], full.losses[:5], atol=0.02)


def test_a_collapsed_training_is_tried_again_at_half_the_rate_and_said(bench, tmp_path):
    watch = Listener()
    # A rate of next to nothing teaches nothing; twice collapsed, the third attempt is the last.
    training = bench.training(tmp_path, watch, encoder_rate=1e-12, collapse=0.85)
    with pytest.raises(TrainingError, match="collapsed 3 times"):
        training.run()
    assert sum("again at half of it" in line for line in watch.said) == 2


def test_a_second_attempt_starts_from_the_pretrained_weights(bench, tmp_path, monkeypatch):
    losses = iter([99.0])
    real = finetune.dev_loss
    monkeypatch.setattr(finetune, "dev_loss", lambda *a: next(losses, None) or real(*a))
    calm = {"dropout": 0.0, "attention_dropout": 0.0}
    training = bench.training(tmp_path / "twice", **calm)
    standing = training.run()
    assert standing.attempt == 2
    assert standing.rate == bench.spec.tuning.encoder_rate / 2
    other = bench.training(
        tmp_path / "once", encoder_rate=bench.spec.tuning.encoder_rate / 2, **calm
    )
    other.run()
    assert same(weights(training), weights(other))


def test_it_ends_when_dev_gets_no_better(bench, tmp_path, monkeypatch):
    scores = iter([0.5, 0.9, 0.8, 0.7, 0.6])
    monkeypatch.setattr(finetune, "macro_f1_of", lambda *_: next(scores))
    standing = bench.training(tmp_path, epochs=5).run()
    assert (standing.best_epoch, standing.epoch) == (2, 4)


def test_of_equal_epochs_the_one_with_the_lower_loss_is_chosen(bench, tmp_path, monkeypatch):
    losses = iter([0.5, 0.3, 0.4])
    monkeypatch.setattr(finetune, "macro_f1_of", lambda *_: 0.8)
    monkeypatch.setattr(finetune, "dev_loss", lambda *_: next(losses))
    assert bench.training(tmp_path, epochs=3).run().best_epoch == 2


def test_a_frozen_encoder_stays_as_it_came_and_its_head_learns(bench, tmp_path):
    training = bench.training(tmp_path, freeze_encoder=True)
    before = weights(training)
    training.run()
    after = weights(training)
    moved = {name for name in before if not torch.equal(before[name], after[name])}
    assert moved == {"classifier.weight", "classifier.bias"}


def test_a_frozen_encoder_drops_nothing_out(bench, tmp_path):
    modes = set()

    class Looker(Listener):
        def give_way(self):
            modes.add((training.network.training, training.network.bert.training))

    training = bench.training(tmp_path, Looker(), freeze_encoder=True)
    training.run()
    assert modes == {(True, False)}


def test_recomputed_layers_change_no_loss(bench, tmp_path):
    plain, again = Listener(), Listener()
    bench.training(tmp_path / "plain", plain).run()
    bench.training(tmp_path / "again", again, checkpoint_layers=True).run()
    np.testing.assert_allclose(again.losses, plain.losses, atol=1e-6)


def test_frozen_embeddings_stay_as_they_came(bench, tmp_path):
    training = bench.training(tmp_path, freeze_embeddings=True)
    before = training.network.get_input_embeddings().weight.clone()
    training.run()
    assert torch.equal(training.network.get_input_embeddings().weight, before)
