import math

import msgspec
import numpy as np
import pytest
import torch

from newsdesk.core.errors import TrainingError
from training import checkpoint
from training.data import to_batch
from training.learning import build_optimiser, learn, loss_of, section_weights, set_rates
from training.networks import logits_of, new_network
from training.recipes import finetune


def _weights(training):
    return {name: value.clone() for name, value in training.network.state_dict().items()}


def _same(first, second):
    return all(torch.equal(first[name], second[name]) for name in first)


def test_it_learns_what_words_tell_the_section(bench, tmp_path):
    training = bench.training(tmp_path, epochs=4)
    standing = training.run()
    assert standing.best_f1 > 0.9
    assert standing.attempt == 1
    assert training.network.training is False


def test_extra_padding_leaves_loss_logits_and_gradients_unchanged(bench):
    tuning = msgspec.structs.replace(bench.spec.tuning, dropout=0.0, attention_dropout=0.0)
    network = new_network(bench.encoder_path, bench.codes, tuning, 13)
    rows, labels = bench.train.whole[:6], torch.from_numpy(bench.train.labels[:6])
    results = []
    for extra in (0, 8):
        batch = to_batch(rows, bench.encoder.pad_id, 64)
        batch = {name: torch.nn.functional.pad(part, (0, extra)) for name, part in batch.items()}
        network.zero_grad()
        logits = network(**batch).logits
        loss = loss_of(logits, labels, torch.ones(3))
        loss.backward()
        results.append((logits, loss, [p.grad.clone() for p in network.parameters()]))
    (logits, loss, gradients), (padded_logits, padded_loss, padded_gradients) = results
    torch.testing.assert_close(padded_logits, logits, atol=1e-6, rtol=0)
    torch.testing.assert_close(padded_loss, loss, atol=1e-6, rtol=0)
    torch.testing.assert_close(padded_gradients, gradients, atol=1e-6, rtol=0)


@pytest.mark.parametrize("kill_at", [3, 18, 26])
def test_killed_and_resumed_is_never_killed_bit_for_bit(bench, tmp_path, monkeypatch, kill_at):
    monkeypatch.setattr(finetune, "SAVE_EVERY", 5)
    whole = bench.training(tmp_path / "whole")
    expected = whole.run()

    class KilledError(Exception):
        pass

    def kill(standing):
        if standing.step == kill_at:
            raise KilledError

    first = bench.training(tmp_path / "killed")
    first.between_steps = kill
    with pytest.raises(KilledError):
        first.run()
    torch.manual_seed(999)  # a new process has another state of chance
    second = bench.training(tmp_path / "killed")
    assert second.run() == expected
    assert _same(_weights(second), _weights(whole))


def test_a_finished_training_is_not_done_again(bench, tmp_path):
    first = bench.training(tmp_path)
    expected = first.run()
    again = bench.training(tmp_path)
    again.between_steps = lambda _: pytest.fail("it trained again")
    assert again.run() == expected
    assert _same(_weights(again), _weights(first))


def test_other_data_or_settings_do_not_go_on_from_an_old_checkpoint(bench, tmp_path):
    bench.training(tmp_path).run()
    steps = []
    other = bench.training(tmp_path)
    other.identity = "other"
    other.between_steps = lambda standing: steps.append(standing.step)
    other.run()
    assert steps[0] == 1


def test_a_loss_that_is_not_a_number_stops_it_and_keeps_the_last_good_state(
    bench, tmp_path, monkeypatch
):
    factors = iter([1.0] * 12)
    monkeypatch.setattr(
        "training.learning.loss_of", lambda *given: loss_of(*given) * next(factors, math.nan)
    )
    good = []
    training = bench.training(tmp_path, epochs=5)
    training.between_steps = lambda _: good.append(_weights(training))
    standing = training.run()
    assert standing.ended == finetune.NOT_FINITE
    assert standing.step == 12
    assert _same(checkpoint.load(tmp_path, "newest", "tiny")["network"], good[-1])
    assert all(torch.isfinite(value).all() for value in _weights(training).values())


def test_a_gradient_that_is_not_finite_moves_nothing(bench):
    tuning = bench.spec.tuning
    network = new_network(bench.encoder_path, bench.codes, tuning, 13)
    network.register_forward_hook(
        lambda _, __, out: out.logits.register_hook(lambda gradient: gradient * math.inf) and None
    )
    before = {name: value.clone() for name, value in network.state_dict().items()}
    optimiser = build_optimiser(network, tuning, 1e-3)
    set_rates(optimiser, 0.5, 0.1)
    batch = to_batch(bench.train.whole[:4], 0, 32)
    labels = torch.from_numpy(bench.train.labels[:4])
    assert math.isnan(learn(network, optimiser, batch, labels, torch.ones(3), tuning))
    assert _same(before, network.state_dict())


