import errno
import math
import shutil
from collections import namedtuple
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from transformers import (
    AlbertConfig,
    AlbertForSequenceClassification,
    DistilBertConfig,
    DistilBertForSequenceClassification,
)

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import TuningSpec
from training import checkpoint
from training.devices import Device
from training.learning import (
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
from training.recipes import finetune
from training.watch import Quiet, Stopped


class Listener(Quiet):
    """Remembers what was said and measured; may wish or fail at a step."""

    def __init__(self, at=None, wish="pause"):
        self.said, self.steps, self.points, self.peaks = [], [], [], []
        self._at, self._wish = at, wish

    def say(self, message, kind="info"):
        self.said.append(message)

    def step(self, trial, step, articles, **metrics):
        self.steps.append((step, articles, metrics))

    def point(self, trial, step, **metrics):
        self.points.append((step, metrics))

    def memory(self, peak):
        self.peaks.append(peak)

    def wish(self):
        return self._wish if self.steps and self.steps[-1][0] == self._at else ""

    @property
    def losses(self):
        return [metrics["loss"] for _, _, metrics in self.steps]


class KilledError(Exception):
    pass


class Killer(Listener):
    """Ends the training at a step without a word, as a killed process would."""

    def give_way(self):
        if self.wish():
            raise KilledError

    def wish(self):
        return super().wish()


def _weights(training):
    return {name: value.clone() for name, value in training.network.state_dict().items()}


def _same(first, second):
    return all(torch.equal(first[name], second[name]) for name in first)


def _near(first, second, most):
    return max(float((first[name] - second[name]).abs().max()) for name in first) <= most


def _learner(network, bench, **changes):
    tuning = msgspec.structs.replace(bench.spec.tuning, **changes)
    optimiser = build_optimiser(network, tuning, 1e-3, 2e-3)
    set_rates(optimiser, 0.5, 0.1)
    device = changes.pop("device", Device())
    return Learner(network, optimiser, device.scaler(), torch.ones(3), tuning.clip, device)


def _part(bench, rows):
    batch = bench.train.whole.batch(rows, bench.encoder.pad_id, 32)
    return Part(batch, torch.from_numpy(bench.train.labels[rows]), 1)


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


def test_extra_padding_leaves_loss_logits_and_gradients_unchanged(bench):
    tuning = msgspec.structs.replace(bench.spec.tuning, dropout=0.0, attention_dropout=0.0)
    network = new_network(bench.encoder_path, bench.codes, tuning, 13)
    labels = torch.from_numpy(bench.train.labels[:6])
    results = []
    for extra in (0, 8):
        batch = bench.train.whole.batch(range(6), bench.encoder.pad_id, 64)
        batch = {name: torch.nn.functional.pad(part, (0, extra)) for name, part in batch.items()}
        network.zero_grad()
        logits = network(**batch).logits
        loss = loss_of(logits, labels, torch.ones(3), 6)
        loss.backward()
        results.append((logits, loss, [p.grad.clone() for p in network.parameters()]))
    (logits, loss, gradients), (padded_logits, padded_loss, padded_gradients) = results
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
    labels = torch.from_numpy(bench.train.labels[:6])
    results = []
    for extra in (0, 24):
        batch = bench.train.whole.batch(range(6), bench.encoder.pad_id, 32)
        batch = {name: torch.nn.functional.pad(part, (0, extra)) for name, part in batch.items()}
        network.zero_grad()
        logits = network(**batch).logits
        loss = loss_of(logits, labels, torch.ones(3), 6)
        loss.backward()
        results.append((logits, loss, [p.grad.clone() for p in network.parameters()]))
    torch.testing.assert_close(results[1], results[0], atol=1e-6, rtol=0)


@pytest.mark.parametrize("micro", [1, 3, 4])
def test_accumulation_changes_nothing(bench, tmp_path, micro):
    calm = {"dropout": 0.0, "attention_dropout": 0.0, "epochs": 1, "encoder_rate": 1e-4}
    whole, parts = Listener(), Listener()
    first = bench.training(tmp_path / "whole", whole, **calm)
    first.run()
    second = bench.training(tmp_path / "parts", parts, micro_batch=micro, **calm)
    second.run()
    np.testing.assert_allclose(parts.losses, whole.losses, atol=1e-6)
    assert _near(_weights(first), _weights(second), 1e-5)


@pytest.mark.parametrize("kill_at", [3, 18, 26])
def test_killed_and_resumed_is_never_killed_bit_for_bit(bench, tmp_path, monkeypatch, kill_at):
    whole = bench.training(tmp_path / "whole", micro_batch=4)
    expected = whole.run()
    monkeypatch.setattr(finetune, "SAVE_SECONDS", 0.0)
    first = bench.training(tmp_path / "killed", Killer(kill_at), micro_batch=4)
    with pytest.raises(KilledError):
        first.run()
    torch.manual_seed(999)  # a new process has another state of chance
    watch = Listener()
    second = bench.training(tmp_path / "killed", watch, micro_batch=4)
    assert second.run() == expected
    assert watch.steps[0][0] == kill_at  # the step before was saved
    assert _same(_weights(second), _weights(whole))


@pytest.mark.parametrize("pause_at", [5, 16, 32])
def test_a_pause_saves_the_step_and_resuming_is_never_having_paused(bench, tmp_path, pause_at):
    whole = bench.training(tmp_path / "whole")
    expected = whole.run()
    with pytest.raises(Stopped) as stopped:
        bench.training(tmp_path / "paused", Listener(pause_at)).run()
    assert stopped.value.wish == "pause"
    watch = Listener()
    second = bench.training(tmp_path / "paused", watch)
    assert second.run() == expected
    assert [step for step, _, _ in watch.steps[:1]] in ([pause_at + 1], [])
    assert _same(_weights(second), _weights(whole))


def test_a_pause_while_dev_is_read_loses_no_step(bench, tmp_path):
    steps = -(-len(bench.train) // 8)

    class InDev(Listener):
        asked = 0

        def wish(self):
            if self.steps and self.steps[-1][0] == steps:
                self.asked += 1
            return "pause" if self.asked == 2 else ""

    with pytest.raises(Stopped):
        bench.training(tmp_path / "paused", InDev()).run()
    watch = Listener()
    second = bench.training(tmp_path / "paused", watch)
    whole = bench.training(tmp_path / "whole")
    assert second.run() == whole.run()
    assert watch.steps[0][0] == steps + 1
    assert _same(_weights(second), _weights(whole))


def test_cancelling_saves_nothing_more(bench, tmp_path):
    with pytest.raises(Stopped) as stopped:
        bench.training(tmp_path, Listener(5, "cancel")).run()
    assert stopped.value.wish == "cancel"
    assert not list(tmp_path.iterdir())


def test_a_finished_training_is_not_done_again(bench, tmp_path):
    first = bench.training(tmp_path)
    expected = first.run()
    watch = Listener()
    again = bench.training(tmp_path, watch)
    assert again.run() == expected
    assert watch.steps == []
    assert _same(_weights(again), _weights(first))


def test_other_data_or_settings_do_not_go_on_from_an_old_checkpoint(bench, tmp_path):
    bench.training(tmp_path).run()
    watch = Listener()
    other = bench.training(tmp_path, watch)
    other.identity = "other"
    other.run()
    assert watch.steps[0][0] == 1


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
            good.append(_weights(training))

    training = bench.training(tmp_path, Keeper(), epochs=5)
    standing = training.run()
    assert standing.ended == finetune.NOT_FINITE
    assert standing.step == 12
    assert _same(checkpoint.load(tmp_path, "newest", "tiny")["network"], good[-1])
    assert all(torch.isfinite(value).all() for value in _weights(training).values())


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


def test_a_gradient_that_is_not_finite_moves_nothing(bench):
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    network.register_forward_hook(
        lambda _, __, out: out.logits.register_hook(lambda gradient: gradient * math.inf) and None
    )
    before = {name: value.clone() for name, value in network.state_dict().items()}
    assert math.isnan(_learner(network, bench).learn([_part(bench, [0, 1, 2, 3])], 4))
    assert _same(before, network.state_dict())


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
    assert _same(before, network.state_dict())
    assert math.isfinite(learner.learn([_part(bench, [0, 1, 2, 3])], 4))
    assert not _same(before, network.state_dict())


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


def test_a_frozen_encoder_stays_as_it_came_and_its_head_learns(bench, tmp_path):
    training = bench.training(tmp_path, freeze_encoder=True)
    before = _weights(training)
    training.run()
    after = _weights(training)
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


def _full_for(monkeypatch, times):
    """A disk that is full for the first looks at it."""
    usage = namedtuple("usage", "total used free")
    looks = iter([0] * times)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 40, 0, next(looks, 1 << 40)))


