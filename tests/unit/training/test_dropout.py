"""The quick dropout is dropout: shares, scale, slopes and seeds, in every architecture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention
from transformers import (
    AlbertConfig,
    AlbertForSequenceClassification,
    AutoModelForSequenceClassification,
    BertConfig,
    BertForSequenceClassification,
    DistilBertConfig,
    DistilBertForSequenceClassification,
    PreTrainedModel,
)

from training.quick import attention
from training.quick.dropout import QuickDropout, quicken

SHAPE = (3, 4, 24, 8)  # articles, heads, tokens, width


def bert(dropout: float = 0.0, attention_dropout: float = 0.0) -> PreTrainedModel:
    config = BertConfig(
        vocab_size=50,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=attention_dropout,
        num_labels=3,
    )
    return BertForSequenceClassification(config)


def distilbert(dropout: float = 0.0, attention_dropout: float = 0.0) -> PreTrainedModel:
    config = DistilBertConfig(
        vocab_size=50,
        dim=32,
        n_layers=2,
        n_heads=4,
        hidden_dim=64,
        dropout=dropout,
        seq_classif_dropout=dropout,
        attention_dropout=attention_dropout,
        num_labels=3,
    )
    return DistilBertForSequenceClassification(config)


def albert(dropout: float = 0.0, attention_dropout: float = 0.0) -> PreTrainedModel:
    config = AlbertConfig(
        vocab_size=50,
        embedding_size=16,
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=64,
        hidden_dropout_prob=dropout,
        classifier_dropout_prob=dropout,
        attention_probs_dropout_prob=attention_dropout,
        num_labels=3,
    )
    return AlbertForSequenceClassification(config)


@pytest.fixture(params=[bert, distilbert, albert], ids=lambda make: make.__name__)
def make(request):
    return request.param


@pytest.fixture
def batch():
    torch.manual_seed(1)
    ids = torch.randint(5, 50, (4, 16))
    mask = torch.ones_like(ids)
    mask[1:, 11:] = 0
    return {"input_ids": ids, "attention_mask": mask, "labels": torch.tensor([0, 1, 2, 0])}


def step(network, batch, seed=7):
    network.zero_grad()
    torch.manual_seed(seed)
    answer = network(**batch)
    answer.loss.backward()
    slopes = {name: p.grad.clone() for name, p in network.named_parameters()}
    return answer.logits.detach(), slopes


def both(make, **dropout):
    torch.manual_seed(0)
    stock = make(**dropout)
    quick = make(**dropout)
    quick.load_state_dict(stock.state_dict())
    quicken(quick)
    return stock, quick


def qkv(seed=0):
    torch.manual_seed(seed)
    return [torch.randn(SHAPE, requires_grad=True) for _ in range(3)]


def seen_keys():
    seen = torch.ones(SHAPE[0], 1, 1, SHAPE[2], dtype=torch.bool)
    seen[1:, ..., 17:] = False
    return seen.expand(-1, -1, SHAPE[2], -1)


class Attends(torch.nn.Module):
    is_causal = False


def attend(query, key, value, seen, dropout, **others):
    module = Attends().train()
    mixed, _ = attention.quick_attention(module, query, key, value, seen, dropout, **others)
    return mixed


@pytest.mark.parametrize("p", [0.1, 0.5, 0.97])
def test_the_right_share_is_dropped_and_the_mean_stays(p):
    torch.manual_seed(3)
    values = QuickDropout(p)(torch.ones(1000, 1000))
    assert (values == 0).float().mean() == pytest.approx(p, abs=0.002)
    assert values.max() == pytest.approx(1 / (1 - p), rel=1e-3)
    assert values.mean() == pytest.approx(1, abs=0.02)


def test_neighbours_are_dropped_independently():
    torch.manual_seed(3)
    dropped = (QuickDropout(0.5)(torch.ones(1 << 20)) == 0).float()
    for apart in (1, 2, 3, 4, 8):
        assert (dropped[:-apart] * dropped[apart:]).mean() == pytest.approx(0.25, abs=0.003)


def test_the_slope_is_what_the_mask_lets_through():
    values = torch.randn(40, 7, requires_grad=True)
    upstream = torch.randn(40, 7)
    torch.manual_seed(5)
    QuickDropout(0.3)(values).backward(upstream)
    torch.manual_seed(5)
    factors = QuickDropout(0.3)(torch.ones(40, 7))
    assert torch.equal(values.grad, factors * upstream)


def test_torchs_seed_decides_every_mask():
    ones, layer = torch.ones(500), QuickDropout(0.4)
    torch.manual_seed(8)
    first, second = layer(ones), layer(ones)
    torch.manual_seed(8)
    assert torch.equal(layer(ones), first)
    assert not torch.equal(first, second)


@pytest.mark.parametrize("p", [1e-9, 1 - 1e-9])
def test_extreme_shares_give_no_infinite_values(p):
    assert torch.isfinite(QuickDropout(p)(torch.ones(1000))).all()


@pytest.mark.parametrize("together", [1, 1 << 11, 1 << 18])
def test_attention_that_drops_nothing_is_plain_attention(monkeypatch, together):
    monkeypatch.setattr(attention, "_TOGETHER", together)
    monkeypatch.setattr(attention, "draw", lambda shape, _: torch.ones(shape, dtype=torch.int16))
    monkeypatch.setattr(attention, "rise_of", lambda _: 1.0)
    seen, ours, theirs = seen_keys(), qkv(), qkv()
    upstream = torch.randn(SHAPE)
    mixed = attend(*ours, seen, 0.1).transpose(1, 2)
    plain = scaled_dot_product_attention(*theirs, attn_mask=seen)
    assert torch.allclose(mixed, plain, atol=1e-5)
    mixed.backward(upstream)
    plain.backward(upstream)
    for our, their in zip(ours, theirs, strict=True):
        assert torch.allclose(our.grad, their.grad, atol=1e-5)


@pytest.mark.parametrize("seen", [None, seen_keys(), seen_keys().contiguous()])
def test_attention_with_dropout_has_the_slopes_that_its_own_mask_asks_for(seen):
    # What each key was worth after dropout shows where the values are the unit vectors.
    query, key, _ = qkv()
    unit = torch.eye(SHAPE[2]).expand(*SHAPE[:2], -1, -1)
    torch.manual_seed(4)
    shares = attend(query, key, unit, seen, 0.25).transpose(1, 2)
    scores = query @ key.transpose(-1, -2) * SHAPE[-1] ** -0.5
    if seen is not None:
        scores = scores.masked_fill(~seen, -1e9)
    plain = scores.softmax(-1)
    factors = (shares > 0).float() / 0.75
    assert torch.allclose(shares, plain * factors, atol=1e-5)
    real = plain > 1e-9
    assert (shares[real] == 0).float().mean() == pytest.approx(0.25, abs=0.03)
    upstream = torch.randn_like(shares)
    ours = torch.autograd.grad(shares, (query, key), upstream)
    theirs = torch.autograd.grad(plain * factors, (query, key), upstream)
    for our, their in zip(ours, theirs, strict=True):
        assert torch.allclose(our, their, atol=1e-5)


def test_a_network_in_evaluation_answers_as_before_to_the_last_bit(make, batch):
    stock, quick = both(make, dropout=0.2, attention_dropout=0.2)
    stock.eval(), quick.eval()
    assert torch.equal(stock(**batch).logits, quick(**batch).logits)


def test_without_dropout_a_step_learns_the_same(make, batch):
    stock, quick = both(make)
    logits, slopes = step(stock.train(), batch)
    our_logits, our_slopes = step(quick.train(), batch)
    assert torch.allclose(logits, our_logits, atol=1e-5)
    for name, slope in slopes.items():
        assert torch.allclose(slope, our_slopes[name], atol=1e-5), name


def test_over_many_masks_the_mean_answer_is_that_of_stock_dropout(batch):
    stock, quick = both(bert, dropout=0.1, attention_dropout=0.3)
    with torch.no_grad():
        for seed, network in ((1, stock), (2, quick)):
            torch.manual_seed(seed)
            network.train().answers = torch.stack([network(**batch).logits for _ in range(400)])
    error = stock.answers.std(0) / 400**0.5
    assert ((stock.answers.mean(0) - quick.answers.mean(0)).abs() < 6 * error).all()
    assert torch.allclose(stock.answers.std(0), quick.answers.std(0), rtol=0.35)


def test_the_same_seed_gives_the_same_step(make, batch):
    _, quick = both(make, dropout=0.2, attention_dropout=0.2)
    quick.train()
    logits, slopes = step(quick, batch)
    again, slopes_again = step(quick, batch)
    other, _ = step(quick, batch, seed=8)
    assert torch.equal(logits, again)
    assert all(torch.equal(slope, slopes_again[name]) for name, slope in slopes.items())
    assert not torch.equal(logits, other)


@pytest.mark.parametrize("make", [bert, distilbert])
def test_recomputed_layers_see_the_same_masks(make, batch):
    _, quick = both(make, dropout=0.2, attention_dropout=0.2)
    quick.config.use_cache = False  # transformers says so at length
    _, kept = step(quick.train(), batch)
    quick.activation_checkpointing_enable({"use_reentrant": False})
    _, recomputed = step(quick, batch)
    for name, slope in kept.items():
        assert torch.allclose(slope, recomputed[name], atol=1e-6), name


def test_names_of_weights_and_saved_settings_stay(make, tmp_path: Path):
    stock, quick = both(make, dropout=0.2, attention_dropout=0.2)
    assert list(stock.state_dict()) == list(quick.state_dict())
    stock.save_pretrained(tmp_path / "stock")
    quick.save_pretrained(tmp_path / "quick")
    settings = [
        json.loads((tmp_path / name / "config.json").read_text()) for name in ("stock", "quick")
    ]
    assert settings[0] == settings[1]
    loaded = AutoModelForSequenceClassification.from_pretrained(tmp_path / "quick")
    assert loaded.config._attn_implementation == "sdpa"


def test_an_encoder_that_is_frozen_in_evaluation_answers_as_before(batch):
    stock, quick = both(bert, dropout=0.2, attention_dropout=0.2)
    for network in (stock, quick):
        network.train()
        network.bert.eval()
    hidden = [
        network.bert(batch["input_ids"], batch["attention_mask"])[0] for network in (stock, quick)
    ]
    assert torch.equal(*hidden)


def test_the_last_layer_computes_the_first_token_only(batch):
    _, quick = both(bert)
    width = []
    quick.bert.encoder.layer[-1].intermediate.register_forward_hook(
        lambda module, inputs, output: width.append(output.shape[1])
    )
    quick.train()(**batch)
    quick.eval()(**batch)
    assert width == [1, 16]


def test_in_half_precision_transformers_own_dropout_is_used(batch):
    _, quick = both(bert, dropout=0.2, attention_dropout=0.2)
    with torch.autocast("cpu", torch.bfloat16):
        loss = quick.train()(**batch).loss
    loss.backward()
    assert torch.isfinite(loss)
