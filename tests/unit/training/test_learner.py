"""One step of learning: loss, gradients, rates, and the logits of what was learned."""

import math

import msgspec
import numpy as np
import pytest
import torch
from listening import same
from transformers import (
    AlbertConfig,
    AlbertForSequenceClassification,
    DistilBertConfig,
    DistilBertForSequenceClassification,
)

from newsdesk.core.recipes import TuningSpec
from training.devices import Device
from training.learning import (
    Labels,
    Learner,
    Part,
    build_optimiser,
    loss_of,
    section_weights,
    set_rates,
)
from training.networks import new_network
from training.predict import logits_of
from training.quick import attention, dropout
from training.quick.dropout import quicken


def _learner(network, bench, **changes):
    tuning = msgspec.structs.replace(bench.spec.tuning, **changes)
    optimiser = build_optimiser(network, tuning, 1e-3, 2e-3)
    set_rates(optimiser, 0.5, 0.1)
    device = changes.pop("device", Device())
    return Learner(network, optimiser, device.scaler(), Labels(torch.ones(3)), tuning.clip, device)


def _part(bench, rows):
    batch = bench.train.whole.batch(rows, bench.encoder.pad_id, 32)
    return Part(batch, torch.from_numpy(bench.train.labels[rows]), 1)


def _step(network, bench, longest, extra=0):
    """Logits, loss and gradients of six articles, with so many more places of padding."""
    labels = torch.from_numpy(bench.train.labels[:6])
    batch = bench.train.whole.batch(range(6), bench.encoder.pad_id, longest)
    batch = {name: torch.nn.functional.pad(part, (0, extra)) for name, part in batch.items()}
    network.zero_grad()
    logits = network(**batch).logits
    loss = loss_of(logits, labels, torch.ones(3), 6)
    loss.backward()
    return logits, loss, [p.grad.clone() for p in network.parameters()]


def test_extra_padding_leaves_loss_logits_and_gradients_unchanged(bench):
    tuning = msgspec.structs.replace(bench.spec.tuning, dropout=0.0, attention_dropout=0.0)
    network = new_network(bench.encoder_path, bench.codes, tuning, 13)
    logits, loss, gradients = _step(network, bench, 64)
    padded_logits, padded_loss, padded_gradients = _step(network, bench, 64, extra=8)
    torch.testing.assert_close(padded_logits, logits, atol=1e-6, rtol=0)
    torch.testing.assert_close(padded_loss, loss, atol=1e-6, rtol=0)
    torch.testing.assert_close(padded_gradients, gradients, atol=1e-6, rtol=0)


@pytest.mark.parametrize("quick", [False, True])
def test_extra_padding_leaves_the_training_step_unchanged(bench, monkeypatch, quick):
    # What is dropped follows from the shape; so that only padding differs, everything is kept.
    for place in (attention, dropout):
        monkeypatch.setattr(place, "draw", lambda shape, _: torch.ones(shape, dtype=torch.int16))
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    if quick:
        quicken(network)
    else:
        for part in network.modules():
            if isinstance(part, torch.nn.Dropout):
                part.p = 0.0
        for layer in network.base_model.encoder.layer:
            layer.attention.self.dropout.p = 0.0
    network.train()
    plain, padded = _step(network, bench, 32), _step(network, bench, 32, extra=24)
    torch.testing.assert_close(padded, plain, atol=1e-6, rtol=0)


