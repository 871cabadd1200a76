"""Guessing masked words: what is hidden, and what it is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from tiny_encoders import CONFIGS, make_encoder, write_vocabulary  # noqa: E402
from transformers import AutoModelForMaskedLM  # noqa: E402

from newsdesk.core.errors import TrainingError  # noqa: E402
from training.distillation.language import Language, load_guessing, mask_words  # noqa: E402
from training.learning import Part  # noqa: E402
from training.networks import tokenizer_file  # noqa: E402
from training.students.trimming import special_pieces  # noqa: E402

SPECIAL = (0, 1, 2, 3, 4)
MASK = 4


def many_ids() -> tuple[torch.Tensor, torch.Tensor]:
    ids = torch.randint(5, 50, (200, 60), generator=torch.Generator().manual_seed(1))
    ids[:, 0], ids[:, -10:] = 2, 0
    seen = torch.ones_like(ids, dtype=torch.bool)
    seen[:, -10:] = False
    return ids, seen


def test_fifteen_per_cent_are_guessed_and_most_of_them_hidden() -> None:
    ids, seen = many_ids()
    masked, guessed = mask_words(ids, seen, SPECIAL, MASK, 50, 7)
    assert guessed.float().sum() / (200 * 49) == pytest.approx(0.15, abs=0.01)
    hidden = masked[guessed] == MASK
    kept = masked[guessed] == ids[guessed]
    assert hidden.float().mean() == pytest.approx(0.8, abs=0.03)
    assert 0.08 < kept.float().mean() < 0.14
    assert (masked[~guessed] == ids[~guessed]).all()
    assert not guessed[~seen].any()
    assert not guessed[:, 0].any()


def test_the_same_seed_hides_the_same_words_and_another_one_others() -> None:
    ids, seen = many_ids()
    first = mask_words(ids, seen, SPECIAL, MASK, 50, 7)[0]
    torch.manual_seed(99)
    assert torch.equal(mask_words(ids, seen, SPECIAL, MASK, 50, 7)[0], first)
    assert not torch.equal(mask_words(ids, seen, SPECIAL, MASK, 50, 8)[0], first)


def guessing_encoder(folder: Path, kind: str = "bert") -> Path:
    folder.mkdir(parents=True)
    torch.manual_seed(0)
    config = CONFIGS[kind](write_vocabulary(folder, "en"))
    AutoModelForMaskedLM.from_config(config).save_pretrained(folder)
    return folder


@pytest.mark.parametrize("kind", ["bert", "distilbert", "albert"])
def test_a_student_like_its_teacher_has_only_the_words_to_learn(kind: str, tmp_path: Path) -> None:
    folder = guessing_encoder(tmp_path / kind, kind)
    special, mask = special_pieces(tokenizer_file(folder))
    assert mask == 4
    student, teacher = load_guessing(folder), load_guessing(folder)
    for each in (student, teacher):
        each.train(False)
    mask_all = torch.ones(4, 24, dtype=torch.int64)
    ids = torch.randint(5, 20, (4, 24), generator=torch.Generator().manual_seed(3))
    batch = {"input_ids": ids, "attention_mask": mask_all, "token_type_ids": 0 * ids}
    lesson = Language(teacher, special, mask)
    loss = lesson.loss(student, Part(batch, torch.zeros(4), 3, (0, 1, 2, 3), (24,) * 4), 4)
    loss.backward()
    terms = lesson.terms.take()
    assert terms["loss_teacher"] == pytest.approx(0, abs=1e-5)
    assert terms["loss_cosine"] == pytest.approx(0, abs=1e-5)
    assert loss.item() == pytest.approx(2 * terms["loss_words"], rel=1e-4)
    assert terms["loss_words"] > 1


def test_a_base_model_that_cannot_guess_words_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="cannot guess masked words"):
        load_guessing(make_encoder(tmp_path / "plain", "bert", "en"))