def test_a_full_disk_is_waited_for_and_nothing_is_lost(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(finetune, "ROOM_SECONDS", 0.01)
    whole = bench.training(tmp_path / "whole")
    whole.run()
    _full_for(monkeypatch, 3)
    watch = Listener()
    waited = bench.training(tmp_path / "waited", watch)
    waited.run()
    assert sum("is full" in line for line in watch.said) == 1
    assert sum("room on the disk again" in line for line in watch.said) == 1
    assert _same(_weights(waited), _weights(whole))


def test_a_training_that_waits_for_the_disk_can_be_stopped(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(finetune, "ROOM_SECONDS", 0.01)
    _full_for(monkeypatch, 1000)
    with pytest.raises(Stopped):
        bench.training(tmp_path, Listener(4, "cancel")).run()
    with pytest.raises(Stopped):
        bench.training(tmp_path, Listener(4, "pause")).run()


def test_a_disk_that_fills_up_while_writing_leaves_the_older_checkpoint(tmp_path, monkeypatch):
    checkpoint.save(tmp_path, "newest", "01", "id", {"value": 1})

    class Full:
        def __init__(self, file):
            self.error = None

        def write(self, data):
            self.error = OSError(errno.ENOSPC, "No space left on device")
            raise self.error

    monkeypatch.setattr(checkpoint, "_Noted", Full)
    with pytest.raises(checkpoint.DiskFull):
        checkpoint.save(tmp_path, "newest", "02", "id", {"value": torch.zeros(9)})
    assert [path.name for path in tmp_path.iterdir()] == ["newest-01"]
    assert checkpoint.load(tmp_path, "newest", "id")["value"] == 1


def test_a_checkpoint_that_cannot_be_read_again_does_not_replace_the_older(tmp_path, monkeypatch):
    checkpoint.save(tmp_path, "newest", "01", "id", {"value": 1})
    real = checkpoint._write

    def cut(path: Path, state):
        real(path, state)
        path.write_bytes(path.read_bytes()[:-40])

    monkeypatch.setattr(checkpoint, "_write", cut)
    with pytest.raises(RuntimeError):
        checkpoint.save(tmp_path, "newest", "02", "id", {"value": torch.zeros(9)})
    assert checkpoint.load(tmp_path, "newest", "id")["value"] == 1


def test_a_state_of_the_same_name_follows_the_older_one(tmp_path):
    for value in range(12):
        checkpoint.save(tmp_path, "newest", "01", "id", {"value": value})
        assert checkpoint.load(tmp_path, "newest", "id")["value"] == value
        assert len(list(tmp_path.iterdir())) == 1


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
    learner.weights = learner.weights * 1000
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


def test_with_its_only_checkpoint_damaged_a_trial_says_so_and_loses_no_bit(bench, tmp_path):
    wanted = bench.training(tmp_path / "never")
    wanted.run()
    steps = -(-len(bench.train) // 8)
    with pytest.raises(Stopped):  # the best so far is there, too, and must not be taken for it
        bench.training(tmp_path / "cut", Listener(at=steps + 3)).run()
    (newest,) = (tmp_path / "cut").glob("newest-*")
    state = newest / "state.pt"
    state.write_bytes(state.read_bytes()[: state.stat().st_size // 2])
    watch = Listener()
    training = bench.training(tmp_path / "cut", watch)
    training.run()
    assert any("damaged" in line and "again from its start" in line for line in watch.said)
    assert watch.steps[0][0] == 1
    assert _same(_weights(training), _weights(wanted))
