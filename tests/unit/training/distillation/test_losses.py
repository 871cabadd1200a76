"""Losses of distillation: nothing where nothing differs, the same however a batch is cut."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from torch.nn import functional  # noqa: E402

from training.distillation.losses import (  # noqa: E402
    Counted,
    Heads,
    attention_loss,
    cosine_loss,
    hidden_loss,
    prediction_loss,
    relation_heads,
    relation_loss,
)

LENGTHS = [7, 3, 5]


def seen_of(lengths: list[int], longest: int) -> torch.Tensor:
    return torch.arange(longest)[None] < torch.tensor(lengths)[:, None]


def heads(seed: int, count: int = 4, width: int = 8, longest: int = 7) -> Heads:
    chance = torch.Generator().manual_seed(seed)
    parts = [
        torch.randn(len(LENGTHS), count, longest, width, generator=chance, requires_grad=True)
        for _ in range(3)
    ]
    return Heads(*parts, scale=width**-0.5)


def states(seed: int, width: int = 16, longest: int = 7) -> torch.Tensor:
    chance = torch.Generator().manual_seed(seed)
    return torch.randn(len(LENGTHS), longest, width, generator=chance, requires_grad=True)


def padded(heads: Heads, more: int) -> Heads:
    """The same with noise in place of more padding."""

    def grow(values: torch.Tensor) -> torch.Tensor:
        return torch.cat([values, 9 * torch.randn(*values.shape[:2], more, values.shape[3])], 2)

    return Heads(grow(heads.query), grow(heads.key), grow(heads.value), heads.scale)


def some(heads: Heads, rows: slice) -> Heads:
    return Heads(heads.query[rows], heads.key[rows], heads.value[rows], heads.scale)


@pytest.mark.parametrize("loss", [attention_loss, relation_loss])
def test_a_student_like_its_teacher_has_nothing_to_learn_from_attention(loss) -> None:  # type: ignore[no-untyped-def]
    seen, whole = seen_of(LENGTHS, 7), Counted.of(LENGTHS)
    assert loss(heads(1), heads(1), seen, whole).item() == 0
    assert loss(heads(1), heads(2), seen, whole).item() > 0.01


def test_nor_from_states_nor_from_logits() -> None:
    seen, whole = seen_of(LENGTHS, 7), Counted.of(LENGTHS)
    assert hidden_loss(states(1), states(1), seen, whole).item() == 0
    assert cosine_loss(states(1), states(1), seen, whole).item() == pytest.approx(0, abs=1e-6)
    logits = torch.randn(3, 5)
    assert prediction_loss(logits, logits + 4, whole).item() == pytest.approx(0, abs=1e-9)
    assert prediction_loss(logits, logits, whole, "kl", 2.0).item() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("loss", [attention_loss, relation_loss])
def test_padding_changes_neither_loss_nor_gradient_of_attention(loss) -> None:  # type: ignore[no-untyped-def]
    whole = Counted.of(LENGTHS)
    plain, more = heads(1), heads(1)
    short = loss(plain, heads(2), seen_of(LENGTHS, 7), whole)
    long = loss(padded(more, 9), padded(heads(2), 9), seen_of(LENGTHS, 16), whole)
    assert long.item() == pytest.approx(short.item(), rel=1e-6)
    short.backward()
    long.backward()
    assert torch.allclose(plain.query.grad, more.query.grad, atol=1e-7)
    assert torch.isfinite(more.query.grad).all()
    assert (plain.query.grad[1, :, 3:] == 0).all()


def test_padding_changes_no_loss_of_states() -> None:
    whole = Counted.of(LENGTHS)
    for loss in (hidden_loss, cosine_loss):
        more = [torch.cat([each, torch.randn(3, 4, 16)], 1) for each in (states(1), states(2))]
        plain = loss(states(1), states(2), seen_of(LENGTHS, 7), whole)
        assert loss(*more, seen_of(LENGTHS, 11), whole).item() == pytest.approx(plain.item())


def test_the_parts_of_a_batch_add_up_to_it() -> None:
    seen, whole = seen_of(LENGTHS, 7), Counted.of(LENGTHS)
    for loss in (attention_loss, relation_loss):
        parts = [
            loss(some(heads(1), rows), some(heads(2), rows), seen[rows], whole).item()
            for rows in (slice(0, 2), slice(2, 3))
        ]
        assert sum(parts) == pytest.approx(loss(heads(1), heads(2), seen, whole).item(), rel=1e-5)


def test_attention_is_the_mean_square_over_valid_pairs_and_heads() -> None:
    mine, theirs = heads(1), heads(2)
    total = torch.zeros(())
    for row, length in enumerate(LENGTHS):
        apart = mine.scores() - theirs.scores()
        total += apart[row, :, :length, :length].square().sum()
    expected = total / (4 * (49 + 9 + 25))
    got = attention_loss(mine, theirs, seen_of(LENGTHS, 7), Counted.of(LENGTHS))
    assert got.item() == pytest.approx(expected.item(), rel=1e-6)


def test_hidden_is_the_mean_square_over_valid_tokens_and_width() -> None:
    mine, theirs = states(1), states(2)
    kept = torch.cat([(mine - theirs)[row, :n].flatten() for row, n in enumerate(LENGTHS)])
    got = hidden_loss(mine, theirs, seen_of(LENGTHS, 7), Counted.of(LENGTHS))
    assert got.item() == pytest.approx(kept.square().mean().item(), rel=1e-6)


def test_soft_cross_entropy_is_that_of_torch_with_soft_targets() -> None:
    student, teacher = torch.randn(6, 5), torch.randn(6, 5)
    got = prediction_loss(student, teacher, Counted(6, 0, 0), "soft_ce")
    assert got.item() == pytest.approx(
        functional.cross_entropy(student, teacher.softmax(-1)).item(), rel=1e-6
    )
    softened = prediction_loss(student, teacher, Counted(6, 0, 0), "kl", 2.0)
    expected = functional.kl_div(
        (student / 2).log_softmax(-1), (teacher / 2).softmax(-1), reduction="batchmean"
    )
    assert softened.item() == pytest.approx(4 * expected.item(), rel=1e-5)


def test_relations_compare_networks_of_other_widths_and_heads() -> None:
    assert relation_heads(384, 768) == 48
    assert relation_heads(312, 768) == 24
    assert relation_heads(384, 384) == 48
    wide = heads(2, count=3, width=16)
    got = relation_loss(heads(1), wide, seen_of(LENGTHS, 7), Counted.of(LENGTHS))
    assert got.item() > 0