def test_a_gradient_that_is_not_finite_moves_nothing(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    network.register_forward_hook(
        lambda _, __, out: out.logits.register_hook(lambda gradient: gradient * math.inf) and None
    )
    before = {name: value.clone() for name, value in network.state_dict().items()}
    assert math.isnan(_learner(network, bench).learn([_part(bench, [0, 1, 2, 3])], 4))
    assert same(before, network.state_dict())


def test_in_fp16_an_overflowing_gradient_only_lowers_the_scale(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    overflows = iter([True, False])
    network.register_forward_hook(
        lambda _, __, out: (
            out.logits.register_hook(lambda g: g * math.inf if next(overflows) else g) and None
        )
    )
    before = {name: value.clone() for name, value in network.state_dict().items()}
    learner = _learner(network, bench)
    learner.device = Device(precision="fp16")
    learner.scaler = learner.device.scaler()
    scale = learner.scaler.get_scale()
    assert math.isfinite(learner.learn([_part(bench, [0, 1, 2, 3])], 4))
    assert learner.scaler.get_scale() == scale / 2
    assert same(before, network.state_dict())
    assert math.isfinite(learner.learn([_part(bench, [0, 1, 2, 3])], 4))
    assert not same(before, network.state_dict())


def test_rates_rise_over_the_warm_up_and_fall_to_nothing(bench):
    tuning = bench.spec.tuning
    network = new_network(bench.encoder_path, bench.codes, tuning, 13)
    optimiser = build_optimiser(network, tuning, 1e-3, 2e-3)
    rates = []
    for done in (0.0, 0.05, 0.1, 0.55, 1.0):
        set_rates(optimiser, done, 0.1)
        rates.append(sorted({group["lr"] for group in optimiser.param_groups}))
    assert rates[0] == [0.0]
    assert rates[1] == pytest.approx([5e-4, 1e-3])
    assert rates[2] == pytest.approx([1e-3, 2e-3])
    assert rates[3] == pytest.approx([5e-4, 1e-3])
    assert rates[4] == pytest.approx([0.0])


def test_gradients_are_clipped_to_a_length_of_one(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    learner = _learner(network, bench)
    learner.lesson = Labels(torch.full((3,), 1000.0))
    learner.learn([_part(bench, [0, 1, 2, 3])], 4)
    lengths = torch.stack([p.grad.norm() for p in network.parameters() if p.grad is not None])
    assert float(lengths.norm()) == pytest.approx(1.0, abs=1e-3)


def test_the_common_settings_are_those_of_the_method(bench):
    network = new_network(bench.encoder_path, bench.codes, TuningSpec(), 13)
    groups = build_optimiser(network, TuningSpec(), 3e-5, 3e-4).param_groups
    assert {(g["betas"], g["eps"]) for g in groups} == {((0.9, 0.999), 1e-8)}
    assert {g["weight_decay"] for g in groups} == {0.0, 0.01}
    tuning = TuningSpec()
    assert (tuning.batch, tuning.epochs, tuning.patience) == (16, 5, 2)
    assert (tuning.clip, tuning.warm_up, tuning.head_factor) == (1.0, 0.1, 10.0)
    assert (tuning.section_weights, tuning.collapse) == ("root", 0.85)


def test_biases_and_layer_norms_do_not_decay(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    optimiser = build_optimiser(network, bench.spec.tuning, 1e-3, 2e-3)
    names = {id(p): name for name, p in network.named_parameters()}
    for group in optimiser.param_groups:
        for parameter in group["params"]:
            name = names[id(parameter)]
            spared = name.endswith("bias") or "LayerNorm" in name
            assert (group["weight_decay"] == 0) == spared, name
            assert (group["peak"] == 2e-3) == name.startswith("classifier"), name


@pytest.mark.parametrize(
    ("kind", "config"),
    [
        (DistilBertForSequenceClassification, DistilBertConfig(dim=32, n_heads=2, hidden_dim=64)),
        (
            AlbertForSequenceClassification,
            AlbertConfig(hidden_size=32, num_attention_heads=2, intermediate_size=64),
        ),
    ],
)
def test_layer_norms_do_not_decay_whatever_they_are_called(bench, kind, config):
    network = kind(config)
    optimiser = build_optimiser(network, bench.spec.tuning, 1e-3, 1e-3)
    decaying = {
        id(parameter)
        for group in optimiser.param_groups
        if group["weight_decay"]
        for parameter in group["params"]
    }
    for name, parameter in network.named_parameters():
        assert (id(parameter) in decaying) == (parameter.dim() > 1), name


def test_a_rare_section_weighs_more_and_an_absent_one_nothing():
    weights = section_weights(np.array([0] * 16 + [1] * 4), 3)
    assert float(weights[1] / weights[0]) == pytest.approx(2.0)
    assert float(weights[2]) == 0
    assert float(weights[0] * 16 + weights[1] * 4) == pytest.approx(20)


def test_without_section_weights_all_weigh_the_same():
    assert section_weights(np.array([0] * 16 + [1] * 4), 2, "none").tolist() == [1.0, 1.0]


def test_logits_come_back_in_the_order_of_the_articles(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    rows = bench.train.whole.select(range(40))
    together = logits_of(network, rows, bench.encoder.pad_id, 32)
    alone = [logits_of(network, rows.select([row]), bench.encoder.pad_id, 32) for row in range(40)]
    alone = np.concatenate(alone)
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_articles_that_do_not_fit_together_are_read_in_smaller_parts(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    rows = bench.train.whole.select(range(40))
    wanted, sizes = logits_of(network, rows, bench.encoder.pad_id, 32), []

    def starve(_, given, named):
        sizes.append(len(named["input_ids"]))
        if sizes[-1] > 8:
            raise torch.OutOfMemoryError("CUDA out of memory")

    network.register_forward_pre_hook(starve, with_kwargs=True)
    read = logits_of(network, rows, bench.encoder.pad_id, 32)
    np.testing.assert_allclose(read, wanted, atol=1e-5)
    assert sizes[:3] == [32, 16, 8]
    assert sum(size for size in sizes if size <= 8) == 40