def test_a_collapsed_training_is_tried_again_at_half_the_rate_and_said(bench, tmp_path):
    said = []
    # A rate of next to nothing teaches nothing; twice collapsed, the third attempt is the last.
    training = bench.training(tmp_path, encoder_rate=1e-12, collapse=0.85)
    training.tell = said.append
    with pytest.raises(TrainingError, match="collapsed 3 times"):
        training.run()
    assert sum("again at half of it" in line for line in said) == 2


def test_a_second_attempt_starts_from_the_pretrained_weights(bench, tmp_path, monkeypatch):
    losses = iter([99.0])
    real = finetune.dev_loss
    monkeypatch.setattr(finetune, "dev_loss", lambda *a: next(losses, None) or real(*a))
    training = bench.training(tmp_path / "twice")
    standing = training.run()
    assert standing.attempt == 2
    assert standing.rate == bench.spec.tuning.encoder_rate / 2
    other = bench.training(tmp_path / "once", encoder_rate=bench.spec.tuning.encoder_rate / 2)
    other.run()
    assert _same(_weights(training), _weights(other))


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


def test_rates_rise_over_the_warm_up_and_fall_to_nothing(bench):
    tuning = bench.spec.tuning
    network = new_network(bench.encoder_path, bench.codes, tuning, 13)
    optimiser = build_optimiser(network, tuning, 1e-3)
    rates = []
    for done in (0.0, 0.05, 0.1, 0.55, 1.0):
        set_rates(optimiser, done, 0.1)
        rates.append(sorted({group["lr"] for group in optimiser.param_groups}))
    assert rates[0] == [0.0]
    assert rates[1] == pytest.approx([5e-4, 1e-3])
    assert rates[2] == pytest.approx([1e-3, 2e-3])
    assert rates[3] == pytest.approx([5e-4, 1e-3])
    assert rates[4] == pytest.approx([0.0])


def test_biases_and_layer_norms_do_not_decay(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    optimiser = build_optimiser(network, bench.spec.tuning, 1e-3)
    names = {id(p): name for name, p in network.named_parameters()}
    for group in optimiser.param_groups:
        for parameter in group["params"]:
            name = names[id(parameter)]
            spared = name.endswith("bias") or "LayerNorm" in name
            assert (group["weight_decay"] == 0) == spared, name
            assert (group["peak"] == 2e-3) == name.startswith("classifier"), name


def test_frozen_embeddings_stay_as_they_came(bench, tmp_path):
    training = bench.training(tmp_path, freeze_embeddings=True)
    before = training.network.get_input_embeddings().weight.clone()
    training.run()
    assert torch.equal(training.network.get_input_embeddings().weight, before)


def test_a_rare_section_weighs_more_and_an_absent_one_nothing():
    weights = section_weights(np.array([0] * 16 + [1] * 4), 3)
    assert float(weights[1] / weights[0]) == pytest.approx(2.0)
    assert float(weights[2]) == 0
    assert float(weights[0] * 16 + weights[1] * 4) == pytest.approx(20)


def test_logits_come_back_in_the_order_of_the_articles(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    rows = bench.train.whole[:40]
    together = logits_of(network, rows, bench.encoder.pad_id, 32)
    alone = np.concatenate([logits_of(network, [row], bench.encoder.pad_id, 32) for row in rows])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_a_truncated_checkpoint_is_passed_over(tmp_path):
    checkpoint.save(tmp_path, "newest", "01", "id", {"value": 1})
    damaged = tmp_path / "newest-02"
    damaged.mkdir()
    (damaged / "state.pt").write_bytes(b"PK\x03\x04 cut off")
    assert checkpoint.load(tmp_path, "newest", "id")["value"] == 1


def test_only_the_newest_of_a_kind_is_kept(tmp_path):
    for name in ("01", "02", "03"):
        checkpoint.save(tmp_path, "newest", name, "id", {"value": name})
    checkpoint.save(tmp_path, "best", "01", "id", {"value": "best"})
    assert sorted(p.name for p in tmp_path.iterdir()) == ["best-01", "newest-03"]
